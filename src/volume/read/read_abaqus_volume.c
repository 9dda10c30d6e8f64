// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_abaqus_volume.c - input files of Abaqus and CalculiX: nodes, C3D4 and C3D10, sets, surfaces,
// materials, files in files.
//
// A keyword begins with a star, remarks with two. CPS, CPE, M3D and T3D elements of a mesher only name
// the nodes of faces and edges: they go into their sets and carry nothing.
//
// Source  CalculiX CrunchiX user's manual 2.20, chapter 7; Abaqus keywords of the same names.
// Limits  other keywords are passed over. Parts, instances and assemblies are read as one body.

#include <math.h>
#include <string.h>
#include <strings.h>

#include "volume/read/volume_file.h"
#include "volume/read/volume_read.h"

enum { ELEMENT_NODES_MAX = 32, PARAMETER_SIZE = 256 };

typedef struct Abaqus Abaqus;

// A keyword and the lines behind it.
typedef struct Keyword {
    const char *name;
    abResult (*begin)(Abaqus *a); // NULL: nothing
    abResult (*line)(Abaqus *a);  // NULL: no lines
} Keyword;

typedef struct ElementType {
    const char *name; // or how it begins, with a star
    int nodes;        // 4 or 10: tetrahedra; 0: only names nodes; -1: cannot be computed
} ElementType;

struct Abaqus {
    abVolumeText *text;
    abVolumeMesh *mesh;
    const Keyword *keyword; // NULL: passed over
    int set;                // being filled; -1: none
    int material;           // -1: none yet
    bool generates;
    bool of_nodes; // of the surface
    const ElementType *type;
    char type_name[40];
};

static abResult read_file(Abaqus *a);

// ---- parameters of a keyword ----

// The value of NAME=value in the keyword's line; a name without value has "". False when not given.
static bool parameter(const Abaqus *a, const char *name, char out[PARAMETER_SIZE]) {
    const char *line = a->text->begins, *end = line + strcspn(line, "\r\n");
    size_t length = strlen(name);
    for (const char *at = memchr(line, ',', (size_t)(end - line)); at != NULL;
         at = memchr(at, ',', (size_t)(end - at))) {
        at++;
        at += strspn(at, " \t");
        if (at + length <= end && strncasecmp(at, name, length) == 0) {
            const char *behind = at + length + strspn(at + length, " \t");
            bool has_value = *behind == '=';
            if (has_value || behind >= end || *behind == ',') {
                size_t size = has_value ? strcspn(behind + 1, ",\r\n") : 0;
                size = size < PARAMETER_SIZE - 1 ? size : PARAMETER_SIZE - 1;
                memcpy(out, behind + 1, size);
                out[size] = '\0';
                return true;
            }
        }
    }
    return false;
}

static abVolumePlace here(const Abaqus *a) {
    return ab_volume_text_place(a->text);
}

// The set that the keyword names with that parameter: -1 when it does not.
static int named(Abaqus *a, const char *name, abSetKind kind) {
    char value[PARAMETER_SIZE], clean[AB_VOLUME_NAME];
    if (!parameter(a, name, value)) {
        return -1;
    }
    ab_volume_name(value, strlen(value), clean);
    return ab_volume_set(a->mesh, kind, clean, here(a));
}

static abResult wanted(Abaqus *a, const char *what) {
    char shown[44];
    return ab_volume_problem(a->mesh, here(a), "*%s: %s wanted, found \"%s\"", a->keyword->name,
                             what, ab_volume_text_shown(a->text, shown));
}

static abResult must_have(Abaqus *a, const char *name) {
    return ab_volume_problem(a->mesh, here(a), "*%s has no %s=", a->keyword->name, name);
}

// ---- *NODE, *ELEMENT ----

static abResult begin_nodes(Abaqus *a) {
    a->set = named(a, "NSET", AB_SET_NODES);
    return AB_OK;
}

static abResult add_node_to(Abaqus *a, int set, long id) {
    abSetMember member = {.kind = AB_MEMBER_NODE, .id = id, .place = here(a)};
    return set >= 0 ? ab_volume_add_member(a->mesh, set, member) : AB_OK;
}

static abResult node_line(Abaqus *a) {
    long id;
    double p[3] = {0.0, 0.0, 0.0};
    abVolumePlace place = here(a);
    if (!ab_volume_text_integer(a->text, &id)) {
        return wanted(a, "the number of a node");
    }
    for (int i = 0; i < 3 && ab_volume_text_more(a->text); i++) {
        if (!ab_volume_text_number(a->text, &p[i])) {
            return wanted(a, "a coordinate");
        }
    }
    AB_TRY(add_node_to(a, a->set, id));
    return ab_volume_add_node(a->mesh, id, (abVec3){p[0], p[1], p[2]}, place);
}

static const ElementType s_types[] = {{"C3D4", 4}, {"C3D10", 10}, {"CPS*", 0}, {"CPE*", 0},
                                      {"M3D*", 0}, {"T3D*", 0},   {"*", -1}};

static const ElementType *type_of(const char *name) {
    for (size_t i = 0;; i++) {
        size_t length = strcspn(s_types[i].name, "*");
        bool is_begin = s_types[i].name[length] == '*';
        if (strncasecmp(name, s_types[i].name, length) == 0 && (is_begin || name[length] == '\0')) {
            return &s_types[i];
        }
    }
}

static abResult begin_elements(Abaqus *a) {
    char value[PARAMETER_SIZE], clean[AB_VOLUME_NAME];
    if (!parameter(a, "TYPE", value)) {
        return must_have(a, "TYPE");
    }
    ab_volume_name(value, strlen(value), clean);
    clean[sizeof a->type_name - 1] = '\0';
    memcpy(a->type_name, clean, sizeof a->type_name);
    a->type = type_of(clean);
    a->set = named(a, "ELSET", AB_SET_ELEMENTS);
    return AB_OK;
}

static abResult element_nodes(Abaqus *a, long nodes[ELEMENT_NODES_MAX], int *count) {
    bool across = a->type->nodes > 0; // as many as the type has, on any number of lines
    *count = 0;
    while (across ? *count < a->type->nodes
                  : *count < ELEMENT_NODES_MAX && ab_volume_text_more(a->text)) {
        bool ok = across ? ab_volume_text_integer_on(a->text, &nodes[*count])
                         : ab_volume_text_integer(a->text, &nodes[*count]);
        if (!ok) {
            return wanted(a, "the number of a node");
        }
        (*count)++;
    }
    return AB_OK;
}

static abResult add_element(Abaqus *a, long id, const long *nodes, int count, abVolumePlace place) {
    if (a->type->nodes < 0) {
        return ab_volume_add_foreign(a->mesh, a->type_name, 1, place);
    }
    if (a->type->nodes == 0) {
        for (int i = 0; i < count; i++) {
            AB_TRY(add_node_to(a, a->set, nodes[i]));
        }
        return AB_OK;
    }
    AB_TRY(ab_volume_add_element(a->mesh, id, nodes, count, place));
    abSetMember member = {.kind = AB_MEMBER_ELEMENT, .id = id, .place = place};
    return a->set >= 0 ? ab_volume_add_member(a->mesh, a->set, member) : AB_OK;
}

static abResult element_line(Abaqus *a) {
    long id, nodes[ELEMENT_NODES_MAX];
    int count;
    abVolumePlace place = here(a);
    if (a->type == NULL) {
        return AB_OK; // its type is missing, which was said
    }
    if (!ab_volume_text_integer(a->text, &id)) {
        return wanted(a, "the number of an element");
    }
    AB_TRY(element_nodes(a, nodes, &count));
    return add_element(a, id, nodes, count, place);
}

// ---- *NSET, *ELSET, *SURFACE ----

static abResult begin_set(Abaqus *a, const char *name, abSetKind kind) {
    char value[PARAMETER_SIZE];
    a->set = named(a, name, kind);
    a->generates = parameter(a, "GENERATE", value);
    return a->set >= 0 || a->mesh->set_count >= AB_VOLUME_SETS ? AB_OK : must_have(a, name);
}

static abResult begin_node_set(Abaqus *a) {
    return begin_set(a, "NSET", AB_SET_NODES);
}

static abResult begin_element_set(Abaqus *a) {
    return begin_set(a, "ELSET", AB_SET_ELEMENTS);
}

// A name up to the next comma.
static const char *take_name(Abaqus *a) {
    char clean[AB_VOLUME_NAME];
    size_t length = strcspn(a->text->at, ",\r\n");
    ab_volume_name(a->text->at, length, clean);
    a->text->at += length;
    return ab_volume_text(a->mesh, clean);
}

static abResult add_named(Abaqus *a, abSetKind of, int face, abVolumePlace place) {
    const char *name = take_name(a);
    if (name == NULL) {
        return ab_volume_no_memory(a->mesh);
    }
    abSetMember member = {
        .kind = AB_MEMBER_SET, .of = of, .face = face, .name = name, .place = place};
    return ab_volume_add_member(a->mesh, a->set, member);
}

static abMemberKind member_kind(const Abaqus *a) {
    return a->mesh->sets[a->set].kind == AB_SET_NODES ? AB_MEMBER_NODE : AB_MEMBER_ELEMENT;
}

static abResult generate_line(Abaqus *a) {
    long first, last, step = 1;
    abVolumePlace place = here(a);
    bool ok = ab_volume_text_integer(a->text, &first) && ab_volume_text_integer(a->text, &last) &&
              (!ab_volume_text_more(a->text) || ab_volume_text_integer(a->text, &step));
    return ok ? ab_volume_add_range(a->mesh, a->set, member_kind(a), first, last, step, place)
              : wanted(a, "first, last and step");
}

static abResult set_line(Abaqus *a) {
    if (a->set < 0) {
        return AB_OK;
    }
    if (a->generates) {
        return generate_line(a);
    }
    while (ab_volume_text_more(a->text)) {
        abVolumePlace place = here(a);
        long id;
        if (ab_volume_text_integer(a->text, &id)) {
            abSetMember member = {.kind = member_kind(a), .id = id, .place = place};
            AB_TRY(ab_volume_add_member(a->mesh, a->set, member));
        } else {
            AB_TRY(add_named(a, a->mesh->sets[a->set].kind, -1, place));
        }
    }
    return AB_OK;
}

static abResult begin_surface(Abaqus *a) {
    char value[PARAMETER_SIZE];
    a->set = named(a, "NAME", AB_SET_SURFACE);
    a->of_nodes = parameter(a, "TYPE", value) && strcasecmp(value, "NODE") == 0;
    return a->set >= 0 || a->mesh->set_count >= AB_VOLUME_SETS ? AB_OK : must_have(a, "NAME");
}

// S1 to S4 behind the element, or nothing.
static abResult take_face(Abaqus *a, int *face) {
    *face = -1;
    if (!ab_volume_text_more(a->text)) {
        return AB_OK;
    }
    const char *at = a->text->at;
    if ((at[0] != 'S' && at[0] != 's') || at[1] < '1' || at[1] > '4') {
        return wanted(a, "a face S1 to S4");
    }
    *face = at[1] - '1';
    return AB_OK;
}

static abResult surface_line(Abaqus *a) {
    if (a->set < 0) {
        return AB_OK;
    }
    abVolumePlace place = here(a);
    abVolumeText before = *a->text;
    long id;
    bool is_number = ab_volume_text_integer(a->text, &id);
    if (!is_number) {
        a->text->at += strcspn(a->text->at, ",\r\n");
    }
    int face = -1;
    if (!a->of_nodes) {
        AB_TRY(take_face(a, &face));
    }
    if (!is_number) {
        a->text->at = before.at;
        return add_named(a, a->of_nodes ? AB_SET_NODES : AB_SET_ELEMENTS, face, place);
    }
    abSetMember member = {.kind = a->of_nodes ? AB_MEMBER_NODE
                                  : face >= 0 ? AB_MEMBER_FACE
                                              : AB_MEMBER_ELEMENT,
                          .face = face,
                          .id = id,
                          .place = place};
    return ab_volume_add_member(a->mesh, a->set, member);
}

// ---- materials ----

static abResult begin_material(Abaqus *a) {
    char value[PARAMETER_SIZE], clean[AB_VOLUME_NAME];
    if (!parameter(a, "NAME", value)) {
        return must_have(a, "NAME");
    }
    ab_volume_name(value, strlen(value), clean);
    a->material = ab_volume_material(a->mesh, clean, here(a));
    return a->material >= 0 ? AB_OK : ab_volume_no_memory(a->mesh);
}

static abResult begin_property(Abaqus *a) {
    char type[PARAMETER_SIZE] = "";
    if (a->material < 0) {
        return ab_volume_problem(a->mesh, here(a), "*%s stands before any *MATERIAL",
                                 a->keyword->name);
    }
    if (parameter(a, "TYPE", type) && strncasecmp(type, "ISO", 3) != 0) {
        return ab_volume_problem(a->mesh, here(a), "*%s: TYPE=%.40s; only ISO can be computed",
                                 a->keyword->name, type);
    }
    return AB_OK;
}

// Of a table by temperature the first line counts.
static abResult elastic_line(Abaqus *a) {
    double E, nu;
    if (a->material < 0 || !isnan(a->mesh->materials[a->material].youngs_modulus)) {
        return AB_OK;
    }
    if (!ab_volume_text_number(a->text, &E) || !ab_volume_text_number(a->text, &nu)) {
        return wanted(a, "Young's modulus and Poisson's ratio");
    }
    a->mesh->materials[a->material].youngs_modulus = E;
    a->mesh->materials[a->material].poissons_ratio = nu;
    return AB_OK;
}

static abResult density_line(Abaqus *a) {
    double density;
    if (a->material < 0 || !isnan(a->mesh->materials[a->material].density)) {
        return AB_OK;
    }
    if (!ab_volume_text_number(a->text, &density)) {
        return wanted(a, "a density");
    }
    a->mesh->materials[a->material].density = density;
    return AB_OK;
}

static abResult begin_section(Abaqus *a) {
    char set[PARAMETER_SIZE], material[PARAMETER_SIZE];
    char set_name[AB_VOLUME_NAME], material_name[AB_VOLUME_NAME];
    if (!parameter(a, "ELSET", set)) {
        return must_have(a, "ELSET");
    }
    if (!parameter(a, "MATERIAL", material)) {
        return must_have(a, "MATERIAL");
    }
    ab_volume_name(set, strlen(set), set_name);
    ab_volume_name(material, strlen(material), material_name);
    return ab_volume_add_section(a->mesh, set_name, material_name, here(a));
}

// ---- files in files ----

static abResult begin_include(Abaqus *a) {
    char value[PARAMETER_SIZE];
    if (!parameter(a, "INPUT", value)) {
        return must_have(a, "INPUT");
    }
    char *file = value + strspn(value, " \t\"");
    file[strcspn(file, "\"")] = '\0';
    for (size_t n = strlen(file); n > 0 && (file[n - 1] == ' ' || file[n - 1] == '\t'); n--) {
        file[n - 1] = '\0';
    }
    abVolumeText named_text;
    AB_TRY(ab_volume_load_named(a->text, &named_text, file, here(a)));
    Abaqus inner = *a;
    inner.text = &named_text;
    inner.keyword = NULL;
    AB_TRY(read_file(&inner));
    a->material = inner.material;
    return AB_OK;
}

// ---- the file ----

static const Keyword s_keywords[] = {
    {"NODE", begin_nodes, node_line},          {"ELEMENT", begin_elements, element_line},
    {"NSET", begin_node_set, set_line},        {"ELSET", begin_element_set, set_line},
    {"SURFACE", begin_surface, surface_line},  {"MATERIAL", begin_material, NULL},
    {"ELASTIC", begin_property, elastic_line}, {"DENSITY", begin_property, density_line},
    {"SOLID SECTION", begin_section, NULL},    {"INCLUDE", begin_include, NULL},
};

static const Keyword *keyword_of(const char *line) {
    size_t length = strcspn(line, ",\r\n");
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) {
        length--;
    }
    for (size_t i = 0; i < sizeof s_keywords / sizeof *s_keywords; i++) {
        const char *name = s_keywords[i].name;
        if (strlen(name) == length && strncasecmp(line, name, length) == 0) {
            return &s_keywords[i];
        }
    }
    return NULL;
}

static abResult read_line(Abaqus *a) {
    const char *line = a->text->begins;
    if (strncmp(line, "**", 2) == 0 || !ab_volume_text_more(a->text)) {
        return AB_OK;
    }
    if (*line == '*') {
        a->keyword = keyword_of(line + 1);
        a->set = -1;
        a->type = NULL;
        return a->keyword != NULL && a->keyword->begin != NULL ? a->keyword->begin(a) : AB_OK;
    }
    return a->keyword != NULL && a->keyword->line != NULL ? a->keyword->line(a) : AB_OK;
}

static abResult read_file(Abaqus *a) {
    do {
        abResult result = read_line(a);
        if (result == AB_IO || ab_volume_is_hopeless(a->mesh)) {
            return result; // other problems are gathered
        }
    } while (ab_volume_text_next_line(a->text));
    return AB_OK;
}

abResult ab_volume_read_abaqus(abVolumeText *text) {
    Abaqus a = {.text = text, .mesh = text->mesh, .set = -1, .material = -1};
    return read_file(&a);
}
