// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// read_ply.c - PLY, the Stanford polygon format: text, little and big endian.
//
// The header lists elements with their properties. We keep x, y, z of `vertex` and the list
// vertex_indices (or vertex_index) of `face`; everything else is read over. A count in the header
// must fit the bytes that follow.
//
// Source  G. Turk, The PLY Polygon File Format, version 1.0 (Stanford, 1994).
// Limits  triangle strips (tristrips) are refused; colours, normals, edges are passed over.

#include <stdio.h>
#include <string.h>

#include "mesh/read/mesh_reader.h"
#include "mesh/read/mesh_words.h"

typedef enum Type { I8, U8, I16, U16, I32, U32, F32, F64, TYPES } Type;

static const struct {
    const char *names[2]; // old and new
    int size;
    double low, high; // of the integers
} s_types[TYPES] = {
    [I8] = {{"char", "int8"}, 1, -128.0, 127.0},
    [U8] = {{"uchar", "uint8"}, 1, 0.0, 255.0},
    [I16] = {{"short", "int16"}, 2, -32768.0, 32767.0},
    [U16] = {{"ushort", "uint16"}, 2, 0.0, 65535.0},
    [I32] = {{"int", "int32"}, 4, -2147483648.0, 2147483647.0},
    [U32] = {{"uint", "uint32"}, 4, 0.0, 4294967295.0},
    [F32] = {{"float", "float32"}, 4, 0.0, 0.0},
    [F64] = {{"double", "float64"}, 8, 0.0, 0.0},
};

typedef enum Role { NOTHING, X, Y, Z, CORNERS } Role;

typedef struct Property {
    Role role;
    bool is_list;
    Type count_type, type;
} Property;

enum { PROPERTIES = 64, ELEMENTS = 16 };

typedef struct Element {
    char name[32];
    bool is_vertex, is_face;
    double count;
    int property_count;
    Property properties[PROPERTIES];
} Element;

typedef struct Ply {
    abMeshReader *reader;
    enum { TEXT, LITTLE, BIG } kind;
    abWords words;        // of the header, and of a text's body
    const char *at, *end; // of a binary body
    size_t element_count;
    Element elements[ELEMENTS];
    size_t vertices; // as the header says
} Ply;

static abResult problem_here(const Ply *ply, const char *wanted) {
    char shown[44];
    return ab_mesh_problem(ply->reader, ply->words.line, "%s, found \"%s\"", wanted,
                           ab_words_shown(&ply->words, shown));
}

// ---- the header ----

static bool take_type(Ply *ply, Type *type) {
    for (int t = 0; t < TYPES; t++) {
        if (ab_words_take(&ply->words, s_types[t].names[0]) ||
            ab_words_take(&ply->words, s_types[t].names[1])) {
            *type = (Type)t;
            return true;
        }
    }
    return false;
}

static abResult read_format(Ply *ply) {
    static const char *const kinds[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    for (int k = 0; k < 3; k++) {
        if (ab_words_take(&ply->words, kinds[k])) {
            ply->kind = k;
            return ab_words_take(&ply->words, "1.0") ? AB_OK
                                                     : problem_here(ply, "wants version 1.0");
        }
    }
    return problem_here(ply, "wants ascii, binary_little_endian or binary_big_endian");
}

static abResult read_element(Ply *ply) {
    if (ply->element_count >= ELEMENTS) {
        return problem_here(ply, "more than 16 elements");
    }
    Element *element = &ply->elements[ply->element_count++];
    char shown[44];
    snprintf(element->name, sizeof element->name, "%s", ab_words_shown(&ply->words, shown));
    ab_words_skip(&ply->words);
    element->is_vertex = strcmp(element->name, "vertex") == 0;
    element->is_face = strcmp(element->name, "face") == 0;
    if (!ab_words_number(&ply->words, &element->count) || !(element->count >= 0.0) ||
        !(element->count <= 4294967295.0) || element->count != (double)(uint32_t)element->count) {
        return problem_here(ply, "an element has a name and a count");
    }
    ply->vertices += element->is_vertex ? (size_t)element->count : 0;
    return AB_OK;
}

static Role role_of(Ply *ply, const Element *element, bool is_list) {
    static const struct {
        const char *name;
        Role role;
    } roles[] = {
        {"x", X}, {"y", Y}, {"z", Z}, {"vertex_indices", CORNERS}, {"vertex_index", CORNERS}};
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        bool fits =
            roles[i].role == CORNERS ? element->is_face && is_list : element->is_vertex && !is_list;
        if (fits && ab_words_take(&ply->words, roles[i].name)) {
            return roles[i].role;
        }
    }
    return NOTHING;
}

static abResult read_property(Ply *ply) {
    Element *element = ply->element_count > 0 ? &ply->elements[ply->element_count - 1] : NULL;
    if (element == NULL || element->property_count >= PROPERTIES) {
        return problem_here(ply, element == NULL ? "a property without an element"
                                                 : "more than 64 properties");
    }
    Property *property = &element->properties[element->property_count++];
    property->is_list = ab_words_take(&ply->words, "list");
    if ((property->is_list && (!take_type(ply, &property->count_type) ||
                               property->count_type == F32 || property->count_type == F64)) ||
        !take_type(ply, &property->type)) {
        return problem_here(ply, "wants a type such as uchar, int or float");
    }
    property->role = role_of(ply, element, property->is_list);
    return AB_OK;
}

// Line after line until end_header, then to the first byte of the body.
static abResult read_header(Ply *ply) {
    abWords *words = &ply->words;
    bool has_format = false;
    if (!ab_words_take(words, "ply")) {
        return problem_here(ply, "a PLY file begins with the word ply");
    }
    while (ab_words_next_line(words)) {
        if (ab_words_take(words, "format")) {
            AB_TRY(read_format(ply));
            has_format = true;
        } else if (ab_words_take(words, "element")) {
            AB_TRY(read_element(ply));
        } else if (ab_words_take(words, "property")) {
            AB_TRY(read_property(ply));
        } else if (ab_words_take(words, "end_header")) {
            if (!has_format) {
                return ab_mesh_problem(ply->reader, words->line, "the header has no format");
            }
            const char *newline = strchr(words->at, '\n');
            const char *end = ply->reader->text + ply->reader->size;
            ply->at = newline != NULL ? newline + 1 : end;
            ply->end = end;
            return AB_OK;
        } else if (!ab_words_take(words, "comment") && !ab_words_take(words, "obj_info")) {
            return problem_here(ply, "wants format, element, property, comment or end_header");
        }
    }
    return ab_mesh_problem(ply->reader, words->line, "the header does not end (end_header)");
}

// ---- the body ----

static double binary_value(const Ply *ply, Type type) {
    unsigned char b[8] = {0};
    uint64_t bits = 0;
    memcpy(b, ply->at, (size_t)s_types[type].size);
    for (int i = 0; i < s_types[type].size; i++) {
        int shift = 8 * (ply->kind == LITTLE ? i : s_types[type].size - 1 - i);
        bits |= (uint64_t)b[i] << shift;
    }
    switch (type) {
    case I8:
        return (double)(int8_t)bits;
    case I16:
        return (double)(int16_t)bits;
    case I32:
        return (double)(int32_t)bits;
    case F32: {
        uint32_t narrow = (uint32_t)bits;
        float value;
        memcpy(&value, &narrow, sizeof value);
        return (double)value;
    }
    case F64: {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    default:
        return (double)bits;
    }
}

static abResult read_value(Ply *ply, const Element *element, Type type, double *value) {
    if (ply->kind != TEXT) {
        if (ply->end - ply->at < s_types[type].size) {
            return ab_mesh_problem(ply->reader, 0, "the file ends within element %s",
                                   element->name);
        }
        *value = binary_value(ply, type);
        ply->at += s_types[type].size;
        return AB_OK;
    }
    if (!ab_words_more(&ply->words) && !ab_words_next_line(&ply->words)) {
        return ab_mesh_problem(ply->reader, ply->words.line, "the file ends within element %s",
                               element->name);
    }
    return ab_words_number(&ply->words, value) ? AB_OK : problem_here(ply, "wants a number");
}

static int line_of(const Ply *ply) {
    return ply->kind == TEXT ? ply->words.line : 0;
}

// A number that must be an integer from 0 to below `limit`.
static abResult read_index(Ply *ply, const Element *element, Type type, size_t limit,
                           const char *what, size_t *index) {
    double value = 0.0;
    AB_TRY(read_value(ply, element, type, &value));
    if (!(value >= 0.0 && value < (double)limit) || value != (double)(size_t)value) {
        return ab_mesh_problem(ply->reader, line_of(ply), "face %zu: %s %g is not from 0 to %zu",
                               ply->reader->face_count + 1, what, value, limit - 1);
    }
    *index = (size_t)value;
    return AB_OK;
}

static abResult read_list(Ply *ply, const Element *element, const Property *property) {
    bool is_face = property->role == CORNERS;
    size_t count = 0;
    AB_TRY(read_index(ply, element, property->count_type, UINT32_MAX, "a list of length", &count));
    if (is_face) {
        ab_mesh_begin_face(ply->reader);
    }
    for (size_t i = 0; i < count; i++) {
        size_t corner = 0;
        double value;
        if (is_face) {
            AB_TRY(read_index(ply, element, property->type, ply->reader->point_count, "vertex",
                              &corner));
            AB_TRY(ab_mesh_add_corner(ply->reader, (int)corner));
        } else {
            AB_TRY(read_value(ply, element, property->type, &value));
        }
    }
    return is_face ? ab_mesh_end_face(ply->reader, line_of(ply)) : AB_OK;
}

static abResult read_item(Ply *ply, const Element *element) {
    double values[CORNERS + 1] = {0.0}; // by role
    for (int i = 0; i < element->property_count; i++) {
        const Property *property = &element->properties[i];
        if (property->is_list) {
            AB_TRY(read_list(ply, element, property));
        } else {
            AB_TRY(read_value(ply, element, property->type, &values[property->role]));
        }
    }
    return element->is_vertex ? ab_mesh_add_point(ply->reader, line_of(ply),
                                                  (abVec3){values[X], values[Y], values[Z]})
                              : AB_OK;
}

// Bytes that an item takes at least.
static double minimum_size(const Ply *ply, const Element *element) {
    double bytes = 0.0;
    for (int i = 0; i < element->property_count; i++) {
        const Property *p = &element->properties[i];
        bytes += ply->kind == TEXT ? 2.0 : s_types[p->is_list ? p->count_type : p->type].size;
    }
    return bytes;
}

static bool has_role(const Element *element, Role role) {
    for (int i = 0; i < element->property_count; i++) {
        if (element->properties[i].role == role) {
            return true;
        }
    }
    return false;
}

static abResult check_element(const Ply *ply, const Element *element) {
    const char *from = ply->kind == TEXT ? ply->words.at : ply->at;
    double room = (double)(ply->end - from) + 1.0; // the last line may lack its end
    if (element->count * minimum_size(ply, element) > room) {
        return ab_mesh_problem(ply->reader, 0,
                               "the header claims %.0f of element %s, but %.0f bytes are left",
                               element->count, element->name, room - 1.0);
    }
    if (element->is_vertex &&
        !(has_role(element, X) && has_role(element, Y) && has_role(element, Z))) {
        return ab_mesh_problem(ply->reader, 0, "element vertex needs the properties x, y and z");
    }
    if (element->is_face && element->count > 0.0 && !has_role(element, CORNERS)) {
        return ab_mesh_problem(ply->reader, 0,
                               "element face needs the list vertex_indices or vertex_index");
    }
    bool has_points = ply->reader->point_count > 0;
    if (element->is_face && element->count > 0.0 &&
        (!has_points || ply->reader->point_count < ply->vertices)) {
        return ab_mesh_problem(ply->reader, 0, "element face must come behind element vertex");
    }
    if (strcmp(element->name, "tristrips") == 0 && element->count > 0.0) {
        return ab_mesh_problem(ply->reader, 0,
                               "triangle strips (tristrips) are not read; save the mesh with "
                               "faces");
    }
    return AB_OK;
}

abResult ab_mesh_read_ply(abMeshReader *reader) {
    Ply ply = {.reader = reader, .words = {reader->text, 1}};
    ab_words_more(&ply.words);
    AB_TRY(read_header(&ply));
    for (size_t e = 0; e < ply.element_count; e++) {
        const Element *element = &ply.elements[e];
        AB_TRY(check_element(&ply, element));
        for (double i = 0.0; i < element->count && element->property_count > 0; i += 1.0) {
            AB_TRY(read_item(&ply, element));
        }
    }
    return AB_OK;
}
