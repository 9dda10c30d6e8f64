// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modes_report.c - what a reduction came to.

#include "reduction/modes_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

// ---- for people ----

// 0 for what is only rounding beside `scale`.
static double clean(double value, double scale) {
    return fabs(value) > 1e-12 * fabs(scale) ? value : 0.0;
}

static void print_mass(const abMassIntegrals *mass) {
    abVec3 c = mass->center;
    const double(*J)[3] = mass->J0.m;
    printf("mass        %.6g kg, centre [%.6g, %.6g, %.6g] m\n", mass->mass, c.x, c.y, c.z);
    printf("inertia     xx %.6g, yy %.6g, zz %.6g, xy %.6g, xz %.6g, yz %.6g kg m^2 about it\n",
           J[0][0], J[1][1], J[2][2], clean(J[0][1], J[2][2]), clean(J[0][2], J[2][2]),
           clean(J[1][2], J[2][2]));
}

static void print_error(double error) {
    if (isnan(error)) {
        printf("  no load here alone strains the body\n");
    } else if (error < 1e-9) {
        printf("  static error below 1e-9\n");
    } else {
        printf("  static error %.1e\n", error);
    }
}

static void print_interfaces(const abReduceReport *r) {
    for (int i = 0; i < r->interface_count; i++) {
        const abInterfaceNote *n = &r->interfaces[i];
        printf("%s%-16s %-6s %5zu nodes, point [%.6g, %.6g, %.6g] m",
               i == 0 ? "interfaces  " : "            ", n->name, ab_interface_kinds[n->kind],
               n->node_count, n->point.x, n->point.y, n->point.z);
        if (n->kind == AB_INTERFACE_FIXED) {
            printf("  held in the frame of the body\n");
        } else if (r->constraint_count == 0) {
            printf("  without modes of its own\n");
        } else {
            print_error(n->static_error);
        }
    }
}

static void print_patches(const abReduceReport *r) {
    for (int i = 0; i < r->patch_count; i++) {
        const abContactNote *n = &r->patches[i];
        printf("%s%-16s %5zu nodes, %.4g m^2, %d modes, pressed %.5g N/m: %.4g %% too stiff\n",
               i == 0 ? "contact     " : "            ", n->name, n->node_count, n->area,
               n->mode_count, n->stiffness,
               clean(100.0 * (n->modal_stiffness / n->stiffness - 1.0), 1e4));
    }
}

static void print_count(const abReduceReport *r) {
    printf("modes       %d = %d constraint + %d %s + %d contact - %d rigid", r->mode_count,
           r->constraint_count, r->eigen_count, r->is_free ? "free" : "clamped", r->contact_count,
           r->rigid_count);
    if (r->dependent_count > 0) {
        printf(" - %d dependent", r->dependent_count);
    }
    printf("\n\n");
}

static void print_modes(const abReduceReport *r, double mass) {
    bool has_mass = !r->is_free && r->rigid_count == 0; // else rigid motion is taken out
    printf("mode  frequency [Hz]  mostly%s\n",
           has_mass ? "      effective mass along x, y, z [%]" : "");
    for (int k = 0; k < r->mode_count; k++) {
        const abModeNote *n = &r->modes[k];
        printf("%4d  %14.4f  %s", k + 1, n->frequency, ab_mode_kinds[n->kind]);
        if (has_mass) {
            printf("%*s%6.2f %6.2f %6.2f", 12 - (int)strlen(ab_mode_kinds[n->kind]), "",
                   100.0 * n->mass.x / mass, 100.0 * n->mass.y / mass, 100.0 * n->mass.z / mass);
        }
        printf("\n");
    }
    if (!isnan(r->first_left_out)) {
        printf("\nthe first %s mode left out is at %.4f Hz\n", r->is_free ? "free" : "clamped",
               r->first_left_out);
    }
}

void modes_print(const ModesResult *result) {
    const abReduceReport *r = result->report;
    printf("mesh        %s: %zu nodes, %zu tetrahedra of %d nodes\n", result->mesh, r->node_count,
           r->element_count, r->element_nodes);
    print_mass(&result->body->mass);
    print_interfaces(r);
    print_patches(r);
    print_count(r);
    print_modes(r, result->body->mass.mass);
    if (result->output != NULL) {
        printf("\n%s: %zu nodes of surface and interfaces, %d modes\n", result->output,
               r->kept_nodes, r->mode_count);
    }
}

// ---- for machines ----

static void put_mass(abJson *json, const abMassIntegrals *mass) {
    double J[6] = {mass->J0.m[0][0], mass->J0.m[1][1], mass->J0.m[2][2],
                   mass->J0.m[0][1], mass->J0.m[0][2], mass->J0.m[1][2]};
    ab_json_number(json, "mass", mass->mass);
    ab_json_vec3(json, "center_of_mass", mass->center);
    ab_json_numbers(json, "inertia", J, 6);
}

static void put_interface(abJson *json, const abInterfaceNote *n) {
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", n->name);
    ab_json_text(json, "kind", ab_interface_kinds[n->kind]);
    ab_json_integer(json, "nodes", (int64_t)n->node_count);
    ab_json_vec3(json, "point", n->point);
    ab_json_number(json, "static_error", n->static_error);
    ab_json_close(json, '}');
}

static void put_patch(abJson *json, const abContactNote *n) {
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", n->name);
    ab_json_integer(json, "nodes", (int64_t)n->node_count);
    ab_json_integer(json, "modes", n->mode_count);
    ab_json_number(json, "area", n->area);
    ab_json_number(json, "stiffness", n->stiffness);
    ab_json_number(json, "modal_stiffness", n->modal_stiffness);
    ab_json_close(json, '}');
}

static void put_mode(abJson *json, const abModeNote *n) {
    ab_json_open(json, NULL, '{');
    ab_json_number(json, "frequency", n->frequency);
    ab_json_text(json, "kind", ab_mode_kinds[n->kind]);
    ab_json_vec3(json, "effective_mass", n->mass);
    ab_json_close(json, '}');
}

static void put_counts(abJson *json, const abReduceReport *r) {
    ab_json_integer(json, "nodes", (int64_t)r->node_count);
    ab_json_integer(json, "elements", (int64_t)r->element_count);
    ab_json_integer(json, "nodes_of_element", r->element_nodes);
    ab_json_integer(json, "constraint_modes", r->constraint_count);
    ab_json_integer(json, r->is_free ? "free_modes" : "clamped_modes", r->eigen_count);
    ab_json_integer(json, "contact_modes", r->contact_count);
    ab_json_integer(json, "rigid_modes", r->rigid_count);
    ab_json_integer(json, "dependent_modes", r->dependent_count);
    ab_json_number(json, "first_left_out", r->first_left_out);
}

void modes_print_json(const ModesResult *result) {
    const abReduceReport *r = result->report;
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "mesh", result->mesh);
    ab_json_text(&json, "output", result->output);
    put_counts(&json, r);
    put_mass(&json, &result->body->mass);
    ab_json_open(&json, "interfaces", '[');
    for (int i = 0; i < r->interface_count; i++) {
        put_interface(&json, &r->interfaces[i]);
    }
    ab_json_close(&json, ']');
    ab_json_open(&json, "contacts", '[');
    for (int i = 0; i < r->patch_count; i++) {
        put_patch(&json, &r->patches[i]);
    }
    ab_json_close(&json, ']');
    ab_json_open(&json, "modes", '[');
    for (int k = 0; k < r->mode_count; k++) {
        put_mode(&json, &r->modes[k]);
    }
    ab_json_close(&json, ']');
    ab_json_close(&json, '}');
    printf("%s\n", ab_text_string(&text));
    ab_text_done(&text);
}
