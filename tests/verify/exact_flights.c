// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// exact_flights.c - the motion between hits is a parabola with even spin, and a hit is one
// equation:
//
//   rope   gap g = L - |d| between its ends, n = d/|d|, rate v = -n . d', J = (n, r x n):
//          j = (1 + e) |v| / (J M^-1 J'), at the instant at which g is half the contact distance,
//          or at the end of a step where the gap came within the accuracy there               (1)
//   pill   of half length 1, set down at an angle: its lower end slides on the floor at the gap G,
//          y = G + R + cos q, the only speed q' from the energy,
//            (I + m sin^2 q) q'^2 / 2 = m g (cos q0 - cos q),
//          so the time until it lies flat is an integral; then its ends hit in turn           (2)
//
// By the step of its scene method `fixed` comes to (2) within 1.2e-5; so the same equations are
// stepped here too, and (2) is met with half the step.
//
// The source locates its hits up to 1.5e-5 off the gap aimed at, and lets a pill that lies flat to
// 1e-7 rest on the corner beside its arc for the last stage of a step. So it is compared in two
// parts, each to 1e-5: the engine with the closed form, and the record with the closed form from
// the gaps and rates that stand in its list of hits. The second shows that nothing else is in the
// difference of the two.

#include "exact_scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double s_target = 0.005, s_e = 0.8;
static const ExactOff s_allowed = {1e-5, 1e-5};

static void fly(ExactBody *body, double gravity, double time) {
    double g = body->per_mass > 0.0 ? gravity : 0.0;
    for (int i = 0; i < 3; i++) {
        double a = i == 1 ? -g : 0.0;
        body->q[i] += time * (body->v[i] + 0.5 * a * time);
        body->v[i] += a * time;
    }
}

static void push(ExactBody *body, double jx, double jy, double rx, double ry) {
    body->v[0] += jx * body->per_mass;
    body->v[1] += jy * body->per_mass;
    body->v[2] += (rx * jy - ry * jx) * body->per_inertia;
}

// ---- ropes (1) ----

typedef struct Hit {
    double time;      // at which it was, or near which it is looked for                  [s]
    double gap;       // in the record                                                   [m]
    bool ends_a_step; // and stays where it is
} Hit;

typedef struct RopeScene {
    const char *name;
    double gravity, length, end; // compared at
    ExactBody body[2];
    double tied[2][2]; // to each, in its frame
    const char *names[2];
    double record[2][6]; // at the end
    int hit_count;
    Hit hits[5];
} RopeScene;

static const RopeScene s_ropes[] = {
    {"rope_pendulum_rope_bounce_test",
     10.0,
     4.0,
     1.2,
     {{.q = {0.0, 0.0, 0.0}}, {{-2.0, 0.0, 0.785398163397448}, {0.0, 0.0, 0.0}, 1.0, 1.2}},
     {{0.0, 2.0}, {0.0, 1.0}},
     {NULL, "BLOCK"},
     {{0.0},
      {0.325757681014, -1.93186004033, -1.20396157542, 4.5439834544, 1.97964547902,
       -0.883181371806}},
     3,
     {{0.5735965392, 0.004999959772, false},
      {0.83, 0.006622631713, true},
      {1.008903907, 0.004985362238, false}}},
    {"rope_double_rope_spin_test",
     0.0,
     4.0,
     2.2,
     {{{-1.5, 0.0, 0.785398163397448}, {0.0, -4.0, 0.0}, 1.0, 1.2},
      {{1.5, 0.0, 2.35619449019234}, {0.0, 4.0, 0.0}, 1.0, 2.0}},
     {{0.0, 1.0}, {0.2, 0.3}},
     {"BLOCK", "BALL"},
     {{1.38942424342, 0.804877714021, -1.18551269489, -1.06405553936, 3.13649092629,
       0.833774686484},
      {-1.38942424342, -0.804877714021, 6.60930566749, 1.06405553936, -3.13649092629,
       1.75297103304}},
     5,
     {{0.3686162039, 0.004997070536, false},
      {0.758818024, 0.004994864673, false},
      {1.233737217, 0.004999157294, false},
      {1.681671349, 0.004999975425, false},
      {1.99, 0.003171103999, true}}},
};

typedef struct Taut {
    double gap, rate, n[2], r[2][2];
} Taut;

static Taut look(const RopeScene *scene, const ExactBody body[2]) {
    Taut t;
    double d[2] = {0.0, 0.0}, u[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        double c = cos(body[k].q[2]), s = sin(body[k].q[2]), sign = k == 0 ? -1.0 : 1.0;
        t.r[k][0] = c * scene->tied[k][0] - s * scene->tied[k][1];
        t.r[k][1] = s * scene->tied[k][0] + c * scene->tied[k][1];
        d[0] += sign * (body[k].q[0] + t.r[k][0]);
        d[1] += sign * (body[k].q[1] + t.r[k][1]);
        u[0] += sign * (body[k].v[0] - body[k].v[2] * t.r[k][1]);
        u[1] += sign * (body[k].v[1] + body[k].v[2] * t.r[k][0]);
    }
    double distance = sqrt(d[0] * d[0] + d[1] * d[1]);
    t.n[0] = d[0] / distance, t.n[1] = d[1] / distance;
    t.gap = scene->length - distance;
    t.rate = -(t.n[0] * u[0] + t.n[1] * u[1]);
    return t;
}

static void hit_rope(const RopeScene *scene, ExactBody body[2]) {
    Taut t = look(scene, body);
    double inverse = 0.0;
    for (int k = 0; k < 2; k++) {
        double arm = t.r[k][0] * t.n[1] - t.r[k][1] * t.n[0];
        inverse += body[k].per_mass + arm * arm * body[k].per_inertia;
    }
    double j = (1.0 + s_e) * -t.rate / inverse;
    push(&body[0], j * t.n[0], j * t.n[1], t.r[0][0], t.r[0][1]);
    push(&body[1], -j * t.n[0], -j * t.n[1], t.r[1][0], t.r[1][1]);
}

// To the end; hits at the target, or at the gaps of the record.
static void follow_rope(const RopeScene *scene, bool as_recorded, ExactBody body[2]) {
    double t = 0.0;
    memcpy(body, scene->body, sizeof scene->body);
    for (int i = 0; i <= scene->hit_count; i++) {
        const Hit *hit = &scene->hits[i];
        double until = i < scene->hit_count ? hit->time : scene->end;
        fly(&body[0], scene->gravity, until - t);
        fly(&body[1], scene->gravity, until - t);
        t = until;
        if (i == scene->hit_count) {
            break;
        }
        for (int turn = 0; turn < 20 && !hit->ends_a_step; turn++) { // Newton
            Taut now = look(scene, body);
            double off = ((as_recorded ? hit->gap : s_target) - now.gap) / now.rate;
            fly(&body[0], scene->gravity, off);
            fly(&body[1], scene->gravity, off);
            t += off;
        }
        hit_rope(scene, body);
    }
}

// ---- a pill on a floor (2) ----

static const double s_start = 1.2707963267948965, s_flat = 1.5707963267948966, s_pill_end = 0.4,
                    s_per_inertia = 1.2, s_weight = 10.0, s_pill_step = 0.025;
static const char *const s_pill = "own_rocking_round_block";
static const char *const s_pill_file = "tests/verify/myphysicslab/own_rocking_round_block.yaml";
static const double s_pill_record[6] = {0.0, 0.591402033286, 1.49333206369,
                                        0.0, 0.951728131962, -1.15414684982};
// of its first hit, of the right end, then the left one
static const double s_pill_time = 0.3328817455, s_pill_gaps[2] = {0.004999460764, 0.00499934294},
                    s_pill_rates[2] = {-0.002115492457, -3.590830133},
                    s_pill_impulses[2] = {0.4811483579, 2.938235159};

// Its spin at the angle q, by energy.
static double spin_at(double q) {
    double fall = 2.0 * sin(0.5 * (q + s_start)) * sin(0.5 * (q - s_start)); // cos q0 - cos q
    double s = sin(q);
    return sqrt(2.0 * s_weight * fall / (1.0 / s_per_inertia + s * s));
}

// Until it lies flat: q = q0 + (flat - q0) s^2, Simpson's rule.
static double time_to_flat(void) {
    enum { PARTS = 2000 };
    double displacement = s_flat - s_start, sum = 0.0;
    for (int i = 0; i <= PARTS; i++) {
        double s = fmax((double)i / PARTS, 1e-7), weight = i == 0 || i == PARTS ? 1.0
                                                           : i % 2              ? 4.0
                                                                                : 2.0;
        sum += weight * 2.0 * displacement * s / spin_at(s_start + displacement * s * s);
    }
    return sum / (3.0 * PARTS);
}

// The same by the step of the scene, for method `fixed` errs by its order: y, q and their rates,
// the force keeping the rate v of the gap to v' = -v/h as `stabilization: velocity` does.
static void slide_slope(const double s[4], double slope[4]) {
    double sine = sin(s[1]), rate = s[2] + sine * s[3], w2 = s[3] * s[3];
    double force =
        (s_weight - cos(s[1]) * w2 - rate / s_pill_step) / (1.0 + s_per_inertia * sine * sine);
    slope[0] = s[2], slope[1] = s[3];
    slope[2] = force - s_weight, slope[3] = s_per_inertia * sine * force;
}

// The classical step of fourth order.
static void slide(double s[4], double h) {
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double k[4][4], at[4];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 4; i++) {
            at[i] = s[i] + (stage > 0 ? h * ahead[stage] * k[stage - 1][i] : 0.0);
        }
        slide_slope(at, k[stage]);
    }
    for (int i = 0; i < 4; i++) {
        for (int stage = 0; stage < 4; stage++) {
            s[i] += h / 6.0 * weight[stage] * k[stage][i];
        }
    }
}

// Gaps and speeds of both ends, the right one first, at the instant at which the left one is at the
// target: in steps, and a last piece of them.
static double slide_to_hit(double gaps[2], double rates[2]) {
    double s[4] = {s_target + 0.5 + cos(s_start), s_start, 0.0, 0.0}, t = 0.0, piece = 0.0, last[4];
    while (t + s_pill_step < time_to_flat()) {
        slide(s, s_pill_step);
        t += s_pill_step;
    }
    for (int turn = 0; turn < 30; turn++) { // Newton
        memcpy(last, s, sizeof last);
        slide(last, piece);
        for (int i = 0; i < 2; i++) {
            double sign = i == 0 ? -1.0 : 1.0; // of the centre of the arc above
            gaps[i] = last[0] - 0.5 + sign * cos(last[1]);
            rates[i] = last[2] - sign * sin(last[1]) * last[3];
        }
        piece += (s_target - gaps[1]) / rates[1];
    }
    return t + piece;
}

// The speeds of the right and left end after impulses on them.
static void strike(double rate[2], double right, double left) {
    double own = 1.0 + s_per_inertia, other = 1.0 - s_per_inertia;
    rate[0] += own * right + other * left;
    rate[1] += other * right + own * left;
}

// One end after the other, as long as one closes; there is never a choice.
static void strike_in_turn(double rate[2]) {
    static const double small = 1e-5;
    double own = 1.0 + s_per_inertia;
    while (rate[0] < -small || rate[1] < -small) {
        bool is_right = rate[0] < -small;
        double j = (1.0 + s_e) * -rate[is_right ? 0 : 1] / own;
        strike(rate, is_right ? j : 0.0, is_right ? 0.0 : j);
    }
}

// Lying flat with the gaps and speeds of its ends.
static ExactBody lying(const double gap[2], const double rate[2]) {
    return (ExactBody){{0.0, 0.5 + 0.5 * (gap[0] + gap[1]), s_flat + 0.5 * (gap[0] - gap[1])},
                       {0.0, 0.5 * (rate[0] + rate[1]), 0.5 * (rate[0] - rate[1])},
                       1.0,
                       s_per_inertia};
}

static ExactBody pill_at_end(const double gaps[2], const double rates[2], double hit_time) {
    ExactBody pill = lying(gaps, rates);
    fly(&pill, s_weight, s_pill_end - hit_time);
    return pill;
}

static ExactBody exact_pill(void) {
    double gaps[2] = {s_target, s_target}, rates[2] = {0.0, -2.0 * spin_at(s_flat)};
    strike_in_turn(rates);
    return pill_at_end(gaps, rates, time_to_flat());
}

static ExactBody stepped_pill(void) {
    double gaps[2], rates[2], time = slide_to_hit(gaps, rates);
    strike_in_turn(rates);
    return pill_at_end(gaps, rates, time);
}

static ExactBody recorded_pill(void) {
    double rates[2] = {s_pill_rates[0], s_pill_rates[1]};
    strike(rates, s_pill_impulses[0], s_pill_impulses[1]);
    return pill_at_end(s_pill_gaps, rates, s_pill_time);
}

// ---- rows ----

static const char s_exact_note[] = "closed form";
static const char s_record_note[] = "closed form with hits at the gaps of the record: all of the "
                                    "difference between the two";

static void report_rope(Report *report, const Run *run, const RopeScene *scene) {
    ExactBody exact[2], recorded[2];
    ExactOff ours = {0.0, 0.0}, its = {0.0, 0.0};
    follow_rope(scene, false, exact);
    follow_rope(scene, true, recorded);
    for (int k = 0; k < 2; k++) {
        if (scene->names[k] != NULL) {
            exact_differ_from_run(&ours, &exact[k], run, scene->names[k], scene->end);
            exact_differ(&its, &recorded[k], scene->record[k]);
        }
    }
    exact_report(report, scene->name, "exact", scene->end, ours, s_allowed, s_exact_note);
    exact_report(report, scene->name, "record", scene->end, its, s_allowed, s_record_note);
}

static void report_pill(Report *report, const Run *run) {
    ExactBody stepped = stepped_pill(), exact = exact_pill(), recorded = recorded_pill();
    ExactOff ours = {0.0, 0.0}, finer = {0.0, 0.0}, its = {0.0, 0.0};
    exact_differ_from_run(&ours, &stepped, run, "PILL", s_pill_end);
    exact_report(report, s_pill, "by steps", s_pill_end, ours, s_allowed,
                 "its equations by the same steps; rounding only");
    Run half;
    run_file_with(&half, s_pill_file, &(abOverride){"simulation.step", "0.0125"}, 1);
    if (half.result == AB_OK) {
        exact_differ_from_run(&finer, &exact, &half, "PILL", s_pill_end);
        exact_report(report, s_pill, "exact, half step", s_pill_end, finer, s_allowed,
                     s_exact_note);
    } else {
        report_broken(report, s_pill, half.message);
    }
    run_done(&half);
    exact_differ(&its, &recorded, s_pill_record);
    exact_report(report, s_pill, "record", s_pill_end, its, s_allowed, s_record_note);
}

void report_exact_flights(Report *report, const Run *run, const char *scene) {
    for (size_t i = 0; i < sizeof s_ropes / sizeof *s_ropes; i++) {
        if (strcmp(scene, s_ropes[i].name) == 0) {
            report_rope(report, run, &s_ropes[i]);
        }
    }
    if (strcmp(scene, s_pill) == 0) {
        report_pill(report, run);
    }
}
