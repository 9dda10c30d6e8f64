// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "flexible/reduced_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/config.h"
#include "base/random_fixture.h"
#include "base/scratch.h"

static const abReducedOrigin s_origin = {.source = "a.msh", .source_hash = 1, .program = "test"};

#if !ABUT_HAVE_HDF5

static void a_build_without_hdf5_says_so(void) {
    abError error;
    abReducedBody body = {.mass = {.mass = 1.0}};
    ab_error_clear(&error);
    CHECK(ab_reduced_hdf5_write("a.h5", &body, &s_origin, &error) == AB_USAGE);
}
AB_TESTS(AB_TEST(a_build_without_hdf5_says_so))

#else

enum { N = 5, M = 3 };

static double s_numbers[4000];
static int s_ids[N] = {7, 3, 9, 12, 11}, s_faces[6] = {0, 1, 2, 2, 1, 4}, s_held[3] = {0, 2, 4};
static abVec3 s_points[N];
static abReducedInterface s_interfaces[2];

static double *numbers(size_t count) {
    static size_t used;
    double *out = s_numbers + used;
    used += count;
    return out;
}

static abReducedBody body_of_numbers(void) {
    static const char *names[2] = {"pin", "a longer name"};
    uint64_t state = 5;
    for (size_t i = 0; i < sizeof s_numbers / sizeof *s_numbers; i++) {
        s_numbers[i] = 1.5 + next_random(&state);
    }
    for (int i = 0; i < N; i++) {
        s_points[i] = (abVec3){next_random(&state), next_random(&state), next_random(&state)};
    }
    for (int i = 0; i < 2; i++) {
        s_interfaces[i] = (abReducedInterface){names[i],       {1.0, 2.0, i}, numbers(3 * M),
                                               numbers(3 * M), s_held + i,    (size_t)(3 - i)};
    }
    return (abReducedBody){.file = "made",
                           .mode_count = M,
                           .node_count = N,
                           .X = s_points,
                           .node_ids = s_ids,
                           .Phi = numbers(3 * N * M),
                           .face_count = 2,
                           .faces = s_faces,
                           .interface_count = 2,
                           .interfaces = s_interfaces,
                           .mass = {.mass = 3.5,
                                    .center = {0.1, 0.2, 0.3},
                                    .J0 = {{{1.0, 2.0, 3.0}, {2.0, 5.0, 6.0}, {3.0, 6.0, 9.0}}},
                                    .S = numbers(3 * M),
                                    .N0 = numbers(3 * M),
                                    .J1 = numbers(6 * M),
                                    .J2 = numbers(6 * M * M),
                                    .N1 = numbers(3 * M * M),
                                    .modal_mass = numbers(M * M)},
                           .K = numbers(M * M)};
}

static void write_body(char folder[SCRATCH_PATH], char path[SCRATCH_PATH + 20]) {
    static abReducedBody body;
    abError error;
    ab_error_clear(&error);
    if (body.mode_count == 0) {
        body = body_of_numbers();
    }
    scratch_folder(folder);
    snprintf(path, SCRATCH_PATH + 20, "%s/body.h5", folder);
    CHECK(ab_reduced_hdf5_write(path, &body, &s_origin, &error) == AB_OK);
}

#define SAME(field, count)                                                                         \
    CHECK(memcmp(read.field, wanted.field, (count) * sizeof *read.field) == 0)

static void what_is_written_is_read(void) {
    abReducedBody wanted = body_of_numbers(), read;
    abArena arena;
    abError error;
    ab_error_clear(&error);
    ab_arena_init(&arena, ab_heap(), 4096);
    char folder[SCRATCH_PATH], path[SCRATCH_PATH + 20];
    scratch_folder(folder);
    snprintf(path, sizeof path, "%s/body.h5", folder);
    CHECK(ab_reduced_hdf5_write(path, &wanted, &s_origin, &error) == AB_OK);
    CHECK(ab_reduced_hdf5_read(path, &arena, &read, &error) == AB_OK);
    if (error.count > 0) {
        printf("%s\n", error.problems[0].text);
    }
    CHECK(read.mode_count == M && read.node_count == N && read.face_count == 2 && read.D == NULL);
    SAME(X, N);
    SAME(node_ids, N);
    SAME(Phi, 3 * N * M);
    SAME(faces, 6);
    SAME(mass.S, 3 * M);
    SAME(mass.N0, 3 * M);
    SAME(mass.J1, 6 * M);
    SAME(mass.J2, 6 * M * M);
    SAME(mass.N1, 3 * M * M);
    SAME(mass.modal_mass, M * M);
    SAME(K, M * M);
    CHECK(read.mass.mass == 3.5 && read.mass.center.y == 0.2 && read.mass.J0.m[1][2] == 6.0);
    CHECK(read.interface_count == 2 && read.q[M - 1] == 0.0);
    for (int i = 0; i < 2; i++) {
        SAME(interfaces[i].Phi, 3 * M);
        SAME(interfaces[i].Psi, 3 * M);
        SAME(interfaces[i].nodes, (size_t)(3 - i));
        CHECK_TEXT(read.interfaces[i].name, wanted.interfaces[i].name);
        CHECK(read.interfaces[i].point.z == i);
    }
    ab_arena_done(&arena);
    scratch_remove(folder);
}

static char *load(const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    fseek(in, 0, SEEK_END);
    *size = (size_t)ftell(in);
    rewind(in);
    char *bytes = malloc(*size + 1);
    CHECK(fread(bytes, 1, *size, in) == *size);
    fclose(in);
    return bytes;
}

static char *written(size_t *size) {
    char folder[SCRATCH_PATH], path[SCRATCH_PATH + 20];
    write_body(folder, path);
    char *bytes = load(path, size);
    scratch_remove(folder);
    return bytes;
}

static void the_same_body_gives_the_same_bytes(void) {
    size_t first_size, second_size;
    char *first = written(&first_size), *second = written(&second_size);
    CHECK(first_size == second_size && memcmp(first, second, first_size) == 0);
    free(first);
    free(second);
}

static abResult read_bytes(const char *path, const char *bytes, size_t size, abError *error) {
    abArena arena;
    abReducedBody body;
    FILE *out = fopen(path, "wb");
    CHECK(fwrite(bytes, 1, size, out) == size);
    fclose(out);
    ab_error_clear(error);
    ab_arena_init(&arena, ab_heap(), 4096);
    abResult result = ab_reduced_hdf5_read(path, &arena, &body, error);
    CHECK(arena.peak < 1000000); // whatever sizes the file claims
    ab_arena_done(&arena);
    return result;
}

static void files_cut_off_are_refused(void) {
    char folder[SCRATCH_PATH], path[SCRATCH_PATH + 20];
    abError error;
    size_t size;
    write_body(folder, path);
    char *bytes = load(path, &size);
    for (size_t part = 0; part < size; part += size / 23) {
        CHECK(read_bytes(path, bytes, part, &error) == AB_BAD_MODEL && error.count == 1);
    }
    CHECK(read_bytes(path, bytes, size, &error) == AB_OK);
    free(bytes);
    scratch_remove(folder);
}

// The first place of eight bytes that are this number, in a copy of the file.
static void expect_with_number(const char *path, const char *bytes, size_t size, double from,
                               double to, const char *part) {
    char *copy = malloc(size);
    abError error;
    memcpy(copy, bytes, size);
    size_t at = 0;
    while (at + sizeof from <= size && memcmp(copy + at, &from, sizeof from) != 0) {
        at++;
    }
    CHECK(at + sizeof from <= size);
    memcpy(copy + at, &to, sizeof to);
    CHECK(read_bytes(path, copy, size, &error) == AB_BAD_MODEL);
    CHECK(error.count == 1 && strstr(error.problems[0].text, part) != NULL);
    free(copy);
}

static void impossible_numbers_are_refused(void) {
    char folder[SCRATCH_PATH], path[SCRATCH_PATH + 20];
    size_t size;
    write_body(folder, path);
    char *bytes = load(path, &size);
    expect_with_number(path, bytes, size, 3.5, -3.5, "/mass/m is not above 0");
    expect_with_number(path, bytes, size, 9.0, (double)NAN, "/mass/J0: number 9 is ");
    free(bytes);
    scratch_remove(folder);
}

static void other_files_are_refused(void) {
    char folder[SCRATCH_PATH], path[SCRATCH_PATH + 20];
    abError error;
    abArena arena;
    abReducedBody body;
    scratch_folder(folder);
    snprintf(path, sizeof path, "%s/body.h5", folder);
    CHECK(read_bytes(path, "no HDF5 at all", 14, &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "is no HDF5 file") != NULL);
    ab_arena_init(&arena, ab_heap(), 4096);
    ab_error_clear(&error);
    CHECK(ab_reduced_hdf5_read("missing.h5", &arena, &body, &error) == AB_BAD_MODEL);
    ab_arena_done(&arena);
    ab_error_clear(&error);
    abReducedBody nothing = {.mass = {.mass = 1.0}};
    CHECK(ab_reduced_hdf5_write("no/such/folder/a.h5", &nothing, &s_origin, &error) == AB_IO);
    scratch_remove(folder);
}

AB_TESTS(AB_TEST(what_is_written_is_read), AB_TEST(the_same_body_gives_the_same_bytes),
         AB_TEST(files_cut_off_are_refused), AB_TEST(impossible_numbers_are_refused),
         AB_TEST(other_files_are_refused))

#endif
