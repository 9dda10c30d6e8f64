// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference.c - pages from the key tables, for a terminal and as Markdown.

#include "reference/reference.h"
#include "law/core/material.h"

#include <math.h>
#include <string.h>

#include "model/kinds/tables.h"
#include "read/core/units.h"
#include "record/series/series.h"

// ---- pieces ----

static void default_text(const abKey *key, char *out, size_t size) {
    if (key->is_required) {
        snprintf(out, size, "required");
        return;
    }
    switch (key->kind) {
    case AB_KEY_NUMBER:
        snprintf(out, size,
                 isnan(key->fallback)   ? "-"
                 : isinf(key->fallback) ? (key->fallback < 0.0 ? "-.inf" : ".inf")
                                        : "%.6g",
                 key->fallback);
        break;
    case AB_KEY_INTEGER:
        snprintf(out, size, "%d", (int)key->fallback);
        break;
    case AB_KEY_BOOLEAN:
        snprintf(out, size, "%s", key->fallback != 0.0 ? "true" : "false");
        break;
    case AB_KEY_CHOICE:
        snprintf(out, size, "%s", key->choices[(int)key->fallback]);
        break;
    case AB_KEY_VEC3:
        snprintf(out, size, isnan(key->fallback) ? "-" : "[%.4g, %.4g, %.4g]", key->fallback,
                 key->fallback, key->fallback);
        break;
    case AB_KEY_QUAT:
        snprintf(out, size, isnan(key->fallback) ? "-" : "[1, 0, 0, 0]");
        break;
    case AB_KEY_FREE:
        snprintf(out, size, "free");
        break;
    case AB_KEY_SCALE:
        snprintf(out, size, "%.4g", key->fallback);
        break;
    case AB_KEY_FLAGS:
    case AB_KEY_TEXTS:
    case AB_KEY_POINTS:
        snprintf(out, size, "[]");
        break;
    case AB_KEY_TEXT:
    case AB_KEY_EXPRESSION:
    case AB_KEY_MAT3:
        snprintf(out, size, "-");
        break;
    }
}

// Bounds of 1e12 and beyond are there for safety and tell a user nothing.
static void range_text(const abKey *key, char *out, size_t size) {
    static const char *const words[] = {[AB_KEY_BOOLEAN] = "true, false",
                                        [AB_KEY_TEXT] = "a text",
                                        [AB_KEY_VEC3] = "3 numbers",
                                        [AB_KEY_QUAT] = "4 numbers",
                                        [AB_KEY_MAT3] = "3 or 6 numbers",
                                        [AB_KEY_EXPRESSION] = "number or expression",
                                        [AB_KEY_FREE] = "free, number or expression of t",
                                        [AB_KEY_SCALE] = "number or 3 numbers",
                                        [AB_KEY_TEXTS] = "list of texts",
                                        [AB_KEY_POINTS] = "list of 2 or 3 numbers each"};
    bool has_low = key->low > -1e12, has_high = key->high < 1e12;
    out[0] = '\0';
    switch (key->kind) {
    case AB_KEY_NUMBER:
    case AB_KEY_INTEGER:
        if (has_low && has_high) {
            snprintf(out, size, "%.4g to %.4g", key->low, key->high);
        } else if (has_low) {
            snprintf(out, size, "from %.4g", key->low);
        } else if (has_high) {
            snprintf(out, size, "to %.4g", key->high);
        }
        for (int i = 0; key->choices != NULL && key->choices[i] != NULL; i++) {
            size_t used = strlen(out);
            snprintf(out + used, size - used, ", %s", key->choices[i]);
        }
        break;
    case AB_KEY_CHOICE:
    case AB_KEY_FLAGS: {
        size_t used = 0;
        for (int i = 0; key->choices[i] != NULL && used < size; i++) {
            const char *before = i > 0 ? ", " : key->kind == AB_KEY_FLAGS ? "list of " : "";
            used += (size_t)snprintf(out + used, size - used, "%s%s", before, key->choices[i]);
        }
        break;
    }
    default:
        snprintf(out, size, "%s", words[key->kind]);
        break;
    }
}

static const char *meaning(const abKey *key, char *out, size_t size) {
    snprintf(out, size, key->former != NULL ? "%s (formerly %s)" : "%s", key->text, key->former);
    return out;
}

void reference_table(FILE *out, const abTable *table) {
    fprintf(out, "%s - %s\n", table->name, table->text);
    if (table->key_count == 0) {
        fprintf(out, "  no keys of its own\n");
    }
    int widths[4] = {0, 0, 0, 0};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < table->key_count; i++) {
            const abKey *key = &table->keys[i];
            char fallback[60], range[200], text[600];
            default_text(key, fallback, sizeof fallback);
            range_text(key, range, sizeof range);
            const char *words[4] = {key->name, key->unit != NULL ? key->unit : "-", fallback,
                                    range};
            for (int w = 0; w < 4; w++) {
                int length = (int)strlen(words[w]);
                widths[w] = pass == 0 && length > widths[w] ? length : widths[w];
            }
            if (pass == 1) {
                fprintf(out, "  %-*s  %-*s  %-*s  %-*s  %s\n", widths[0], words[0], widths[1],
                        words[1], widths[2], words[2], widths[3], words[3],
                        meaning(key, text, sizeof text));
            }
        }
    }
}

// ---- the format as a list of sections ----

typedef struct Section {
    const char *title;
    const char *text;
    const abTable *table; // NULL: none of its own
    const char *list;     // kinds to choose from, NULL: none
    const char *example;
} Section;

static const Section s_sections[] = {
    {"materials", "A mapping of names to materials.", &ab_material_table, NULL,
     "materials:\n  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}"},
    {"pairs",
     "A list. `materials: [a, b]` says for which two; the keys say what happens between them. "
     "`table: [A, B]` takes friction, and restitution where it is listed, from the rows of these "
     "names that `abut info materials` shows, with `condition: dry` (default) or `greasy`; keys of "
     "the pair count more.",
     &ab_material_pair_table, NULL,
     "pairs:\n  - {materials: [steel, steel], restitution: 0.8, sliding_friction: 0.3}"},
    {"gravity", "A vector `[x, y, z]` in m/s^2, or a mapping.", &ab_gravity_table, NULL,
     "gravity: [0, 0, -9.81]"},
    {"bodies",
     "A mapping of names to bodies. `shapes` is a list of shapes, `motion` the motion of a body "
     "with "
     "`mobility: prescribed`.",
     &ab_body_table, NULL,
     "bodies:\n  ball: {position: [0, 0, 1], shapes: [{sphere: {radius: 0.1}, material: steel}]}"},
    {"markers",
     "Inside a body, or at the top for the world: names with frames that others refer to as "
     "`BODY.MARKER` or `world.MARKER`. A body's name alone is its own frame. On a "
     "flexible body a marker with `interface` or `node` goes with that point as it deforms; any "
     "other goes with the body's frame.",
     &ab_marker_table, NULL, "markers: {tip: {position: [0.5, 0, 0], rotation: [0, 1.5708, 0]}}"},
    {"motion", "Inside a prescribed body; each key a number or an expression of time.",
     &ab_motion_table, NULL, "motion: {z: 0.1 * sin(2 * pi * t)}"},
    {"flexible",
     "Inside a body: it deforms by modes ([theory](theory/flexible.md)). Its mass, inertia and "
     "centre of mass come from the file. With `surface` and the shape `{flexible: {}}` it touches "
     "planes, convex shapes, meshes with `collide: surface` and other flexible bodies. Mobility is "
     "`free`, `fixed` or `prescribed`. Method `events` has force laws, joints and force elements "
     "at markers with `interface` or `node`, forces and torques on the body's frame; method "
     "`stepping` has force laws, rigid contact and `coulomb` friction. What is not supported is "
     "told by `abut check`.",
     &ab_flexible_table, NULL,
     "bodies:\n  arm: {flexible: {file: arm.fem, surface: arm.obj, damping: 0.01}, shapes: "
     "[{flexible: {}, material: steel}]}"},
    {"shapes",
     "Inside a body: a list. One key names the kind and has its own keys; these may stand beside "
     "it.",
     &ab_shape_table, "shape", "shapes: [{box: {size: [1, 1, 0.2]}, position: [0, 0, -0.1]}]"},
    {"contacts",
     "A list of rules. `between: [a, b]` selects shapes on both sides: `all` (or `\"*\"`), `rigid` "
     "or `flexible` bodies, `material:NAME`, `group:NAME`, a body, `body.shape`; with `self` on "
     "one "
     "side two shapes of the same group, as in `[group:fingers, self]` or `[all, self]`. The most "
     "specific rule counts, of equal ones the later: one that names two bodies or shapes, then one "
     "that names one, then none; after that the closer by the order just given. `normal: "
     "{law: NAME, ...}` and `friction: {law: NAME, ...}` choose the laws, `friction: NAME` one as "
     "it is by default. With `inherit: true` a rule takes what it does not say from the next more "
     "general one that names the pair too: a whole law, the keys of a law of the same kind, "
     "manifold, coefficients; that must be one rule for all pairs for which it counts. A rule acts "
     "the same whether it names a pair or all. Without the key everything "
     "may touch everything; with an empty list nothing touches.",
     &ab_contact_rule_table, NULL,
     "contacts:\n  - between: [ground, ball]\n    normal: {law: elastic}\n    friction: {law: "
     "regularized}"},
    {"exclude",
     "A list of pairs of selectors, as in `contacts`: what they name never touches, whatever the "
     "rules say. Without it, too, these do not touch: shapes of one body, bodies joined by a joint "
     "without `collide: true`, bodies held together by fixed joints, and two bodies that are both "
     "fixed or prescribed.",
     NULL, NULL, "exclude:\n  - [group:fingers, group:fingers]\n  - [door.handle, frame]"},
    {"normal laws", "Chosen by `normal: {law: NAME}` of a contact, or `normal: NAME`.", NULL,
     "normal law", NULL},
    {"friction laws", "Chosen by `friction: {law: NAME}` of a contact, or `friction: NAME`.", NULL,
     "friction law", NULL},
    {"joints",
     "A list. `type` is one of the kinds below, `between: [a, b]` names two bodies or `world`, of "
     "a "
     "flexible body a marker with `interface` or `node`, in whose frame the joint is then given; "
     "only a coupler stands between joints and has none.",
     &ab_joint_table, "joint",
     "joints:\n  - {type: revolute, between: [world, arm], axis: [0, 1, 0]}"},
    {"forces",
     "A list. `type` is one of the kinds below, `between: [a, b]` names two bodies, markers or "
     "`world`. Keys that take expressions may look at the state: see `abut info expressions`.",
     &ab_force_table, "force", "forces:\n  - {type: spring, between: [a, b], stiffness: 100}"},
    {"variables",
     "Names with expressions, for other expressions to use: `NAME` or `VARVAL(NAME)`. In any "
     "order, "
     "but not in a circle.",
     NULL, NULL, "variables: {stretch: 'DM(arm.tip, world.post) - 0.2'}"},
    {"splines",
     "Names with points, for `AKISPL`, `CUBSPL`, `LINSPL` and `INTERP` in expressions: `x` rising, "
     "`y` as many; with `z`, rising, `y` has a list for each and the value is linear between them. "
     "In the units of the file.",
     &ab_spline_table, NULL,
     "splines:\n  soft: {x: [-1, 0, 1], y: [-20, 0, 90]}\n  map: {x: [0, 1], z: [0, 5], y: [[0, "
     "1], [0, 3]]}"},
    {"fields",
     "Names with numbers that vary over a mesh or in space, for `thickness_field` and "
     "`youngs_modulus_field` of contacts: one of `expression`, `vertices` (a number for each point "
     "of the mesh's file, in its order), `faces` (one for each face) and `grid` (measured values, "
     "below).",
     &ab_field_table, NULL,
     "fields:\n  layer: {on: knee, quantity: length, expression: '0.004 + 0.1*x^2'}\n  soft: {on: "
     "knee.bone, quantity: pressure, vertices: [5e6, 5e6, 4e6, 3e6]}"},
    {"fields.grid",
     "Under `grid` of a field: values at the nodes of a regular grid in the frame of `on`. "
     "`counts` "
     "says how many nodes it has along x, y and z; 1 where nothing changes. The values are a list "
     "`values`, or stand in a `file`: numbers between blanks, commas or ends of lines, x running "
     "fastest, then y; what follows a `#` is a remark. Outside the grid the field has the value of "
     "the nearest place in it.",
     &ab_field_grid_table, NULL,
     "fields:\n  layer:\n    on: knee\n    quantity: length\n    grid: {counts: [3, 2, 1], low: "
     "[-0.02, "
     "-0.01, 0], high: [0.02, 0.01, 0],\n           values: [0.003, 0.004, 0.003, 0.002, 0.003, "
     "0.002]}"},
    {"states",
     "Names with numbers that change at a rate of their own, beside the motion: the sum that a "
     "controller keeps, the current of a motor, a temperature. Expressions use them by their "
     "names, "
     "as they use variables.",
     &ab_state_table, NULL,
     "variables: {error: '0.2 - DZ(lift)'}\nstates: {sum: {rate: error}}\nforces: [{type: applied, "
     "between: [world, lift], fz: '400*error + 900*sum - 60*VZ(lift)'}]"},
    {"sensors",
     "Names with expressions that are watched. When one is met, an event of that name is recorded.",
     &ab_sensor_table, NULL,
     "sensors:\n  full_turn: {expression: 'AZ(sun)', value: 6.283185307179586, halt: true}"},
    {"outputs given as expressions",
     "Beside names of series, `outputs` may list these; the name is then the name of a series.",
     &ab_request_table, NULL,
     "outputs:\n  - ball.position\n  - {name: pull, unit: N, expression: 'FORCE(spring, 1, 1)'}"},
    {"changes",
     "A list of values that are set while the run goes on. A path leads through this file, by keys "
     "and "
     "by indices from 0 or names in lists: what can be set in a [live run](howto/set-values.md) "
     "can be "
     "set here. A step ends at that time; the change is an event and is in the record.",
     &ab_change_table, NULL,
     "changes:\n  - {time: 0.5, path: contacts.0.enabled, value: false}\n  - {time: 1, path: "
     "forces.motor.torque, value: 12}"},
    {"simulation", "How to run.", &ab_simulation_table, NULL,
     "simulation: {end_time: 3, tolerance: 1.0e-8, output_interval: 0.01}"},
};
enum { SECTIONS = sizeof s_sections / sizeof s_sections[0] };

// The keys of the file that have no table.
static const char s_head[] =
    "abut: 1                                 version of the format, required\n"
    "title: A ball                           for people\n"
    "units: {length: mm, mass: t, angle: deg}  of the numbers in the file; SI when not given\n"
    "include: [abut:materials, more.yaml]    materials and pairs from elsewhere\n"
    "outputs: [ball.position]                series wanted in plots and exports\n";

static const char s_derived_units[] = "All other numbers of a file are in what its length, mass "
                                      "and time make. The tables below have SI "
                                      "units. With `units: {length: mm}` alone, mass in kg, a "
                                      "force is in mN and a pressure in kPa; with "
                                      "`{length: mm, mass: t}` they are in N and MPa.\n";

static void print_units(FILE *out) {
    for (int q = 0; ab_quantity_names[q] != NULL; q++) {
        fprintf(out, "%s%s:", q > 0 ? "; " : "", ab_quantity_names[q]);
        for (const char *const *unit = ab_unit_names((abQuantity)q); *unit != NULL; unit++) {
            fprintf(out, " %s", *unit);
        }
    }
    fprintf(out, "\n");
}

void reference_text(FILE *out) {
    fprintf(out,
            "The model format (YAML, or JSON). Units in SI; the file may declare others.\n\n%s\n",
            s_head);
    for (int i = 0; i < SECTIONS; i++) {
        const Section *section = &s_sections[i];
        fprintf(out, "== %s: %s\n", section->title, section->text);
        if (section->table != NULL) {
            reference_table(out, section->table);
        }
        const abChoice *choice = section->list != NULL ? ab_choice_find(section->list) : NULL;
        for (int k = 0; choice != NULL && k < choice->count; k++) {
            reference_table(out, choice->table(k));
        }
        fprintf(out, "\n");
    }
}

// ---- Markdown ----

void reference_table_markdown(FILE *out, const abTable *table) {
    if (table->key_count == 0) {
        fprintf(out, "No keys of its own.\n\n");
        return;
    }
    fprintf(out, "| key | unit | default | values | meaning |\n| --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        char fallback[60], range[200], text[600];
        default_text(key, fallback, sizeof fallback);
        range_text(key, range, sizeof range);
        fprintf(out, "| `%s` | %s | %s | %s | %s |\n", key->name,
                key->unit != NULL ? key->unit : "-", fallback, range,
                meaning(key, text, sizeof text));
    }
    fprintf(out, "\n");
}

void reference_markdown(FILE *out) {
    fprintf(
        out,
        "# The model format\n\nThis page is made by `abut info formats --markdown` from the key "
        "tables of the program, which also\nmake the reader, its messages and the JSON schema "
        "(`abut info schema`).\n\nA model is a YAML file; JSON, being a part of YAML, is "
        "accepted too. Unknown keys are errors.\n\n```yaml\n%s```\n\nUnits that may be "
        "declared, SI first: ",
        s_head);
    print_units(out);
    fprintf(out, "\n%s", s_derived_units);
    for (int i = 0; i < SECTIONS; i++) {
        const Section *section = &s_sections[i];
        fprintf(out, "\n## %s\n\n%s\n\n", section->title, section->text);
        if (section->example != NULL) {
            fprintf(out, "```yaml\n%s\n```\n\n", section->example);
        }
        if (section->table != NULL) {
            reference_table_markdown(out, section->table);
        }
        const abChoice *choice = section->list != NULL ? ab_choice_find(section->list) : NULL;
        for (int k = 0; choice != NULL && k < choice->count; k++) {
            fprintf(out, "### %s %s\n\n%s\n\n", section->list, choice->table(k)->name,
                    choice->table(k)->text);
            reference_table_markdown(out, choice->table(k));
        }
    }
    fprintf(out, "\n## outputs\n\nA list of series. `abut plot` and `abut export` take the same "
                 "names.\n\n");
    reference_series(out, true);
}

void reference_series(FILE *out, bool markdown) {
    if (markdown) {
        fprintf(out, "| series | unit | components | meaning |\n| --- | --- | --- | --- |\n");
    }
    const char *name, *form, *unit, *parts, *text;
    for (int i = 0; (text = ab_series_describe(i, &form, &name, &unit, &parts)) != NULL; i++) {
        char full[80], letters[20] = "";
        snprintf(full, sizeof full, "%s.%s", form, name);
        for (size_t k = 0; parts[k] != '\0' && 3 * k + 4 < sizeof letters; k++) {
            size_t used = strlen(letters);
            snprintf(letters + used, sizeof letters - used, "%s.%c", k > 0 ? " " : "", parts[k]);
        }
        if (markdown) {
            fprintf(out, "| `%s` | %s | %s | %s |\n", full, unit, letters, text);
        } else {
            fprintf(out, "  %-32s %-6s %-12s %s\n", full, unit, letters, text);
        }
    }
}
