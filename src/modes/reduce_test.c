// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "modes/reduce.h"

#include <math.h>

#include "base/config.h"
#include "math/core/vector_math.h"
#include "modes/modal_integrals.h"
#include "volume/core/volume_fixture.h"

typedef struct Reduced {
    abVolumeMesh mesh;
    abArena arena;
    abReducedBody body;
    abReduceReport report;
    abError error;
    abResult result;
} Reduced;

static void reduce_block(const Block *block, const abReduceDef *def, Reduced *out) {
    block_mesh(block, &out->mesh, &out->error);
    ab_arena_init(&out->arena, ab_heap(), 1 << 16);
    out->result = ab_reduce(&out->mesh, def, &out->arena, &out->body, &out->report, &out->error);
}

static void done(Reduced *reduced) {
    ab_arena_done(&reduced->arena);
    ab_volume_done(&reduced->mesh);
}

static abReduceDef free_modes(int count) {
    return (abReduceDef){.wish = {count, INFINITY}};
}

// The block whose nodes all lie on its surface, so that the body keeps them all.
static const Block s_small = {{2, 1, 1}, {0.2, 0.1, 0.05}, {1.0, 2.0, 3.0}, 1, 2.1e11, 0.3, 7850.0};

#if !ABUT_HAVE_MODES

static void a_build_without_the_libraries_says_so(void) {
    Reduced r;
    abReduceDef def = free_modes(1);
    reduce_block(&s_small, &def, &r);
    CHECK(r.result == AB_USAGE && strstr(r.error.problems[0].text, "libarpack2-dev") != NULL);
    done(&r);
}

AB_TESTS(AB_TEST(a_build_without_the_libraries_says_so))

#else

// The mode whose frequency is nearest.
static double nearest(const Reduced *r, double frequency) {
    double best = INFINITY;
    for (int k = 0; k < r->report.mode_count; k++) {
        double f = r->report.modes[k].frequency;
        best = fabs(f - frequency) < fabs(best - frequency) ? f : best;
    }
    return best;
}

// ---- exact and nearly exact frequencies ----

// Lame: sqrt(2) pi c_s / a is exact for every Poisson ratio, and three-fold; the others by
// Rayleigh-Ritz in Legendre polynomials of order 10 ([Visscher1991]), own computation. The tolerance
// is what elements of a / 8 reach; a finer mesh is nearer.
static void a_free_cube_has_the_modes_of_lame(void) {
    static const double exact[] = {14580.541,  14580.541,  19634.252, 19634.252,
                                   19634.252,  19967.511,  19967.511, 19967.511,
                                   22681.5718, 22681.5718, 22681.5718};
    Block cube = {{8, 8, 8}, {0.1, 0.1, 0.1}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abReduceDef def = free_modes(11);
    Reduced r;
    reduce_block(&cube, &def, &r);
    print_problems(&r.error);
    CHECK(r.result == AB_OK && r.report.mode_count == 11);
    for (int k = 0; k < r.report.mode_count && k < 11; k++) {
        CHECK_NEAR(r.report.modes[k].frequency, exact[k], 0.002, exact[k]);
        CHECK(r.report.modes[k].frequency > exact[k] && r.report.modes[k].kind == AB_MODE_FREE);
    }
    CHECK(r.report.first_left_out > 23344.0);
    CHECK_NEAR(r.body.mass.mass, 7.85, 1e-12, 7.85);
    CHECK_NEAR(r.body.mass.J0.m[0][0], 7.85 * 0.01 / 6.0, 1e-12, 7.85 * 0.01 / 6.0);
    CHECK_NEAR(r.body.mass.center.y, 0.05, 1e-12, 0.05);
    done(&r);
}

static const Block s_rod = {{40, 2, 2}, {0.2, 0.01, 0.01}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.0, 7850.0};

// nu = 0: n c / (2 L) is exact
static void a_free_rod_has_its_axial_modes(void) {
    abReduceDef def = {.wish = {0, 27000.0}};
    Reduced r;
    reduce_block(&s_rod, &def, &r);
    CHECK(r.result == AB_OK);
    CHECK_NEAR(nearest(&r, 12930.485382587), 12930.485382587, 0.0002, 12930.485382587);
    CHECK_NEAR(nearest(&r, 25860.970765174), 25860.970765174, 0.0002, 25860.970765174);
    done(&r);
}

// F L / (E A), whatever the number of clamped modes, with ends that are rigid or that move as a mean
static void a_rod_between_interfaces_stretches_exactly(void) {
    for (int kind = AB_INTERFACE_RIGID; kind <= AB_INTERFACE_MEAN; kind++) {
        for (int clamped = 0; clamped <= 8; clamped += 4) {
            abInterfaceDef ends[2] = {{"left", (abInterfaceKind)kind},
                                      {"right", (abInterfaceKind)kind}};
            abReduceDef def = {.interfaces = ends,
                               .interface_count = 2,
                               .wish = {clamped, clamped > 0 ? INFINITY : 0.0}};
            Reduced r;
            reduce_block(&s_rod, &def, &r);
            print_problems(&r.error);
            size_t m = (size_t)r.body.mode_count;
            CHECK(r.result == AB_OK && (int)m == 12 + clamped - 6 && r.report.rigid_count == 6);
            double stretch = 0.0;
            for (size_t k = 0; k < m; k++) {
                double d = r.body.interfaces[1].Phi[k] - r.body.interfaces[0].Phi[k];
                stretch += 1000.0 * d * d / r.body.K[k * m + k];
            }
            CHECK_NEAR(stretch, 9.523809523809523e-6, 1e-9, 9.523809523809523e-6);
            CHECK(r.report.interfaces[0].static_error < 1e-9);
            CHECK(r.report.interfaces[1].static_error < 1e-9);
            CHECK_NEAR(r.body.interfaces[1].point.x, 0.2, 1e-12, 0.2);
            done(&r);
        }
    }
}

static const Block s_beam = {{40, 3, 2}, {0.4, 0.03, 0.02}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3,
                             7850.0};

// Rayleigh-Ritz in three dimensions, orders 16 6 6: own computation, converged to about 1e-6. The
// tolerances are those that elements of 10 mm reach: 4e-4 in bending, 7e-3 in torsion.
static void a_free_beam_has_the_modes_of_three_dimensional_elasticity(void) {
    static const double bending[] = {658.76172, 977.46093, 1787.52845, 2604.1028};
    abReduceDef def = free_modes(8);
    Reduced r;
    reduce_block(&s_beam, &def, &r);
    CHECK(r.result == AB_OK && r.report.mode_count == 8);
    for (int k = 0; k < 4; k++) {
        CHECK_NEAR(r.report.modes[k].frequency, bending[k], 4e-4, bending[k]);
    }
    CHECK_NEAR(nearest(&r, 3409.2947), 3409.2947, 7e-3, 3409.2947);
    done(&r);
}

// The same method, orders 17 7 7; an upper bound about 3e-4 high for the corners' sake
static void a_clamped_beam_has_them_too(void) {
    static const double exact[] = {104.61766, 156.42867, 648.11371, 955.76245};
    abInterfaceDef end = {"left", AB_INTERFACE_FIXED};
    abReduceDef def = {.interfaces = &end, .interface_count = 1, .wish = {4, INFINITY}};
    Reduced r;
    reduce_block(&s_beam, &def, &r);
    CHECK(r.result == AB_OK && r.report.mode_count == 4 && r.report.rigid_count == 0);
    double mass = 0.0;
    for (int k = 0; k < r.report.mode_count; k++) {
        CHECK_NEAR(r.report.modes[k].frequency, exact[k], 2e-3, exact[k]);
        mass += r.report.modes[k].mass.z;
    }
    // of a cantilever 61.3 % are in its first mode, 18.8 % in the next (Euler and Bernoulli)
    CHECK_NEAR(mass / r.body.mass.mass, 0.613 + 0.188, 0.01, 1.0);
    done(&r);
}

static void linear_tetrahedra_are_too_stiff_in_bending(void) {
    Block block = s_beam;
    block.order = 1;
    abReduceDef def = free_modes(1);
    Reduced r;
    reduce_block(&block, &def, &r);
    CHECK(r.result == AB_OK && r.report.modes[0].frequency > 1.1 * 658.76);
    done(&r);
}

// ---- contact modes ----

static void with_contact(const Block *block, const abInterfaceDef *interfaces, int count,
                         abContactDef contact, int modes, Reduced *r) {
    abReduceDef def = {.interfaces = interfaces,
                       .interface_count = count,
                       .contacts = &contact,
                       .contact_count = 1,
                       .wish = {modes, INFINITY}};
    reduce_block(block, &def, r);
    print_problems(&r->error);
    CHECK(r->result == AB_OK && r->report.patch_count == 1);
}

// nu = 0: E A / L of a rod that is held at its other end, also where its end is a rigid interface;
// 3 E A / L of a free one, whose inertia carries the load. Elements of second order have these exactly,
// and so have the modes.
static void a_pressed_end_is_as_stiff_as_the_rod(void) {
    abInterfaceDef ends[2] = {{"left", AB_INTERFACE_FIXED}, {"right", AB_INTERFACE_RIGID}};
    abContactDef right = {"right", AB_CONTACT_UNIFORM, 0};
    static const int modes[3] = {3 + 3, 3 + 3, 6 + 3};
    Reduced r;
    for (int held = 0; held <= 2; held++) {
        double exact = (held > 0 ? 1.0 : 3.0) * 2.1e11 * 1e-4 / 0.2;
        with_contact(&s_rod, ends, held, right, 3, &r);
        CHECK_NEAR(r.report.patches[0].stiffness, exact, 1e-8, exact);
        CHECK_NEAR(r.report.patches[0].modal_stiffness, exact, 1e-8, exact);
        CHECK_NEAR(r.report.patches[0].area, 1e-4, 1e-12, 1e-4);
        CHECK(r.report.mode_count == modes[held]); // the loads of a flat patch are three
        done(&r);
    }
}

static void a_patch_is_as_stiff_as_in_the_mesh(void) {
    Block block = {{6, 2, 2}, {0.2, 0.1, 0.05}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abInterfaceDef end = {"left", AB_INTERFACE_FIXED};
    abContactDef right = {"right", AB_CONTACT_UNIFORM, 0};
    Reduced r;
    with_contact(&block, &end, 1, right, 3, &r);
    double full = r.report.patches[0].stiffness;
    CHECK_NEAR(r.report.patches[0].modal_stiffness, full, 1e-9, full);
    done(&r);
    end.kind = AB_INTERFACE_RIGID; // held by nothing
    with_contact(&block, &end, 1, right, 3, &r);
    CHECK(r.report.patches[0].modal_stiffness >= r.report.patches[0].stiffness * (1.0 - 1e-9));
    CHECK(isnan(r.report.interfaces[0].static_error));
    done(&r);
}

// More of the leading combinations come nearer to the mesh, all of its nodes reach it.
static void more_contact_modes_are_softer(void) {
    Block block = {{6, 2, 2}, {0.2, 0.1, 0.05}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abInterfaceDef left = {"left", AB_INTERFACE_FIXED};
    double before = INFINITY;
    for (int count = 1; count <= 25; count += 8) {
        abContactDef right = {"right", AB_CONTACT_COUNT, count};
        Reduced r;
        with_contact(&block, &left, 1, right, 2, &r);
        const abContactNote *note = &r.report.patches[0];
        double excess = note->modal_stiffness / note->stiffness - 1.0;
        CHECK(note->mode_count == count && excess < before && excess > -1e-9);
        before = excess;
        done(&r);
    }
    CHECK(before < 1e-8); // 25 nodes
}

// ---- integrals ----

static abMat3 of_six(const double *six, size_t stride) {
    double xx = six[0], yy = six[stride], zz = six[2 * stride];
    double xy = six[3 * stride], xz = six[4 * stride], yz = six[5 * stride];
    return (abMat3){{{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}};
}

// About the first centre, from the inertia about the new one.
static double moved_inertia(const abMassIntegrals *now, abVec3 c, int i, int j) {
    double square = i == j ? ab_dot(c, c) : 0.0;
    return now->J0.m[i][j] + now->mass * (square - ab_get(c, i) * ab_get(c, j));
}

// J0 + q J1 + q q J2 is the inertia of the displaced nodes; S q moves their centre.
static void integrals_are_those_of_the_displaced_nodes(void) {
    abReduceDef def = free_modes(5);
    Reduced r;
    reduce_block(&s_small, &def, &r);
    CHECK(r.result == AB_OK && r.body.node_count == r.mesh.node_count);
    abSolid solid;
    CHECK(ab_solid_create(&r.mesh, &solid, &r.error) == AB_OK);
    const abMassIntegrals *mass = &r.body.mass;
    size_t m = (size_t)r.body.mode_count, n = r.mesh.node_count;
    const double q[5] = {0.03, -0.02, 0.01, 0.04, -0.05}; // modes are about 1 / sqrt(mass)
    double scratch[200], u[100], mu[100];
    for (size_t i = 0; i < 3 * n; i++) {
        u[i] = 0.0;
        for (size_t k = 0; k < m; k++) {
            u[i] += r.body.Phi[i * m + k] * q[k];
        }
        abVec3 *p = &r.mesh.nodes[i / 3].point;
        ab_set(p, (int)(i % 3), ab_get(*p, (int)(i % 3)) + u[i]);
    }
    abMassIntegrals now;
    ab_solid_inertia(&solid, scratch, &now);
    abVec3 c = ab_sub(now.center, mass->center);
    abMat3 J = mass->J0;
    for (size_t k = 0; k < m; k++) {
        abMat3 one = of_six(mass->J1 + k, m);
        for (int i = 0; i < 9; i++) {
            J.m[i / 3][i % 3] += q[k] * one.m[i / 3][i % 3];
        }
        for (size_t l = 0; l < m; l++) {
            abMat3 two = of_six(mass->J2 + k * m + l, m * m);
            for (int i = 0; i < 9; i++) {
                J.m[i / 3][i % 3] += q[k] * q[l] * two.m[i / 3][i % 3];
            }
        }
    }
    double scale = mass->J0.m[2][2];
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(J.m[i / 3][i % 3], moved_inertia(&now, c, i / 3, i % 3), 1e-12, scale);
    }
    // angular momentum of the rates q' = mode l, about the first centre: N0 + q N1
    for (size_t l = 0; l < m; l++) {
        double phi[100], sum[3] = {0}, S[3] = {0};
        for (size_t i = 0; i < 3 * n; i++) {
            phi[i] = r.body.Phi[i * m + l];
        }
        ab_solid_mass(&solid, phi, mu);
        for (size_t i = 0; i < n; i++) {
            abVec3 arm = ab_sub(r.mesh.nodes[i].point, mass->center);
            abVec3 part = ab_cross(arm, ab_vec3_of(mu + 3 * i));
            for (int a = 0; a < 3; a++) {
                sum[a] += ab_get(part, a);
                S[a] += mu[3 * i + (size_t)a];
            }
        }
        for (size_t a = 0; a < 3; a++) {
            double N = mass->N0[a * m + l];
            for (size_t k = 0; k < m; k++) {
                N += q[k] * mass->N1[a * m * m + k * m + l];
            }
            CHECK_NEAR(N, sum[a], 1e-12, 1.0);
            CHECK_NEAR(mass->S[a * m + l], S[a], 1e-12, 1.0);
            CHECK_NEAR(S[a], 0.0, 1e-10, 1.0); // rigid motion is out of the modes
        }
    }
    ab_solid_done(&solid);
    done(&r);
}

// ---- the same for the same ----

static void the_same_mesh_gives_the_same_bits(void) {
    abInterfaceDef ends[2] = {{"left", AB_INTERFACE_RIGID}, {"right", AB_INTERFACE_MEAN}};
    abReduceDef def = {.interfaces = ends, .interface_count = 2, .wish = {6, INFINITY}};
    Reduced a, b;
    reduce_block(&s_small, &(abReduceDef){.wish = {3, INFINITY}}, &a);
    done(&a); // what a computation leaves behind must not matter
    Block block = {{6, 2, 2}, {0.2, 0.1, 0.05}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    reduce_block(&block, &def, &a);
    reduce_block(&block, &def, &b);
    CHECK(a.result == AB_OK && a.body.mode_count == b.body.mode_count);
    size_t size = 3 * a.body.node_count * (size_t)a.body.mode_count * sizeof(double);
    CHECK(memcmp(a.body.Phi, b.body.Phi, size) == 0);
    done(&a);
    done(&b);
}

static void turn_numbers(abVolumeMesh *mesh) {
    long last = (long)mesh->node_count + 1;
    for (size_t i = 0; i < mesh->node_count; i++) {
        mesh->nodes[i].id = last - mesh->nodes[i].id;
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (int k = 0; k < mesh->element_nodes; k++) {
            mesh->elements[e].node_ids[k] = last - mesh->elements[e].node_ids[k];
        }
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        for (size_t i = 0; i < mesh->sets[s].member_count; i++) {
            mesh->sets[s].members[i].id = last - mesh->sets[s].members[i].id;
        }
    }
}

static void numbers_of_nodes_do_not_matter(void) {
    Block block = {{6, 2, 2}, {0.2, 0.1, 0.05}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abInterfaceDef end = {"left", AB_INTERFACE_RIGID};
    abReduceDef def = {.interfaces = &end, .interface_count = 1, .wish = {6, INFINITY}};
    Reduced a, b;
    reduce_block(&block, &def, &a);
    abVolumeMaterial material = block_material(&block);
    block_begin(&block, &b.mesh, &b.error);
    turn_numbers(&b.mesh);
    CHECK(ab_volume_finish(&b.mesh) == AB_OK);
    CHECK(ab_volume_check_materials(&b.mesh, &material) == AB_OK);
    ab_arena_init(&b.arena, ab_heap(), 1 << 16);
    CHECK(ab_reduce(&b.mesh, &def, &b.arena, &b.body, &b.report, &b.error) == AB_OK);
    print_problems(&b.error);
    CHECK(a.report.mode_count == 6 && b.report.mode_count == 6);
    for (int k = 0; k < a.report.mode_count && k < b.report.mode_count; k++) {
        double f = a.report.modes[k].frequency;
        CHECK_NEAR(b.report.modes[k].frequency, f, 1e-10, f);
    }
    done(&a);
    done(&b);
}

// ---- what is wrong ----

static void expect(const Block *block, const abReduceDef *def, const char *part) {
    Reduced r;
    reduce_block(block, def, &r);
    bool is_told = r.error.count > 0 && strstr(r.error.problems[0].text, part) != NULL;
    CHECK(r.result == AB_BAD_MODEL && is_told);
    if (!is_told) {
        printf("wanted: %s\n", part);
        print_problems(&r.error);
    }
    done(&r);
}

static void wrong_interfaces_are_told(void) {
    abInterfaceDef one = {"rihgt", AB_INTERFACE_RIGID};
    abReduceDef def = {.interfaces = &one, .interface_count = 1, .wish = {1, INFINITY}};
    expect(&s_small, &def, "no set \"rihgt\" (did you mean right?); it has left, right");
    abInterfaceDef two[2] = {{"left", AB_INTERFACE_RIGID}, {"LEFT", AB_INTERFACE_MEAN}};
    def = (abReduceDef){.interfaces = two, .interface_count = 2, .wish = {1, INFINITY}};
    expect(&s_small, &def, "shares node 1 with interface number 1");
}

static void too_few_modes_or_too_many_are_told(void) {
    abReduceDef def = {.wish = {0, 100.0}};
    expect(&s_small, &def, "no eigenmode below 100 Hz; the first is at ");
    def = free_modes(40);
    expect(&s_small, &def, "40 modes are wanted of a mesh with 36 free displacements");
}

// The set of the mesh keeps the first nodes alone.
static void expect_with(void (*change)(abVolumeMesh *), const abReduceDef *def, const char *part) {
    Block block = {{2, 2, 1}, {0.2, 0.2, 0.1}, {0.0, 0.0, 0.0}, 1, 2.1e11, 0.3, 7850.0};
    abVolumeMaterial material = block_material(&block);
    Reduced r;
    block_begin(&block, &r.mesh, &r.error);
    change(&r.mesh);
    CHECK(ab_volume_finish(&r.mesh) == AB_OK);
    CHECK(ab_volume_check(&r.mesh) == AB_OK);
    CHECK(ab_volume_check_materials(&r.mesh, &material) == AB_OK);
    ab_arena_init(&r.arena, ab_heap(), 1 << 16);
    r.result = ab_reduce(&r.mesh, def, &r.arena, &r.body, &r.report, &r.error);
    CHECK(r.result == AB_BAD_MODEL && r.error.count > 0);
    CHECK(strstr(r.error.problems[0].text, part) != NULL);
    print_problems(&r.error);
    done(&r);
}

static void keep_two(abVolumeMesh *mesh) {
    mesh->sets[0].member_count = 2;
}

static void keep_line(abVolumeMesh *mesh) {
    mesh->sets[0].member_count = 3;
}

// Two of four cells, over the corner from each other.
static void keep_hinge(abVolumeMesh *mesh) {
    bool is_used[64] = {false};
    memmove(mesh->elements + 6, mesh->elements + 18, 6 * sizeof *mesh->elements);
    mesh->element_count = 12;
    mesh->set_count = 0;
    for (size_t e = 0; e < 12; e++) {
        for (int k = 0; k < 4; k++) {
            is_used[mesh->elements[e].node_ids[k]] = true;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < mesh->node_count; i++) {
        if (is_used[mesh->nodes[i].id]) {
            mesh->nodes[kept++] = mesh->nodes[i];
        }
    }
    mesh->node_count = kept;
}

static void small_interfaces_and_hinges_are_told(void) {
    abInterfaceDef left = {"left", AB_INTERFACE_RIGID};
    abReduceDef def = {.interfaces = &left, .interface_count = 1, .wish = {1, INFINITY}};
    expect_with(keep_two, &def, "interface left has 2 nodes; it takes at least 3, not on a line");
    expect_with(keep_line, &def, "the 3 nodes of interface left lie on a line");
    def = free_modes(3);
    expect_with(keep_hinge, &def, "the body has 7 motions without stiffness; 6 are allowed");
}

static void a_patch_without_faces_is_told(void) {
    abContactDef nodes = {"left", AB_CONTACT_UNIFORM, 0};
    abReduceDef def = {.contacts = &nodes, .contact_count = 1, .wish = {1, INFINITY}};
    expect_with(keep_two, &def, "contact left: its 2 nodes have no whole face of the surface");
}

AB_TESTS(AB_TEST(a_free_cube_has_the_modes_of_lame), AB_TEST(a_free_rod_has_its_axial_modes),
         AB_TEST(a_rod_between_interfaces_stretches_exactly),
         AB_TEST(a_free_beam_has_the_modes_of_three_dimensional_elasticity),
         AB_TEST(a_clamped_beam_has_them_too), AB_TEST(linear_tetrahedra_are_too_stiff_in_bending),
         AB_TEST(a_pressed_end_is_as_stiff_as_the_rod), AB_TEST(a_patch_is_as_stiff_as_in_the_mesh),
         AB_TEST(more_contact_modes_are_softer),
         AB_TEST(integrals_are_those_of_the_displaced_nodes),
         AB_TEST(the_same_mesh_gives_the_same_bits), AB_TEST(numbers_of_nodes_do_not_matter),
         AB_TEST(wrong_interfaces_are_told), AB_TEST(a_patch_without_faces_is_told),
         AB_TEST(too_few_modes_or_too_many_are_told), AB_TEST(small_interfaces_and_hinges_are_told))

#endif
