// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_nastran.c - the surface of a Nastran bulk data deck: GRID, CTRIA3 and CQUAD4.
//
// Corners are found by the numbers of their grids, wherever in the file these stand.
//
// Source  MSC Nastran Quick Reference Guide, Bulk Data Entries: Format of Bulk Data Entries, GRID,
//         CTRIA3, CQUAD4.
// Limits  grids in coordinate systems of their own are refused; other cards are passed over, so a
//         solid is seen by the shells that cover it.

#include <stdlib.h>
#include <string.h>

#include "mesh/read/mesh_reader.h"
#include "mesh/read/nastran_cards.h"

// A grid's number and its place among the points.
typedef struct Grid {
    long id;
    int point;
} Grid;

// ---- cards ----

static abResult read_grid(abMeshReader *reader, const abCard *card, Grid *grid) {
    const char *system = ab_card_field(card, 2);
    double p[3];
    if (!ab_card_id(card, 1, &grid->id)) {
        return ab_mesh_problem(reader, card->line, "GRID wants a number above 0, found \"%s\"",
                               ab_card_field(card, 1));
    }
    if (strcmp(system, "") != 0 && strcmp(system, "0") != 0) {
        return ab_mesh_problem(
            reader, card->line,
            "grid %ld is in the coordinate system %s; only the basic one is read", grid->id,
            system);
    }
    for (int i = 0; i < 3; i++) {
        if (!ab_card_real(card, 3 + i, &p[i])) {
            return ab_mesh_problem(reader, card->line, "grid %ld: \"%s\" is no number", grid->id,
                                   ab_card_field(card, 3 + i));
        }
    }
    grid->point = (int)reader->point_count;
    return ab_mesh_add_point(reader, card->line, (abVec3){p[0], p[1], p[2]});
}

static int compare_grids(const void *a, const void *b) {
    long p = ((const Grid *)a)->id, q = ((const Grid *)b)->id;
    return (p > q) - (p < q);
}

static size_t count_grids(const abMeshReader *reader) {
    size_t count = 0;
    abCard card = {.at = reader->text, .next_line = 1};
    while (ab_card_next(&card)) {
        count += ab_card_is(&card, "GRID");
    }
    return count;
}

// Sorted by number, each of which may come once.
static abResult read_grids(abMeshReader *reader, Grid *grids, size_t count) {
    size_t n = 0;
    abCard card = {.at = reader->text, .next_line = 1};
    while (ab_card_next(&card)) {
        if (ab_card_is(&card, "GRID")) {
            AB_TRY(read_grid(reader, &card, &grids[n++]));
        }
    }
    qsort(grids, count, sizeof *grids, compare_grids);
    for (size_t i = 1; i < count; i++) {
        if (grids[i].id == grids[i - 1].id) {
            return ab_mesh_problem(reader, 0, "grid %ld is given twice", grids[i].id);
        }
    }
    return AB_OK;
}

static abResult read_element(abMeshReader *reader, const abCard *card, int corners,
                             const Grid *grids, size_t count) {
    ab_mesh_begin_face(reader);
    for (int i = 0; i < corners; i++) {
        Grid wanted = {0};
        const Grid *found = NULL;
        if (ab_card_id(card, 3 + i, &wanted.id)) {
            found = bsearch(&wanted, grids, count, sizeof *grids, compare_grids);
        }
        if (found == NULL) {
            return ab_mesh_problem(reader, card->line, "%s %s: there is no grid \"%s\"",
                                   ab_card_field(card, 0), ab_card_field(card, 1),
                                   ab_card_field(card, 3 + i));
        }
        AB_TRY(ab_mesh_add_corner(reader, found->point));
    }
    return ab_mesh_end_face(reader, card->line);
}

abResult ab_mesh_read_nastran(abMeshReader *reader) {
    size_t count = count_grids(reader);
    if (count == 0 || strlen(reader->text) < reader->size) {
        return ab_mesh_problem(reader, 0, "has no GRID cards");
    }
    Grid *grids = AB_ARENA_NEW(reader->scratch, Grid, count);
    if (grids == NULL) {
        return ab_mesh_no_memory(reader);
    }
    AB_TRY(read_grids(reader, grids, count));
    abCard card = {.at = reader->text, .next_line = 1};
    while (ab_card_next(&card)) {
        bool is_triangle = ab_card_is(&card, "CTRIA3");
        if (is_triangle || ab_card_is(&card, "CQUAD4")) {
            AB_TRY(read_element(reader, &card, is_triangle ? 3 : 4, grids, count));
        }
    }
    return AB_OK;
}
