// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// exact_blocks.c - scenes of six blocks that lean on each other between walls, turn and hit: their
// equations, stepped as the scenes are, the forces by relaxation.
//
// A corner c of one body is a contact of an edge of another, with the normal n, where the gap g is
// between 0 and 0.01, the foot is on the edge and |g'| < 0.5. With u the velocity of the corner
// against the edge, r from the centres of mass and w the spins,
//
//   g'' = n . (a_1 - a_2 - w_1^2 r_1 + w_2^2 r_2) - 2 n . (w_2 x u),   0 <= f,  0 <= g'' + g'/h (1)
//
// The source takes the motion of the foot on the edge for that of the corner, which adds
// g (w_1 - w_2)^2; nothing between bodies that turn alike, 6e-3 m/s^2 between those that turn and
// the walls. That is 1e-3 m/s after five steps.
//
// A hit ends a step where a fast gap is 0.005; then those that close bounce one by one in random
// order. The source has its hits up to 5e-5 off that gap. So its record is followed with the
// times and impulses that stand in it, and the engine with hits at the gap, in the order, of a
// thousand, that leaves the velocities nearest to the record's.

#include "exact_scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 6, WALLS = 4, BODIES = BLOCKS + WALLS, MAX_COUNT = 64 };

static const double s_step = 0.025, s_end = 0.125, s_gravity = 3.0, s_near = 0.01, s_slow = 0.5,
                    s_target = 0.005, s_e = 0.8;
static const ExactOff s_allowed = {1e-5, 1e-5};
static const char *const s_names[BLOCKS] = {"BODY4", "BODY5", "BODY6", "BODY7", "BODY8", "BODY9"};
static const double s_block[2] = {0.5, 1.5}; // half its sides
static const double s_wall[WALLS][2] = {{7.0, 0.5}, {0.5, 7.0}, {7.0, 0.5}, {0.5, 7.0}};
static const double s_wall_at[WALLS][2] = {{0.0, -6.5}, {6.5, 0.0}, {0.0, 6.5}, {-6.5, 0.0}};

// An impulse of the record, on body 0 and against body 1; blocks, then walls.
typedef struct Push {
    int body[2];
    double p[2], n[2], impulse;
} Push;

typedef struct Event {
    double time;
    int count;
    Push pushes[5];
} Event;

typedef struct Scene {
    const char *name;
    const char *seed; // NULL: as the scene has it; one that draws the order of the record
    double start[BLOCKS][6], record[BLOCKS][6]; // the latter at the end
    int event_count;
    Event events[6];
} Scene;

static const Scene s_scenes[] = {
    {"straightstraight_six_blocks_4",
     NULL,
     {{-3.3545261663555896, -4.4091676608815025, -0.33441693630855124, -0.35807244778058472,
       0.01987305620153642, 0.78584554585425725},
      {-1.5175707648198662, -5.4907362257189956, -4.7124178583954093, -2.3483388568446006e-07,
       2.7185522442126769e-18, 5.2041704279304213e-18},
      {-5.0303292026887263, -3.1099094516382451, -0.3350299277503665, -0.98455148894743261,
       -0.16268308383051713, 0.786256129951034},
      {-4.4221889562818868, -4.4090923712081702, 21.655729079144088, -0.06564094496162709,
       0.021094895662257817, 0.78618231230764413},
      {1.4901049976435212, -5.4901854859062658, -7.8539162005585164, -3.3794712155088558e-07,
       0.0056322192410778616, 5.313707062120504e-07},
      {4.4901615558006513, -5.4900738791375066, -1.5708439166338211, 6.9388939039072284e-18,
       0.0045271745376040179, 1.214306433183765e-17}},
     {{-3.40221373622, -4.41462885734, -0.23699649968, -0.397802474877, -0.103437073926,
       0.771950201337},
      {-1.51757077065, -5.49073622572, -4.7124178584, -1.74166003211e-09, 2.03878227472e-14,
       -1.35701259177e-14},
      {-5.15678006816, -3.12056538365, -0.237557704906, -1.03521804953, 0.0366593576257,
       0.772389037224},
      {-4.43971002533, -4.41468364513, 21.7531883445, -0.203631204757, -0.102468693679,
       0.772238770363},
      {1.49010498926, -5.4900457246, -7.85391618737, -2.50674514202e-09, 4.17672520839e-05,
       3.94135185796e-09},
      {4.4901615558, -5.48996153909, -1.57084391663, -4.9837113693e-13, 3.35724903456e-05,
       9.96751932294e-13}},
     0,
     {{.count = 0}}},
    {"straightstraight_six_blocks_10",
     "678",
     {{-4.1123677874134383, -3.4743221804355202, -0.01681971028050594, 0.39026511526212854,
       -0.048446067517151241, 0.15444140342140358},
      {-4.4902665319358945, -5.4923621167912362, -1.5703141789281565, 0.0097086874474051031,
       0.04110771891404174, -0.019389331575013213},
      {-1.1117912478988092, -4.4725606623156908, -1.5653868372165212, -0.081808698951057551,
       -0.052780608564443471, -0.49339767994636979},
      {-0.28640378455451287, -5.4885532884871502, -1.5667732606816016, -0.021580789346602885,
       -0.26612376495027434, -0.44608356935725207},
      {1.4297966380301976, -4.3803129580379219, 0.72024225366612427, -0.62229540494938518,
       -1.3388667898420845, 0.35696200017649687},
      {4.3585116306574161, -5.4927812932819533, -1.5724773538024814, -0.18979874252342879,
       1.5820678100908484e-16, 2.7755575615628914e-17}},
     {{-4.06373916907, -3.4781631465, 0.0049419825194, 0.387806426326, 0.0240324185862,
       0.119703142079},
      {-4.48905433972, -5.49030500985, -1.57060016522, 0.00967533585493, -0.00290913530249,
       -0.00667314804276},
      {-1.1925151969, -4.44559584962, -1.54785639614, -0.699277356665, 0.152707441021,
       0.177381620002},
      {-0.320719559999, -5.47944908286, -1.56113228, -0.524819748312, 0.182662445437,
       0.231004220243},
      {1.45440863184, -4.4825580063, 0.664914460082, 0.502933598262, -0.746879064958,
       -0.423544518889},
      {4.33486077376, -5.49278129328, -1.5724773538, -0.188616199678, 1.4956402948e-17,
       7.34184812153e-18}},
     6,
     {{0.004319520871,
       2,
       {{{2, 4}, {0.3899612072, -3.964598376}, {-0.7506281062, -0.6607249398}, 0.6463015166},
        {{0, 1}, {-3.634958806, -4.991852425}, {-0.0004052319431, 0.9999999179}, 3.600578765e-07}}},
      {0.01307262186,
       3,
       {{{3, 6}, {1.212407702, -6}, {0, 1}, 0.9779536221},
        {{2, 3}, {0.3802647931, -4.993492451}, {0.001808071687, 0.9999983654}, 0.8345307238},
        {{0, 1}, {-3.629398449, -4.991698546}, {-0.0002847771354, 0.9999999595}, 6.733001335e-07}}},
      {0.01783875179,
       3,
       {{{3, 6}, {-1.786158657, -6}, {0, 1}, 0.557304785},
        {{3, 6}, {1.213838916, -6}, {0, 1}, 0.07473180785},
        {{0, 1}, {-3.626320988, -4.991635037}, {-0.0002348943595, 0.9999999724}, 4.192019155e-07}}},
      {0.03683942517,
       3,
       {{{3, 2}, {-1.785791297, -4.975556414}, {0.007295594733, -0.9999733868}, 0.2906732759},
        {{2, 4}, {0.369909928, -3.956130206}, {-0.7597896787, -0.6501689351}, 0.1418568342},
        {{0, 1}, {-3.613670801, -4.991474956}, {-0.000108488006, 0.9999999941}, 1.423388148e-06}}},
      {0.06230925241,
       3,
       {{{3, 4}, {1.213689521, -4.973023186}, {-0.7703067466, -0.6376735185}, 0.6563183992},
        {{3, 6}, {-1.785409388, -6}, {0, 1}, 0.1836621659},
        {{0, 1}, {-3.59568589, -4.991386113}, {-3.750324219e-05, 0.9999999993}, 2.203949316e-06}}},
      {0.08184736385,
       5,
       {{{3, 6}, {1.19944092, -6}, {0, 1}, 0.4836399549},
        {{0, 1}, {-4.581056129, -4.991374984}, {-1.569900121e-05, 0.9999999999}, 0.2327089011},
        {{1, 6}, {-5.989464403, -6}, {0, 1}, 0.1523435742},
        {{1, 6}, {-2.989464404, -6}, {0, 1}, 0.1624700007},
        {{0, 1}, {-3.581056206, -4.991359285}, {-1.569900121e-05, 0.9999999999}, 0.03141161476}}}}},
};

// Of a corner of body 0 with an edge of body 1.
typedef struct Contact {
    int body[2];
    double n[2], r[2][2];
    double gap, rate, free; // free: the acceleration without forces of contacts
    double lightness, force;
} Contact;

// ---- contacts ----

static const double *half_of(int body) {
    return body < BLOCKS ? s_block : s_wall[body - BLOCKS];
}

static void corner_of(const ExactBody *b, const double half[2], int index, double out[2]) {
    static const double signs[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    double c = cos(b->q[2]), s = sin(b->q[2]);
    double x = signs[index][0] * half[0], y = signs[index][1] * half[1];
    out[0] = b->q[0] + c * x - s * y;
    out[1] = b->q[1] + s * x + c * y;
}

static double velocity(const ExactBody *b, const double r[2], int axis) {
    return axis == 0 ? b->v[0] - b->v[2] * r[1] : b->v[1] + b->v[2] * r[0];
}

static double load_of(const ExactBody *b, int axis) {
    static const double drag[3] = {0.05, 0.05, 0.0075};
    double per = axis == 2 ? b->per_inertia : b->per_mass;
    double pull = axis == 1 && b->per_mass > 0.0 ? s_gravity : 0.0;
    return -drag[axis] * b->v[axis] * per - pull;
}

static void fill(Contact *row, const ExactBody *bodies, bool as_source) {
    const ExactBody *a = &bodies[row->body[0]], *b = &bodies[row->body[1]];
    const double *n = row->n, *r = row->r[0], *q = row->r[1];
    double u[2] = {velocity(a, r, 0) - velocity(b, q, 0), velocity(a, r, 1) - velocity(b, q, 1)};
    double arm = r[0] * n[1] - r[1] * n[0], other = q[0] * n[1] - q[1] * n[0];
    double wa = a->v[2], wb = b->v[2];
    row->rate = n[0] * u[0] + n[1] * u[1];
    row->free = n[0] * (wb * wb * q[0] - wa * wa * r[0]) + n[1] * (wb * wb * q[1] - wa * wa * r[1]);
    row->free -= 2.0 * wb * (n[1] * u[0] - n[0] * u[1]);
    row->free += as_source ? row->gap * (wa - wb) * (wa - wb) : 0.0;
    row->free += row->rate / s_step;
    row->lightness =
        a->per_mass + b->per_mass + arm * arm * a->per_inertia + other * other * b->per_inertia;
    row->force = 0.0;
}

// A corner against the four edges of another body.
static int try_corner(const ExactBody *bodies, int a, int b, int index, bool as_source,
                      double fastest, Contact rows[MAX_COUNT], int count) {
    double p[2], c = cos(bodies[b].q[2]), s = sin(bodies[b].q[2]);
    corner_of(&bodies[a], half_of(a), index, p);
    double d[2] = {p[0] - bodies[b].q[0], p[1] - bodies[b].q[1]};
    double at[2] = {c * d[0] + s * d[1], c * d[1] - s * d[0]};
    for (int edge = 0; edge < 4 && count < MAX_COUNT; edge++) {
        int axis = edge / 2;
        double sign = edge % 2 == 0 ? 1.0 : -1.0, gap = sign * at[axis] - half_of(b)[axis];
        if (!(gap > 0.0 && gap < s_near && fabs(at[1 - axis]) <= half_of(b)[1 - axis])) {
            continue;
        }
        Contact *row = &rows[count];
        *row = (Contact){.body = {a, b}, .gap = gap};
        row->n[0] = sign * (axis == 0 ? c : -s);
        row->n[1] = sign * (axis == 0 ? s : c);
        for (int i = 0; i < 2; i++) {
            row->r[0][i] = p[i] - bodies[a].q[i];
            row->r[1][i] = d[i];
        }
        fill(row, bodies, as_source);
        count += fabs(row->rate) < fastest;
    }
    return count;
}

static int find(const ExactBody *bodies, bool as_source, double fastest, Contact rows[MAX_COUNT]) {
    int count = 0;
    for (int a = 0; a < BODIES; a++) {
        for (int b = 0; b < BODIES; b++) {
            for (int i = 0; i < 4 && a != b && (a < BLOCKS || b < BLOCKS); i++) {
                count = try_corner(bodies, a, b, i, as_source, fastest, rows, count);
            }
        }
    }
    return count;
}

static void push(const ExactBody *bodies, const Contact *row, double force, double a[BODIES][3]) {
    for (int k = 0; k < 2; k++) {
        const ExactBody *body = &bodies[row->body[k]];
        double f = k == 0 ? force : -force, *to = a[row->body[k]];
        to[0] += f * row->n[0] * body->per_mass;
        to[1] += f * row->n[1] * body->per_mass;
        to[2] += f * (row->r[k][0] * row->n[1] - row->r[k][1] * row->n[0]) * body->per_inertia;
    }
}

static double along(const Contact *row, double a[BODIES][3]) {
    double sum = 0.0;
    for (int k = 0; k < 2; k++) {
        const double *by = a[row->body[k]];
        double x = by[0] - by[2] * row->r[k][1], y = by[1] + by[2] * row->r[k][0];
        sum += (k == 0 ? 1.0 : -1.0) * (row->n[0] * x + row->n[1] * y);
    }
    return sum;
}

// Accelerations of all bodies, by relaxation of (1).
static void accelerate(const ExactBody *bodies, bool as_source, double a[BODIES][3]) {
    enum { SWEEPS = 100000 };
    Contact rows[MAX_COUNT];
    int count = find(bodies, as_source, s_slow, rows);
    for (int b = 0; b < BODIES; b++) {
        for (int i = 0; i < 3; i++) {
            a[b][i] = load_of(&bodies[b], i);
        }
    }
    double maximum = 1.0;
    for (int sweep = 0; sweep < SWEEPS && maximum > 1e-13; sweep++) {
        maximum = 0.0;
        for (int i = 0; i < count; i++) {
            Contact *row = &rows[i];
            double to = row->force - (along(row, a) + row->free) / row->lightness;
            double change = fmax(0.0, to) - row->force;
            row->force += change;
            maximum = fmax(maximum, fabs(change));
            push(bodies, row, change, a);
        }
    }
}

// The classical step of fourth order.
static void advance(ExactBody bodies[BODIES], double h, bool as_source) {
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    ExactBody trial[BODIES];
    double k[4][BODIES][6], a[BODIES][3];
    for (int stage = 0; stage < 4; stage++) {
        memcpy(trial, bodies, sizeof trial);
        for (int b = 0; b < BODIES && stage > 0; b++) {
            for (int i = 0; i < 3; i++) {
                trial[b].q[i] += h * ahead[stage] * k[stage - 1][b][i];
                trial[b].v[i] += h * ahead[stage] * k[stage - 1][b][3 + i];
            }
        }
        accelerate(trial, as_source, a);
        for (int b = 0; b < BODIES; b++) {
            memcpy(k[stage][b], trial[b].v, sizeof trial[b].v);
            memcpy(k[stage][b] + 3, a[b], sizeof a[b]);
        }
    }
    for (int b = 0; b < BODIES; b++) {
        for (int i = 0; i < 3; i++) {
            for (int stage = 0; stage < 4; stage++) {
                bodies[b].q[i] += h / 6.0 * weight[stage] * k[stage][b][i];
                bodies[b].v[i] += h / 6.0 * weight[stage] * k[stage][b][3 + i];
            }
        }
    }
}

// ---- impacts ----

static void strike(ExactBody bodies[BODIES], const Contact *row, double impulse) {
    double change[BODIES][3] = {{0.0}};
    push(bodies, row, impulse, change);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) {
            bodies[row->body[k]].v[i] += change[row->body[k]][i];
        }
    }
}

static void strike_as_recorded(ExactBody bodies[BODIES], const Event *event) {
    for (int i = 0; i < event->count; i++) {
        const Push *p = &event->pushes[i];
        Contact row = {.body = {p->body[0], p->body[1]}, .n = {p->n[0], p->n[1]}};
        for (int k = 0; k < 2; k++) {
            row.r[k][0] = p->p[0] - bodies[p->body[k]].q[0];
            row.r[k][1] = p->p[1] - bodies[p->body[k]].q[1];
        }
        strike(bodies, &row, p->impulse);
    }
}

static double rate_of(const ExactBody *bodies, const Contact *row) {
    const ExactBody *a = &bodies[row->body[0]], *b = &bodies[row->body[1]];
    double x = velocity(a, row->r[0], 0) - velocity(b, row->r[1], 0);
    double y = velocity(a, row->r[0], 1) - velocity(b, row->r[1], 1);
    return row->n[0] * x + row->n[1] * y;
}

// One of those that close, at random, until none does; then what is left without restitution.
static void strike_in_turn(ExactBody bodies[BODIES], const Contact *rows, int count,
                           unsigned *seed) {
    double small = 1e-5, e = s_e;
    for (int turn = 0; turn < 100000; turn++) {
        int closing[MAX_COUNT], closers = 0;
        for (int i = 0; i < count; i++) {
            closing[closers] = i;
            closers += rate_of(bodies, &rows[i]) < -small;
        }
        if (closers == 0 && e == 0.0) {
            return;
        }
        if (closers == 0) {
            small = 1e-13, e = 0.0;
            continue;
        }
        *seed = *seed * 1664525u + 1013904223u;
        const Contact *row = &rows[closing[(*seed >> 8) % (unsigned)closers]];
        strike(bodies, row, -(1.0 + e) * rate_of(bodies, row) / row->lightness);
    }
}

// In that order of many that leaves the velocities of the record most nearly.
static void strike_nearest(ExactBody bodies[BODIES], const ExactBody *wanted) {
    enum { ORDERS = 1000 };
    Contact rows[MAX_COUNT];
    int count = find(bodies, false, INFINITY, rows);
    ExactBody best[BODIES], trial[BODIES];
    double minimum = INFINITY;
    unsigned seed = 1;
    for (int order = 0; order < ORDERS; order++) {
        double off = 0.0;
        memcpy(trial, bodies, sizeof trial);
        strike_in_turn(trial, rows, count, &seed);
        for (int b = 0; b < BLOCKS; b++) {
            for (int i = 0; i < 3; i++) {
                off += fabs(trial[b].v[i] - wanted[b].v[i]);
            }
        }
        if (off < minimum) {
            minimum = off;
            memcpy(best, trial, sizeof best);
        }
    }
    memcpy(bodies, best, sizeof best);
}

// How much later than now the gap of what closes fast is the target.
static double later_by(const ExactBody *bodies) {
    Contact rows[MAX_COUNT];
    int count = find(bodies, false, INFINITY, rows);
    double later = 0.0, nearest = INFINITY;
    for (int i = 0; i < count; i++) {
        double off = s_target - rows[i].gap;
        if (rows[i].rate < -s_slow && fabs(off) < nearest) {
            nearest = fabs(off);
            later = off / rows[i].rate;
        }
    }
    return later;
}

// ---- the course ----

static void start(const Scene *scene, ExactBody bodies[BODIES]) {
    for (int b = 0; b < BLOCKS; b++) {
        const double *s = scene->start[b];
        bodies[b] = (ExactBody){{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, 1.0, 1.2};
    }
    for (int b = 0; b < WALLS; b++) {
        bodies[BLOCKS + b] = (ExactBody){.q = {s_wall_at[b][0], s_wall_at[b][1], 0.0}};
    }
}

// The velocities after each impact.
typedef ExactBody After[6][BODIES];

// As recorded, into `after`; or with hits at the target, in the orders that come nearest to it.
static void follow(const Scene *scene, bool as_source, After after, ExactBody bodies[BODIES]) {
    double t = 0.0;
    int steps = (int)(s_end / s_step + 0.5), event = 0;
    start(scene, bodies);
    for (int step = 1; step <= steps; step++) {
        double end = step * s_step;
        for (; event < scene->event_count && scene->events[event].time < end; event++) {
            ExactBody before[BODIES];
            double piece = scene->events[event].time - t;
            memcpy(before, bodies, sizeof before);
            advance(bodies, piece, as_source);
            for (int turn = 0; turn < 4 && !as_source; turn++) {
                piece += later_by(bodies);
                memcpy(bodies, before, sizeof before);
                advance(bodies, piece, as_source);
            }
            t += piece;
            if (as_source) {
                strike_as_recorded(bodies, &scene->events[event]);
                memcpy(after[event], bodies, sizeof before);
            } else {
                strike_nearest(bodies, after[event]);
            }
        }
        advance(bodies, end - t, as_source);
        t = end;
    }
}

static void report_scene(Report *report, const Run *run, const Scene *s) {
    ExactBody exact[BODIES], as_source[BODIES];
    ExactOff ours = {0.0, 0.0}, its = {0.0, 0.0};
    After after;
    follow(s, true, after, as_source);
    follow(s, false, after, exact);
    for (int b = 0; b < BLOCKS; b++) {
        exact_differ_from_run(&ours, &exact[b], run, s_names[b], s_end);
        exact_differ(&its, &as_source[b], s->record[b]);
    }
    exact_report(report, s->name, "by steps", s_end, ours, s_allowed,
                 "its equations by the same steps");
    exact_report(report, s->name, "record", s_end, its, s_allowed,
                 "the same with the term that the source adds, and its impulses");
}

static void report_in_order(Report *report, const Scene *s) {
    char path[200];
    Run run;
    const abOverride as_record[] = {{"simulation.impact_seed", s->seed},
                                    {"simulation.end_time", "0.125"},
                                    {"simulation.output_interval", "0.025"}};
    snprintf(path, sizeof path, "tests/verify/myphysicslab/%s.yaml", s->name);
    run_file_with(&run, path, as_record, 3);
    if (run.result == AB_OK) {
        report_scene(report, &run, s);
    } else {
        report_broken(report, s->name, run.message);
    }
    run_done(&run);
}

void report_exact_blocks(Report *report, const Run *run, const char *scene) {
    for (size_t i = 0; i < sizeof s_scenes / sizeof *s_scenes; i++) {
        const Scene *s = &s_scenes[i];
        if (strcmp(scene, s->name) == 0 && s->seed == NULL) {
            report_scene(report, run, s);
        } else if (strcmp(scene, s->name) == 0) {
            report_in_order(report, s);
        }
    }
}
