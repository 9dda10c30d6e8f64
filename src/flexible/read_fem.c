// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_fem.c - MBDyn FEM text: a reduced body with lumped masses.
//
// Lines that begin with ** are remarks, but for  ** RECORD GROUP n : the numbers of that group follow.
//
//   1   word, nodes, normal, attachment, constraint, rejected modes
//   2   names of the nodes
//   3   4       where the modes begin, and their rates                            (may be left out)
//   5   6   7   x, y, z of the nodes
//   8   shapes: mode by mode six numbers a node, displacement and rotation; rejected ones come first
//   9   10      modal mass and stiffness, whole, by rows
//   11  lumped masses, six numbers a node
//   12  mass, centre of mass, inertia about it by rows                            (may be left out)
//   13  modal damping, whole, by rows                                             (may be left out)
//   14 to 19    invariants, stress stiffening: passed over
//
// The groups are found first; then each is read by itself, so that what is wrong in several is told
// at once. Numbers are counted before memory is taken for them.
//
// Limits  the masses of a node are the same along x, y and z and have no inertia of their own.
// Source  MBDyn 1.7 input manual, section "Modal" (D. of a joint), FEM data file.

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "flexible/mass_integrals.h"
#include "flexible/reduced_checks.h"
#include "flexible/reduced_file.h"
#include "flexible/tolerances.def"
#include "math/core/vector_math.h"
#include "mesh/read/mesh_words.h"

enum { GROUPS = 20, NODE_NUMBERS = 6, NODES_MAX = 10000000, MODES_MAX = 10000 };

// Where the numbers of a group are.
typedef struct Group {
    abWords start;   // behind its heading; line 0: the file has no such group
    const char *end; // of its last line
} Group;

typedef struct Fem {
    const char *name, *text;
    size_t size;
    abArena *arena;
    abArena *scratch;
    abPlace place;
    abError *error;
    abResult result; // the worst so far
    Group groups[GROUPS];
    size_t nodes, modes, rejected;
    abReducedBody *body;
    double *masses; // per node
} Fem;

// ---- messages ----

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void
problem(Fem *fem, int line, int column, const char *format, ...) {
    char text[300];
    AB_TEXT_OF(text, format);
    abPlace at = {.file = fem->name, .line = line, .column = column};
    abResult added =
        line > 0 ? ab_error_add(fem->error, AB_BAD_MODEL, at, "%s", text)
                 : ab_error_add(fem->error, AB_BAD_MODEL, fem->place, "%s: %s", fem->name, text);
    fem->result = fem->result == AB_IO ? AB_IO : added;
}

static void no_memory(Fem *fem) {
    fem->result =
        ab_error_add(fem->error, AB_IO, fem->place, "%s: no memory to read the body", fem->name);
}

static int column_of(const Fem *fem, const char *at) {
    const char *start = at;
    while (start > fem->text && start[-1] != '\n') {
        start--;
    }
    return at - start < INT_MAX ? (int)(at - start) + 1 : 1;
}

// "1 mode", "2 modes"
static const char *counted(size_t count, const char *what, char out[60]) {
    snprintf(out, 60, "%zu %s%s", count, what, count == 1 ? "" : "s");
    return out;
}

// ---- lines ----

static bool is_remark(const abWords *words) {
    return words->at[0] == '*' && words->at[1] == '*';
}

static const char *line_end(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end : at + strlen(at);
}

// The number behind RECORD GROUP in a remark; 0: it names none.
static int heading(const char *at) {
    static const char words[] = "record group";
    for (const char *end = line_end(at); at + sizeof words <= end; at++) {
        size_t k = 0;
        while (words[k] != '\0' && ab_lower(at[k]) == words[k]) {
            k++;
        }
        if (words[k] == '\0') {
            long number = strtol(at + k, NULL, 10);
            return number > 0 && number < INT_MAX ? (int)number : -1;
        }
    }
    return 0;
}

// To the next word of the group, over remarks; false at its end.
static bool next_word(const Group *group, abWords *words) {
    while (words->at < group->end) {
        if (ab_words_more(words) && !is_remark(words)) {
            return words->at < group->end;
        }
        words->at = line_end(words->at);
        if (words->at >= group->end || *words->at == '\0') {
            return false;
        }
        words->at++;
        words->line++;
    }
    return false;
}

static void begin_group(Fem *fem, const abWords *words, int number) {
    int column = column_of(fem, words->at);
    if (number < 1 || number >= GROUPS) {
        problem(fem, words->line, column, "a record group of this number is unknown; 1 to %d are",
                GROUPS - 1);
    } else if (fem->groups[number].start.line > 0) {
        problem(fem, words->line, column, "record group %d is there twice (first at line %d)",
                number, fem->groups[number].start.line);
    } else if (number > 1 && fem->groups[1].start.line == 0) {
        problem(fem, words->line, column,
                "record group %d stands before record group 1, the header", number);
    } else {
        const char *end = line_end(words->at);
        fem->groups[number] = (Group){{end, words->line}, end};
    }
}

static void find_groups(Fem *fem) {
    abWords words = {fem->text, 1};
    int current = 0;
    for (bool more = ab_words_more(&words) || ab_words_next_line(&words); more;
         more = ab_words_next_line(&words)) {
        int number = is_remark(&words) ? heading(words.at) : 0;
        if (number != 0) {
            begin_group(fem, &words, number);
            current = number > 0 && number < GROUPS ? number : 0;
        }
        if (current > 0 && fem->groups[current].end <= words.at) {
            fem->groups[current].end = line_end(words.at);
        }
        words.at = line_end(words.at);
    }
    if (words.at < fem->text + fem->size) {
        problem(fem, words.line, 1, "a zero byte; this is no text");
    } else if (fem->groups[1].start.line == 0 && fem->result == AB_OK) {
        problem(
            fem, 0, 0,
            "has no line ** RECORD GROUP 1, HEADER; a reduced body is read from MBDyn FEM text");
    }
}

// ---- numbers ----

static size_t count_words(const Group *group) {
    abWords words = group->start;
    size_t count = 0;
    for (; next_word(group, &words); ab_words_skip(&words)) {
        count++;
    }
    return count;
}

static bool has_group(const Fem *fem, int number) {
    return fem->groups[number].start.line > 0;
}

static bool needs_group(Fem *fem, int number, const char *what) {
    if (!has_group(fem, number)) {
        problem(fem, 0, 0, "has no record group %d, %s", number, what);
    }
    return has_group(fem, number);
}

static bool read_number(Fem *fem, int number, abWords *words, double *out) {
    abWords at = *words;
    char shown[44];
    if (ab_words_number(words, out) && fabs(*out) <= s_number_max) {
        return true;
    }
    problem(fem, at.line, column_of(fem, at.at), "record group %d: %s is no number within +-%g",
            number, ab_words_shown(&at, shown), s_number_max);
    return false;
}

// `count` numbers of a group, wanted for so many of something; NULL after a problem.
static double *read_numbers(Fem *fem, int number, size_t count, size_t of, const char *what) {
    const Group *group = &fem->groups[number];
    size_t found = count_words(group);
    char wanted[60], things[60];
    if (found != count) {
        problem(fem, group->start.line, 1, "record group %d: %s wanted for %s, found %zu", number,
                counted(count, "number", wanted), counted(of, what, things), found);
        return NULL;
    }
    double *numbers = AB_ARENA_NEW(fem->arena, double, count + 1);
    if (numbers == NULL) {
        no_memory(fem);
        return NULL;
    }
    abWords words = group->start;
    for (size_t i = 0; i < count && next_word(group, &words); i++) {
        if (!read_number(fem, number, &words, &numbers[i])) {
            return NULL;
        }
    }
    return numbers;
}

// ---- the groups ----

// A count of the header: a whole number up to `most`.
static bool read_count(Fem *fem, abWords *words, const char *what, size_t most, size_t *out) {
    const Group *group = &fem->groups[1];
    double value = 0.0;
    if (!next_word(group, words)) {
        problem(fem, group->start.line, 1,
                "the header ends before the number of %s: it has a word, then nodes, normal, "
                "attachment, constraint and rejected modes",
                what);
        return false;
    }
    int line = words->line, column = column_of(fem, words->at);
    if (!read_number(fem, 1, words, &value)) {
        return false;
    }
    if (!(value >= 0.0 && value <= (double)most && value == floor(value))) {
        problem(fem, line, column, "number of %s = %.9g is no whole number from 0 to %zu", what,
                value, most);
        return false;
    }
    *out = (size_t)value;
    return true;
}

static bool read_header(Fem *fem) {
    static const char *const what[] = {"nodes", "normal modes", "attachment modes",
                                       "constraint modes", "rejected modes"};
    const Group *group = &fem->groups[1];
    abWords words = group->start;
    size_t counts[5];
    if (next_word(group, &words)) {
        ab_words_skip(&words); // the revision
    }
    for (int i = 0; i < 5; i++) {
        if (!read_count(fem, &words, what[i], i == 0 ? NODES_MAX : MODES_MAX, &counts[i])) {
            return false;
        }
    }
    size_t all = counts[1] + counts[2] + counts[3];
    if (counts[0] == 0 || counts[4] >= all) {
        problem(fem, words.line, 1,
                "the header has %zu nodes, %zu modes and %zu of them rejected; at least one node "
                "and one mode are needed",
                counts[0], all, counts[4]);
        return false;
    }
    fem->nodes = counts[0];
    fem->modes = all - counts[4];
    fem->rejected = counts[4];
    return true;
}

// Names that are whole numbers are kept; any other is the place in the list.
static void read_names(Fem *fem) {
    const Group *group = &fem->groups[2];
    size_t found = count_words(group);
    char nodes[60];
    if (found != fem->nodes) {
        problem(fem, group->start.line, 1, "record group 2: %s promised by the header, found %zu",
                counted(fem->nodes, "node", nodes), found);
        return;
    }
    int *ids = AB_ARENA_NEW(fem->arena, int, fem->nodes);
    int *sorted = AB_ARENA_NEW(fem->scratch, int, fem->nodes);
    if (ids == NULL || sorted == NULL) {
        no_memory(fem);
        return;
    }
    abWords words = group->start;
    for (size_t i = 0; i < fem->nodes && next_word(group, &words); i++) {
        char *end = NULL;
        long id = strtol(words.at, &end, 10);
        bool is_number = end != words.at && strchr(" \t\r\n", *end) != NULL && labs(id) < INT_MAX;
        ids[i] = is_number ? (int)id : (int)i + 1;
        ab_words_skip(&words);
    }
    memcpy(sorted, ids, fem->nodes * sizeof *ids);
    qsort(sorted, fem->nodes, sizeof *sorted, ab_by_int);
    for (size_t i = 1; i < fem->nodes; i++) {
        if (sorted[i] == sorted[i - 1]) {
            problem(fem, group->start.line, 1, "record group 2: node %d is there twice", sorted[i]);
            return;
        }
    }
    fem->body->node_ids = ids;
}

static void read_places(Fem *fem) {
    abVec3 *X = AB_ARENA_NEW(fem->arena, abVec3, fem->nodes);
    if (X == NULL) {
        no_memory(fem);
        return;
    }
    for (int axis = 0; axis < 3; axis++) {
        static const char *const what[] = {"x of the nodes", "y of the nodes", "z of the nodes"};
        const double *c = needs_group(fem, 5 + axis, what[axis])
                              ? read_numbers(fem, 5 + axis, fem->nodes, fem->nodes, "node")
                              : NULL;
        for (size_t i = 0; c != NULL && i < fem->nodes; i++) {
            ab_set(&X[i], axis, c[i]);
        }
    }
    fem->body->X = X;
}

// From six numbers a node, mode by mode, to the rows of Phi and Psi.
static void keep_shapes(Fem *fem, const double *shapes) {
    size_t n = fem->nodes, m = fem->modes;
    double *Phi = AB_ARENA_NEW(fem->arena, double, 3 * n * m);
    double *Psi = AB_ARENA_NEW(fem->arena, double, 3 * n * m);
    if (Phi == NULL || Psi == NULL) {
        no_memory(fem);
        return;
    }
    bool has_rotations = false;
    for (size_t k = 0; k < m; k++) {
        const double *shape = shapes + (k + fem->rejected) * n * NODE_NUMBERS;
        for (size_t i = 0; i < n; i++) {
            for (size_t a = 0; a < 3; a++) {
                Phi[(3 * i + a) * m + k] = shape[NODE_NUMBERS * i + a];
                Psi[(3 * i + a) * m + k] = shape[NODE_NUMBERS * i + 3 + a];
                has_rotations = has_rotations || shape[NODE_NUMBERS * i + 3 + a] != 0.0;
            }
        }
    }
    fem->body->Phi = Phi;
    fem->body->Psi = has_rotations ? Psi : NULL;
}

static void read_shapes(Fem *fem) {
    if (!needs_group(fem, 8, "mode shapes")) {
        return;
    }
    size_t one = NODE_NUMBERS * fem->nodes, all = fem->modes + fem->rejected;
    size_t found = count_words(&fem->groups[8]);
    if (found < one * all && found % one == 0) {
        problem(fem, fem->groups[8].start.line, 1,
                "record group 8 ends after mode %zu; the header promises %zu", found / one, all);
        return;
    }
    const double *shapes = read_numbers(fem, 8, one * all, all, "mode");
    if (shapes != NULL) {
        keep_shapes(fem, shapes);
    }
}

static double *read_matrix(Fem *fem, int number, const char *what, bool is_definite) {
    double *matrix = read_numbers(fem, number, fem->modes * fem->modes, fem->modes, "mode");
    char fault[200];
    if (matrix != NULL &&
        ab_modal_matrix_fault(matrix, fem->modes, is_definite, fem->scratch, fault, sizeof fault)) {
        problem(fem, fem->groups[number].start.line, 1, "record group %d: %s is %s", number, what,
                fault);
        return NULL;
    }
    return matrix;
}

static double *read_start(Fem *fem, int number) {
    return has_group(fem, number) ? read_numbers(fem, number, fem->modes, fem->modes, "mode")
                                  : AB_ARENA_NEW(fem->arena, double, fem->modes);
}

// ---- masses ----

// The mass of node i from its six numbers.
static bool check_node_mass(Fem *fem, size_t i, const double *six) {
    double m = six[0], most = fmax(fabs(six[1] - m), fabs(six[2] - m));
    int id = fem->body->node_ids != NULL ? fem->body->node_ids[i] : (int)i + 1;
    int line = fem->groups[11].start.line;
    if (!(m >= 0.0) || most > s_equal_masses * fabs(m)) {
        problem(fem, line, 1,
                "record group 11: node %d has the masses %g, %g, %g along x, y, z; they must be "
                "equal and not negative",
                id, six[0], six[1], six[2]);
        return false;
    }
    if (six[3] != 0.0 || six[4] != 0.0 || six[5] != 0.0) {
        problem(
            fem, line, 1,
            "record group 11: node %d has an inertia of its own, %g, %g, %g kg m^2, which is not "
            "supported; write zeros to leave it out",
            id, six[3], six[4], six[5]);
        return false;
    }
    return true;
}

static void read_masses(Fem *fem) {
    if (!has_group(fem, 11)) {
        problem(
            fem, 0, 0,
            "has no record group 11, lumped masses%s; write it: mass integrals are sums over it",
            has_group(fem, 14) ? " (the invariants 14 to 18 alone are not read)" : "");
        return;
    }
    const double *numbers = read_numbers(fem, 11, NODE_NUMBERS * fem->nodes, fem->nodes, "node");
    double *masses = AB_ARENA_NEW(fem->scratch, double, fem->nodes), sum = 0.0;
    if (numbers == NULL || masses == NULL) {
        masses == NULL ? no_memory(fem) : (void)0;
        return;
    }
    for (size_t i = 0; i < fem->nodes; i++) {
        if (!check_node_mass(fem, i, numbers + NODE_NUMBERS * i)) {
            return;
        }
        masses[i] = numbers[NODE_NUMBERS * i];
        sum += masses[i];
    }
    if (!(sum > 0.0)) {
        problem(fem, fem->groups[11].start.line, 1, "record group 11: all masses are zero");
        return;
    }
    fem->masses = masses;
}

static double largest_moment(const abMat3 *J) {
    return fmax(J->m[0][0], fmax(J->m[1][1], J->m[2][2]));
}

// Group 12 must say the same as the lumped masses.
static void check_rigid(Fem *fem) {
    if (!has_group(fem, 12)) {
        return;
    }
    const double *n = read_numbers(fem, 12, 13, 1, "body");
    const abMassIntegrals *I = &fem->body->mass;
    int line = fem->groups[12].start.line;
    if (n == NULL) {
        return;
    }
    double scale = largest_moment(&I->J0), size = sqrt(scale / I->mass), worst = 0.0;
    double shift = ab_norm(ab_sub(ab_vec3(n[1], n[2], n[3]), I->center));
    for (int i = 0; i < 9; i++) {
        worst = fmax(worst, fabs(n[4 + i] - I->J0.m[i / 3][i % 3]));
    }
    if (fabs(I->mass - n[0]) > s_same_mass * I->mass) {
        problem(fem, line, 1, "lumped masses sum to %.9g kg, record group 12 says %.9g kg", I->mass,
                n[0]);
    } else if (shift > s_same_center * size) {
        problem(fem, line, 1,
                "lumped masses have their centre at %.6g, %.6g, %.6g, record group 12 says %.6g, "
                "%.6g, %.6g",
                I->center.x, I->center.y, I->center.z, n[1], n[2], n[3]);
    } else if (worst > s_same_inertia * scale) {
        problem(fem, line, 1,
                "an entry of the inertia of the lumped masses about their centre differs from "
                "record group 12 by %.3g kg m^2; their largest is %.6g",
                worst, scale);
    }
}

static bool is_complete(const Fem *fem) {
    const abReducedBody *b = fem->body;
    return fem->result == AB_OK && b->X != NULL && b->node_ids != NULL && b->Phi != NULL &&
           b->K != NULL && b->mass.modal_mass != NULL && b->q != NULL && b->q_rate != NULL &&
           fem->masses != NULL;
}

static void integrate(Fem *fem) {
    abReducedBody *body = fem->body;
    double *modal_mass = body->mass.modal_mass;
    if (!ab_mass_integrals_init(&body->mass, body->mode_count, fem->arena)) {
        no_memory(fem);
        return;
    }
    body->mass.modal_mass = modal_mass;
    ab_mass_integrals_of_nodes(body, fem->masses);
    check_rigid(fem);
}

static void read_groups(Fem *fem) {
    abReducedBody *body = fem->body;
    if (!read_header(fem)) {
        return;
    }
    body->node_count = fem->nodes;
    body->mode_count = (int)fem->modes;
    if (needs_group(fem, 2, "names of the nodes")) {
        read_names(fem);
    }
    read_places(fem);
    read_shapes(fem);
    if (needs_group(fem, 9, "modal mass")) {
        body->mass.modal_mass = read_matrix(fem, 9, "modal mass", true);
    }
    if (needs_group(fem, 10, "modal stiffness")) {
        body->K = read_matrix(fem, 10, "stiffness", true);
    }
    if (has_group(fem, 13)) {
        body->D = read_matrix(fem, 13, "damping", false);
    }
    body->q = read_start(fem, 3);
    body->q_rate = read_start(fem, 4);
    read_masses(fem);
    if (fem->result == AB_OK && (body->q == NULL || body->q_rate == NULL)) {
        no_memory(fem);
    }
    if (is_complete(fem)) {
        integrate(fem);
    }
}

abResult ab_reduced_body_read_fem(const char *name, const char *text, size_t size, abArena *arena,
                                  abReducedBody *body, abPlace place, abError *error) {
    abArena scratch;
    ab_arena_init(&scratch, arena->allocator, 1 << 14);
    *body = (abReducedBody){.file = ab_arena_text(arena, name)};
    Fem fem = {.name = name,
               .text = text,
               .size = size,
               .arena = arena,
               .scratch = &scratch,
               .place = place,
               .error = error,
               .body = body};
    find_groups(&fem);
    if (fem.result == AB_OK) {
        read_groups(&fem);
    }
    ab_arena_done(&scratch);
    return fem.result;
}
