// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poses.c - ten classes of poses by turns, from anywhere to exactly aligned. Random numbers are
// taken one per statement, as compilers differ in the order of arguments.

#include "poses.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"

#include "shape/core/shape_fixture.h"
#include "shape/kinds/hull.h"

Family g_families[AB_SHAPE_COUNT];

const char *const g_pose_names[POSE_CLASSES] = {
    "anywhere", "near",    "shallow apart", "shallow inside", "parallel",
    "touching", "central", "sizes",         "almost aligned", "deep"};

typedef struct Recipe {
    abShapeKind kind;
    const char *text;
    double smoothing;
} Recipe;

static const Recipe s_recipes[] = {
    {AB_SHAPE_PLANE, "plane normal=0,0,1", 0.0},
    {AB_SHAPE_PLANE, "plane normal=1,2,3", 0.0},
    {AB_SHAPE_SPHERE, "sphere radius=0.5", 0.0},
    {AB_SHAPE_SPHERE, "sphere radius=0", 0.0},
    {AB_SHAPE_ELLIPSOID, "ellipsoid semi_axes=0.5,0.3,0.8", 0.0},
    {AB_SHAPE_ELLIPSOID, "ellipsoid semi_axes=0.05,1,0.4", 0.0},
    {AB_SHAPE_ELLIPSOID, "ellipsoid semi_axes=0.5,0.5,0.2", 0.0},
    {AB_SHAPE_ELLIPSOID, "ellipsoid semi_axes=0.4,0.4,0.4", 0.0},
    {AB_SHAPE_CAPSULE, "capsule radius=0.2 length=1", 0.0},
    {AB_SHAPE_CAPSULE, "capsule radius=0.05 length=2 axis=0", 0.0},
    {AB_SHAPE_CAPSULE, "capsule radius=0 length=1", 0.0},
    {AB_SHAPE_BOX, "box size=1,0.6,0.8", 0.0},
    {AB_SHAPE_BOX, "box size=1,0.6,0.8", 0.05},
    {AB_SHAPE_BOX, "box size=1,1,1", 0.0},
    {AB_SHAPE_BOX, "box size=2,2,0.02", 0.0},
    {AB_SHAPE_BOX, "box size=1,0,0.8", 0.0},
    {AB_SHAPE_BEAM, "beam length=1 width=0.4 thickness=0.2", 0.0},
    {AB_SHAPE_BEAM, "beam length=1 width=0.4 thickness=0.2 axis=0", 0.02},
    {AB_SHAPE_BEAM, "beam length=0.3 width=1 thickness=0.05 axis=1", 0.0},
    {AB_SHAPE_CYLINDER, "cylinder radius=0.4 length=1", 0.0},
    {AB_SHAPE_CYLINDER, "cylinder radius=0.4 length=1 axis=0", 0.03},
    {AB_SHAPE_CYLINDER, "cylinder radius=1 length=0.02", 0.0},
    {AB_SHAPE_CYLINDER, "cylinder radius=0.05 length=2 axis=1", 0.0},
    {AB_SHAPE_CONE, "cone radius=0.5 length=1", 0.0},
    {AB_SHAPE_CONE, "cone radius=0.5 length=0.8 top_radius=0.3 axis=0", 0.0},
    {AB_SHAPE_CONE, "cone radius=0.5 length=0.8 top_radius=0.3 axis=0", 0.03},
    {AB_SHAPE_CONE, "cone radius=0.5 length=1 axis=1", 0.03},
    {AB_SHAPE_HULL, "gem", 0.0},
    {AB_SHAPE_HULL, "house", 0.0},
    {AB_SHAPE_HULL, "tetrahedron", 0.0},
};

static const double s_sizes[SIZES] = {1.0, 1e-3, 0.03, 30.0, 1e3};

static abArena s_arena;

// ---- shapes ----

// The hull of points as a shape, as hull.c makes it from those of a file.
static bool make_hull(const abVec3 *points, int count, abShape *out) {
    abError error;
    abHull *hull;
    ab_error_clear(&error);
    if (ab_hull_build(points, (size_t)count, &s_arena, &hull, (abPlace){0}, &error) != AB_OK) {
        return false;
    }
    *out = (abShape){
        .kind = AB_SHAPE_HULL, .hull = hull, .center = hull->mass.center, .contact_radius = 1.0};
    for (int i = 0; i < hull->corner_count; i++) {
        out->bound = fmax(out->bound, ab_norm(ab_sub(hull->corners[i], out->center)));
    }
    return true;
}

// A gem with no two faces parallel, a house with a roof (faces of four and five corners) and a
// tetrahedron.
static bool make_named_hull(const char *which, abShape *out) {
    static const abVec3 house[] = {
        {-0.5, -0.4, 0},  {0.5, -0.4, 0},   {-0.5, 0.4, 0},  {0.5, 0.4, 0},   {-0.5, -0.4, 0.5},
        {0.5, -0.4, 0.5}, {-0.5, 0.4, 0.5}, {0.5, 0.4, 0.5}, {-0.5, 0, 0.75}, {0.5, 0, 0.75}};
    static const abVec3 four[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    abVec3 gem[20];
    Random random = {.state = 5};
    for (int i = 0; i < 20; i++) {
        gem[i] = ab_scale(0.6, random_direction(&random));
        gem[i].y *= 0.7;
    }
    return strcmp(which, "gem") == 0     ? make_hull(gem, 20, out)
           : strcmp(which, "house") == 0 ? make_hull(house, 10, out)
                                         : make_hull(four, 4, out);
}

static bool make_shape(const Recipe *recipe, abShape *out) {
    if (recipe->kind == AB_SHAPE_HULL) {
        return make_named_hull(recipe->text, out);
    }
    Fixture fixture;
    fixture_make(&fixture, &s_arena, recipe->text, recipe->smoothing);
    *out = fixture.shape;
    return fixture.result == AB_OK;
}

bool shape_scaled(const abShape *shape, double s, abShape *out) {
    if (shape->kind == AB_SHAPE_HULL) {
        abVec3 corners[PIECES_MAX];
        for (int i = 0; i < shape->hull->corner_count; i++) {
            corners[i] = ab_scale(s, shape->hull->corners[i]);
        }
        return make_hull(corners, shape->hull->corner_count, out);
    }
    *out = *shape;
    if (shape->kind != AB_SHAPE_PLANE) {
        for (int i = 0; i < 4; i++) {
            out->size[i] *= s;
        }
        out->radius *= s;
        out->center = ab_scale(s, shape->center);
        out->bound *= s;
        out->contact_radius *= s;
    }
    return true;
}

bool families_init(void) {
    bool ok = true;
    ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    for (size_t i = 0; i < sizeof s_recipes / sizeof s_recipes[0]; i++) {
        Family *family = &g_families[s_recipes[i].kind];
        int v = family->count++;
        ok = ok && make_shape(&s_recipes[i], &family->shape[v][0]);
        for (int k = 0; k < SIZES && ok; k++) {
            abShape *shape = &family->shape[v][k];
            ok = k == 0 || shape_scaled(&family->shape[v][0], s_sizes[k], shape);
            form_init(&family->form[v][k], shape);
        }
    }
    return ok;
}

void families_done(void) {
    ab_arena_done(&s_arena);
}

// ---- poses ----

static int pick(Random *random, int count) {
    return (int)(0.5 * (random_number(random) + 1.0) * count) % count;
}

// 10^low to 10^high, evenly in the exponent.
static double any_power(Random *random, double low, double high) {
    double x = low + (high - low) * 0.5 * (random_number(random) + 1.0);
    return ab_exp(x * 2.302585092994046);
}

// One of the 24 turns that put axes on axes.
static abMat3 quarter_turns(Random *random) {
    int first = pick(random, 3), second = (first + 1 + pick(random, 2)) % 3;
    abVec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    abVec3 a = pick(random, 2) ? e[first] : ab_neg(e[first]);
    abVec3 b = pick(random, 2) ? e[second] : ab_neg(e[second]);
    return ab_mat3_from_columns(a, b, ab_cross(a, b));
}

// A turn by angle about a random axis; exact identity for 0.
static abMat3 small_turn(Random *random, double angle) {
    return ab_quat_to_matrix(ab_quat_from_vector(ab_scale(angle, random_direction(random))));
}

static double reach(const abShape *shape) {
    return isfinite(shape->bound) ? shape->bound : 0.0;
}

abProximity scene_ask(const Scene *scene) {
    abProximity p;
    ab_proximity(scene->A->shape, &scene->X_WA, scene->B->shape, &scene->X_WB, &p);
    return p;
}

// Moves B along the normal until the distance is, as a rule, `wanted`.
static void press(Scene *scene, double wanted) {
    abProximity p = scene_ask(scene);
    if (isfinite(p.distance)) {
        scene->X_WB.p = ab_add_scaled(scene->X_WB.p, wanted - p.distance, p.n_AB_W);
    }
}

// Half-lengths of the core's box along the axes of S, for points on faces and axes.
static abVec3 lattice(const abShape *shape, Random *random) {
    static const double steps[] = {0.0, 0.0, 0.0, 0.5, -0.5, 1.0, -1.0};
    double r = reach(shape), x = steps[pick(random, 7)], y = steps[pick(random, 7)];
    double z = steps[pick(random, 7)];
    if (shape->kind == AB_SHAPE_BOX) {
        return (abVec3){x * shape->size[0], y * shape->size[1], z * shape->size[2]};
    }
    return (abVec3){x * r, y * r, z * r};
}

static void place(Scene *scene, Random *random) {
    double sum = reach(scene->A->shape) + reach(scene->B->shape);
    abVec3 offset = {0.0, 0.0, 0.0};
    abMat3 R_AB = random_rotation(random);
    switch (scene->class) {
    case 0: // anywhere
    case 7: // sizes
        offset = ab_scale(sum, random_vector(random));
        break;
    case 1: // near
    case 2: // shallow apart
    case 3: // shallow inside
        offset = ab_scale(0.6 * sum, random_vector(random));
        break;
    case 4: // parallel
        R_AB = quarter_turns(random);
        offset = ab_scale(0.8 * sum, random_vector(random));
        break;
    case 5: // touching, mostly aligned and often centred
        R_AB = pick(random, 3) ? quarter_turns(random) : R_AB;
        offset = pick(random, 2) ? lattice(scene->A->shape, random)
                                 : ab_scale(sum, random_vector(random));
        break;
    case 6: // central: on or near an axis, a face, a corner or the centre
        R_AB = pick(random, 2) ? quarter_turns(random) : R_AB;
        offset = lattice(scene->A->shape, random);
        if (pick(random, 2)) {
            double near = any_power(random, -12.0, -2.0) * sum;
            offset = ab_add_scaled(offset, near, random_direction(random));
        }
        break;
    case 8: // almost aligned
        R_AB = quarter_turns(random);
        R_AB = ab_mat3_mul(R_AB, small_turn(random, any_power(random, -15.0, -2.0)));
        offset = ab_scale(0.8 * sum, random_vector(random));
        break;
    default: // deep
        offset = ab_scale(0.15 * sum, random_vector(random));
    }
    scene->X_WB.R = ab_mat3_mul(scene->X_WA.R, R_AB);
    scene->X_WB.p = ab_pose_point(scene->X_WA, offset);
}

Scene scene_make(abShapeKind kind_A, abShapeKind kind_B, int k) {
    Random random = {.state = (uint64_t)(kind_A * 100 + kind_B) * 1000003u + (uint64_t)k};
    for (int i = 0; i < 5; i++) {
        random_number(&random); // neighbouring states give similar first numbers
    }
    const Family *family_A = &g_families[kind_A], *family_B = &g_families[kind_B];
    int size = k % POSE_CLASSES == 7 ? pick(&random, SIZES) : 0;
    Scene scene = {.class = k % POSE_CLASSES};
    scene.A = &family_A->form[pick(&random, family_A->count)][0];
    scene.B = &family_B->form[pick(&random, family_B->count)][size];
    double sum = reach(scene.A->shape) + reach(scene.B->shape);
    bool is_plain = pick(&random, 4) == 0; // A in the axes of the world: exact zeros and ones
    scene.X_WA.R = is_plain ? ab_mat3_identity() : random_rotation(&random);
    scene.X_WA.p = ab_scale(is_plain ? 0.0 : sum, random_vector(&random));
    place(&scene, &random);
    double depth = any_power(&random, -9.0, -3.0) * sum;
    if (scene.class == 2 || scene.class == 3) {
        press(&scene, scene.class == 2 ? depth : -depth);
    } else if (scene.class == 5) {
        press(&scene, 0.0);
    } else if ((scene.class == 4 || scene.class >= 7) && pick(&random, 2)) {
        press(&scene, pick(&random, 2) ? depth : -depth);
    }
    return scene;
}

// ---- reproducing ----

static void print_vector(FILE *out, const char *name, abVec3 v) {
    fprintf(out, " %s=%a,%a,%a", name, v.x, v.y, v.z);
}

static void print_one(FILE *out, const char *name, const abShape *s, const abPose *X) {
    fprintf(out, "  %s: %s size=%a,%a,%a,%a axis=%d radius=%a", name,
            ab_shape_type(s->kind)->table->name, s->size[0], s->size[1], s->size[2], s->size[3],
            s->axis, s->radius);
    for (int i = 0; s->hull != NULL && i < s->hull->corner_count; i++) {
        print_vector(out, "corner", s->hull->corners[i]);
    }
    fprintf(out, "\n    R=");
    for (int i = 0; i < 9; i++) {
        fprintf(out, "%a,", X->R.m[i / 3][i % 3]);
    }
    print_vector(out, "p", X->p);
    fprintf(out, "\n");
}

void scene_print(FILE *out, const Scene *scene) {
    print_one(out, "A", scene->A->shape, &scene->X_WA);
    print_one(out, "B", scene->B->shape, &scene->X_WB);
}
