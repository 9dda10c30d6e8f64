// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible_wrong.c - the mistakes, and whether they are told.

#include "flexible_wrong.h"

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "flexible/fem_fixture.h"
#include "flexible/reduced_file.h"

#define MODEL(rest) "abut: 1\nbodies:\n  m: {" rest "}\n"
#define SIX "file: models/flexible/six_masses.fem"

const Wrong wrong_files[WRONG_COUNT] = {
    {"no modal mass", "record group 9: 1 number wanted for 1 mode, found 0", "MATRIX\n2\n",
     "MATRIX\n", 1, NULL},
    {"two modes promised", "record group 8 ends after mode 1; the header promises 2", "REV0 6 1",
     "REV0 6 2", 1, NULL},
    {"stiffness -800", "record group 10: stiffness is not positive definite (mode 1: -800)",
     "800\n", "-800\n", 1, NULL},
    {"a mass of 2 kg", "lumped masses sum to 7 kg, record group 12 says 6 kg", "1 1 1 0 0 0\n",
     "2 2 2 0 0 0\n", 3, NULL},
    {"a rigid mode", "moves the whole body", NULL, NULL, 0,
     MODEL("flexible: {file: tests/verify/flexible/rigid_mode.fem}")},
    {"a vertex beside its node", "m from the nearest node", NULL, NULL, 0,
     MODEL("flexible: {" SIX ", surface: models/flexible/eight_masses.obj}")},
    {"a joint at no point of it", "so a joint needs a point of it", NULL, NULL, 0,
     MODEL("flexible: {" SIX "}") "joints:\n  - {type: revolute, between: [world, m]}\n"},
    {"an H3D file", "H3D format is closed", NULL, NULL, 0, MODEL("flexible: {file: arm.h3d}")},
};

static bool is_in(const abError *error, const char *words) {
    bool is_there = false;
    for (int i = 0; i < error->count; i++) {
        is_there = is_there || strstr(error->problems[i].text, words) != NULL;
    }
    for (int i = 0; i < error->count && !is_there; i++) {
        fprintf(stderr, "told: %s\n", error->problems[i].text);
    }
    return is_there;
}

static void mutate(const Wrong *wrong, char *text, size_t size) {
    char whole[8000];
    fem_six_masses(whole, sizeof whole);
    const char *at = whole;
    for (int n = wrong->nth; n > 0; n--) {
        at = strstr(at + (n < wrong->nth), wrong->from);
    }
    snprintf(text, size, "%.*s%s%s", (int)(at - whole), whole, wrong->to, at + strlen(wrong->from));
}

bool is_told(const Wrong *wrong) {
    char text[8000];
    abError error;
    ab_error_clear(&error);
    abResult result;
    if (wrong->yaml != NULL) {
        abModel *model = NULL;
        result = ab_model_read_text(wrong->yaml, strlen(wrong->yaml), "verify.yaml", NULL, 0,
                                    ab_heap(), (abLog){0}, &model, &error);
        ab_model_destroy(model);
    } else {
        mutate(wrong, text, sizeof text);
        abArena arena;
        abReducedBody body;
        ab_arena_init(&arena, ab_heap(), 1 << 12);
        result = ab_reduced_body_read_fem("body.fem", text, strlen(text), &arena, &body,
                                          (abPlace){0}, &error);
        ab_arena_done(&arena);
    }
    return result == AB_BAD_MODEL && is_in(&error, wrong->words);
}
