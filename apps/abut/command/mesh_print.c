// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_print.c - abut info mesh: a mesh file looked over.

#include "command/mesh_print.h"
#include "mesh/read/mesh_reader.h"

#include <stdio.h>

#include "abut/memory.h"
#include "base/text.h"
#include "mesh/check/mesh_report.h"

static void print_text(const char *file, const abTriangleMesh *mesh, const abMeshReport *report) {
    const abVec3 *low = &report->low, *high = &report->high;
    printf("%s, %s\n", file, mesh->format);
    printf("  holds       %zu points, %zu triangles of %zu faces, %zu part%s\n", mesh->point_count,
           mesh->triangle_count, mesh->face_count, report->part_count,
           report->part_count == 1 ? "" : "s");
    if (mesh->repeated_count > 0) {
        printf("  repeated    %zu points of the file equal an earlier one and count as that\n",
               mesh->repeated_count);
    }
    printf("  box         [%.6g, %.6g, %.6g] to [%.6g, %.6g, %.6g]\n", low->x, low->y, low->z,
           high->x, high->y, high->z);
    if (mesh->triangle_count > 0) {
        printf("  area        %.9g m^2\n", report->area);
    }
    if (report->is_solid) {
        printf("  volume      %.9g m^3: closed, with its outside outside\n", report->volume);
    } else if (mesh->triangle_count > 0) {
        printf("  volume      none: see below\n");
    }
    if (report->unit != NULL) {
        printf("  size        %.3g m across, read as metres; perhaps it is in %s: units: %s\n",
               report->size, report->unit, report->unit);
    }
    bool is_clean = true;
    for (int c = 0; c < AB_MESH_CHECK_COUNT; c++) {
        const abMeshFinding *finding = &report->found[c];
        if (finding->count > 0) {
            char names[300];
            ab_mesh_finding_names(report, (abMeshCheck)c, names, sizeof names);
            printf("  %s%zu %s: %s\n", finding->is_at_least ? "at least " : "", finding->count,
                   ab_mesh_check_text((abMeshCheck)c), names);
            is_clean = false;
        }
    }
    if (is_clean && mesh->triangle_count > 0) {
        printf("  nothing is wrong with it\n");
    }
}

static void put_findings(abJson *json, const abMeshReport *report) {
    ab_json_open(json, "found", '{');
    for (int c = 0; c < AB_MESH_CHECK_COUNT; c++) {
        char names[300];
        ab_mesh_finding_names(report, (abMeshCheck)c, names, sizeof names);
        ab_json_open(json, ab_mesh_check_key((abMeshCheck)c), '{');
        ab_json_integer(json, "count", (long long)report->found[c].count);
        ab_json_boolean(json, "at_least", report->found[c].is_at_least);
        ab_json_text(json, "first", names);
        ab_json_close(json, '}');
    }
    ab_json_close(json, '}');
}

static void print_json(const char *file, const abTriangleMesh *mesh, const abMeshReport *report) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "file", file);
    ab_json_text(&json, "format", mesh->format);
    ab_json_integer(&json, "points", (long long)mesh->point_count);
    ab_json_integer(&json, "triangles", (long long)mesh->triangle_count);
    ab_json_integer(&json, "faces", (long long)mesh->face_count);
    ab_json_integer(&json, "parts", (long long)report->part_count);
    ab_json_integer(&json, "repeated_points", (long long)mesh->repeated_count);
    ab_json_vec3(&json, "low", report->low);
    ab_json_vec3(&json, "high", report->high);
    ab_json_boolean(&json, "solid", report->is_solid);
    ab_json_number(&json, "area", report->area);
    if (report->is_solid) {
        ab_json_number(&json, "volume", report->volume);
    }
    if (report->unit != NULL) {
        ab_json_text(&json, "likely_unit", report->unit);
    }
    put_findings(&json, report);
    ab_json_close(&json, '}');
    printf("%s\n", ab_text_string(&text));
    ab_text_done(&text);
}

abResult mesh_print(const char *file, bool for_machines, abError *error) {
    abArena arena;
    ab_arena_init(&arena, ab_heap(), 1 << 16);
    abTriangleMesh mesh;
    abMeshReport report;
    abResult result = ab_mesh_read(file, NULL, &arena, &mesh, (abPlace){0}, error);
    if (result == AB_OK && !ab_mesh_report(&mesh, ab_heap(), &report)) {
        result = ab_error_add(error, AB_IO, (abPlace){0}, "%s: no memory to look it over", file);
    }
    if (result == AB_OK) {
        (for_machines ? print_json : print_text)(file, &mesh, &report);
    }
    ab_arena_done(&arena);
    return result;
}
