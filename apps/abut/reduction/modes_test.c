// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "command/command.h"

#include <math.h>
#include <stdlib.h>

#include "base/config.h"
#include "base/scratch.h"
#include "flexible/reduced_hdf5.h"
#include "reduction/material_file.h"
#include "volume/core/volume_fixture.h"

static char s_folder[SCRATCH_PATH];

static const char *in_folder(const char *name) {
    static char paths[4][SCRATCH_PATH + 40];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", s_folder, name);
    return path;
}

static void write_text(const char *name, const char *text, size_t size) {
    FILE *out = fopen(in_folder(name), "wb");
    CHECK(out != NULL);
    if (out != NULL) {
        CHECK(fwrite(text, 1, size, out) == size);
        fclose(out);
    }
}

// Runs `abut modes` with up to 7 words; what it prints goes to a file.
static abResult run(const char *const words[8], abReducedBody *body, abArena *arena) {
    char *argv[24] = {"modes"};
    int argc = 1;
    for (int i = 0; words[i] != NULL; i++) {
        argv[argc++] = (char *)words[i];
    }
    if (body != NULL) {
        argv[argc++] = "-o";
        argv[argc++] = (char *)in_folder("body.h5");
    }
    argv[argc++] = "--quiet";
    argv[argc] = NULL;
    abResult result = command_run_with(&command_modes, argc, argv);
    if (body != NULL && result == AB_OK) {
        abError error;
        ab_error_clear(&error);
        CHECK(ab_reduced_hdf5_read(in_folder("body.h5"), arena, body, &error) == AB_OK);
    }
    return result;
}

static void materials_are_found_by_name(void) {
    static const struct {
        const char *text, *name, *part; // part NULL: right
    } rows[] = {
        {"materials: {a: {youngs_modulus: 1, poissons_ratio: 0, density: 2}}", "", NULL},
        {"materials: {a: {youngs_modulus: 1, poissons_ratio: 0, density: 2}}", ":a", NULL},
        {"materials: {alu: {density: 2}, b: {density: 3}}", "", "has 2 materials; say which"},
        {"materials: {alu: {density: 2}, b: {density: 3}}", ":ale", "did you mean alu?"},
        {"materials: {a: {poissons_ratio: 0, density: 2}}", "", "has no youngs_modulus"},
        {"materials: {a: {youngs_modulus: x, poissons_ratio: 0, density: 2}}", "",
         "youngs_modulus of material a: a number is wanted, found the text \"x\""},
        {"bodies: {}", "", "materials: {NAME: {youngs_modulus: 2.1e11"},
    };
    scratch_folder(s_folder);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        abVolumeMaterial material;
        abError error;
        char what[SCRATCH_PATH + 60];
        ab_error_clear(&error);
        write_text("m.yaml", rows[i].text, strlen(rows[i].text));
        snprintf(what, sizeof what, "%s%s", in_folder("m.yaml"), rows[i].name);
        abResult result = material_file_read(what, &material, &error);
        if (rows[i].part == NULL) {
            CHECK(result == AB_OK && material.youngs_modulus == 1.0 && material.density == 2.0);
        } else {
            CHECK(result == AB_BAD_MODEL && strstr(error.problems[0].text, rows[i].part) != NULL);
            CHECK(error.problems[0].line == 1);
        }
    }
    abVolumeMaterial steel;
    abError error;
    ab_error_clear(&error);
    CHECK(material_file_read("abut:Steel", &steel, &error) == AB_OK && steel.density == 8000.0);
    CHECK(material_file_read("nowhere.yaml", &steel, &error) == AB_IO);
    scratch_remove(s_folder);
}

#if ABUT_HAVE_MODES && ABUT_HAVE_HDF5

// A steel rod in millimetres, MPa and t/mm^3, and one without a material.
static void write_rod(void) {
    Block rod = {{6, 1, 1}, {200.0, 20.0, 20.0}, {0.0, 0.0, 0.0}, 2, 2.1e5, 0.3, 7.85e-9};
    abVolumeMesh mesh;
    abError error;
    abText text;
    block_begin(&rod, &mesh, &error);
    abVolumeMaterial material = block_material(&rod);
    ab_text_init(&text, ab_heap());
    abaqus_text(&mesh, &material, &text);
    write_text("rod.inp", text.data, text.size);
    ab_text_clear(&text);
    gmsh_text(&mesh, false, &text);
    write_text("rod.msh", text.data, text.size);
    ab_text_done(&text);
    ab_volume_done(&mesh);
}

static void a_mesh_in_millimetres_becomes_a_body_in_metres(void) {
    abArena arena;
    abReducedBody body = {0};
    scratch_folder(s_folder);
    ab_arena_init(&arena, ab_heap(), 1 << 16);
    write_rod();
    const char *words[8] = {in_folder("rod.inp"), "--units", "mm", "--interfaces",
                            "left,right:mean",    "--modes", "2"};
    CHECK(run(words, &body, &arena) == AB_OK);
    CHECK(body.mode_count == 12 + 2 - 6 && body.interface_count == 2);
    CHECK_NEAR(body.mass.mass, 7850.0 * 0.2 * 0.02 * 0.02, 1e-12, 0.628);
    if (body.interface_count == 2) {
        CHECK_TEXT(body.interfaces[1].name, "right");
        CHECK_NEAR(body.interfaces[1].point.x, 0.2, 1e-12, 0.2);
    }
    // another format, its material from a file and from the palette: the same modes
    double first = body.mode_count > 0 ? body.K[0] : 0.0;
    const char steel[] = "materials:\n  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, "
                         "density: 7850}\n";
    write_text("steel.yaml", steel, sizeof steel - 1);
    const char *other[10] = {in_folder("rod.msh"),   "--units", "mm", "--interfaces",
                             "left,right:mean",      "--modes", "2",  "-m",
                             in_folder("steel.yaml")};
    CHECK(run(other, &body, &arena) == AB_OK);
    CHECK_NEAR(body.K[0], first, 1e-9, first);
    ab_arena_done(&arena);
    scratch_remove(s_folder);
}

static void what_is_wrong_gives_its_exit_code(void) {
    scratch_folder(s_folder);
    write_rod();
    const char *kind[8] = {in_folder("rod.inp"), "--interfaces", "left:rigit"};
    CHECK(run(kind, NULL, NULL) == AB_USAGE);
    const char *both[8] = {in_folder("rod.inp"), "--interfaces", "left:fixed", "--free"};
    CHECK(run(both, NULL, NULL) == AB_USAGE);
    const char *units[8] = {in_folder("rod.inp"), "--units", "inch"};
    CHECK(run(units, NULL, NULL) == AB_USAGE);
    const char *slip[8] = {in_folder("rod.inp")}; // 200 m long, 7.85e-9 kg/m^3
    CHECK(run(slip, NULL, NULL) == AB_BAD_MODEL);
    const char *set[8] = {in_folder("rod.inp"), "--units", "mm", "--interfaces", "top"};
    CHECK(run(set, NULL, NULL) == AB_BAD_MODEL);
    const char *no_material[8] = {in_folder("rod.msh"), "--units", "mm"};
    CHECK(run(no_material, NULL, NULL) == AB_BAD_MODEL);
    const char *no_file[8] = {in_folder("none.msh")};
    CHECK(run(no_file, NULL, NULL) == AB_IO);
    const char *no_folder[8] = {in_folder("rod.inp"), "--units", "mm", "-o",
                                in_folder("no/body.h5")};
    CHECK(run(no_folder, NULL, NULL) == AB_IO);
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(a_mesh_in_millimetres_becomes_a_body_in_metres),
         AB_TEST(what_is_wrong_gives_its_exit_code), AB_TEST(materials_are_found_by_name))

#else

static void the_command_says_what_is_missing(void) {
    const char *words[8] = {"rod.inp", "-o", "body.h5"};
    CHECK(run(words, NULL, NULL) == AB_USAGE);
}

AB_TESTS(AB_TEST(the_command_says_what_is_missing), AB_TEST(materials_are_found_by_name))

#endif
