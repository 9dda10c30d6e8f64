// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_fem.c - any bytes as MBDyn FEM text; what is read becomes a body with modes, which is
// accelerated once. The first byte chooses the damping and the highest frequency.

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abut/memory.h"
#include "flexible/floating_frame.h"
#include "flexible/reduced_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 65536 };

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_body(const abReducedBody *body) {
    require(body->mode_count > 0 && body->node_count > 0 && body->mass.mass > 0.0);
    for (size_t i = 0; i < 3 * body->node_count * (size_t)body->mode_count; i++) {
        require(isfinite(body->Phi[i]));
    }
}

static void move(const abModalBody *body, abArena *arena) {
    abFloating floating;
    abVec3 a, alpha, none = {0.0, 0.0, 0.0};
    require(ab_floating_init(&floating, body, arena));
    memcpy(floating.q, body->q, (size_t)body->mode_count * sizeof *floating.q);
    ab_floating_place(&floating, (abVec3){1.0, 2.0, 3.0});
    ab_floating_accelerate(&floating, none, none, &a, &alpha);
    ab_floating_hold(&floating, none, none, &a, &alpha);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    if (size < 1 || size > SIZE_MAX_READ) {
        return 0;
    }
    char *text = malloc(size); // a zero in place of the first byte, behind the rest
    require(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    abArena arena;
    abReducedBody body;
    abModalBody modal;
    ab_error_clear(&error);
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    abResult result =
        ab_reduced_body_read_fem("fuzz.fem", text, size - 1, &arena, &body, (abPlace){0}, &error);
    require((result == AB_OK) == (error.count == 0)); // a failure without a word, or the reverse
    if (result == AB_OK) {
        check_body(&body);
        abModalChoice choice = {.frequency_below = data[0] % 2 == 0 ? INFINITY : data[0],
                                .damping = data[0] % 3 == 0 ? NAN : 0.01};
        if (ab_modal_body_make(&body, &choice, &arena, &modal, (abPlace){0}, &error) == AB_OK) {
            move(&modal, &arena);
        }
    }
    ab_arena_done(&arena);
    free(text);
    return 0;
}
