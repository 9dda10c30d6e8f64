// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_gmsh_volume.c - gmsh's .msh of version 4.1 and 2.2, as text: nodes, tetrahedra, physical groups.
//
// A physical group becomes a set of nodes: those of all its elements, of any dimension. Its name is
// that of $PhysicalNames, or its number. Elements of lower dimension carry nothing, they only name
// nodes. The type 11 of gmsh has its last two nodes the other way round than Abaqus.
//
// Source  Gmsh reference manual 4.8, "MSH file format" and "Legacy formats".
// Limits  binary files are refused, with the way to write a text.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "volume/read/volume_read.h"

enum { DIMENSIONS = 4, NODES_MAX = 64 };

// The elements that gmsh has. What stiffens a body is of dimension 3.
typedef struct Type {
    int number, dimension, nodes;
    const char *name;
} Type;

static const Type s_types[] = {
    {1, 1, 2, "line"},
    {2, 2, 3, "triangle"},
    {3, 2, 4, "quadrangle"},
    {4, 3, 4, "tetrahedron"},
    {5, 3, 8, "8-node hexahedron"},
    {6, 3, 6, "6-node prism"},
    {7, 3, 5, "5-node pyramid"},
    {8, 1, 3, "line"},
    {9, 2, 6, "triangle"},
    {10, 2, 9, "quadrangle"},
    {11, 3, 10, "tetrahedron"},
    {12, 3, 27, "27-node hexahedron"},
    {13, 3, 18, "18-node prism"},
    {14, 3, 14, "14-node pyramid"},
    {15, 0, 1, "point"},
    {16, 2, 8, "quadrangle"},
    {17, 3, 20, "20-node hexahedron"},
    {18, 3, 15, "15-node prism"},
    {19, 3, 13, "13-node pyramid"},
    {21, 2, 10, "triangle"},
    {26, 1, 4, "line"},
    {29, 3, 20, "20-node tetrahedron"},
};

// Which physical groups a geometric entity is in.
typedef struct Entity {
    int dimension;
    long tag;
    int first, count; // of `groups`
} Entity;

typedef struct Gmsh {
    abVolumeText *text;
    abVolumeMesh *mesh;
    Entity *entities;
    size_t entity_count;
    long *groups; // numbers of physical groups
    size_t group_count;
    struct {
        int dimension;
        long tag;
        char name[AB_VOLUME_NAME];
    } * names;
    size_t name_count;
    bool is_old;                  // 2.2
    int last_dimension, last_set; // of the group asked for before
    long last_tag;
} Gmsh;

static abResult wanted(const Gmsh *g, const char *what) {
    char shown[44];
    return ab_volume_problem(g->mesh, ab_volume_text_place(g->text), "%s wanted, found \"%s\"",
                             what, ab_volume_text_shown(g->text, shown));
}

static abResult take_integer(const Gmsh *g, const char *what, long *out) {
    return ab_volume_text_integer_on(g->text, out) ? AB_OK : wanted(g, what);
}

static abResult take_count(const Gmsh *g, const char *what, long *out) {
    AB_TRY(take_integer(g, what, out));
    if (*out < 0) {
        return ab_volume_problem(g->mesh, ab_volume_text_place(g->text),
                                 "%s is %ld; it must not be "
                                 "negative",
                                 what, *out);
    }
    return AB_OK;
}

static abResult take_point(const Gmsh *g, abVec3 *p) {
    bool ok = ab_volume_text_number_on(g->text, &p->x) &&
              ab_volume_text_number_on(g->text, &p->y) && ab_volume_text_number_on(g->text, &p->z);
    return ok ? AB_OK : wanted(g, "a coordinate");
}

// ---- $MeshFormat, $PhysicalNames ----

static abResult read_format(Gmsh *g) {
    double version = 0.0;
    long is_binary = 0, real_size = 0;
    if (!ab_volume_text_number_on(g->text, &version)) {
        return wanted(g, "the version of the format");
    }
    if (version != 4.1 && version != 2.2) {
        return ab_volume_problem(
            g->mesh, ab_volume_text_place(g->text),
            "version %g of the format; 4.1 and 2.2 can be read: save as one of "
            "them (gmsh -format msh41)",
            version);
    }
    AB_TRY(take_integer(g, "0 (text) or 1 (binary)", &is_binary));
    if (is_binary != 0) {
        return ab_volume_problem(g->mesh, ab_volume_text_place(g->text),
                                 "a binary file; save it as a text (gmsh without -bin)");
    }
    g->is_old = version == 2.2;
    return take_integer(g, "the size of a number", &real_size);
}

static abResult read_names(Gmsh *g) {
    long count;
    AB_TRY(take_count(g, "the number of physical names", &count));
    for (long i = 0; i < count; i++) {
        long dimension, tag;
        AB_TRY(take_integer(g, "the dimension of a physical group", &dimension));
        AB_TRY(take_integer(g, "the number of a physical group", &tag));
        if (!AB_ARRAYS_RESERVE(g->mesh->allocator, &g->mesh->arrays, g->names, g->name_count + 1)) {
            return ab_volume_no_memory(g->mesh);
        }
        const char *at = g->text->at;
        g->names[g->name_count].dimension = (int)dimension;
        g->names[g->name_count].tag = tag;
        ab_volume_name(at, strcspn(at, "\n"), g->names[g->name_count++].name);
        ab_volume_text_next_line(g->text);
    }
    return AB_OK;
}

// The set of a physical group.
static int find_set(Gmsh *g, int dimension, long tag, abVolumePlace place) {
    char number[AB_VOLUME_NAME];
    snprintf(number, sizeof number, "%ld", tag);
    const char *name = number;
    for (size_t i = 0; i < g->name_count; i++) {
        if (g->names[i].dimension == dimension && g->names[i].tag == tag) {
            name = g->names[i].name;
        }
    }
    return ab_volume_set(g->mesh, AB_SET_NODES, name, place);
}

// Elements of a group mostly follow each other.
static int set_of(Gmsh *g, int dimension, long tag, abVolumePlace place) {
    if (g->last_set < 0 || g->last_dimension != dimension || g->last_tag != tag) {
        g->last_set = find_set(g, dimension, tag, place);
        g->last_dimension = dimension;
        g->last_tag = tag;
    }
    return g->last_set;
}

// ---- $Entities ----

static abResult skip_numbers(const Gmsh *g, long count) {
    double ignored;
    for (long i = 0; i < count; i++) {
        if (!ab_volume_text_number_on(g->text, &ignored)) {
            return wanted(g, "a number");
        }
    }
    return AB_OK;
}

static abResult read_entity(Gmsh *g, int dimension) {
    long tag, groups, bounds = 0;
    AB_TRY(take_integer(g, "the number of an entity", &tag));
    AB_TRY(skip_numbers(g, dimension == 0 ? 3 : 6));
    AB_TRY(take_count(g, "the number of physical groups", &groups));
    abVolumeMesh *mesh = g->mesh;
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, g->entities, g->entity_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    g->entities[g->entity_count++] = (Entity){dimension, tag, (int)g->group_count, (int)groups};
    for (long i = 0; i < groups; i++) {
        long group;
        AB_TRY(take_integer(g, "a physical group", &group));
        if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, g->groups, g->group_count + 1)) {
            return ab_volume_no_memory(mesh);
        }
        g->groups[g->group_count++] = group;
    }
    if (dimension > 0) {
        AB_TRY(take_count(g, "the number of bounding entities", &bounds));
    }
    return skip_numbers(g, bounds);
}

static int compare_entities(const void *a, const void *b) {
    const Entity *p = a, *q = b;
    return p->dimension != q->dimension ? p->dimension - q->dimension
                                        : (p->tag > q->tag) - (p->tag < q->tag);
}

static abResult read_entities(Gmsh *g) {
    long counts[DIMENSIONS];
    for (int d = 0; d < DIMENSIONS; d++) {
        AB_TRY(take_count(g, "the number of entities", &counts[d]));
    }
    for (int d = 0; d < DIMENSIONS; d++) {
        for (long i = 0; i < counts[d]; i++) {
            AB_TRY(read_entity(g, d));
        }
    }
    if (g->entity_count > 0) {
        qsort(g->entities, g->entity_count, sizeof *g->entities, compare_entities);
    }
    return AB_OK;
}

// ---- $Nodes ----

// Numbers of a block stand before its coordinates.
static abResult read_node_block(Gmsh *g) {
    long dimension, tag, is_parametric, count;
    AB_TRY(take_integer(g, "the dimension of an entity", &dimension));
    AB_TRY(take_integer(g, "the number of an entity", &tag));
    AB_TRY(take_integer(g, "whether there are parameters", &is_parametric));
    AB_TRY(take_count(g, "the number of nodes", &count));
    size_t first = g->mesh->node_count;
    for (long i = 0; i < count; i++) {
        long id;
        AB_TRY(take_integer(g, "the number of a node", &id));
        AB_TRY(ab_volume_add_node(g->mesh, id, (abVec3){0}, ab_volume_text_place(g->text)));
    }
    for (long i = 0; i < count; i++) {
        abVolumeNode *node = &g->mesh->nodes[first + (size_t)i];
        AB_TRY(take_point(g, &node->point));
        node->place = ab_volume_text_place(g->text);
        AB_TRY(skip_numbers(g, is_parametric != 0 && dimension > 0 ? dimension : 0));
    }
    return AB_OK;
}

static abResult read_nodes(Gmsh *g) {
    long blocks, total, low, high;
    AB_TRY(take_count(g, "the number of blocks", &blocks));
    AB_TRY(take_count(g, "the number of nodes", &total));
    AB_TRY(take_integer(g, "the least number of a node", &low));
    AB_TRY(take_integer(g, "the greatest number of a node", &high));
    for (long i = 0; i < blocks; i++) {
        AB_TRY(read_node_block(g));
    }
    return AB_OK;
}

static abResult read_nodes_old(Gmsh *g) {
    long count;
    AB_TRY(take_count(g, "the number of nodes", &count));
    for (long i = 0; i < count; i++) {
        long id;
        abVec3 p;
        AB_TRY(take_integer(g, "the number of a node", &id));
        abVolumePlace place = ab_volume_text_place(g->text);
        AB_TRY(take_point(g, &p));
        AB_TRY(ab_volume_add_node(g->mesh, id, p, place));
    }
    return AB_OK;
}

// ---- $Elements ----

static const Type *type_of(long number) {
    for (size_t i = 0; i < sizeof s_types / sizeof *s_types; i++) {
        if (s_types[i].number == number) {
            return &s_types[i];
        }
    }
    return NULL;
}

static abResult take_type(const Gmsh *g, const Type **type) {
    long number;
    AB_TRY(take_integer(g, "the type of an element", &number));
    *type = type_of(number);
    return *type != NULL
               ? AB_OK
               : ab_volume_problem(g->mesh, ab_volume_text_place(g->text),
                                   "elements of gmsh's type %ld; tetrahedra have 4 or 11", number);
}

static abResult add_to_set(Gmsh *g, int set, const Type *type, const long *nodes,
                           abVolumePlace place) {
    for (int k = 0; k < type->nodes; k++) {
        abSetMember member = {.kind = AB_MEMBER_NODE, .id = nodes[k], .place = place};
        AB_TRY(ab_volume_add_member(g->mesh, set, member));
    }
    return AB_OK;
}

static abResult add_element(Gmsh *g, const Type *type, long id, const long nodes[NODES_MAX],
                            abVolumePlace place) {
    if (type->number == 4 || type->number == 11) {
        long ordered[AB_TETRA_NODES] = {0};
        memcpy(ordered, nodes, (size_t)type->nodes * sizeof *nodes);
        if (type->number == 11) {
            ordered[8] = nodes[9], ordered[9] = nodes[8];
        }
        abResult result = ab_volume_add_element(g->mesh, id, ordered, type->nodes, place);
        return result == AB_BAD_MODEL && !ab_volume_is_hopeless(g->mesh) ? AB_OK : result;
    }
    return type->dimension == 3 ? ab_volume_add_foreign(g->mesh, type->name, 1, place) : AB_OK;
}

static abResult take_nodes(const Gmsh *g, const Type *type, long nodes[NODES_MAX]) {
    for (int k = 0; k < type->nodes; k++) {
        AB_TRY(take_integer(g, "the number of a node", &nodes[k]));
    }
    return AB_OK;
}

static const Entity *entity_of(const Gmsh *g, long dimension, long tag) {
    if (g->entity_count == 0 || dimension < 0 || dimension >= DIMENSIONS) {
        return NULL;
    }
    Entity wanted_one = {.dimension = (int)dimension, .tag = tag};
    return bsearch(&wanted_one, g->entities, g->entity_count, sizeof *g->entities,
                   compare_entities);
}

static abResult read_element(Gmsh *g, const Type *type, const Entity *entity, const int *sets) {
    long id, nodes[NODES_MAX] = {0};
    AB_TRY(take_integer(g, "the number of an element", &id));
    abVolumePlace place = ab_volume_text_place(g->text);
    place.column = 1;
    AB_TRY(take_nodes(g, type, nodes));
    AB_TRY(add_element(g, type, id, nodes, place));
    for (int i = 0; entity != NULL && i < entity->count; i++) {
        AB_TRY(add_to_set(g, sets[i], type, nodes, place));
    }
    return AB_OK;
}

static abResult read_element_block(Gmsh *g) {
    enum { GROUPS_MAX = 64 };
    long dimension, tag, count;
    const Type *type;
    int sets[GROUPS_MAX];
    AB_TRY(take_integer(g, "the dimension of an entity", &dimension));
    AB_TRY(take_integer(g, "the number of an entity", &tag));
    AB_TRY(take_type(g, &type));
    AB_TRY(take_count(g, "the number of elements", &count));
    const Entity *entity = entity_of(g, dimension, tag);
    abVolumePlace place = ab_volume_text_place(g->text);
    if (entity != NULL && entity->count > GROUPS_MAX) {
        return ab_volume_problem(g->mesh, place, "an entity in more than %d groups", GROUPS_MAX);
    }
    for (int i = 0; entity != NULL && i < entity->count; i++) {
        sets[i] = set_of(g, (int)dimension, g->groups[entity->first + i], place);
    }
    for (long i = 0; i < count; i++) {
        AB_TRY(read_element(g, type, entity, sets));
    }
    return AB_OK;
}

static abResult read_elements(Gmsh *g) {
    long blocks, total, low, high;
    AB_TRY(take_count(g, "the number of blocks", &blocks));
    AB_TRY(take_count(g, "the number of elements", &total));
    AB_TRY(take_integer(g, "the least number of an element", &low));
    AB_TRY(take_integer(g, "the greatest number of an element", &high));
    for (long i = 0; i < blocks; i++) {
        AB_TRY(read_element_block(g));
    }
    return AB_OK;
}

static abResult read_element_old(Gmsh *g) {
    long id, tags, group = 0, ignored, nodes[NODES_MAX] = {0};
    const Type *type;
    AB_TRY(take_integer(g, "the number of an element", &id));
    abVolumePlace place = ab_volume_text_place(g->text);
    place.column = 1;
    AB_TRY(take_type(g, &type));
    AB_TRY(take_count(g, "the number of tags", &tags));
    for (long i = 0; i < tags; i++) {
        AB_TRY(take_integer(g, "a tag", i == 0 ? &group : &ignored));
    }
    AB_TRY(take_nodes(g, type, nodes));
    AB_TRY(add_element(g, type, id, nodes, place));
    return group > 0 ? add_to_set(g, set_of(g, type->dimension, group, place), type, nodes, place)
                     : AB_OK;
}

static abResult read_elements_old(Gmsh *g) {
    long count;
    AB_TRY(take_count(g, "the number of elements", &count));
    for (long i = 0; i < count; i++) {
        AB_TRY(read_element_old(g));
    }
    return AB_OK;
}

// ---- sections ----

typedef struct Section {
    const char *name, *end;
    abResult (*read)(Gmsh *g), (*read_old)(Gmsh *g);
} Section;

static const Section s_sections[] = {
    {"$MeshFormat", "$EndMeshFormat", read_format, read_format},
    {"$PhysicalNames", "$EndPhysicalNames", read_names, read_names},
    {"$Entities", "$EndEntities", read_entities, NULL},
    {"$Nodes", "$EndNodes", read_nodes, read_nodes_old},
    {"$Elements", "$EndElements", read_elements, read_elements_old},
};

// To the end of the section, which must be all that is left of it.
static abResult end_section(Gmsh *g, const Section *section) {
    if (!ab_volume_text_begins(g->text, section->end) && ab_volume_text_more(g->text)) {
        return wanted(g, section->end);
    }
    while (!ab_volume_text_begins(g->text, section->end)) {
        if (!ab_volume_text_next_line(g->text)) {
            return ab_volume_problem(g->mesh, ab_volume_text_place(g->text),
                                     "the file ends before %s: it is cut off", section->end);
        }
        if (!ab_volume_text_begins(g->text, section->end) && ab_volume_text_more(g->text)) {
            return wanted(g, section->end);
        }
    }
    return AB_OK;
}

static abResult read_section(Gmsh *g, const Section *section) {
    abResult (*read)(Gmsh *) = g->is_old ? section->read_old : section->read;
    ab_volume_text_next_line(g->text);
    if (read == NULL) {
        return AB_OK;
    }
    AB_TRY(read(g));
    return end_section(g, section);
}

static abResult read_line(Gmsh *g) {
    for (size_t i = 0; i < sizeof s_sections / sizeof *s_sections; i++) {
        if (ab_volume_text_begins(g->text, s_sections[i].name)) {
            return read_section(g, &s_sections[i]);
        }
    }
    return AB_OK; // of a section that is not needed
}

abResult ab_volume_read_gmsh(abVolumeText *text) {
    Gmsh g = {.text = text, .mesh = text->mesh, .last_set = -1};
    if (!ab_volume_text_begins(text, "$MeshFormat")) {
        return wanted(&g, "$MeshFormat in the first line");
    }
    do {
        AB_TRY(read_line(&g));
    } while (ab_volume_text_next_line(text));
    return AB_OK;
}
