// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_reader.c - a MotionSolve model from a text: elements to things, commands, definitions.
//
// A thing is one element of the file with its struct filled. All things are filled first; then the
// commands run in their order; then each type of thing becomes definitions, in the order of
// xml_elements.def. A thing may refer to any other by its number.

#include "read/motionsolve/xml_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/schema.h"
#include "base/text.h"
#include "model/core/source_files.h"
#include "model/kinds/tables.h"
#include "read/core/model_read.h"
#include "read/core/yaml_tree.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_names.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"
#include "read/motionsolve/xml_unknown.h"
#include "read/yaml/yaml_write.h"

// ---- the list of elements ----

const abXmlType *ab_xml_type(int kind) {
    static const abXmlType *const types[AB_XML_TYPE_COUNT] = {
#define AB_XML_ELEMENT(KIND, symbol) [AB_XML_TYPE_##KIND] = &ab_xml_##symbol,
#include "read/motionsolve/xml_elements.def"
#undef AB_XML_ELEMENT
    };
    return types[kind];
}

static const abXmlOther s_others[] = {
#define AB_XML_OTHER(name, use, text) {name, AB_XML_##use, text},
#include "read/motionsolve/xml_others.def"
#undef AB_XML_OTHER
};
enum { OTHER_COUNT = sizeof s_others / sizeof s_others[0] };

int ab_xml_other_count(void) {
    return OTHER_COUNT;
}

abXmlOther ab_xml_other(int index) {
    return s_others[index];
}

static int find_kind(const char *name) {
    for (int kind = 0; kind < AB_XML_TYPE_COUNT; kind++) {
        if (ab_xml_is_one_of(name, ab_xml_type(kind)->table->name)) {
            return kind;
        }
    }
    return -1;
}

static const abXmlOther *find_other(const char *name) {
    for (int i = 0; i < OTHER_COUNT; i++) {
        if (ab_xml_same(name, s_others[i].name)) {
            return &s_others[i];
        }
    }
    return NULL;
}

static void read_other(abXmlReader *reader, const abXmlElement *element, const abXmlOther *other) {
    if (other->use == AB_XML_REFUSED) {
        ab_xml_problem(&reader->context, element->place, "%s: %s", other->name, other->text);
    } else if (other->use == AB_XML_LISTED) {
        ab_xml_note(&reader->context, element->place, "%s has no effect: %s", other->name,
                    other->text);
    }
}

// ---- things ----

static const char *id_key(abXmlReader *reader, int kind, int id) {
    return ab_xml_text(reader, "%d:%d", kind, id);
}

abXmlThing *ab_xml_find(const abXmlReader *reader, abXmlElementKind kind, int id) {
    char key[40];
    snprintf(key, sizeof key, "%d:%d", (int)kind, id);
    return ab_text_map_find(&reader->ids, key);
}

abXmlThing *ab_xml_refer(abXmlReader *reader, abXmlThing *thing, const char *key,
                         abXmlElementKind kind, int id) {
    abXmlThing *found = ab_xml_find(reader, kind, id);
    if (found == NULL) {
        ab_xml_wrong(reader, thing, key, "%s = %d: there is no %s of that id%s", key, id,
                     ab_xml_type((int)kind)->table->name, ab_xml_left_out(reader, kind, id));
    }
    return found;
}

abXmlThing *ab_xml_changed(abXmlThing *model) {
    return model->changed != NULL ? model->changed : model;
}

void ab_xml_change(const abXmlReader *reader, abXmlThing *model, abXmlThing *change) {
    if (!reader->has_run) {
        model->data = change->data;
        model->given |= change->given;
        return;
    }
    change->time = reader->simulation.end_time;
    *(model->changed != NULL ? &model->changed->next : &model->changes) = change;
    model->changed = change;
}

bool ab_xml_thing_has(const abXmlThing *thing, const char *key) {
    return ab_xml_is_given(thing->type->table, thing->given, key);
}

abPlace ab_xml_thing_place(const abXmlThing *thing, const char *key) {
    return key != NULL ? ab_xml_place(thing->element, thing->type->table, key)
                       : thing->element->place;
}

void ab_xml_wrong(abXmlReader *reader, abXmlThing *thing, const char *key, const char *format,
                  ...) {
    char text[400];
    AB_TEXT_OF(text, format);
    thing->is_wrong = true;
    ab_xml_problem(&reader->context, ab_xml_thing_place(thing, key), "%s", text);
}

void ab_xml_warn(abXmlReader *reader, const abXmlThing *thing, const char *key, const char *format,
                 ...) {
    char text[400];
    AB_TEXT_OF(text, format);
    ab_xml_note(&reader->context, ab_xml_thing_place(thing, key), "%s", text);
}

void ab_xml_idle_key(abXmlReader *reader, const abXmlThing *thing, const char *key,
                     const char *why) {
    const abXmlTable *table = thing->type->table;
    const abXmlAttribute *attribute = ab_xml_attribute(thing->element, table, key);
    if (attribute != NULL) {
        ab_xml_idle(&reader->context, table, attribute, why);
    }
}

void ab_xml_added(abXmlReader *reader, abXmlThing *thing, abResult result) {
    if (result == AB_BAD_MODEL) {
        reader->context.problems++;
        thing->is_wrong = true;
    } else if (result != AB_OK) {
        reader->result = result;
    }
}

void ab_xml_note_file(abXmlReader *reader, const char *file) {
    if (!ab_model_note_file(reader->model, reader->folder, file)) {
        reader->result = ab_no_memory(reader->context.error, (abPlace){0}, "for names of files");
    }
}

// ---- parameters ----

static void tell_setting(abXmlReader *reader, abXmlParams to, const char *attribute,
                         abResult result, const abError *problem) {
    if (result == AB_OK) {
        return;
    }
    ab_xml_wrong(reader, to.thing, attribute, "%s%s%s",
                 attribute != NULL ? attribute : to.thing->type->table->name,
                 ", in SI: ", problem->count > 0 ? problem->problems[0].text : "not allowed");
}

#define SETTER(name, type, set)                                                                    \
    void name(abXmlReader *reader, abXmlParams to, const char *key, type value,                    \
              const char *attribute) {                                                             \
        abError problem;                                                                           \
        ab_error_clear(&problem);                                                                  \
        abResult result = set(to.params, to.list, to.kind, key, value, &problem);                  \
        tell_setting(reader, to, attribute, result, &problem);                                     \
    }
SETTER(ab_xml_set, double, ab_params_set)
SETTER(ab_xml_set_vector, abVec3, ab_params_set_vector)
SETTER(ab_xml_set_list, const char *const *, ab_params_set_list)
SETTER(ab_xml_set_text, const char *, ab_params_set_text)

void ab_xml_set_points(abXmlReader *reader, abXmlParams to, const char *key,
                       const abPointList *points, const char *attribute) {
    const abKey *found = ab_table_find(ab_choice_find(to.list)->table(to.kind), key);
    for (int i = 0; i < points->count; i++) {
        abVec3 p = points->points[i];
        double minimum = fmin(p.x, fmin(p.y, p.z)), maximum = fmax(p.x, fmax(p.y, p.z));
        if (!(minimum >= found->low && maximum <= found->high)) {
            ab_xml_wrong(reader, to.thing, attribute,
                         "%s: point %d, [%g, %g, %g] in SI, is outside [%g, %g]", attribute, i + 1,
                         p.x, p.y, p.z, found->low, found->high);
            return;
        }
    }
    memcpy(to.params->data + found->offset, &points, sizeof(const abPointList *));
}

bool ab_xml_has_key(abXmlParams to, const char *key) {
    return ab_table_find(ab_choice_find(to.list)->table(to.kind), key) != NULL;
}

const char *ab_xml_text(abXmlReader *reader, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length >= 0 ? ab_arena_take(reader->context.arena, (size_t)length + 1, 1) : NULL;
    if (text == NULL) {
        reader->context.is_out_of_memory = true;
    } else {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}

static int field_id(const abXmlThing *thing) {
    int id = 0;
    if (thing->type->id_offset >= 0) {
        memcpy(&id, (const unsigned char *)thing->data + thing->type->id_offset, sizeof id);
    }
    return id > 0 ? id : 0;
}

static const char *field_label(const abXmlThing *thing) {
    const char *label = NULL;
    if (thing->type->label_offset >= 0) {
        memcpy(&label, (const unsigned char *)thing->data + thing->type->label_offset,
               sizeof label);
    }
    return label;
}

// Children and text of an element that stands for one thing.
static void check_empty(abXmlReader *reader, const abXmlElement *element, bool has_text) {
    if (element->first != NULL) {
        ab_xml_problem(&reader->context, element->first->place,
                       "<%.40s> stands inside <%.40s>; was /> or </%.40s> forgotten?",
                       element->first->name, element->name, element->name);
    } else if (element->text != NULL && !has_text) {
        ab_xml_note(&reader->context, element->text_place,
                    "text between <%.40s> and its end has no effect", element->name);
    }
}

// A thing with its struct filled. `model` is what a command changes; NULL: nothing.
static abXmlThing *new_thing(abXmlReader *reader, const abXmlElement *element,
                             const abXmlType *type, const abXmlThing *model) {
    abXmlContext *context = &reader->context;
    abXmlThing *thing = AB_ARENA_NEW(context->arena, abXmlThing, 1);
    void *data = ab_arena_take(context->arena, 1, type->table->size);
    if (thing == NULL || data == NULL) {
        context->is_out_of_memory = true;
        return NULL;
    }
    *thing = (abXmlThing){.element = element, .type = type, .data = data};
    if (model != NULL) {
        memcpy(data, model->data, type->table->size);
    } else {
        ab_xml_defaults(type->table, data);
    }
    check_empty(reader, element, type->has_text);
    thing->is_wrong =
        !ab_xml_fill(context, element, type->table, data, &thing->given, model != NULL);
    thing->id = field_id(thing);
    return thing;
}

static void note_id(abXmlReader *reader, int kind, abXmlThing *thing) {
    if (thing->id == 0) {
        return;
    }
    const abXmlThing *first = ab_xml_find(reader, (abXmlElementKind)kind, thing->id);
    if (first != NULL) {
        ab_xml_wrong(reader, thing, "id", "%s %d is given twice, first at line %d",
                     thing->type->table->name, thing->id, first->element->place.line);
        return;
    }
    const char *key = id_key(reader, kind, thing->id);
    if (key == NULL || !ab_text_map_put(&reader->ids, key, thing)) {
        reader->context.is_out_of_memory = true;
    }
}

static void add_thing(abXmlReader *reader, const abXmlElement *element, int kind) {
    const abXmlType *type = ab_xml_type(kind);
    abXmlThing *thing = new_thing(reader, element, type, NULL);
    if (thing == NULL) {
        return;
    }
    abXmlThings *list = &reader->things[kind];
    *(list->last != NULL ? &list->last->next : &list->first) = thing;
    list->last = thing;
    list->count++;
    note_id(reader, kind, thing);
    if (type->list != NULL) {
        thing->name = ab_xml_name(reader, type->list, type->default_name, field_label(thing),
                                  thing->id > 0 ? thing->id : list->count);
    }
}

// ---- the two blocks ----

static void read_model_element(abXmlReader *reader, const abXmlElement *element) {
    int kind = find_kind(element->name);
    const abXmlOther *other = find_other(element->name);
    if (kind >= 0 && !ab_xml_type(kind)->is_model) {
        ab_xml_problem(&reader->context, element->place,
                       "%.40s is a command; it stands in the Command block", element->name);
    } else if (kind >= 0 && kind != AB_XML_TYPE_UNIT) { // units were read before
        add_thing(reader, element, kind);
    } else if (other != NULL) {
        read_other(reader, element, other);
    } else if (kind < 0) {
        ab_xml_leave_out(reader, element);
    }
}

// What a command that names a thing of the model changes; NULL after a problem.
static abXmlThing *changed_thing(abXmlReader *reader, const abXmlElement *element, int kind) {
    for (int i = 0; i < element->attribute_count; i++) {
        double id;
        if (ab_xml_same(element->attributes[i].name, "id") &&
            ab_xml_number(element->attributes[i].value, &id) && id >= 1.0 && id <= 2147483647.0) {
            abXmlThing *found = ab_xml_find(reader, (abXmlElementKind)kind, (int)id);
            if (found == NULL) {
                ab_xml_problem(&reader->context, element->attributes[i].value_place,
                               "there is no %s %.0f in the model to change%s",
                               ab_xml_type(kind)->table->name, id,
                               ab_xml_left_out(reader, (abXmlElementKind)kind, (int)id));
            }
            return found != NULL ? ab_xml_changed(found) : NULL;
        }
    }
    ab_xml_problem(&reader->context, element->place,
                   "%.40s as a command changes one of the model and needs its id", element->name);
    return NULL;
}

static void run_command(abXmlReader *reader, const abXmlElement *element) {
    int kind = find_kind(element->name);
    const abXmlOther *other = find_other(element->name);
    if (kind >= 0 && ab_xml_type(kind)->is_command) {
        const abXmlType *type = ab_xml_type(kind);
        const abXmlThing *model = NULL;
        if (type->is_model && type->id_offset >= 0 &&
            (model = changed_thing(reader, element, kind)) == NULL) {
            return;
        }
        abXmlThing *thing = new_thing(reader, element, type, model);
        if (thing != NULL && !thing->is_wrong) {
            type->command(reader, thing);
        }
    } else if (kind >= 0) {
        ab_xml_problem(&reader->context, element->place,
                       "%.40s cannot be changed by a command; it stands in the Model block",
                       element->name);
    } else if (other != NULL) {
        read_other(reader, element, other);
    } else {
        ab_xml_leave_out(reader, element);
    }
}

static void each_in_block(abXmlReader *reader, const abXmlElement *root, const char *block,
                          void (*take)(abXmlReader *reader, const abXmlElement *element)) {
    const abXmlElement *first = ab_xml_same(root->name, block) ? root : root->first;
    for (const abXmlElement *b = first; b != NULL; b = b == root ? NULL : b->next) {
        for (const abXmlElement *e = ab_xml_same(b->name, block) ? b->first : NULL; e != NULL;
             e = e->next) {
            take(reader, e);
        }
    }
}

// Units first: all other numbers are converted by them.
static void read_units(abXmlReader *reader, const abXmlElement *element) {
    if (ab_xml_is_one_of(element->name, ab_xml_param_unit.table->name)) {
        add_thing(reader, element, AB_XML_TYPE_UNIT);
        abXmlThing *units = reader->things[AB_XML_TYPE_UNIT].last;
        if (units != NULL) {
            ab_xml_param_unit.define(reader, units);
        }
    }
}

// Formats of other programs, by the element at their root.
static const char *other_format(const char *root) {
    static const char *const formats[][2] = {{"robot", "URDF"},
                                             {"mujoco", "MJCF, of MuJoCo"},
                                             {"mujocoinclude", "MJCF, of MuJoCo"},
                                             {"sdf", "SDF, of Gazebo"},
                                             {"COLLADA", "COLLADA"},
                                             {"svg", "SVG"},
                                             {"fmiModelDescription", "an FMU's description"},
                                             {"VTKFile", "VTK"}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(root, formats[i][0]) == 0) {
            return formats[i][1];
        }
    }
    return NULL;
}

static void check_blocks(abXmlReader *reader, const abXmlElement *root) {
    bool has_model = ab_xml_same(root->name, "Model");
    const char *other = other_format(root->name);
    if (other != NULL) {
        ab_xml_problem(
            &reader->context, root->place,
            "<%s>: this is %s, which is not read; models are YAML (`abut info formats`) "
            "or MotionSolve XML: write its bodies, shapes and joints in YAML, meshes may "
            "stay the files they are",
            root->name, other);
        return;
    }
    for (const abXmlElement *b = root->first; b != NULL && !has_model; b = b->next) {
        has_model = ab_xml_same(b->name, "Model");
    }
    if (!has_model) {
        ab_xml_problem(&reader->context, root->place,
                       "<%.40s> holds no <Model>; a MotionSolve model has the blocks <Model> and "
                       "<Command> below its root",
                       root->name);
    }
    for (const abXmlElement *b = root->first; b != NULL; b = b->next) {
        if (has_model && !ab_xml_same(root->name, "Model") &&
            !ab_xml_is_one_of(b->name, "Model|Command")) {
            ab_xml_note(&reader->context, b->place,
                        "<%.40s> is neither Model nor Command; it has "
                        "no effect",
                        b->name);
        }
    }
}

void ab_xml_run_commands(abXmlReader *reader, const abXmlElement *root) {
    each_in_block(reader, root, "Command", run_command);
}

static const abXmlElement *block_of(const abXmlElement *root, const char *name) {
    const abXmlElement *b = ab_xml_same(root->name, name) ? root : root->first;
    while (b != NULL && b != root && !ab_xml_same(b->name, name)) {
        b = b->next;
    }
    return b;
}

// The tree that has the model: that of the file which the first Load_Model names, where `root` has no
// Model block with elements. NULL after a problem.
static const abXmlElement *model_tree(abXmlReader *reader, const abXmlElement *root) {
    const abXmlElement *model = block_of(root, "Model"), *commands = block_of(root, "Command");
    const abXmlElement *e = commands != NULL ? commands->first : NULL;
    while (e != NULL && !ab_xml_is_one_of(e->name, ab_xml_load_model.table->name)) {
        e = e->next;
    }
    if ((model != NULL && model->first != NULL) || e == NULL) {
        return root;
    }
    reader->loaded_model = e;
    return ab_xml_load(reader, e, "model_file");
}

static void read_model(abXmlReader *reader, const abXmlElement *root) {
    const abXmlElement *tree = model_tree(reader, root);
    if (tree == NULL) {
        return;
    }
    check_blocks(reader, tree);
    each_in_block(reader, tree, "Model", read_units);
    each_in_block(reader, tree, "Model", read_model_element);
    ab_xml_run_commands(reader, root);
    for (int kind = AB_XML_TYPE_UNIT + 1; kind < AB_XML_TYPE_COUNT; kind++) {
        const abXmlType *type = ab_xml_type(kind);
        for (abXmlThing *thing = reader->things[kind].first; thing != NULL; thing = thing->next) {
            if (type->define != NULL && !reader->context.is_out_of_memory) {
                type->define(reader, thing);
            }
        }
        if (type->finish != NULL) {
            type->finish(reader);
        }
    }
    ab_xml_check_expressions(reader);
}

// ---- from a text ----

static abResult read_tree(abXmlReader *reader, const abModelSource *source) {
    abXmlElement *root;
    AB_TRY(ab_xml_parse(source->text, source->size, source->file, source->arena, &root,
                        source->error));
    read_model(reader, root);
    if (reader->context.is_out_of_memory) {
        return ab_no_memory(source->error, (abPlace){0}, "while reading the model");
    }
    AB_TRY(reader->result);
    return reader->context.problems > 0 ? AB_BAD_MODEL
                                        : ab_model_compile(reader->model, source->error);
}

bool ab_model_is_xml(const char *text, size_t size) {
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    bool is_wide =
        size >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0);
    while (at < size && strchr(" \t\r\n", text[at]) != NULL && text[at] != '\0') {
        at++;
    }
    bool is_wide_xml = is_wide && memchr(text, '<', size < 8 ? size : 8) != NULL;
    return is_wide_xml || (at < size && text[at] == '<');
}

static abResult read_plain(const abModelSource *source, abModel **out) {
    abXmlReader reader = {
        .context = {.arena = source->arena,
                    .units = ab_xml_units_si(),
                    .log = source->log,
                    .error = source->error},
        .name = source->name,
        .folder = source->folder,
        .any_files = source->any_files,
        .ids = {.arena = source->arena},
        .names = {.arena = source->arena},
        .simulation = ab_simulation_def(),
    };
    AB_TRY(ab_model_create(source->arena->allocator, source->log, &reader.model, source->error));
    abResult result = read_tree(&reader, source);
    if (result != AB_OK) {
        ab_model_destroy(reader.model);
        return result;
    }
    *out = reader.model;
    return AB_OK;
}

// Overrides name keys of the YAML form, so that is made first and read with them. Problems that
// come up then are at lines of that form, which `abut convert` shows.
static abResult override_model(const abModelSource *source, abModel *plain, abModel **out) {
    abText text;
    ab_text_init(&text, source->arena->allocator);
    ab_yaml_write(plain, NULL, NULL, &text);
    size_t size = strlen(source->file) + 20;
    char *file = ab_arena_take(source->arena, size, 1);
    abResult result;
    if (text.failed || file == NULL) {
        result = ab_no_memory(source->error, (abPlace){0}, "while reading the model");
    } else {
        snprintf(file, size, "%s (as YAML)", source->file);
        abModelSource yaml = *source;
        yaml.text = ab_text_string(&text);
        yaml.size = text.size;
        yaml.file = file;
        result = ab_model_read_yaml(&yaml, out);
    }
    ab_text_done(&text);
    return result;
}

abResult ab_model_read_xml(const abModelSource *source, abModel **out) {
    abModel *plain;
    AB_TRY(read_plain(source, &plain));
    if (source->override_count == 0) {
        *out = plain;
        return AB_OK;
    }
    abResult result = override_model(source, plain, out);
    ab_model_destroy(plain);
    return result;
}
