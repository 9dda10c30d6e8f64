// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_code.h - routines of users, wherever they come from: a shared library or a script.
//
// A routine that answers nonsense leaves one sentence in its host. The run stops at the end of the
// step: what a routine answers at a trial point must be finite too.

#ifndef AB_USER_CODE_H
#define AB_USER_CODE_H

#include "abut/memory.h"
#include "abut/user_code.h"
#include "law/core/law.h"

enum { AB_ROUTINE_PARAMETERS = 100, AB_ROUTINE_ARGUMENTS = 16 };

// What post-processing scripts may ask; libraries call the public functions of that name.
typedef struct abCodeQueries {
    void (*get_ncontacts)(int id, int i_gra_id, int j_gra_id, int *ncontacts, int *errflg);
    void (*get_contact_post)(const char *type, int rm, int index, double *values, int *errflg);
} abCodeQueries;

// All routines of one simulation.
struct abCodeHost {
    abAllocator allocator;
    abCodeWatch watch;
    abCodeQueries queries;
    int rule_id; // of the contact rule whose routines are opened: they are called once
    bool has_fault;
    char fault[480]; // the first
};

// The keys that name a routine; a law's parameters begin with these.
typedef struct abRoutineKeys {
    const char *library, *script, *routine;
    const char *const *parameters;
    double length_unit, time_unit, force_unit; // of what it is told and answers
} abRoutineKeys;

#define AB_ROUTINE_KEYS(type, routine_text)                                                        \
    AB_TEXT(type, library, "shared library in the model's folder; needs --allow-code"),            \
        AB_TEXT(type, script, "Python file in the model's folder, instead of a library"),          \
        AB_TEXT(type, routine, routine_text),                                                      \
        AB_ANY(AB_KEY_TEXTS, type, parameters, "-", 0.0, 0.0, 0.0,                                 \
               "numbers for the routine, in model files' own units"),                              \
        AB_NUM(type, length_unit, "m", 1.0, 1e-30, 1e30,                                           \
               "the unit of length in which the routine is told places and depths"),               \
        AB_NUM(type, time_unit, "s", 1.0, 1e-30, 1e30, "likewise of time"),                        \
        AB_NUM(type, force_unit, "N", 1.0, 1e-30, 1e30,                                            \
               "likewise of force, in which it also answers")

// An argument of a routine, by value here and by address there.
typedef struct abArgument {
    enum { AB_ARGUMENT_INTEGER, AB_ARGUMENT_REAL, AB_ARGUMENT_REALS } kind;
    int integer;
    double real;
    double *reals;
    int count; // of reals
} abArgument;

static inline abArgument ab_argument_integer(int value) {
    return (abArgument){.kind = AB_ARGUMENT_INTEGER, .integer = value};
}
static inline abArgument ab_argument_real(double value) {
    return (abArgument){.kind = AB_ARGUMENT_REAL, .real = value};
}
static inline abArgument ab_argument_reals(double *values, int count) {
    return (abArgument){.kind = AB_ARGUMENT_REALS, .reals = values, .count = count};
}

// How a published signature is called by address. `result` has 3 entries.
typedef void abRoutineShape(void (*function)(void), abArgument *arguments, double *result);

typedef struct abRoutine {
    abCodeHost *host;
    char *name, *file;
    abRoutineShape *shape;
    double parameters[AB_ROUTINE_PARAMETERS];
    int parameter_count;
    double length, time, force; // its units                                     [m], [s], [N]
    void *library;              // from dlopen
    void (*function)(void);     // of a library
    void *object;               // of a script
} abRoutine;

// Opens a routine. `fallback` is its name when the keys give none. Adds every problem it finds.
abResult ab_routine_open(abCodeHost *host, const abRoutineKeys *keys, const char *fallback,
                         abRoutineShape *shape, const char *folder, abPlace place, abRoutine **out,
                         abError *error);
void ab_routine_close(void *routine);

// Calls it. `result` (3 entries) is not a number where the routine failed; the host then has a
// fault.
void ab_routine_call(abRoutine *routine, const abContactSite *site, abArgument *arguments,
                     int count, double result[3]);

// Notes a fault, with the routine, pair and time.
void ab_code_fault(abCodeHost *host, const abCodeCall *call, const char *text);

// Opens a file of a model as shared library; `symbol` must be in it.
abResult ab_library_open(const char *file, const char *folder, const char *symbol, abPlace place,
                         void **library, void (**function)(void), abError *error);
void ab_library_close(void *library);
// Numbers from a list of texts; false and a problem when one is none or there are too many.
bool ab_routine_numbers(const char *const *texts, double out[AB_ROUTINE_PARAMETERS], int *count,
                        abPlace place, abError *error);

#endif
