// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_mesh.h - a body cut into tetrahedra: nodes, elements, named sets, materials.
//
// A reader fills it with what its file says, by the numbers of the file. ab_volume_finish() then
// turns numbers into indices and looks everything over; after that the mesh does not change.
//
// Order of the nodes of an element: corners 0 to 3, so that (p1 - p0) x (p2 - p0) . (p3 - p0) > 0;
// then the middles of the edges 01, 12, 20, 03, 13, 23, as Abaqus and Nastran number them.

#ifndef AB_VOLUME_MESH_H
#define AB_VOLUME_MESH_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/result.h"
#include "abut/vector.h"
#include "base/arena.h"
#include "base/array.h"

enum { AB_TETRA_NODES = 10, AB_VOLUME_NAME = 80, AB_VOLUME_FILES = 64, AB_VOLUME_SETS = 10000 };

// Where something stands: one of the files of the mesh, line and column from 1.
typedef struct abVolumePlace {
    int file, line, column;
} abVolumePlace;

typedef struct abVolumeNode {
    long id;      // its number in the file
    abVec3 point; // [m] after ab_volume_scale
    abVolumePlace place;
} abVolumeNode;

typedef struct abVolumeElement {
    long id;
    long node_ids[AB_TETRA_NODES]; // as read
    int nodes[AB_TETRA_NODES];     // index of each, after ab_volume_finish
    int material;                  // -1: none
    abVolumePlace place;
} abVolumeElement;

typedef enum abSetKind { AB_SET_NODES, AB_SET_SURFACE, AB_SET_ELEMENTS, AB_SET_KINDS } abSetKind;

// What a set is made of.
typedef enum abMemberKind {
    AB_MEMBER_NODE,    // id: of a node
    AB_MEMBER_ELEMENT, // id: of an element
    AB_MEMBER_FACE,    // the same, and a face 0 to 3 of it
    AB_MEMBER_SET,     // all of another set, or a face of each of its elements
} abMemberKind;

typedef struct abSetMember {
    abMemberKind kind;
    int face;         // of AB_MEMBER_FACE, AB_MEMBER_SET: -1 all of it
    long id;          // not of AB_MEMBER_SET
    const char *name; // of AB_MEMBER_SET
    abSetKind of;     // of AB_MEMBER_SET: the kind that is meant
    abVolumePlace place;
} abSetMember;

typedef struct abVolumeSet {
    abSetKind kind;
    char name[AB_VOLUME_NAME];
    abVolumePlace place;
    abSetMember *members; // as read
    size_t member_count;
    int *nodes; // ascending, each once; after ab_volume_finish
    size_t node_count;
    bool has_point; // the file says where the point of an interface is: at the node point_id
    long point_id;
    abVec3 point; // [m], after ab_volume_finish
    bool is_visited;
} abVolumeSet;

typedef struct abVolumeMaterial {
    char name[AB_VOLUME_NAME];
    double youngs_modulus; // [Pa] > 0; NAN: not given
    double poissons_ratio; // [-] above -1, below 0.5; NAN: not given
    double density;        // [kg/m^3] > 0; NAN: not given
    abVolumePlace place;
} abVolumeMaterial;

// Elements of a set are of a material.
typedef struct abVolumeSection {
    char set[AB_VOLUME_NAME], material[AB_VOLUME_NAME];
    abVolumePlace place;
} abVolumeSection;

// Elements that are no tetrahedra, by their type.
typedef struct abForeignElement {
    char type[40];
    size_t count;
    abVolumePlace place; // of the first
} abForeignElement;

typedef struct abVolumeMesh {
    abAllocator allocator;
    abArena arena; // texts, nodes of sets
    abArrays arrays;
    const char *files[AB_VOLUME_FILES];
    int file_count;
    size_t bytes;        // of these files
    size_t generated;    // members of sets that ranges stand for
    abVolumeNode *nodes; // by ascending number, after ab_volume_finish
    size_t node_count;
    abVolumeElement *elements;
    size_t element_count;
    int element_nodes; // 4 or 10, the same for all
    abVolumeSet *sets;
    size_t set_count;
    abVolumeMaterial *materials;
    size_t material_count;
    abVolumeSection *sections;
    size_t section_count;
    abForeignElement *foreign;
    size_t foreign_count;
    abError *error; // while it is read and finished
} abVolumeMesh;

void ab_volume_init(abVolumeMesh *mesh, abAllocator allocator);
void ab_volume_done(abVolumeMesh *mesh);

// The first file of the mesh, as the place of what concerns all of it.
abPlace ab_volume_file(const abVolumeMesh *mesh);

// Adds a problem; AB_BAD_MODEL.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
abResult
ab_volume_problem(abVolumeMesh *mesh, abVolumePlace place, const char *format, ...);
abResult ab_volume_no_memory(abVolumeMesh *mesh);
// Whether more problems would only be counted: reading may stop.
bool ab_volume_is_hopeless(const abVolumeMesh *mesh);

// What readers add. AB_IO for want of memory; AB_BAD_MODEL with a problem for what cannot be.
abResult ab_volume_add_node(abVolumeMesh *mesh, long id, abVec3 point, abVolumePlace place);
// `count` is 4 or 10; the order is that of this file.
abResult ab_volume_add_element(abVolumeMesh *mesh, long id, const long *node_ids, int count,
                               abVolumePlace place);
// Takes note of `count` elements of a type that cannot be computed.
abResult ab_volume_add_foreign(abVolumeMesh *mesh, const char *type, size_t count,
                               abVolumePlace place);
// The set of that name and kind, made if there is none: index, or -1 when there is no room, of which
// ab_volume_add_member then tells.
int ab_volume_set(abVolumeMesh *mesh, abSetKind kind, const char *name, abVolumePlace place);
abResult ab_volume_add_member(abVolumeMesh *mesh, int set, abSetMember member);
// Takes note of a range from `first` to `last` by `step` in a set. A short text may not stand for a huge
// list: ranges of a mesh may have as many numbers as its files have bytes, and some. AB_BAD_MODEL else,
// or when it is no range.
abResult ab_volume_add_range(abVolumeMesh *mesh, int set, abMemberKind kind, long first, long last,
                             long step, abVolumePlace place);
// The material of that name, made if there is none: index, or -1 for want of memory.
int ab_volume_material(abVolumeMesh *mesh, const char *name, abVolumePlace place);
abResult ab_volume_add_section(abVolumeMesh *mesh, const char *set, const char *material,
                               abVolumePlace place);
// A text that lives as long as the mesh; NULL for want of memory.
const char *ab_volume_text(abVolumeMesh *mesh, const char *text);

// A name as sets keep it: blanks around it and quotes cut, AB_VOLUME_NAME - 1 letters at most.
void ab_volume_name(const char *text, size_t length, char out[AB_VOLUME_NAME]);

// The set of a name, whatever its case: of nodes, else a surface, else of elements. NULL: none.
const abVolumeSet *ab_volume_find_set(const abVolumeMesh *mesh, const char *name);
// The index of the node with that number; -1: none. After ab_volume_finish.
int ab_volume_find_node(const abVolumeMesh *mesh, long id);

// Lengths divided by `per_metre`, moduli times `pressure`, densities times `density`: to SI.
void ab_volume_scale(abVolumeMesh *mesh, double per_metre, double pressure, double density);

#endif
