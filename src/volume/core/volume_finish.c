// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_finish.c - from the numbers of a file to indices.

#include "volume/core/volume_finish.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/schema.h"
#include "volume/core/tetra.h"

// ---- nodes and elements ----

static int compare_nodes(const void *a, const void *b) {
    const abVolumeNode *p = a, *q = b;
    return p->id != q->id                   ? (p->id > q->id) - (p->id < q->id)
           : p->place.file != q->place.file ? p->place.file - q->place.file
                                            : p->place.line - q->place.line;
}

static void sort_nodes(abVolumeMesh *mesh) {
    if (mesh->node_count == 0) {
        return;
    }
    qsort(mesh->nodes, mesh->node_count, sizeof *mesh->nodes, compare_nodes);
    for (size_t i = 1; i < mesh->node_count && !ab_volume_is_hopeless(mesh); i++) {
        const abVolumeNode *node = &mesh->nodes[i], *before = node - 1;
        if (node->id == before->id) {
            ab_volume_problem(
                mesh, node->place,
                "node %ld is given twice, first in line %d; each number may come once", node->id,
                before->place.line);
        }
    }
}

static void find_nodes(abVolumeMesh *mesh) {
    for (size_t e = 0; e < mesh->element_count && !ab_volume_is_hopeless(mesh); e++) {
        abVolumeElement *element = &mesh->elements[e];
        for (int k = 0; k < mesh->element_nodes; k++) {
            element->nodes[k] = ab_volume_find_node(mesh, element->node_ids[k]);
            if (element->nodes[k] < 0) {
                ab_volume_problem(mesh, element->place, "element %ld: there is no node %ld",
                                  element->id, element->node_ids[k]);
                break;
            }
        }
    }
}

// ---- nodes that no element has ----

// The points of interfaces; they are nodes of the file, not of the body.
static void place_points(abVolumeMesh *mesh, unsigned char *marks) {
    for (size_t s = 0; s < mesh->set_count; s++) {
        abVolumeSet *set = &mesh->sets[s];
        int node = set->has_point ? ab_volume_find_node(mesh, set->point_id) : -1;
        if (node >= 0) {
            set->point = mesh->nodes[node].point;
            marks[node] |= 2;
        } else if (set->has_point) {
            ab_volume_problem(mesh, set->place, "%s: there is no node %ld", set->name,
                              set->point_id);
        }
    }
}

static void tell_loose(abVolumeMesh *mesh, const unsigned char *marks) {
    size_t count = 0;
    const abVolumeNode *first = NULL;
    for (size_t i = 0; i < mesh->node_count; i++) {
        if (marks[i] == 0) {
            first = first != NULL ? first : &mesh->nodes[i];
            count++;
        }
    }
    if (first != NULL) {
        ab_volume_problem(
            mesh, first->place,
            "%zu node%s belong%s to no element, the first is %ld; take them out of the "
            "file, they would move without resistance",
            count, count == 1 ? "" : "s", count == 1 ? "s" : "", first->id);
    }
}

// Nodes left: those of elements, in the same order.
static void keep_used(abVolumeMesh *mesh, const unsigned char *marks, int *new_index) {
    size_t kept = 0;
    for (size_t i = 0; i < mesh->node_count; i++) {
        new_index[i] = (int)kept;
        if (marks[i] & 1) {
            mesh->nodes[kept++] = mesh->nodes[i];
        }
    }
    mesh->node_count = kept;
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (int k = 0; k < mesh->element_nodes; k++) {
            mesh->elements[e].nodes[k] = new_index[mesh->elements[e].nodes[k]];
        }
    }
}

static abResult sort_out_loose(abVolumeMesh *mesh) {
    unsigned char *marks = AB_ARENA_NEW(&mesh->arena, unsigned char, mesh->node_count + 1);
    int *new_index = AB_ARENA_NEW(&mesh->arena, int, mesh->node_count + 1);
    if (marks == NULL || new_index == NULL) {
        return ab_volume_no_memory(mesh);
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (int k = 0; k < mesh->element_nodes; k++) {
            marks[mesh->elements[e].nodes[k]] |= 1;
        }
    }
    place_points(mesh, marks);
    tell_loose(mesh, marks);
    keep_used(mesh, marks, new_index);
    return AB_OK;
}

// ---- sets ----

typedef struct ElementId {
    long id;
    int element;
} ElementId;

typedef struct Finish {
    abVolumeMesh *mesh;
    ElementId *by_id;     // of all elements, ascending
    unsigned char *marks; // per node: in the set at hand
    long work; // members looked at for all sets: sets of sets of sets may not double for ever
} Finish;

static int compare_ids(const void *a, const void *b) {
    const ElementId *p = a, *q = b;
    return p->id != q->id ? (p->id > q->id) - (p->id < q->id) : p->element - q->element;
}

static bool list_elements(Finish *f) {
    abVolumeMesh *mesh = f->mesh;
    f->by_id = AB_ARENA_NEW(&mesh->arena, ElementId, mesh->element_count + 1);
    f->marks = AB_ARENA_NEW(&mesh->arena, unsigned char, mesh->node_count + 1);
    if (f->by_id == NULL || f->marks == NULL) {
        return false;
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        f->by_id[e] = (ElementId){mesh->elements[e].id, (int)e};
    }
    qsort(f->by_id, mesh->element_count, sizeof *f->by_id, compare_ids);
    return true;
}

static void refuse_double_elements(const Finish *f) {
    const abVolumeElement *elements = f->mesh->elements;
    for (size_t i = 1; i < f->mesh->element_count && !ab_volume_is_hopeless(f->mesh); i++) {
        if (f->by_id[i].id == f->by_id[i - 1].id) {
            ab_volume_problem(f->mesh, elements[f->by_id[i].element].place,
                              "element %ld is given twice, first in line %d", f->by_id[i].id,
                              elements[f->by_id[i - 1].element].place.line);
        }
    }
}

static int element_of(const Finish *f, long id) {
    ElementId wanted = {.id = id, .element = 0};
    size_t low = 0, high = f->mesh->element_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_ids(&f->by_id[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < f->mesh->element_count && f->by_id[low].id == id ? f->by_id[low].element : -1;
}

static void mark_node(Finish *f, int node) {
    if (node >= 0) {
        f->marks[node] = 1;
    }
}

static void mark_element(Finish *f, int element, int face) {
    const int *nodes = f->mesh->elements[element].nodes;
    if (face < 0) {
        for (int k = 0; k < f->mesh->element_nodes; k++) {
            mark_node(f, nodes[k]);
        }
        return;
    }
    int count = f->mesh->element_nodes == 4 ? 3 : 6;
    for (int k = 0; k < count; k++) {
        mark_node(f, nodes[ab_tetra_faces[face][k]]);
    }
}

// The set that a member of `set` names; NULL: none.
static abVolumeSet *named_set(const abVolumeMesh *mesh, const abVolumeSet *set,
                              const abSetMember *member) {
    abVolumeSet *found = NULL;
    for (size_t s = 0; s < mesh->set_count; s++) {
        abVolumeSet *other = &mesh->sets[s];
        bool fits = other != set && strcasecmp(other->name, member->name) == 0;
        if (fits && (found == NULL || other->kind == member->of)) {
            found = other;
        }
    }
    return found;
}

enum { DEPTH_MAX = 20, WORK_MAX = 200000000 };

typedef struct Visit {
    Finish *f;
    void (*element)(Finish *f, int element, int face, int context);
    int context;
} Visit;

static void visit_set(Visit *visit, const abVolumeSet *set, int face, int depth);

static void visit_member(Visit *visit, const abVolumeSet *set, const abSetMember *member, int face,
                         int depth) {
    Finish *f = visit->f;
    if (member->kind == AB_MEMBER_SET) {
        const abVolumeSet *other = named_set(f->mesh, set, member);
        if (other == NULL) {
            ab_volume_problem(f->mesh, member->place, "set %s: there is no set \"%s\"", set->name,
                              member->name);
        } else {
            visit_set(visit, other, member->face >= 0 ? member->face : face, depth + 1);
        }
        return;
    }
    if (member->kind == AB_MEMBER_NODE) {
        int node = ab_volume_find_node(f->mesh, member->id);
        if (node < 0) {
            ab_volume_problem(f->mesh, member->place, "set %s: there is no node %ld", set->name,
                              member->id);
        } else if (visit->element == NULL) {
            mark_node(f, node);
        }
        return;
    }
    int element = element_of(f, member->id);
    if (element < 0) {
        ab_volume_problem(f->mesh, member->place, "set %s: there is no element %ld", set->name,
                          member->id);
    } else if (visit->element != NULL) {
        visit->element(f, element, member->face, visit->context);
    } else {
        mark_element(f, element, member->kind == AB_MEMBER_FACE ? member->face : face);
    }
}

static void visit_set(Visit *visit, const abVolumeSet *set, int face, int depth) {
    abVolumeMesh *mesh = visit->f->mesh;
    if (depth > DEPTH_MAX || visit->f->work > WORK_MAX) {
        ab_volume_problem(mesh, set->place,
                          "set %s: sets of sets go deeper than %d, or in a circle", set->name,
                          DEPTH_MAX);
        visit->f->work = WORK_MAX + 1;
        return;
    }
    for (size_t i = 0;
         i < set->member_count && !ab_volume_is_hopeless(mesh) && visit->f->work <= WORK_MAX; i++) {
        visit->f->work++;
        visit_member(visit, set, &set->members[i], face, depth);
    }
}

// The nodes of a set, ascending.
static bool gather_set(Finish *f, abVolumeSet *set) {
    size_t count = 0, n = f->mesh->node_count;
    memset(f->marks, 0, n);
    visit_set(&(Visit){.f = f}, set, -1, 0);
    for (size_t i = 0; i < n; i++) {
        count += f->marks[i];
    }
    set->nodes = AB_ARENA_NEW(&f->mesh->arena, int, count + 1);
    if (set->nodes == NULL) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (f->marks[i]) {
            set->nodes[set->node_count++] = (int)i;
        }
    }
    return true;
}

// ---- materials of elements ----

static void take_material(Finish *f, int element, int face, int material) {
    (void)face;
    f->mesh->elements[element].material = material;
}

static const char *near_set(const abVolumeMesh *mesh, const char *name, const char **words) {
    for (size_t s = 0; s < mesh->set_count; s++) {
        words[s] = mesh->sets[s].name;
    }
    return ab_nearest_word(name, words);
}

static abResult apply_section(Finish *f, const abVolumeSection *section) {
    abVolumeMesh *mesh = f->mesh;
    const abVolumeSet *set = NULL;
    for (size_t s = 0; s < mesh->set_count && set == NULL; s++) {
        bool fits = mesh->sets[s].kind == AB_SET_ELEMENTS;
        set = fits && strcasecmp(mesh->sets[s].name, section->set) == 0 ? &mesh->sets[s] : NULL;
    }
    int material = -1;
    for (size_t i = 0; i < mesh->material_count; i++) {
        material = strcasecmp(mesh->materials[i].name, section->material) == 0 ? (int)i : material;
    }
    if (set == NULL) {
        const char **words = AB_ARENA_NEW(&mesh->arena, const char *, mesh->set_count + 1);
        return words == NULL
                   ? ab_volume_no_memory(mesh)
                   : ab_volume_problem(mesh, section->place, "there is no set of elements \"%s\"%s",
                                       section->set,
                                       ab_hint(near_set(mesh, section->set, words)).text);
    }
    if (material < 0) {
        return ab_volume_problem(mesh, section->place, "there is no material \"%s\"",
                                 section->material);
    }
    visit_set(&(Visit){.f = f, .element = take_material, .context = material}, set, -1, 0);
    return AB_OK;
}

static abResult finish_parts(Finish *f) {
    abVolumeMesh *mesh = f->mesh;
    for (size_t s = 0; s < mesh->set_count && !ab_volume_is_hopeless(mesh); s++) {
        if (!gather_set(f, &mesh->sets[s])) {
            return ab_volume_no_memory(mesh);
        }
    }
    for (size_t s = 0; s < mesh->section_count && !ab_volume_is_hopeless(mesh); s++) {
        abResult result = apply_section(f, &mesh->sections[s]);
        if (result == AB_IO) {
            return result;
        }
    }
    return AB_OK;
}

static abResult refuse_foreign(abVolumeMesh *mesh) {
    for (size_t i = 0; i < mesh->foreign_count; i++) {
        const abForeignElement *foreign = &mesh->foreign[i];
        ab_volume_problem(mesh, foreign->place,
                          "%zu element%s of type %s; only tetrahedra of 4 or 10 nodes can be "
                          "computed: mesh the body with those",
                          foreign->count, foreign->count == 1 ? "" : "s", foreign->type);
    }
    return mesh->foreign_count > 0 ? AB_BAD_MODEL : AB_OK;
}

abResult ab_volume_finish(abVolumeMesh *mesh) {
    Finish finish = {.mesh = mesh};
    refuse_foreign(mesh);
    sort_nodes(mesh);
    find_nodes(mesh);
    if (mesh->element_count == 0 && mesh->foreign_count == 0) {
        ab_volume_problem(mesh, (abVolumePlace){0},
                          "has no tetrahedra; a mesh of the volume is needed, not of its surface");
    }
    if (mesh->error->count > 0) {
        return AB_BAD_MODEL; // what follows from these would only confuse
    }
    AB_TRY(sort_out_loose(mesh));
    if (!list_elements(&finish)) {
        return ab_volume_no_memory(mesh);
    }
    refuse_double_elements(&finish);
    AB_TRY(finish_parts(&finish));
    return mesh->error->count > 0 ? AB_BAD_MODEL : AB_OK;
}
