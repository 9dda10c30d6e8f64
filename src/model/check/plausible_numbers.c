// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausible_numbers.c - single numbers of a model beside what such numbers are in the world.
//
// Most wrong numbers are right in another unit: the ratio to what is usual then is a power of ten
// with a name, which the sentence gives. Bounds are wide: a model may well have softened steel,
// but not steel softer than jelly.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "math/core/elementary.h"
#include "math/expression/expression_evaluate.h"
#include "model/check/plausibility.h"
#include "model/check/tolerances.def"
#include "model/kinds/joints.h"

#define TELL(log, ...) ab_log((log), AB_LOG_WARNING, AB_IMPLAUSIBLE __VA_ARGS__)

// ---- materials ----

// Materials by a part of their name; moduli and densities good to a factor of two.
static const struct {
    const char *part;
    double modulus, density; // [Pa], [kg/m^3]
} s_classes[] = {
    {"steel", 2.1e11, 7850.0},  {"iron", 2.0e11, 7800.0},    {"alumin", 7.0e10, 2700.0},
    {"copper", 1.2e11, 8960.0}, {"brass", 1.0e11, 8500.0},   {"bronze", 1.1e11, 8800.0},
    {"titan", 1.1e11, 4500.0},  {"tungsten", 4.0e11, 19300}, {"glass", 7.0e10, 2500.0},
    {"ceramic", 3.0e11, 3900},  {"concrete", 3.0e10, 2400},  {"granite", 5.0e10, 2700.0},
    {"marble", 5.0e10, 2700.0}, {"stone", 5.0e10, 2500.0},   {"wood", 1.1e10, 700.0},
    {"nylon", 2.5e9, 1150.0},   {"plastic", 2.5e9, 1100.0},  {"polycarb", 2.3e9, 1200.0},
    {"acryl", 3.0e9, 1180.0},   {"rubber", 5.0e6, 1100.0},
};
enum { CLASSES = sizeof s_classes / sizeof s_classes[0] };

static bool has_part(const char *name, const char *part) {
    size_t length = strlen(part);
    for (const char *c = name; *c != '\0'; c++) {
        size_t same = 0;
        while (same < length && tolower((unsigned char)c[same]) == part[same]) {
            same++;
        }
        if (same == length) {
            return true;
        }
    }
    return false;
}

// The class of a material's name; -1 when it says none.
static int class_of(const char *name) {
    for (int i = 0; i < CLASSES; i++) {
        if (has_part(name, s_classes[i].part)) {
            return i;
        }
    }
    return -1;
}

// A unit that turns a number into one that is usual: "GPa" for 210 where 2.1e11 is.
typedef struct UnitSlip {
    const char *unit;
    double factor; // to SI
} UnitSlip;

// The unit in which `value` is within a factor of three of `usual`; NULL: none.
static const UnitSlip *slip_of(const UnitSlip *slips, double value, double usual) {
    for (; slips->unit != NULL; slips++) {
        double ratio = value * slips->factor / usual;
        if (ratio > 1.0 / 3.0 && ratio < 3.0) {
            return slips;
        }
    }
    return NULL;
}

// "; if it is in GPa, write 2.1e+11", or "; of steel it is 2.1e+11".
static void tell_of_material(const abLog *log, const abMaterialDef *m, const char *key,
                             const char *unit, double value, double usual, const char *of,
                             const UnitSlip *slips) {
    const UnitSlip *slip = slip_of(slips, value, usual);
    char advice[120];
    if (slip != NULL) {
        snprintf(advice, sizeof advice, "if it is in %s, write %.3g", slip->unit,
                 value * slip->factor);
    } else {
        snprintf(advice, sizeof advice, "write about %.2g", usual);
    }
    double ratio = value < usual ? usual / value : value / usual;
    TELL(log, "material %s: %s = %.4g %s is %.2g times %s that of %s, %.2g %s; %s", m->name, key,
         value, unit, ratio, value < usual ? "below" : "above", of, usual, unit, advice);
}

static void check_material(const abMaterialDef *m, const abLog *log) {
    static const UnitSlip moduli[] = {
        {"GPa", 1e9}, {"MPa or N/mm^2", 1e6}, {"kPa", 1e3}, {"Pa/1000", 1e-3}, {NULL, 0.0}};
    static const UnitSlip densities[] = {
        {"g/cm^3", 1e3}, {"kg/mm^3", 1e9}, {"t/mm^3", 1e12}, {"g/m^3", 1e-3}, {NULL, 0.0}};
    int k = class_of(m->name);
    double E = m->youngs_modulus, density = m->density;
    if (isfinite(E) && E > 0.0) {
        double far = k >= 0 ? fmax(E / s_classes[k].modulus, s_classes[k].modulus / E) : 1.0;
        if (far > s_odd_modulus) {
            tell_of_material(log, m, "youngs_modulus", "Pa", E, s_classes[k].modulus,
                             s_classes[k].part, moduli);
        } else if (E < s_softest && k < 0) {
            TELL(log,
                 "material %s: youngs_modulus = %.4g Pa is softer than any gel; if it is in MPa, "
                 "write %.3g, in GPa %.3g",
                 m->name, E, 1e6 * E, 1e9 * E);
        } else if (E > s_hardest) {
            TELL(log,
                 "material %s: youngs_modulus = %.4g Pa is above diamond's, 1.2e+12 Pa; steel has "
                 "2.1e+11",
                 m->name, E);
        }
    }
    if (isfinite(density) && density > 0.0) {
        double usual = k >= 0 ? s_classes[k].density : 2000.0;
        double far = fmax(density / usual, usual / density);
        if ((k >= 0 && far > s_odd_density) || density > s_densest || density < s_lightest) {
            tell_of_material(log, m, "density", "kg/m^3", density, usual,
                             k >= 0 ? s_classes[k].part : "solids", densities);
        }
    }
    if (m->poissons_ratio < 0.0) {
        TELL(log, "material %s: poissons_ratio = %.4g is below 0, as of few foams; metals have 0.3",
             m->name, m->poissons_ratio);
    }
}

// ---- friction ----

static void check_coefficients(const char *what, const char *a, const char *b, double sliding,
                               double stick, double rolling, const abLog *log) {
    if (stick < sliding) {
        TELL(log,
             "%s %s, %s: static_friction = %.4g is below sliding_friction = %.4g; what sticks "
             "holds at least as well: write %.4g, or leave it out",
             what, a, b, stick, sliding, sliding);
    }
    if (sliding > s_largest_friction) {
        TELL(log,
             "%s %s, %s: sliding_friction = %.4g holds on a slope of %.0f degrees; rubber on "
             "asphalt has 1; per cent: write %.4g",
             what, a, b, sliding, 180.0 / AB_PI * ab_atan2(sliding, 1.0), sliding / 100.0);
    }
    if (rolling > s_largest_rolling) {
        TELL(log,
             "%s %s, %s: rolling_resistance = %.4g is a share of the radius; a tyre has 0.01, "
             "steel on steel 0.001",
             what, a, b, rolling);
    }
}

// Of coefficients that somebody gave, those that the law of a pair does not look at.
static void check_use_of_static(const abModel *model, const abInteraction *interaction,
                                const abLog *log) {
    const abMaterialPairDef *c = &interaction->coefficients;
    const abTable *law = interaction->friction->table;
    bool is_given = isfinite(c->static_friction) && c->static_friction != c->sliding_friction;
    bool may_be_told = strcmp(law->name, "none") != 0 && interaction->friction->code.open == NULL;
    if (is_given && may_be_told && ab_table_find(law, "static_friction") == NULL) {
        TELL(log,
             "contact of %s and %s: static_friction = %.4g is not used by the friction law %s; "
             "coulomb and static_dynamic use it: write friction: {law: coulomb}, or leave it out",
             model->shapes[interaction->shapes[0]].name, model->shapes[interaction->shapes[1]].name,
             c->static_friction, law->name);
    }
}

// ---- angles ----

static double largest_of(abVec3 v) {
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

// Whether an angle that stands for degrees in the file is a share of half a turn in radians.
static bool looks_like_radians(double degrees) {
    static const double shares[] = {1.0, 2.0, 3.0, 4.0, 6.0};
    for (int i = 0; i < 5; i++) {
        if (fabs(fabs(degrees) - AB_PI / shares[i]) < s_written_angle) {
            return true;
        }
    }
    return false;
}

static void check_rotation(const char *of, const char *name, abVec3 rotation, int unit,
                           const abLog *log) {
    double radians = largest_of(rotation), degrees = 180.0 / AB_PI * radians;
    bool is_round = fabs(radians - round(radians)) < s_written_angle * s_written_angle;
    if (unit == 0 && is_round && radians > 2.0 * AB_PI) {
        TELL(log,
             "%s %s: a rotation by %.6g rad is %.3g turns; if these are degrees, write units: "
             "{angle: deg}, or %.6g",
             of, name, radians, radians / (2.0 * AB_PI), radians * AB_PI / 180.0);
    } else if (unit == 1 && looks_like_radians(degrees)) {
        TELL(log,
             "%s %s: a rotation by %.6g deg looks like %.6g rad, which is %.4g deg; write that, or "
             "leave out units: {angle: deg}",
             of, name, degrees, degrees, degrees * 180.0 / AB_PI);
    }
}

static void check_rotations(const abModel *model, const abLog *log) {
    int unit = model->source != NULL ? model->source->units[3] : 0;
    for (size_t i = 0; i < model->body_count; i++) {
        const abBodyDef *def = &model->body_defs[i];
        check_rotation("body", def->name, def->rotation, unit, log);
    }
    for (size_t i = 0; i < model->shape_count; i++) {
        check_rotation("shape", model->shapes[i].name, model->shape_defs[i].def.rotation, unit,
                       log);
    }
}

// ---- gravity and speeds ----

static bool has_free_bodies(const abModel *model) {
    for (size_t i = 0; i < model->body_count; i++) {
        if (model->bodies[i].inverse_mass > 0.0) {
            return true;
        }
    }
    return false;
}

static void check_gravity(const abModel *model, const abLog *log) {
    double g = ab_norm(model->gravity.uniform);
    if (g > s_strongest_gravity) {
        TELL(log,
             "gravity = %.5g m/s^2 is %.3g times that of the earth; if it is in mm/s^2, write "
             "units: {length: mm}, or %.4g",
             g, g / 9.81, g / 1000.0);
    } else if (g > 0.0 && fabs(g / (9.81e-3) - 1.0) < 0.01) {
        TELL(log,
             "gravity = %.5g m/s^2 is a thousandth of that of the earth; with units: {length: mm} "
             "it is 9810",
             g);
    }
}

static void check_speeds(const abModel *model, const abLog *log) {
    for (size_t i = 0; i < model->body_count; i++) {
        const abBody *body = &model->bodies[i];
        double speed = ab_norm(body->v_WC), spin = ab_norm(body->w_WB);
        if (speed > s_fastest) {
            TELL(
                log,
                "body %s: velocity = %.4g m/s is %.2g times the speed of sound in air; if it is in "
                "mm/s, write %.4g",
                body->name, speed, speed / 340.0, speed / 1000.0);
        }
        if (spin * fmax(body->bound, 0.0) > s_fastest) {
            TELL(log,
                 "body %s: angular_velocity = %.4g rad/s, %.3g turns a second, moves its rim at "
                 "%.3g m/s; if these are turns a minute, write %.4g",
                 body->name, spin, spin / (2.0 * AB_PI), spin * body->bound,
                 spin * 2.0 * AB_PI / 60.0);
        }
    }
}

// ---- drives ----

// The fastest that a drive goes at a few instants of the run.                  [m/s], [rad/s]
static double speed_of(const abModel *model, const abJoint *joint, int axis) {
    enum { LOOKS = 16 };
    const abSimulationDef *s = &model->simulation;
    double fastest = 0.0;
    for (int i = 0; i <= LOOKS; i++) {
        double t = s->start_time + (s->end_time - s->start_time) * i / LOOKS;
        abJet at = ab_expression_evaluate(joint->drive[axis], t);
        double speed = joint->level[axis] == AB_HOLD_POSITION ? at.rate : at.value;
        fastest = isfinite(speed) ? fmax(fastest, fabs(speed)) : fastest;
    }
    return fastest;
}

static double reach_of(const abModel *model, int body) {
    return body >= 0 && isfinite(model->bodies[body].bound) ? model->bodies[body].bound : 0.0;
}

static void check_drive(const abModel *model, const abJoint *joint, int axis, const abLog *log) {
    if (joint->drive[axis] == NULL || joint->level[axis] == AB_HOLD_ACCELERATION) {
        return;
    }
    bool is_turn = axis >= 3;
    double speed = speed_of(model, joint, axis);
    double reach = fmax(reach_of(model, joint->body_a), reach_of(model, joint->body_b));
    if (!is_turn && speed > s_fastest) {
        TELL(log,
             "joint %s: its drive %s goes at %.4g m/s, %.2g times the speed of sound in air; if "
             "it is in mm, write %.4g",
             joint->name, ab_joint_axes[axis], speed, speed / 340.0, speed / 1000.0);
    } else if (is_turn && (speed > s_fastest_turn || speed * reach > s_fastest)) {
        TELL(log,
             "joint %s: its drive %s turns at %.4g rad/s, %.3g turns a second; if these are turns "
             "a minute, write %.4g, if degrees a second, %.4g",
             joint->name, ab_joint_axes[axis], speed, speed / (2.0 * AB_PI),
             speed * 2.0 * AB_PI / 60.0, speed * AB_PI / 180.0);
    }
}

static void check_drives(const abModel *model, const abLog *log) {
    for (size_t j = 0; j < model->joint_count; j++) {
        for (int axis = 0; axis < 6; axis++) {
            check_drive(model, &model->joints[j], axis, log);
        }
    }
}

// ---- the run ----

static void check_frames(const abModel *model, const abLog *log) {
    const abSimulationDef *s = &model->simulation;
    double span = s->end_time - s->start_time;
    double frames = span / s->output_interval; // NAN: chosen
    double bytes = frames * (120.0 + 112.0 * (double)model->body_count);
    if (frames > s_most_frames || bytes > s_most_bytes) {
        TELL(log,
             "output_interval = %.3g s asks for %.2g frames in %.3g s, %.2g GB; write %.2g, or "
             "leave it out for 500 frames",
             s->output_interval, frames, span, 1e-9 * bytes, span / 1000.0);
    }
    if (frames < 1.0) {
        TELL(log,
             "output_interval = %.3g s is longer than the run of %.3g s, of which only the start "
             "and "
             "the end are recorded; write %.2g, or leave it out for 500 frames",
             s->output_interval, span, span / 1000.0);
    }
}

static void check_steps(const abModel *model, const abLog *log) {
    const abSimulationDef *s = &model->simulation;
    double span = s->end_time - s->start_time;
    double step = s->method == AB_METHOD_EVENTS ? s->max_step : s->step;
    const char *key = s->method == AB_METHOD_EVENTS ? "max_step" : "step";
    if (span / step > s_most_steps) {
        TELL(log, "%s = %.3g s makes %.2g steps of the run of %.3g s; write %.2g, or leave it out",
             key, step, span / step, span, span / 1e4);
    }
    if (s->method != AB_METHOD_EVENTS && step > span) {
        TELL(log, "step = %.3g s is longer than the run of %.3g s; write %.2g", step, span,
             span / 1000.0);
    }
    if (s->tolerance > s_largest_tolerance) {
        TELL(log,
             "tolerance = %.3g lets results be wrong by %.0f %%; write 1e-8, or 1e-4 for a look",
             s->tolerance, 100.0 * s->tolerance);
    }
}

void ab_check_plausible_numbers(const abModel *model, const abLog *log) {
    for (size_t i = 0; i < model->material_count; i++) {
        check_material(&model->materials[i], log);
    }
    for (size_t i = 0; i < model->pair_count; i++) {
        const abMaterialPairDef *p = &model->pairs[i];
        check_coefficients("pair", p->materials[0], p->materials[1], p->sliding_friction,
                           p->static_friction, p->rolling_resistance, log);
    }
    for (size_t i = 0; i < model->rule_count; i++) {
        const abContactRuleDef *r = &model->rules[i];
        check_coefficients("contact", r->between[0], r->between[1], r->sliding_friction,
                           r->static_friction, r->rolling_resistance, log);
    }
    for (int i = 0; i < model->interaction_count; i++) {
        check_use_of_static(model, &model->interactions[i], log);
    }
    check_rotations(model, log);
    if (has_free_bodies(model)) {
        check_gravity(model, log);
    }
    check_speeds(model, log);
    check_drives(model, log);
    check_frames(model, log);
    check_steps(model, log);
}
