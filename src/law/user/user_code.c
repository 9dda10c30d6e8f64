// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_code.c - opening and calling routines of users.

#include "law/user/user_code.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/no_memory.h"
#include "law/user/user_python.h"

// ---- files ----

// How the name of a library may be written: as it is, or as systems call a library of that name.
typedef struct abFileForm {
    const char *before, *behind; // the name
} abFileForm;
static const abFileForm s_library_forms[] = {{"", ""}, {"", ".so"}, {"lib", ".so"}, {NULL, NULL}};
static const abFileForm s_script_forms[] = {{"", ""}, {NULL, NULL}};

// A file that a model names must lie in the model's folder.
static abResult find_file(const char *file, const char *folder, const abFileForm *forms,
                          abPlace place, char *out, size_t size, abError *error) {
    const char *from = folder != NULL ? folder : ".";
    if (file[0] == '/' || strstr(file, "..") != NULL) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s is outside the model's folder; code is run only from there", file);
    }
    for (const abFileForm *form = forms; form->before != NULL; form++) {
        int length = snprintf(out, size, "%s/%s%s%s", from, form->before, file, form->behind);
        if (length >= 0 && (size_t)length < size && access(out, R_OK) == 0) {
            return AB_OK;
        }
    }
    return ab_error_add(error, AB_BAD_MODEL, place, "cannot read %s%s in the folder %s", file,
                        forms == s_library_forms ? ", with or without .so," : "", from);
}

abResult ab_library_open(const char *file, const char *folder, const char *symbol, abPlace place,
                         void **library, void (**function)(void), abError *error) {
    char path[4096];
    AB_TRY(find_file(file, folder, s_library_forms, place, path, sizeof path, error));
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*library == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, place, "%s is no library for this machine: %s",
                            file, dlerror());
    }
    void *found = dlsym(*library, symbol);
    if (found == NULL) {
        dlclose(*library);
        *library = NULL;
        return ab_error_add(error, AB_BAD_MODEL, place, "%s has no routine %s", file, symbol);
    }
    memcpy(function, &found, sizeof found); // POSIX: an object pointer from dlsym is a function's
    return AB_OK;
}

void ab_library_close(void *library) {
    if (library != NULL) {
        dlclose(library);
    }
}

bool ab_routine_numbers(const char *const *texts, double out[AB_ROUTINE_PARAMETERS], int *count,
                        abPlace place, abError *error) {
    *count = 0;
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++) {
        char *end;
        double value = strtod(texts[i], &end);
        if (i >= AB_ROUTINE_PARAMETERS || end == texts[i] || *end != '\0' || !isfinite(value)) {
            ab_error_add(error, AB_BAD_MODEL, place,
                         "parameter %zu is %s; parameters are at most %d finite numbers", i + 1,
                         texts[i], AB_ROUTINE_PARAMETERS);
            return false;
        }
        out[(*count)++] = value;
    }
    return true;
}

// ---- opening ----

static char *copy_text(abAllocator allocator, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = allocator.resize(allocator.context, NULL, 0, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

static void free_text(abAllocator allocator, char *text) {
    if (text != NULL) {
        allocator.resize(allocator.context, text, strlen(text) + 1, 0);
    }
}

static abResult open_source(abRoutine *routine, const abRoutineKeys *keys, const char *folder,
                            abPlace place, abError *error) {
    if (keys->library != NULL) {
        return ab_library_open(keys->library, folder, routine->name, place, &routine->library,
                               &routine->function, error);
    }
    char path[4096];
    AB_TRY(find_file(keys->script, folder, s_script_forms, place, path, sizeof path, error));
    return ab_python_open(path, routine->name, &routine->host->queries, place, &routine->object,
                          error);
}

abResult ab_routine_open(abCodeHost *host, const abRoutineKeys *keys, const char *fallback,
                         abRoutineShape *shape, const char *folder, abPlace place, abRoutine **out,
                         abError *error) {
    *out = NULL;
    if ((keys->library == NULL) == (keys->script == NULL)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "a user law needs either library: FILE or script: FILE");
    }
    abAllocator a = host->allocator;
    abRoutine *routine = a.resize(a.context, NULL, 0, sizeof *routine);
    if (routine == NULL) {
        return ab_no_memory(error, place, "for a routine");
    }
    *routine = (abRoutine){.host = host,
                           .shape = shape,
                           .length = keys->length_unit,
                           .time = keys->time_unit,
                           .force = keys->force_unit};
    routine->name = copy_text(a, keys->routine != NULL ? keys->routine : fallback);
    routine->file = copy_text(a, keys->library != NULL ? keys->library : keys->script);
    abResult result = routine->name != NULL && routine->file != NULL ? AB_OK : AB_IO;
    if (result == AB_OK && !ab_routine_numbers(keys->parameters, routine->parameters,
                                               &routine->parameter_count, place, error)) {
        result = AB_BAD_MODEL;
    }
    if (result == AB_OK) {
        result = open_source(routine, keys, folder, place, error);
    }
    if (result != AB_OK) {
        ab_routine_close(routine);
        return result;
    }
    *out = routine;
    return AB_OK;
}

void ab_routine_close(void *code) {
    abRoutine *routine = code;
    if (routine == NULL) {
        return;
    }
    abAllocator a = routine->host->allocator;
    ab_library_close(routine->library);
    ab_python_close(routine->object);
    free_text(a, routine->name);
    free_text(a, routine->file);
    a.resize(a.context, routine, sizeof *routine, 0);
}

// ---- calling ----

void ab_code_fault(abCodeHost *host, const abCodeCall *call, const char *text) {
    if (host->has_fault) {
        return;
    }
    host->has_fault = true;
    snprintf(host->fault, sizeof host->fault, "the routine %s of %s failed at t = %.12g s",
             call->routine, call->file, call->time);
    size_t used = strlen(host->fault);
    if (call->shapes[0] != NULL) {
        snprintf(host->fault + used, sizeof host->fault - used, " for %s on %s", call->shapes[0],
                 call->shapes[1]);
        used = strlen(host->fault);
    }
    snprintf(host->fault + used, sizeof host->fault - used, ": %s", text);
}

void ab_routine_call(abRoutine *routine, const abContactSite *site, abArgument *arguments,
                     int count, double result[3]) {
    abCodeHost *host = routine->host;
    abCodeCall call = {.routine = routine->name,
                       .file = routine->file,
                       .shapes = {site->shapes[0], site->shapes[1]},
                       .time = site->time};
    result[0] = result[1] = result[2] = 0.0;
    if (host->has_fault) {
        result[0] = NAN;
        return;
    }
    if (host->watch.enter != NULL) {
        host->watch.enter(host->watch.context, &call);
    }
    char fault[300] = "";
    if (routine->function != NULL) {
        routine->shape(routine->function, arguments, result);
    } else if (!ab_python_call(routine->object, arguments, count, result, fault, sizeof fault)) {
        result[0] = NAN;
    }
    if (host->watch.leave != NULL) {
        host->watch.leave(host->watch.context);
    }
    if (fault[0] == '\0' && !isfinite(result[0] + result[1] + result[2])) {
        snprintf(fault, sizeof fault, "it answered [%g, %g, %g], which is no finite force",
                 result[0], result[1], result[2]);
    }
    if (fault[0] != '\0') {
        ab_code_fault(host, &call, fault);
        result[0] = NAN;
    }
}
