// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_tree.c - from expat's events to a tree, with bounds on everything.
//
// expat says where a tag begins, not where its attributes stand; these are found by reading the tag
// once more, which is easy because expat has found it well-formed. expat takes its memory from the
// C heap; the tree is in the arena.

#include "read/core/xml_tree.h"

#include <string.h>

#include "base/config.h"
#include "base/text.h"

// ---- words ----

static bool same_letters(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (ab_lower(a[i]) != ab_lower(b[i])) {
            return false;
        }
    }
    return true;
}

bool ab_xml_same(const char *a, const char *b) {
    size_t length = strlen(a);
    return strlen(b) == length && same_letters(a, b, length);
}

bool ab_xml_is_one_of(const char *word, const char *spellings) {
    size_t wanted = strlen(word);
    for (const char *s = spellings;; s++) {
        size_t length = strcspn(s, "|");
        if (length == wanted && same_letters(word, s, length)) {
            return true;
        }
        s += length;
        if (*s == '\0') {
            return false;
        }
    }
}

const char *ab_xml_first_spelling(const char *spellings, char *out, size_t size) {
    size_t length = strcspn(spellings, "|");
    length = length < size ? length : size - 1;
    memcpy(out, spellings, length);
    out[length] = '\0';
    return out;
}

#if ABUT_HAVE_EXPAT

#include <expat.h>

#include "base/no_memory.h"

typedef struct Parser {
    XML_Parser expat;
    const char *text;
    size_t size;
    const char *file;
    abArena *arena;
    abError *error;
    abResult result; // of trouble told already
    abXmlElement *root, *open;
    int depth;
    size_t element_count;
    abText content;      // of the innermost element so far
    size_t content_from; // offset in the text where it begins
    // the place of byte `at` of the text
    size_t at;
    int line, column;
} Parser;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Offsets come in rising order but for small steps back, which begin anew at the line's start.
static abPlace place_of(Parser *p, size_t offset) {
    if (offset < p->at) {
        p->at = 0, p->line = 1, p->column = 1;
    }
    for (; p->at < offset && p->at < p->size; p->at++) {
        unsigned char c = (unsigned char)p->text[p->at];
        if (c == '\n') {
            p->line++;
            p->column = 1;
        } else {
            p->column += (c & 0xC0) != 0x80; // letters, not bytes
        }
    }
    return (abPlace){p->file, p->line, p->column};
}

static void stop(Parser *p, abResult result) {
    p->result = result;
    XML_StopParser(p->expat, XML_FALSE);
}

static void no_memory(Parser *p) {
    stop(p, ab_no_memory(p->error, (abPlace){.file = p->file}, "while reading the model"));
}

#define REFUSE(p, place, ...) stop(p, ab_error_add((p)->error, AB_BAD_MODEL, (place), __VA_ARGS__))

static size_t here(const Parser *p) {
    XML_Index index = XML_GetCurrentByteIndex(p->expat);
    return index > 0 ? (size_t)index : 0;
}

// ---- attributes ----

// One attribute of a tag in the text: offsets of its name and value.
typedef struct Span {
    size_t name, name_length, value, value_length;
} Span;

// The next attribute at or behind `at`; returns the offset behind it, or 0 when there is none or it
// has no end.
static size_t next_span(const Parser *p, size_t at, Span *span) {
    const char *t = p->text;
    while (at < p->size && is_blank(t[at])) {
        at++;
    }
    span->name = at;
    while (at < p->size && !is_blank(t[at]) && strchr("=/>\"'", t[at]) == NULL) {
        at++;
    }
    span->name_length = at - span->name;
    while (at < p->size && (is_blank(t[at]) || t[at] == '=')) {
        at++;
    }
    if (span->name_length == 0 || at >= p->size || (t[at] != '"' && t[at] != '\'')) {
        return 0;
    }
    span->value = at + 1;
    const char *end = memchr(t + span->value, t[at], p->size - span->value);
    span->value_length = (end != NULL ? (size_t)(end - t) : p->size) - span->value;
    return end != NULL ? (size_t)(end - t) + 1 : 0;
}

// Behind the name of the tag that begins at `at`.
static size_t behind_tag_name(const Parser *p, size_t at) {
    while (at < p->size && !is_blank(p->text[at]) && p->text[at] != '>' && p->text[at] != '/') {
        at++;
    }
    return at;
}

static const char *keep(char **store, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = memcpy(*store, text, size);
    *store += size;
    return copy;
}

// All texts of an element in one piece of memory.
static bool keep_element(Parser *p, abXmlElement *element, const char *name, const char **pairs) {
    int count = 0;
    size_t size = strlen(name) + 1;
    for (; pairs[2 * count] != NULL; count++) {
        size += strlen(pairs[2 * count]) + strlen(pairs[2 * count + 1]) + 2;
    }
    char *store = ab_arena_take(p->arena, size, 1);
    abXmlAttribute *attributes =
        AB_ARENA_NEW(p->arena, abXmlAttribute, (size_t)(count > 0 ? count : 1));
    if (store == NULL || attributes == NULL) {
        return false;
    }
    element->name = keep(&store, name);
    element->attributes = attributes;
    element->attribute_count = count;
    Span span;
    size_t at = behind_tag_name(p, here(p) + 1);
    for (int i = 0; i < count; i++) {
        attributes[i].name = keep(&store, pairs[2 * i]);
        attributes[i].value = keep(&store, pairs[2 * i + 1]);
        at = next_span(p, at, &span);
        attributes[i].place = place_of(p, span.name);
        attributes[i].value_place = place_of(p, span.value);
    }
    return true;
}

// ---- expat's events ----

static void hang_in(Parser *p, abXmlElement *element) {
    element->parent = p->open;
    if (p->open == NULL) {
        p->root = element;
    } else if (p->open->last == NULL) {
        p->open->first = p->open->last = element;
    } else {
        p->open->last->next = element;
        p->open->last = element;
    }
    p->open = element;
}

static void XMLCALL on_start(void *user, const XML_Char *name, const XML_Char **pairs) {
    Parser *p = user;
    abPlace place = place_of(p, here(p));
    if (p->result != AB_OK) {
        return;
    }
    if (++p->depth > AB_XML_DEPTH_MAX) {
        REFUSE(p, place, "elements are nested more than %d deep", AB_XML_DEPTH_MAX);
    } else if (++p->element_count > AB_XML_ELEMENTS_MAX) {
        REFUSE(p, place, "there are more than %d elements", AB_XML_ELEMENTS_MAX);
    } else {
        abXmlElement *element = AB_ARENA_NEW(p->arena, abXmlElement, 1);
        if (element == NULL || !keep_element(p, element, name, pairs)) {
            no_memory(p);
            return;
        }
        element->place = place;
        hang_in(p, element);
        ab_text_clear(&p->content);
    }
}

static void XMLCALL on_end(void *user, const XML_Char *name) {
    Parser *p = user;
    (void)name;
    abXmlElement *element = p->open;
    if (p->result != AB_OK || element == NULL) {
        return;
    }
    const char *content = ab_text_string(&p->content);
    size_t blank = strspn(content, " \t\r\n");
    if (p->content.failed) {
        no_memory(p);
        return;
    }
    if (element->first == NULL && content[blank] != '\0') {
        element->text = ab_arena_text(p->arena, content);
        element->text_place = place_of(p, p->content_from);
        if (element->text == NULL) {
            no_memory(p);
        }
    }
    ab_text_clear(&p->content);
    p->open = element->parent;
    p->depth--;
}

static void XMLCALL on_text(void *user, const XML_Char *text, int length) {
    Parser *p = user;
    if (p->content.size == 0) {
        p->content_from = here(p);
    }
    ab_text_write(&p->content, text, (size_t)length);
}

static void XMLCALL on_doctype(void *user, const XML_Char *name, const XML_Char *system_id,
                               const XML_Char *public_id, int has_subset) {
    Parser *p = user;
    (void)name, (void)system_id, (void)public_id, (void)has_subset;
    size_t start = here(p); // somewhere inside it
    while (start > 0 && strncmp(p->text + start, "<!DOCTYPE", 9) != 0) {
        start--;
    }
    REFUSE(p, place_of(p, start),
           "a DOCTYPE is refused: it could name other files and entities that grow without end; "
           "a model needs none");
}

static void XMLCALL on_declaration(void *user, const XML_Char *version, const XML_Char *encoding,
                                   int standalone) {
    Parser *p = user;
    (void)version, (void)standalone;
    if (encoding != NULL && !ab_xml_is_one_of(encoding, "UTF-8|US-ASCII|ISO-8859-1")) {
        REFUSE(p, place_of(p, here(p)),
               "the encoding %.40s is not read; save the file as UTF-8, US-ASCII or ISO-8859-1",
               encoding);
    }
}

// ---- what expat did not like ----

// A value whose closing quote is missing runs on into the next attribute or tag. The trouble is
// found only there; what helps is the place where it began.
static bool tell_of_quote(Parser *p, size_t offset) {
    size_t start = offset < p->size ? offset : p->size;
    while (start > 0 && p->text[start - 1] != '<') {
        start--;
    }
    Span span = {0};
    for (size_t at = behind_tag_name(p, start); at != 0 && at <= offset;) {
        at = next_span(p, at, &span);
        if (span.value == 0 || span.value > offset || span.name_length == 0) {
            return false;
        }
        bool runs_on = memchr(p->text + span.value, '=', span.value_length) != NULL ||
                       memchr(p->text + span.value, '<', span.value_length) != NULL;
        if (runs_on) {
            int shown = (int)strcspn(p->text + span.value, "=<>\r\n\"'");
            p->result = ab_error_add(
                p->error, AB_BAD_MODEL, place_of(p, span.value),
                "the value of %.*s has no closing quote: it begins %.*s and runs on into what "
                "follows",
                (int)(span.name_length < 60 ? span.name_length : 60), p->text + span.name,
                shown < 40 ? shown : 40, p->text + span.value);
            return true;
        }
    }
    return false;
}

static void tell(Parser *p) {
    enum XML_Error code = XML_GetErrorCode(p->expat);
    size_t offset = here(p);
    abPlace place = place_of(p, offset);
    bool is_token = code == XML_ERROR_INVALID_TOKEN || code == XML_ERROR_UNCLOSED_TOKEN ||
                    code == XML_ERROR_DUPLICATE_ATTRIBUTE;
    if (code == XML_ERROR_NO_MEMORY) {
        no_memory(p);
    } else if (is_token && tell_of_quote(p, offset)) {
        return;
    } else if (code == XML_ERROR_NO_ELEMENTS && p->open != NULL) {
        p->result = ab_error_add(p->error, AB_BAD_MODEL, place,
                                 "the file ends inside <%.60s>, which begins at line %d",
                                 p->open->name, p->open->place.line);
    } else if (code == XML_ERROR_TAG_MISMATCH && p->open != NULL) {
        p->result = ab_error_add(p->error, AB_BAD_MODEL, place,
                                 "this does not close <%.60s>, which begins at line %d",
                                 p->open->name, p->open->place.line);
    } else {
        p->result = ab_error_add(p->error, AB_BAD_MODEL, place, "this is no well-formed XML: %s",
                                 XML_ErrorString(code));
    }
}

// ---- the whole text ----

// Behind `end`, or the end of the text.
static size_t behind(const Parser *p, size_t at, const char *end) {
    size_t length = strlen(end);
    while (at + length <= p->size && memcmp(p->text + at, end, length) != 0) {
        at++;
    }
    return at + length <= p->size ? at + length : p->size;
}

// Behind the tag that begins at `at`; counts its quoted values.
static size_t behind_tag(const Parser *p, size_t at, int *values) {
    for (*values = 0; at < p->size && p->text[at] != '>'; at++) {
        if (p->text[at] == '"' || p->text[at] == '\'') {
            const char *end = memchr(p->text + at + 1, p->text[at], p->size - at - 1);
            at = end != NULL ? (size_t)(end - p->text) : p->size - 1;
            ++*values;
        }
    }
    return at;
}

// expat gathers all attributes of a tag, ten times as large as they stand in the text, before it
// tells of the tag; so they are counted first. What is no well-formed XML is left to expat.
static abResult check_attributes(Parser *p) {
    size_t at = 0;
    while (at < p->size) {
        const char *open = memchr(p->text + at, '<', p->size - at);
        if (open == NULL) {
            return AB_OK;
        }
        at = (size_t)(open - p->text);
        size_t left = p->size - at, begin = at;
        int values = 0;
        if (left >= 4 && memcmp(open, "<!--", 4) == 0) {
            at = behind(p, at + 4, "-->");
        } else if (left >= 9 && memcmp(open, "<![CDATA[", 9) == 0) {
            at = behind(p, at + 9, "]]>");
        } else if (left >= 2 && open[1] == '?') {
            at = behind(p, at + 2, "?>");
        } else {
            at = behind_tag(p, at, &values);
        }
        if (values > AB_XML_ATTRIBUTES_MAX) {
            size_t name = behind_tag_name(p, begin + 1) - begin - 1;
            return ab_error_add(p->error, AB_BAD_MODEL, place_of(p, begin),
                                "<%.*s> has more than %d attributes", (int)(name < 40 ? name : 40),
                                open + 1, AB_XML_ATTRIBUTES_MAX);
        }
    }
    return AB_OK;
}

static bool is_wide(const char *text, size_t size) {
    return size >= 2 && (memcmp(text, "\xFE\xFF", 2) == 0 || memcmp(text, "\xFF\xFE", 2) == 0 ||
                         text[0] == '\0' || text[1] == '\0');
}

static abResult parse(Parser *p) {
    if (is_wide(p->text, p->size)) {
        return ab_error_add(p->error, AB_BAD_MODEL, (abPlace){p->file, 1, 1},
                            "the file is UTF-16; save it as UTF-8");
    }
    AB_TRY(check_attributes(p));
    p->expat = XML_ParserCreate(NULL);
    if (p->expat == NULL) {
        return ab_no_memory(p->error, (abPlace){.file = p->file}, "while reading the model");
    }
    XML_SetUserData(p->expat, p);
    XML_SetElementHandler(p->expat, on_start, on_end);
    XML_SetCharacterDataHandler(p->expat, on_text);
    XML_SetStartDoctypeDeclHandler(p->expat, on_doctype);
    XML_SetXmlDeclHandler(p->expat, on_declaration);
    bool ok = XML_Parse(p->expat, p->text, (int)p->size, 1) == XML_STATUS_OK;
    if (!ok && p->result == AB_OK) {
        tell(p);
    }
    XML_ParserFree(p->expat);
    return p->result;
}

abResult ab_xml_parse(const char *text, size_t size, const char *file, abArena *arena,
                      abXmlElement **root, abError *error) {
    enum { SIZE_MAX_READ = 1 << 30 };
    Parser p = {.text = text,
                .size = size < SIZE_MAX_READ ? size : SIZE_MAX_READ,
                .file = file,
                .arena = arena,
                .error = error,
                .line = 1,
                .column = 1};
    ab_text_init(&p.content, arena->allocator);
    bool has_mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    p.at = has_mark ? 3 : 0;
    abResult result = parse(&p);
    ab_text_done(&p.content);
    *root = result == AB_OK ? p.root : NULL;
    return result;
}

#else

abResult ab_xml_parse(const char *text, size_t size, const char *file, abArena *arena,
                      abXmlElement **root, abError *error) {
    (void)text, (void)size, (void)arena;
    *root = NULL;
    return ab_error_add(error, AB_USAGE, (abPlace){.file = file},
                        "this build cannot read MotionSolve XML: expat was not found");
}

#endif
