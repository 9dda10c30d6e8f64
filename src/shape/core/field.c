// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// field.c - looking up fields.

#include "shape/core/field.h"

#include <math.h>

#include "math/core/vector_math.h"
#include "math/expression/expression_evaluate.h"
#include "mesh/core/mesh_closest.h"
#include "shape/core/field_grid.h"

bool ab_field_of_points(abField *field, const abMeshSurface *surface, const double *values,
                        abArena *arena) {
    size_t n = surface->mesh->point_count;
    double *own = AB_ARENA_NEW(arena, double, n);
    for (size_t i = 0; i < n && own != NULL; i++) {
        own[i] = values[surface->mesh->numbers[i] - 1];
    }
    *field = (abField){.kind = AB_FIELD_OF_POINTS, .surface = surface, .at_points = own};
    return own != NULL;
}

static double area_of(const abTriangleMesh *mesh, size_t t) {
    abVec3 a = ab_mesh_corner(mesh, t, 0);
    abVec3 u = ab_sub(ab_mesh_corner(mesh, t, 1), a), v = ab_sub(ab_mesh_corner(mesh, t, 2), a);
    return ab_norm(ab_cross(u, v));
}

bool ab_field_of_faces(abField *field, const abMeshSurface *surface, const double *values,
                       abArena *arena) {
    const abTriangleMesh *mesh = surface->mesh;
    double *own = AB_ARENA_NEW(arena, double, mesh->triangle_count);
    double *means = AB_ARENA_NEW(arena, double, mesh->point_count);
    double *areas = AB_ARENA_NEW(arena, double, mesh->point_count);
    if (own == NULL || means == NULL || areas == NULL) {
        return false;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        double area = area_of(mesh, t);
        own[t] = values[mesh->faces[t] - 1];
        for (int i = 0; i < 3; i++) {
            means[mesh->triangles[3 * t + (size_t)i]] += area * own[t];
            areas[mesh->triangles[3 * t + (size_t)i]] += area;
        }
    }
    for (size_t i = 0; i < mesh->point_count; i++) {
        means[i] = areas[i] > 0.0 ? means[i] / areas[i] : 0.0;
    }
    *field = (abField){
        .kind = AB_FIELD_OF_FACES, .surface = surface, .at_points = means, .of_triangles = own};
    return true;
}

double ab_field_at_point(const abField *field, int point) {
    return field->at_points[point];
}

double ab_field_on_triangle(const abField *field, int triangle, const double weight[3]) {
    const int *corners = &field->surface->mesh->triangles[3 * triangle];
    if (field->kind == AB_FIELD_OF_POINTS) {
        return weight[0] * field->at_points[corners[0]] + weight[1] * field->at_points[corners[1]] +
               weight[2] * field->at_points[corners[2]];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        if (weight[j] == 0.0 && weight[k] == 0.0) {
            return field->at_points[corners[i]];
        }
        if (weight[i] == 0.0 && weight[j] > 0.0 && weight[k] > 0.0) {
            int beside = field->surface->beside[3 * triangle + j]; // across the side from j to k
            return 0.5 * (field->of_triangles[triangle] + field->of_triangles[beside]);
        }
    }
    return field->of_triangles[triangle];
}

double ab_field_in_triangle(const abField *field, int triangle, const double weight[3]) {
    return field->kind == AB_FIELD_OF_FACES ? field->of_triangles[triangle]
                                            : ab_field_on_triangle(field, triangle, weight);
}

static double on_mesh(const abField *field, abVec3 p) {
    abMeshClosest at = ab_mesh_closest(field->surface, p, INFINITY);
    double weight[3];
    ab_mesh_weights(field->surface, at.triangle, at.point, at.feature, weight);
    return ab_field_on_triangle(field, at.triangle, weight);
}

double ab_field_at_place(const abField *field, abVec3 p) {
    if (field->kind == AB_FIELD_OF_GRID) {
        return ab_field_on_grid(&field->grid, p);
    }
    if (field->kind != AB_FIELD_OF_PLACE) {
        return on_mesh(field, p);
    }
    double scale = 1.0 / field->length;
    const abJet time = {0.0, 0.0, 0.0};
    const abJet inputs[3] = {
        {scale * p.x, 0.0, 0.0}, {scale * p.y, 0.0, 0.0}, {scale * p.z, 0.0, 0.0}};
    return field->unit * ab_expression_evaluate_with(field->expression, time, inputs).value;
}
