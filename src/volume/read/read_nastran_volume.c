// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_nastran_volume.c - Nastran bulk data: GRID, CTETRA with 4 or 10 nodes, PSOLID, MAT1, SET1, RBE2.
//
// An RBE2 becomes the set RBE2_number with its point; a SET1 the set SET1_number; the elements of a
// PSOLID the set PSOLID_number.
//
// Source  MSC Nastran Quick Reference Guide, the entries of these names.
// Limits  grids in coordinate systems of their own are refused; of an RBE2 all grids count, whatever
//         its components. Shells, beams and masses are refused, cards that stiffen nothing passed over.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh/read/nastran_cards.h"
#include "volume/read/volume_read.h"

typedef struct Nastran {
    abVolumeText *text;
    abVolumeMesh *mesh;
    abCard card;
} Nastran;

typedef struct CardReader {
    const char *name;
    abResult (*read)(Nastran *n);
} CardReader;

static abVolumePlace here(const Nastran *n) {
    return (abVolumePlace){n->text->file, n->card.line, 1};
}

static abResult wanted(Nastran *n, int field, const char *what) {
    return ab_volume_problem(n->mesh, here(n), "%s: %s wanted in field %d, found \"%s\"",
                             n->card.fields[0], what, field + 1, ab_card_field(&n->card, field));
}

// A set or material by the card and its number.
static void numbered(const char *card, long id, char out[AB_VOLUME_NAME]) {
    snprintf(out, AB_VOLUME_NAME, "%s_%ld", card, id);
}

static abResult read_grid(Nastran *n) {
    long id;
    double p[3];
    const char *system = ab_card_field(&n->card, 2);
    if (!ab_card_id(&n->card, 1, &id)) {
        return wanted(n, 1, "a number above 0");
    }
    if (strcmp(system, "") != 0 && strcmp(system, "0") != 0) {
        return ab_volume_problem(n->mesh, here(n),
                                 "grid %ld is in the coordinate system %s; only the basic one is "
                                 "read",
                                 id, system);
    }
    for (int i = 0; i < 3; i++) {
        if (!ab_card_real(&n->card, 3 + i, &p[i])) {
            return wanted(n, 3 + i, "a coordinate");
        }
    }
    return ab_volume_add_node(n->mesh, id, (abVec3){p[0], p[1], p[2]}, here(n));
}

static int node_count_of(const abCard *card) {
    for (int i = 7; i < 13; i++) {
        if (ab_card_field(card, i)[0] != '\0') {
            return AB_TETRA_NODES;
        }
    }
    return 4;
}

static abResult read_tetra(Nastran *n) {
    long id, property, nodes[AB_TETRA_NODES];
    int count = node_count_of(&n->card);
    if (!ab_card_id(&n->card, 1, &id) || !ab_card_id(&n->card, 2, &property)) {
        return wanted(n, ab_card_id(&n->card, 1, &id) ? 2 : 1, "a number above 0");
    }
    for (int i = 0; i < count; i++) {
        if (!ab_card_id(&n->card, 3 + i, &nodes[i])) {
            return wanted(n, 3 + i, "the number of a grid");
        }
    }
    AB_TRY(ab_volume_add_element(n->mesh, id, nodes, count, here(n)));
    char name[AB_VOLUME_NAME];
    numbered("PSOLID", property, name);
    int set = ab_volume_set(n->mesh, AB_SET_ELEMENTS, name, here(n));
    abSetMember member = {.kind = AB_MEMBER_ELEMENT, .id = id, .place = here(n)};
    return ab_volume_add_member(n->mesh, set, member);
}

static abResult read_solid(Nastran *n) {
    long id, material;
    if (!ab_card_id(&n->card, 1, &id) || !ab_card_id(&n->card, 2, &material)) {
        return wanted(n, ab_card_id(&n->card, 1, &id) ? 2 : 1, "a number above 0");
    }
    char set[AB_VOLUME_NAME], name[AB_VOLUME_NAME];
    numbered("PSOLID", id, set);
    numbered("MAT1", material, name);
    if (ab_volume_set(n->mesh, AB_SET_ELEMENTS, set, here(n)) < 0) {
        return ab_volume_no_memory(n->mesh);
    }
    return ab_volume_add_section(n->mesh, set, name, here(n));
}

// Two of E, G and nu give the third: G = E / (2 (1 + nu)).
static abResult read_material(Nastran *n) {
    long id;
    double values[4]; // E, G, nu, rho
    if (!ab_card_id(&n->card, 1, &id)) {
        return wanted(n, 1, "a number above 0");
    }
    for (int i = 0; i < 4; i++) {
        if (!ab_card_real(&n->card, 2 + i, &values[i])) {
            return wanted(n, 2 + i, "a number");
        }
        values[i] = ab_card_field(&n->card, 2 + i)[0] == '\0' ? (double)NAN : values[i];
    }
    char name[AB_VOLUME_NAME];
    numbered("MAT1", id, name);
    int index = ab_volume_material(n->mesh, name, here(n));
    if (index < 0) {
        return ab_volume_no_memory(n->mesh);
    }
    abVolumeMaterial *m = &n->mesh->materials[index];
    double E = values[0], G = values[1], nu = values[2];
    m->youngs_modulus = isnan(E) ? 2.0 * G * (1.0 + nu) : E;
    m->poissons_ratio = isnan(nu) ? E / (2.0 * G) - 1.0 : nu;
    m->density = values[3];
    return AB_OK;
}

static abResult add_grid(Nastran *n, int set, long id) {
    abSetMember member = {.kind = AB_MEMBER_NODE, .id = id, .place = here(n)};
    return ab_volume_add_member(n->mesh, set, member);
}

// Numbers from `field` on; a THRU b stands for all between.
static abResult read_list(Nastran *n, int set, int field) {
    long id = 0, last;
    for (int i = field; i < n->card.count; i++) {
        const char *text = ab_card_field(&n->card, i);
        if (text[0] == '\0' || strchr(text, '.') != NULL) {
            continue; // the last of an RBE2 may be its expansion
        }
        if (strcmp(text, "THRU") == 0 && i > field && ab_card_id(&n->card, i + 1, &last)) {
            AB_TRY(ab_volume_add_range(n->mesh, set, AB_MEMBER_NODE, id, last, 1, here(n)));
            i++;
            continue;
        }
        if (!ab_card_id(&n->card, i, &id)) {
            return wanted(n, i, "the number of a grid");
        }
        AB_TRY(add_grid(n, set, id));
    }
    return n->card.left_out == 0
               ? AB_OK
               : ab_volume_problem(n->mesh, here(n), "%s has more than %d fields; make it several",
                                   n->card.fields[0], AB_CARD_FIELDS);
}

static abResult begin_list(Nastran *n, int *set) {
    long id;
    char name[AB_VOLUME_NAME];
    if (!ab_card_id(&n->card, 1, &id)) {
        return wanted(n, 1, "a number above 0");
    }
    numbered(n->card.fields[0], id, name);
    *set = ab_volume_set(n->mesh, AB_SET_NODES, name, here(n));
    return *set >= 0 ? AB_OK : ab_volume_no_memory(n->mesh);
}

static abResult read_set(Nastran *n) {
    int set = 0;
    AB_TRY(begin_list(n, &set));
    return read_list(n, set, 2);
}

static abResult read_rigid(Nastran *n) {
    int set = 0;
    long point;
    AB_TRY(begin_list(n, &set));
    if (!ab_card_id(&n->card, 2, &point)) {
        return wanted(n, 2, "the number of a grid");
    }
    n->mesh->sets[set].has_point = true;
    n->mesh->sets[set].point_id = point;
    return read_list(n, set, 4);
}

static abResult read_foreign(Nastran *n) {
    return ab_volume_add_foreign(n->mesh, n->card.fields[0], 1, here(n));
}

static const CardReader s_cards[] = {
    {"GRID", read_grid},      {"CTETRA", read_tetra},   {"PSOLID", read_solid},
    {"MAT1", read_material},  {"SET1", read_set},       {"RBE2", read_rigid},
    {"CHEXA", read_foreign},  {"CPENTA", read_foreign}, {"CPYRAM", read_foreign},
    {"CTRIA3", read_foreign}, {"CTRIA6", read_foreign}, {"CQUAD4", read_foreign},
    {"CQUAD8", read_foreign}, {"CBAR", read_foreign},   {"CBEAM", read_foreign},
    {"CROD", read_foreign},   {"CONM2", read_foreign},
};

static abResult read_card(Nastran *n) {
    for (size_t i = 0; i < sizeof s_cards / sizeof *s_cards; i++) {
        if (ab_card_is(&n->card, s_cards[i].name)) {
            return s_cards[i].read(n);
        }
    }
    return AB_OK;
}

abResult ab_volume_read_nastran(abVolumeText *text) {
    Nastran *n = AB_ARENA_NEW(&text->mesh->arena, Nastran, 1);
    if (n == NULL) {
        return ab_volume_no_memory(text->mesh);
    }
    *n = (Nastran){.text = text, .mesh = text->mesh};
    n->card.at = text->text;
    n->card.next_line = 1;
    while (ab_card_next(&n->card)) {
        abResult result = read_card(n);
        if (result == AB_IO || ab_volume_is_hopeless(n->mesh)) {
            return result; // other problems are gathered
        }
    }
    text->at = n->card.at;
    return AB_OK;
}
