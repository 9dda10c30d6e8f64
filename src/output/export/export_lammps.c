// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export_lammps.c - the files of a scene: the script and the spheres.
//
//   in.NAME     units, box, laws, walls, gravity, time step, dump, run
//   NAME.data   a line per sphere: type, diameter, density, place; then velocities
//
// A sphere's number is its place among the bodies of the script's list; the comment behind its line
// names the body. Balls of bodies that do not move are the group `frozen`.
//
// Source  LAMMPS 29 Sep 2021, the manual: read_data, pair_style granular, fix wall/gran/region.

#include "output/export/export_lammps.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/plain_file.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "output/export/export_csv.h"
#include "output/export/lammps_scene.h"

typedef struct Script {
    const abLammpsScene *scene;
    const abModel *model;
    const char *source, *name;
    FILE *out;
    double step;                // [s]
    long long steps, per_frame; // of the run, of a frame
} Script;

// ---- the spheres ----

static void put_vector(FILE *out, abVec3 v) {
    fprintf(out, " %.17g %.17g %.17g", v.x, v.y, v.z);
}

// Some room around, so that a box of one sphere is one.
static void put_bounds(const abLammpsScene *scene, FILE *out) {
    static const char *const s_axes[] = {"x", "y", "z"};
    for (int k = 0; k < 3; k++) {
        double low = ab_get(scene->bounds.low, k), high = ab_get(scene->bounds.high, k);
        double room = 2.0 * scene->greatest;
        fprintf(out, "%.17g %.17g %slo %shi\n", low - room, high + room, s_axes[k], s_axes[k]);
    }
}

// Of a body that does not move any density does.
static double density_of(const abModel *model, int ball) {
    const abBodyShape *s = &model->shapes[ball];
    double r = s->shape.radius, mass = model->bodies[s->body].mass;
    bool has_mass = model->bodies[s->body].inverse_mass > 0.0;
    return has_mass ? mass / (4.0 / 3.0 * AB_PI * r * r * r) : 1000.0;
}

static void put_spheres(Script *script) {
    FILE *out = script->out;
    const abLammpsScene *scene = script->scene;
    const abModel *model = script->model;
    fprintf(out, "%s, its spheres at the start; written by abut export --lammps\n\n",
            script->source);
    fprintf(out, "%d atoms\n%d atom types\n\n", scene->ball_count, scene->type_count);
    put_bounds(scene, out);
    fputs("\nAtoms # sphere\n\n", out);
    for (int i = 0; i < scene->ball_count; i++) {
        int s = scene->balls[i];
        fprintf(out, "%d %d %.17g %.17g", i + 1, scene->types[i] + 1,
                2.0 * model->shapes[s].shape.radius, density_of(model, s));
        put_vector(out, ab_lammps_place(model, s).p);
        fprintf(out, " # %s\n", model->bodies[model->shapes[s].body].name);
    }
    fputs("\nVelocities\n\n", out);
    for (int i = 0; i < scene->ball_count; i++) {
        const abBody *body = &model->bodies[model->shapes[scene->balls[i]].body];
        fprintf(out, "%d", i + 1);
        put_vector(out, body->v_WC);
        put_vector(out, body->w_WB);
        fputc('\n', out);
    }
}

// ---- the script ----

static void put_head(const Script *script) {
    const abLammpsScene *scene = script->scene;
    FILE *out = script->out;
    fprintf(out, "# %s as input of LAMMPS, written by abut export --lammps\n", script->source);
    fprintf(out, "# lmp -in in.%s    or    mpirun -n 4 lmp -in in.%s\n", script->name,
            script->name);
    for (int i = 0; i < AB_LAMMPS_REMARKS; i++) {
        if (scene->remarks >> i & 1u) {
            fprintf(out, "# differs: %s\n", ab_lammps_remark((abLammpsRemark)i));
        }
    }
}

// Columns of balls along gravity stay on one rank: it holds its share while the pile settles.
static void put_setting(const Script *script) {
    const abVec3 g = script->model->gravity.uniform;
    FILE *out = script->out;
    double x = fabs(g.x), y = fabs(g.y), z = fabs(g.z);
    const char *ranks = x + y + z == 0.0   ? "* * *"
                        : z >= x && z >= y ? "* * 1"
                        : y >= x           ? "* 1 *"
                                           : "1 * *";
    fprintf(out, "\nlog %s.log\n", script->name);
    fputs("units si\natom_style sphere\nboundary m m m\nnewton off\ncomm_modify vel yes\n", out);
    fprintf(out, "processors %s\nread_data %s.data\n", ranks, script->name);
    fprintf(out, "neighbor %.6g bin\nneigh_modify delay 0 every 1 check yes\n",
            0.4 * script->scene->least);
}

static void put_pair_laws(const Script *script) {
    const abLammpsScene *scene = script->scene;
    FILE *out = script->out;
    fputs("\npair_style granular\n", out);
    for (int a = 0; a < scene->type_count; a++) {
        for (int b = a; b < scene->type_count; b++) {
            const abLammpsLaw *law = ab_lammps_between(scene, a, b);
            fprintf(out, "pair_coeff %d %d ", a + 1, b + 1);
            ab_lammps_law_write(law, out);
            fputc('\n', out);
            if (!law->acts) {
                fprintf(out, "neigh_modify exclude type %d %d\n", a + 1, b + 1);
            }
        }
    }
}

// Which axis of the world is that of a cylinder.
static int world_axis(const abPose *X_WS, int axis) {
    abVec3 e = ab_column(X_WS->R, axis);
    return fabs(e.x) > 0.5 ? 0 : fabs(e.y) > 0.5 ? 1 : 2;
}

static void put_region(const Script *script, int wall) {
    const abBodyShape *s = &script->model->shapes[script->scene->walls[wall]];
    const abShape *shape = &s->shape;
    abPose X_WS = ab_lammps_place(script->model, script->scene->walls[wall]);
    FILE *out = script->out;
    fprintf(out, "region wall_%d ", wall + 1);
    if (shape->kind == AB_SHAPE_PLANE) {
        fputs("plane", out);
        put_vector(out, X_WS.p);
        put_vector(out, ab_mul(X_WS.R, ab_vec3_of(shape->size)));
        fputs(" side in", out);
    } else if (shape->kind == AB_SHAPE_BOX) {
        abBox box = ab_shape_bounds(shape, &X_WS);
        fprintf(out, "block %.17g %.17g %.17g %.17g %.17g %.17g side out", box.low.x, box.high.x,
                box.low.y, box.high.y, box.low.z, box.high.z);
    } else {
        int axis = world_axis(&X_WS, shape->axis);
        double middle = ab_get(X_WS.p, axis), half = shape->size[0];
        fprintf(out, "cylinder %c %.17g %.17g %.17g %.17g %.17g side out", "xyz"[axis],
                ab_get(X_WS.p, axis == 0 ? 1 : 0), ab_get(X_WS.p, axis == 2 ? 1 : 2),
                shape -> size[1], middle - half, middle + half);
    }
    fprintf(out, " units box # %s\n", s->name);
}

static void put_walls(const Script *script) {
    const abLammpsScene *scene = script->scene;
    fputs("\n", script->out);
    for (int a = 0; a < scene->type_count; a++) {
        fprintf(script->out, "group type_%d type %d\n", a + 1, a + 1);
    }
    for (int w = 0; w < scene->wall_count; w++) {
        bool has_region = false;
        for (int a = 0; a < scene->type_count; a++) {
            const abLammpsLaw *law = ab_lammps_at_wall(scene, a, w);
            if (law->acts) {
                if (!has_region) {
                    put_region(script, w);
                }
                has_region = true;
                fprintf(script->out, "fix wall_%d_%d type_%d wall/gran/region granular ", w + 1,
                        a + 1, a + 1);
                ab_lammps_law_write(law, script->out);
                fprintf(script->out, " region wall_%d\n", w + 1);
            }
        }
    }
}

static void put_motion(const Script *script) {
    const abLammpsScene *scene = script->scene;
    const abVec3 g = script->model->gravity.uniform;
    FILE *out = script->out;
    fprintf(out, "\ngroup mobile id <= %d\n", scene->mobile_count);
    if (scene->mobile_count < scene->ball_count) {
        fputs("group frozen subtract all mobile\nneigh_modify exclude group frozen frozen\n", out);
    }
    if (ab_norm(g) > 0.0) {
        fprintf(out, "fix gravity mobile gravity %.17g vector", ab_norm(g));
        put_vector(out, g);
        fputc('\n', out);
    }
    fputs("fix motion mobile nve/sphere\n", out);
    if (scene->mobile_count < scene->ball_count) {
        fputs("fix frozen frozen freeze\n", out);
    }
}

static void put_run(const Script *script) {
    const abVec3 g = script->model->gravity.uniform;
    FILE *out = script->out;
    fprintf(out, "\n# a tenth of the Rayleigh time or a 50th of an impact at %.3g m/s at most\n",
            script->scene->speed);
    fprintf(out, "timestep %.17g\n", script->step);
    fputs("\n# energies in J; LAMMPS does not count what contacts store\n"
          "compute rotation mobile erotate/sphere\n"
          "variable potential equal -mass(mobile)*(",
          out);
    fprintf(out, "%.17g*xcm(mobile,x)+%.17g*xcm(mobile,y)+%.17g*xcm(mobile,z))\n", g.x, g.y, g.z);
    fputs("variable height_x equal xcm(mobile,x)\nvariable height_y equal xcm(mobile,y)\n"
          "variable height_z equal xcm(mobile,z)\n",
          out);
    fprintf(out, "thermo %lld\n", script->per_frame);
    fputs("thermo_style custom step time atoms ke c_rotation v_potential v_height_x v_height_y "
          "v_height_z\nthermo_modify norm no lost error format float %.12g\n",
          out);
    fprintf(out,
            "dump frames all custom %lld %s.dump id type radius x y z vx vy vz omegax omegay "
            "omegaz\n",
            script->per_frame, script->name);
    fputs("dump_modify frames sort id format float %.15g\n", out);
    fprintf(out, "\nrun %lld\n", script->steps);
}

// Steps as long as they may be with a whole number of them in each interval of frames.
static abResult choose_step(Script *script, abError *error) {
    const abSimulationDef *simulation = &script->model->simulation;
    double length = simulation->end_time - simulation->start_time;
    double interval = simulation->output_interval;
    interval = isnan(interval) ? length / 500.0 : fmin(interval, length);
    double step = fmin(script->scene->step, interval), count = length / step;
    if (!(count < 0.9 * INT_MAX)) {
        return ab_error_add(error, AB_BAD_MODEL, simulation->place,
                            "LAMMPS needs steps of %.3g s, so %.3g of them, and a run has at most "
                            "2^31; take a lower end_time, or soften the contacts by `reduction`",
                            step, count);
    }
    script->per_frame = (long long)ceil(interval / step * (1.0 - 1e-12));
    script->step = interval / (double)script->per_frame;
    script->steps = (long long)ceil(length / script->step * (1.0 - 1e-12));
    return AB_OK;
}

static void put_script(Script *script) {
    put_head(script);
    put_setting(script);
    put_pair_laws(script);
    put_walls(script);
    put_motion(script);
    put_run(script);
}

// ---- files ----

typedef void Put(Script *script);

static abResult write_file(Script *script, const char *path, Put *put, abError *error) {
    script->out = fopen(path, "wb");
    AB_TRY(ab_file_written(script->out != NULL, path, error));
    put(script);
    abResult result = ab_export_flush(script->out, path, error);
    if (fclose(script->out) != 0 && result == AB_OK) {
        result = ab_file_written(false, path, error);
    }
    return result;
}

// LAMMPS reads words between blanks.
static abResult check_name(const char *name, abError *error) {
    if (name[0] != '\0' && strpbrk(name, " \t\n\"'#$&") == NULL) {
        return AB_OK;
    }
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "LAMMPS cannot read a file named \"%s\"; give a name without blanks, "
                        "quotes, #, $ and & by --output",
                        name);
}

static abResult write_files(Script *script, const char *base, abError *error) {
    char path[4300];
    int folder = (int)(script->name - base);
    AB_TRY(check_name(script->name, error));
    AB_TRY(choose_step(script, error));
    snprintf(path, sizeof path, "%s.data", base);
    AB_TRY(write_file(script, path, put_spheres, error));
    snprintf(path, sizeof path, "%.*sin.%s", folder, base, script->name);
    return write_file(script, path, put_script, error);
}

abResult ab_export_lammps(const abModel *model, const char *source, const char *base, abLog log,
                          abError *error) {
    abLammpsScene scene;
    Script script = {.scene = &scene, .model = model, .source = source, .name = ab_file_name(base)};
    abResult result = ab_lammps_scene_find(model, &scene, error);
    if (result == AB_OK) {
        result = write_files(&script, base, error);
    }
    for (int i = 0; i < AB_LAMMPS_REMARKS && result == AB_OK; i++) {
        if (scene.remarks >> i & 1u) {
            ab_log(&log, AB_LOG_WARNING, "%s", ab_lammps_remark((abLammpsRemark)i));
        }
    }
    ab_lammps_scene_done(&scene);
    return result;
}
