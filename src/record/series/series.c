// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series.c - resolving names of series.
//
//   BODY.quantity                 subject[0]: body from 1
//   contact(A, B).quantity        subjects: body from 1, or shape as -1 - index from 0
//   contact(A, B).point(K).quantity   likewise, `point`: from 1
//   joint(NAME).quantity          subject[0]: joint from 0
//   force(NAME).quantity          subject[0]: force element from 0
//   energy.quantity

#include "record/series/series.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "record/series/series_quantities.h"

enum { HINTS = 256 }; // names looked through for a hint: the first of them

void ab_series_init(abSeriesList *list, abAllocator allocator) {
    *list = (abSeriesList){.allocator = allocator};
}

void ab_series_done(abSeriesList *list) {
    AB_ARRAY_FREE(list->allocator, list->items, list->capacity);
    list->count = 0;
}

// A piece of a name, without spaces at its ends.
typedef struct Span {
    const char *start;
    int length;
} Span;

static Span trim(const char *start, const char *end) {
    while (start < end && (*start == ' ' || *start == '\t')) {
        start++;
    }
    while (end > start && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    return (Span){start, (int)(end - start)};
}

static bool is_word(Span span, const char *word) {
    return strlen(word) == (size_t)span.length &&
           strncmp(span.start, word, (size_t)span.length) == 0;
}

static void copy_span(Span span, char *out, size_t size) {
    snprintf(out, size, "%.*s", span.length, span.start);
}

// What a name is resolved with.
typedef struct Request {
    abSeriesList *list;
    const abScene *scene;
    const char *name;
    abPlace place;
    abError *error;
} Request;

static abResult no_memory(const Request *request) {
    return ab_no_memory(request->error, request->place, "for series");
}

// "there is no body bal (did you mean ball?)"; `names` ends with NULL.
static abResult unknown(const Request *request, const char *what, Span given,
                        const char *const *names) {
    char word[120];
    copy_span(given, word, sizeof word);
    const char *near = ab_nearest_word(word, names);
    char choices[200] = "";
    size_t used = 0;
    for (int i = 0; near == NULL && names[i] != NULL && used + 40 < sizeof choices; i++) {
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%.30s",
                                 i > 0 ? ", " : "; there are: ", names[i]);
    }
    return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                        "the series %.120s: there is no %s %s%s%s", request->name, what, word,
                        ab_hint(near).text, choices);
}

static abResult add_one(const Request *request, abSeries series, const char *subject, char part) {
    abSeriesList *list = request->list;
    if (!AB_ARRAY_RESERVE(list->allocator, list->items, list->capacity, (size_t)list->count + 1)) {
        return no_memory(request);
    }
    char ending[3] = {part != '\0' ? '.' : '\0', part, '\0'};
    snprintf(series.name, sizeof series.name, "%s.%s%s", subject, series.quantity->name, ending);
    series.unit = series.quantity->unit;
    series.parts = ab_series_parts(series.quantity);
    list->parts |= series.parts;
    list->items[list->count++] = series;
    return AB_OK;
}

static abResult unknown_quantity(const Request *request, abSeriesSubject subject, Span given) {
    const char *names[HINTS + 1] = {NULL};
    int count = 0;
    for (int i = 0; i < ab_series_quantity_count && count < HINTS; i++) {
        if (ab_series_quantities[i].subject == subject) {
            names[count++] = ab_series_quantities[i].name;
        }
    }
    static const char *const what[] = {"quantity of a body",      "quantity of a contact",
                                       "quantity of a joint",     "quantity of a force",
                                       "part of the energy book", "quantity of a point"};
    return unknown(request, what[subject], given, names);
}

// `rest` is what follows the subject: "position" or "position.z".
static abResult add_quantity(const Request *request, abSeriesSubject subject, const char *rest,
                             abSeries series, const char *subject_name) {
    const char *end = rest + strlen(rest), *dot = strchr(rest, '.');
    Span word = trim(rest, dot != NULL ? dot : end);
    Span part = dot != NULL ? trim(dot + 1, end) : (Span){end, 0};
    for (int i = 0; i < ab_series_quantity_count; i++) {
        const abSeriesQuantity *quantity = &ab_series_quantities[i];
        if (quantity->subject != subject || !is_word(word, quantity->name)) {
            continue;
        }
        series.quantity = quantity;
        bool found = false;
        for (int k = 0; quantity->parts[k] != '\0'; k++) {
            char letter[2] = {quantity->parts[k], '\0'};
            if (dot == NULL || is_word(part, letter)) {
                series.component = k;
                AB_TRY(add_one(request, series, subject_name, letter[0]));
                found = true;
            }
        }
        if (found) {
            return AB_OK;
        }
        if (dot == NULL) {
            return add_one(request, series, subject_name, '\0');
        }
        const char *letters[5] = {NULL};
        char texts[4][2];
        for (int k = 0; quantity->parts[k] != '\0'; k++) {
            texts[k][0] = quantity->parts[k];
            texts[k][1] = '\0';
            letters[k] = texts[k];
        }
        return unknown(request,
                       quantity->parts[0] != '\0' ? "component"
                                                  : "component, being a "
                                                    "single number:",
                       part, letters);
    }
    return unknown_quantity(request, subject, word);
}

// "q(2)" behind a body: a quantity of one of its modes. False when it is not written so.
static bool add_mode(const Request *request, const char *rest, abSeries series, const char *body,
                     abResult *result) {
    const char *open = strchr(rest, '(');
    int count = series.body->mode_count, mode = 0, end = 0;
    for (int i = 0; i < ab_series_quantity_count; i++) {
        const abSeriesQuantity *quantity = &ab_series_quantities[i];
        Span word = trim(rest, open != NULL ? open : rest + strlen(rest));
        if (!ab_series_is_of_mode(quantity) || !is_word(word, quantity->name)) {
            continue;
        }
        bool is_one = open != NULL && sscanf(open, "( %9d )%n", &mode, &end) == 1 && end > 0 &&
                      open[end] == '\0' && mode >= 1 && mode <= count;
        if (!is_one) {
            *result = ab_error_add(request->error, AB_BAD_MODEL, request->place,
                                   "the series %.120s: write %s.%s(1) with the number of a mode, "
                                   "from 1 to %d; a rigid body has none",
                                   request->name, body, quantity->name, count);
            return true;
        }
        series.quantity = quantity;
        series.subject[1] = mode - 1;
        *result = add_one(request, series, body, '\0');
        if (*result == AB_OK) {
            abSeries *added = &request->list->items[request->list->count - 1];
            snprintf(added->name, sizeof added->name, "%.100s.%s(%d)", body, quantity->name, mode);
        }
        return true;
    }
    return false;
}

static abResult unknown_body(const Request *request, Span given) {
    const char *names[HINTS + 1] = {NULL};
    for (int i = 0; i < request->scene->body_count && i < HINTS; i++) {
        names[i] = request->scene->bodies[i].name;
    }
    return unknown(request, "body", given, names);
}

// The body of the name, 0 when there is none.
static int find_body(const abScene *scene, Span name) {
    for (int i = 0; i < scene->body_count; i++) {
        if (is_word(name, scene->bodies[i].name)) {
            return i + 1;
        }
    }
    return 0;
}

// A side of a contact: a body or "body.shape".
static abResult find_side(const Request *request, Span name, int *subject) {
    *subject = find_body(request->scene, name);
    for (int i = 0; i < request->scene->shape_count && *subject == 0; i++) {
        if (is_word(name, request->scene->shapes[i].name)) {
            *subject = -1 - i;
        }
    }
    return *subject != 0 ? AB_OK : unknown_body(request, name);
}

// "point(K).rest" behind a contact.
static abResult add_point(const Request *request, const char *rest, abSeries series,
                          const char *contact) {
    char subject[250];
    int end = 0;
    bool is_one = sscanf(rest, "point( %9d )%n", &series.point, &end) == 1 && end > 0 &&
                  rest[end] == '.' && series.point >= 1;
    if (!is_one) {
        return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                            "the series %.120s: write %.150s.point(1).force with the number of a "
                            "point, from 1",
                            request->name, contact);
    }
    snprintf(subject, sizeof subject, "%s.point(%d)", contact, series.point);
    return add_quantity(request, AB_SUBJECT_POINT, rest + end + 1, series, subject);
}

// "contact(A, B).rest", `inside` being after the bracket.
static abResult add_contact(const Request *request, const char *inside) {
    const char *close = strchr(inside, ')'), *comma = strchr(inside, ',');
    if (close == NULL || comma == NULL || comma > close || close[1] != '.') {
        return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                            "the series %.120s is not written as contact(A, B).quantity",
                            request->name);
    }
    Span a = trim(inside, comma), b = trim(comma + 1, close);
    abSeries series = {0};
    AB_TRY(find_side(request, a, &series.subject[0]));
    AB_TRY(find_side(request, b, &series.subject[1]));
    char subject[230];
    snprintf(subject, sizeof subject, "contact(%.*s, %.*s)", a.length, a.start, b.length, b.start);
    if (strncmp(close + 2, "point(", 6) == 0) {
        return add_point(request, close + 2, series, subject);
    }
    return add_quantity(request, AB_SUBJECT_CONTACT, close + 2, series, subject);
}

// Joints and forces: "joint(NAME).rest", `inside` being after the bracket.
static abResult add_named(const Request *request, abSeriesSubject subject, const char *inside) {
    const abScene *scene = request->scene;
    bool is_joint = subject == AB_SUBJECT_JOINT;
    const char *close = strchr(inside, ')'), *what = is_joint ? "joint" : "force";
    if (close == NULL || close[1] != '.') {
        return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                            "the series %.120s is not written as %s(NAME).quantity", request->name,
                            what);
    }
    Span name = trim(inside, close);
    const char *names[HINTS + 1] = {NULL};
    for (int i = 0; i < (is_joint ? scene->joint_count : scene->force_count); i++) {
        const char *here = is_joint ? scene->joints[i].name : scene->forces[i].name;
        if (is_word(name, here)) {
            abSeries series = {.subject = {i, 0}};
            char full[230];
            snprintf(full, sizeof full, "%s(%.*s)", what, name.length, name.start);
            return add_quantity(request, subject, close + 2, series, full);
        }
        if (i < HINTS) {
            names[i] = here;
        }
    }
    return unknown(request, what, name, names);
}

// An output given as an expression. False when there is none of that name.
static bool add_request(Request *request, abResult *result) {
    static const abSeriesQuantity quantity = {
        .subject = AB_SUBJECT_REQUEST, .name = "", .parts = ""};
    abSeriesList *list = request->list;
    for (int i = 0; i < request->scene->request_count; i++) {
        const abSceneRequest *found = &request->scene->requests[i];
        if (strcmp(found->name, request->name) != 0) {
            continue;
        }
        abSeries series = {.unit = found->unit, .quantity = &quantity, .subject = {i, 0}};
        snprintf(series.name, sizeof series.name, "%s", found->name);
        *result =
            AB_ARRAY_RESERVE(list->allocator, list->items, list->capacity, (size_t)list->count + 1)
                ? AB_OK
                : no_memory(request);
        if (*result == AB_OK) {
            list->items[list->count++] = series;
        }
        return true;
    }
    return false;
}

// Body names may contain dots, so the longest body that fits is taken.
static int leading_body(const abScene *scene, const char *name) {
    int best = 0;
    size_t longest = 0;
    for (int i = 0; i < scene->body_count; i++) {
        size_t length = strlen(scene->bodies[i].name);
        if (length > longest && strncmp(name, scene->bodies[i].name, length) == 0 &&
            name[length] == '.') {
            best = i + 1;
            longest = length;
        }
    }
    return best;
}

abResult ab_series_add(abSeriesList *list, const abScene *scene, const char *name, abPlace place,
                       abError *error) {
    Request request = {list, scene, name, place, error};
    abResult result;
    if (add_request(&request, &result)) {
        return result;
    }
    int body = leading_body(scene, name);
    if (body > 0) {
        const abSceneBody *properties = &scene->bodies[body - 1];
        abSeries series = {.subject = {body, 0}, .body = properties};
        const char *rest = name + strlen(properties->name) + 1;
        if (add_mode(&request, rest, series, properties->name, &result)) {
            return result;
        }
        return add_quantity(&request, AB_SUBJECT_BODY, name + strlen(properties->name) + 1, series,
                            properties->name);
    }
    if (strncmp(name, "contact(", 8) == 0) {
        return add_contact(&request, name + 8);
    }
    if (strncmp(name, "joint(", 6) == 0) {
        return add_named(&request, AB_SUBJECT_JOINT, name + 6);
    }
    if (strncmp(name, "force(", 6) == 0) {
        return add_named(&request, AB_SUBJECT_FORCE, name + 6);
    }
    if (strncmp(name, "energy.", 7) == 0) {
        return add_quantity(&request, AB_SUBJECT_ENERGY, name + 7, (abSeries){0}, "energy");
    }
    const char *dot = strchr(name, '.');
    Span first = trim(name, dot != NULL ? dot : name + strlen(name));
    if (find_body(scene, first) > 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the series %.120s names a body only; add a quantity, as in "
                            "%.100s.position",
                            name, name);
    }
    return unknown_body(&request, first);
}

abResult ab_series_check_outputs(const abModel *model, abAllocator allocator, abError *error) {
    abArena arena;
    ab_arena_init(&arena, allocator, 4096);
    abScene scene;
    abSeriesList list;
    ab_series_init(&list, allocator);
    abResult result = ab_scene_from_model(model, &arena, &scene, error);
    int count = result == AB_OK ? ab_model_output_count(model) : 0;
    for (int i = 0; i < count; i++) {
        abPlace place;
        const char *name = ab_model_output(model, i, &place);
        abResult added = ab_series_add(&list, &scene, name, place, error);
        result = result == AB_OK ? added : result;
    }
    ab_series_done(&list);
    ab_arena_done(&arena);
    return result;
}
