// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_meshes_test.c - bodies with meshes: mass of the mesh, contact by hull or parts, news.

#include "base/check.h"
#include "model/compile/compile_bodies.h"
#include "model/core/model.h"
#include "shape/kinds/hull.h"

static const char s_l[] = "compile_meshes_l.obj", s_leg[] = "compile_meshes_leg.obj",
                  s_foot[] = "compile_meshes_foot.obj", s_bowl[] = "compile_meshes_bowl.obj",
                  s_sheet[] = "compile_meshes_sheet.obj";

static void write_file(const char *name, const char *text) {
    FILE *out = fopen(name, "wb");
    fputs(text, out);
    fclose(out);
}

// An L of 3 unit squares, 1 high: a prism with concave faces; its two boxes; the L without its top.
static void write_files(void) {
    static const char l[] = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                            "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
                            "f 6 5 4 3 2 1\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n"
                            "f 5 6 12 11\nf 6 1 7 12\n";
    char whole[400];
    snprintf(whole, sizeof whole, "%sf 7 8 9 10 11 12\n", l);
    write_file(s_l, whole);
    write_file(s_bowl, l);
    write_file(s_sheet, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 .01\nv 1 0 .01\nv 1 1 .01\n"
                        "v 0 1 .01\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                        "f 4 1 5 8\n");
    write_file(s_leg, "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 1 0 1\nv 1 2 1\nv 0 2 1\n");
    write_file(s_foot, "v 1 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\n");
}

static void remove_files(void) {
    remove(s_l);
    remove(s_leg);
    remove(s_foot);
    remove(s_bowl);
    remove(s_sheet);
}

static char s_news[4000];

static void take_news(void *context, abLogLevel level, const char *sentence) {
    (void)context;
    size_t used = strlen(s_news);
    snprintf(s_news + used, sizeof s_news - used, "%s%s\n",
             level == AB_LOG_WARNING ? "warning: " : "", sentence);
}

typedef struct Spec {
    const char *kind, *file;
    double scale, thickness; // 0: not given
    int units, collide;
    bool has_no_mass, is_given_mass;
    const char *const *parts, *const *repair;
} Spec;

static abError s_error;

// One free body of density 2 with one mesh shape.
static abModel *model_of(Spec spec, abResult *result) {
    abModel *model;
    abBodyId body;
    ab_error_clear(&s_error);
    s_news[0] = '\0';
    ab_model_create(ab_heap(), (abLog){.write = take_news}, &model, &s_error);
    abMaterialDef material = ab_material_def();
    material.name = "jam";
    material.density = 2.0;
    ab_model_add_material(model, &material, &s_error);
    abBodyDef def = ab_body_def();
    def.name = "piece";
    if (spec.is_given_mass) {
        def.mass = 7.0;
        def.inertia = ab_mat3_identity();
        def.center_of_mass = ab_vec3(0.0, 0.0, 0.0);
    }
    ab_model_add_body(model, &def, &body, &s_error);
    abShapeDef shape = ab_shape_def();
    shape.kind = ab_kind_find("shape", spec.kind);
    shape.material = "jam";
    shape.has_mass = !spec.has_no_mass;
    abParams *params = &shape.params;
    ab_params_init(params, "shape", shape.kind);
    ab_params_set_text(params, "shape", shape.kind, "file", spec.file, &s_error);
    if (spec.scale != 0.0) {
        ab_params_set(params, "shape", shape.kind, "scale", spec.scale, &s_error);
    }
    ab_params_set(params, "shape", shape.kind, "units", spec.units, &s_error);
    if (strcmp(spec.kind, "mesh") == 0) {
        ab_params_set(params, "shape", shape.kind, "collide", spec.collide, &s_error);
        if (spec.thickness > 0.0) {
            ab_params_set(params, "shape", shape.kind, "thickness", spec.thickness, &s_error);
        }
        if (spec.parts != NULL) {
            ab_params_set_list(params, "shape", shape.kind, "parts", spec.parts, &s_error);
        }
        if (spec.repair != NULL) {
            ab_params_set_list(params, "shape", shape.kind, "repair", spec.repair, &s_error);
        }
    }
    ab_model_add_shape(model, body, &shape, NULL, &s_error);
    CHECK(s_error.count == 0);
    *result = ab_compile_bodies(model, &s_error);
    return model;
}

enum { HULL, PARTS, NONE, SURFACE };

// Two boxes, 1 x 2 x 1 and 1 x 1 x 1: the centre at (5/6, 5/6, 1/2).
static void check_l(const abModel *model, double scale) {
    const abBody *body = &model->bodies[0];
    double m = 2.0 * 3.0 * scale * scale * scale;
    CHECK_NEAR(body->mass, m, 1e-15, m);
    CHECK_NEAR(body->p_BC.x, 5.0 / 6.0 * scale, 1e-15, scale);
    CHECK_NEAR(body->p_BC.y, 5.0 / 6.0 * scale, 1e-15, scale);
    CHECK_NEAR(body->p_BC.z, 0.5 * scale, 1e-15, scale);
    // about z: boxes at (1/2, 1) with 4 kg and (3/2, 1/2) with 2 kg, about (5/6, 5/6)
    double zz =
        4.0 * (5.0 / 12.0 + 1.0 / 9.0 + 1.0 / 36.0) + 2.0 * (2.0 / 12.0 + 4.0 / 9.0 + 1.0 / 9.0);
    CHECK_NEAR(body->inertia.m[2][2], zz * scale * scale * scale * scale * scale, 1e-14, zz);
    CHECK_NEAR(body->inertia.m[0][2], 0.0, 1e-14, 1.0);
}

static void the_mass_is_that_of_the_mesh_not_of_its_hull(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_l}, &result);
    CHECK(result == AB_OK && model->shape_count == 1 && model->shapes[0].collides);
    check_l(model, 1.0);
    CHECK(model->shapes[0].shape.kind == AB_SHAPE_HULL && s_news[0] == '\0');
    CHECK_TEXT(model->shapes[0].name, "piece.mesh");
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "hull", .file = s_l}, &result);
    CHECK_NEAR(model->bodies[0].mass, 2.0 * 3.5, 1e-15, 7.0);
    ab_model_destroy(model);
}

static void units_and_scale_apply_to_the_file(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_l, .units = 3}, &result); // mm
    check_l(model, 1e-3);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_l, .units = 2, .scale = 50.0}, &result);
    check_l(model, 0.5); // cm
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_l, .scale = -1.0}, &result); // mirrored
    CHECK_NEAR(model->bodies[0].mass, 6.0, 1e-15, 6.0);
    CHECK_NEAR(model->bodies[0].p_BC.x, -5.0 / 6.0, 1e-15, 1.0);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "hull", .file = s_l, .units = 5, .scale = 2.0}, &result); // in
    CHECK_NEAR(model->bodies[0].mass, 7.0 * 0.0508 * 0.0508 * 0.0508, 1e-15, 1e-3);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_l, .scale = 1e4}, &result);
    CHECK_TEXT(s_news, "warning: piece.mesh: the mesh compile_meshes_l.obj is 3e+04 m across; is "
                       "it in mm? Then write units: mm\n");
    ab_model_destroy(model);
}

static void parts_become_shapes_of_their_own(void) {
    static const char *const parts[] = {s_leg, s_foot, NULL}, *const one[] = {s_l, NULL};
    abResult result;
    abModel *model =
        model_of((Spec){.kind = "mesh", .file = s_l, .collide = PARTS, .parts = parts}, &result);
    CHECK(result == AB_OK && model->shape_count == 2 && s_news[0] == '\0');
    check_l(model, 1.0);
    for (int s = 0; s < 2; s++) {
        const abBodyShape *shape = &model->shapes[s];
        CHECK(shape->collides && shape->body == 0 && shape->shape.hull->corner_count == 8);
        CHECK_TEXT(shape->name, s == 0 ? "piece.mesh_1" : "piece.mesh_2");
        CHECK_TEXT(shape->whole, "piece.mesh"); // what rules may name
    }
    CHECK_NEAR(model->shapes[0].shape.hull->mass.mass, 2.0, 1e-15, 2.0);
    CHECK_NEAR(model->shapes[1].shape.hull->mass.mass, 1.0, 1e-15, 1.0);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_l, .collide = PARTS, .parts = one}, &result);
    CHECK_TEXT(s_news, "warning: piece.mesh: the part compile_meshes_l.obj is not convex: its hull "
                       "has a volume of 3.5 m^3, the mesh 3 m^3\n");
    ab_model_destroy(model);
}

static void a_ghost_has_mass_and_touches_nothing(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_l, .collide = NONE}, &result);
    CHECK(result == AB_OK && model->shape_count == 1 && !model->shapes[0].collides);
    check_l(model, 1.0);
    ab_model_destroy(model);
}

static void an_open_mesh_has_no_mass_by_density(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_bowl}, &result);
    CHECK(result == AB_BAD_MODEL && s_error.count == 1);
    CHECK(strstr(s_error.problems[0].text,
                 "compile_meshes_bowl.obj: the mesh has no volume for a density: 6 edges with a "
                 "triangle on one side only") != NULL);
    CHECK(strstr(s_error.problems[0].text, "7-8 of face 2, 7-12 of face 7,") != NULL);
    ab_model_destroy(model);
    // a shell has: (5 squares of 3, 6 sides of 8) times thickness times density
    model = model_of((Spec){.kind = "mesh", .file = s_bowl, .thickness = 0.01}, &result);
    CHECK(result == AB_OK);
    CHECK_NEAR(model->bodies[0].mass, 2.0 * 0.01 * (3.0 + 8.0), 1e-15, 1.0);
    CHECK(strstr(s_news, "warning: piece.mesh: the mesh compile_meshes_bowl.obj has open_edges 6 "
                         "(7-8 of face 2, ...)") != NULL);
    ab_model_destroy(model);
    // nor is a mass needed when the body has one, and a shape may have none
    model = model_of((Spec){.kind = "mesh", .file = s_bowl, .is_given_mass = true}, &result);
    CHECK(result == AB_OK && model->bodies[0].mass == 7.0);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_leg}, &result); // points only
    CHECK(result == AB_BAD_MODEL && strstr(s_error.problems[0].text, "no faces") != NULL);
    ab_model_destroy(model);
}

static void repairs_are_made_on_request_and_told(void) {
    static const char *const repair[] = {"orient", "drop_duplicates", NULL};
    char text[1000];
    write_file(s_l, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 4 3\n"
                    "f 1 3 2\n");
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_l}, &result);
    CHECK(result == AB_BAD_MODEL);
    ab_model_destroy(model);
    model = model_of((Spec){.kind = "mesh", .file = s_l, .repair = repair}, &result);
    CHECK(result == AB_OK);
    CHECK_NEAR(model->bodies[0].mass, 2.0 / 6.0, 1e-15, 1.0);
    snprintf(text, sizeof text, "piece.mesh: repaired %s: drop_duplicates 1, orient 1\n", s_l);
    CHECK_TEXT(s_news, text);
    ab_model_destroy(model);
}

static void wrong_keys_are_told(void) {
    static const char *const parts[] = {s_leg, NULL}, *const missing[] = {"no_such.stl", NULL},
                             *const repair[] = {"everything", NULL};
    static const struct {
        Spec spec;
        const char *says;
    } cases[] = {
        {{.kind = "mesh", .file = s_l, .collide = PARTS}, "needs the key parts"},
        {{.kind = "mesh", .file = s_l, .parts = parts}, "write collide: parts"},
        {{.kind = "mesh", .file = s_l, .collide = PARTS, .parts = missing}, "no_such.stl"},
        {{.kind = "mesh", .file = s_l, .scale = 1e-13}, "scale = [1e-13, 1e-13, 1e-13]"},
        {{.kind = "hull", .file = s_bowl}, "open at the edge from vertex 7 to vertex 8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abResult result;
        abModel *model = model_of(cases[i].spec, &result);
        CHECK(result == AB_BAD_MODEL && s_error.count == 1);
        if (strstr(s_error.problems[0].text, cases[i].says) == NULL) {
            CHECK_TEXT(s_error.problems[0].text, cases[i].says);
        }
        ab_model_destroy(model);
    }
    abParams params;
    int kind = ab_kind_find("shape", "mesh");
    ab_params_init(&params, "shape", kind);
    ab_error_clear(&s_error);
    CHECK(ab_params_set_list(&params, "shape", kind, "repair", repair, &s_error) == AB_BAD_MODEL);
    CHECK(ab_params_set_list(&params, "shape", kind, "file", repair, &s_error) == AB_USAGE);
}

static void a_closed_mesh_touches_as_it_is(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh", .file = s_l, .collide = SURFACE}, &result);
    CHECK(result == AB_OK && s_news[0] == '\0');
    const abShape *shape = &model->shapes[0].shape;
    CHECK(shape->kind == AB_SHAPE_MESH && shape->surface != NULL && shape->hull != NULL);
    CHECK(model->shapes[0].collides);
    check_l(model, 1.0);
    ab_model_destroy(model);
    // a sheet of a hundredth is told of
    model = model_of((Spec){.kind = "mesh", .file = s_sheet, .collide = SURFACE}, &result);
    CHECK(result == AB_OK && strstr(s_news, "a wall of the mesh compile_meshes_sheet.obj is 0.01 m "
                                            "thick (face ") != NULL);
    ab_model_destroy(model);
}

static void an_open_mesh_cannot_touch_as_it_is(void) {
    abResult result;
    abModel *model = model_of((Spec){.kind = "mesh",
                                     .file = s_bowl,
                                     .collide = SURFACE,
                                     .has_no_mass = true,
                                     .is_given_mass = true},
                              &result);
    CHECK(result == AB_BAD_MODEL && s_error.count == 1);
    CHECK(strstr(s_error.problems[0].text, "collide: surface needs a closed surface") != NULL);
    CHECK(strstr(s_error.problems[0].text, "6 edges with a triangle on one side only") != NULL);
    CHECK(strstr(s_error.problems[0].text, "7-8 of face 2") != NULL);
    ab_model_destroy(model);
}

static void files_are_there(void) {
    write_files();
}

static void files_are_gone(void) {
    remove_files();
}

AB_TESTS(AB_TEST(files_are_there), AB_TEST(the_mass_is_that_of_the_mesh_not_of_its_hull),
         AB_TEST(units_and_scale_apply_to_the_file), AB_TEST(parts_become_shapes_of_their_own),
         AB_TEST(a_ghost_has_mass_and_touches_nothing),
         AB_TEST(an_open_mesh_has_no_mass_by_density), AB_TEST(wrong_keys_are_told),
         AB_TEST(a_closed_mesh_touches_as_it_is), AB_TEST(an_open_mesh_cannot_touch_as_it_is),
         AB_TEST(repairs_are_made_on_request_and_told), AB_TEST(files_are_gone))
