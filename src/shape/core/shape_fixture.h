// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_fixture.h - for tests: shapes from a line of text, and reproducible random numbers.

#ifndef AB_SHAPE_FIXTURE_H
#define AB_SHAPE_FIXTURE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

typedef struct Fixture {
    abShape shape;
    abMassProperties mass;
    abResult result;
    abError error;
} Fixture;

// What lives until the end of the program.
static inline abArena *lasting_arena(void) {
    static abArena arena;
    if (arena.block_size == 0) {
        ab_arena_init(&arena, ab_heap(), 1 << 16);
    }
    return &arena;
}

// Sets key `name` to `value` (and the two that follow, for vectors; the choice's index for words).
static inline void fixture_set(const abTable *table, void *params, const char *name,
                               const double value[3]) {
    const abKey *key = ab_table_find(table, name);
    if (key == NULL) {
        return;
    }
    unsigned char *field = (unsigned char *)params + key->offset;
    if (key->kind == AB_KEY_NUMBER) {
        *(double *)(void *)field = value[0];
    } else if (key->kind == AB_KEY_CHOICE) {
        *(int *)(void *)field = (int)value[0];
    } else if (key->kind == AB_KEY_VEC3) {
        *(abVec3 *)(void *)field = (abVec3){value[0], value[1], value[2]};
    }
}

// "box size=1,2,3" or "cylinder radius=1 length=2 axis=0" or "hull file=path".
static inline void fixture_make(Fixture *out, abArena *arena, const char *text, double smoothing) {
    char copy[300], *word;
    snprintf(copy, sizeof copy, "%s", text);
    double params[32] = {0.0};
    word = strtok(copy, " ");
    const abShapeType *type = ab_shape_type(ab_shape_find(word));
    ab_table_defaults(type->table, params);
    while ((word = strtok(NULL, " ")) != NULL) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        const abKey *key = ab_table_find(type->table, word);
        if (key != NULL && key->kind == AB_KEY_TEXT) {
            *(const char **)(void *)((unsigned char *)params + key->offset) =
                ab_arena_text(arena, equals + 1);
            continue;
        }
        double value[3] = {0.0};
        sscanf(equals + 1, "%lf,%lf,%lf", &value[0], &value[1], &value[2]);
        fixture_set(type->table, params, word, value);
    }
    ab_error_clear(&out->error);
    abPlace nowhere = {0};
    out->result = type->compile(params, smoothing, NULL, arena, &out->shape, nowhere, &out->error);
    if (out->result == AB_OK) {
        out->mass = type->mass != NULL ? type->mass(params, &out->shape) : (abMassProperties){0};
    }
}

static inline Fixture lasting_fixture(const char *text, double smoothing) {
    Fixture f;
    fixture_make(&f, lasting_arena(), text, smoothing);
    return f;
}

// Of a text that must be right.
static inline abShape lasting_shape(const char *text, double smoothing) {
    Fixture f = lasting_fixture(text, smoothing);
    CHECK(f.result == AB_OK);
    return f.shape;
}

typedef struct Random {
    uint64_t state;
} Random;

static inline double random_number(Random *r) {
    return next_random(&r->state);
}
static inline abVec3 random_vector(Random *r) {
    double x = random_number(r), y = random_number(r);
    return (abVec3){x, y, random_number(r)};
}
static inline abVec3 random_direction(Random *r) {
    for (;;) {
        abVec3 v = random_vector(r);
        double vv = ab_norm2(v);
        if (vv > 0.01 && vv < 1.0) {
            return ab_unit(v);
        }
    }
}

// A gem for a hull: twenty points on an ellipsoid.
static inline void fixture_write_gem(const char *path) {
    FILE *out = fopen(path, "w");
    Random random = {.state = 5};
    for (int i = 0; i < 20; i++) {
        abVec3 p = ab_scale(0.6, random_direction(&random));
        fprintf(out, "v %.17g %.17g %.17g\n", p.x, 0.7 * p.y, p.z);
    }
    fclose(out);
}

static inline abMat3 random_rotation(Random *r) {
    double w = random_number(r);
    abVec3 v = random_vector(r);
    return ab_quat_to_matrix(ab_quat_unit((abQuat){w, v.x, v.y, v.z}));
}

#endif
