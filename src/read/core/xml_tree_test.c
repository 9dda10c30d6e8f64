// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "read/core/xml_tree.h"

#include <stdlib.h>

#include "base/check.h"

static abArena s_arena;
static abError s_error;

static abXmlElement *parse_bytes(const char *text, size_t size) {
    abXmlElement *root;
    ab_error_clear(&s_error);
    ab_arena_init(&s_arena, ab_heap(), 4096);
    abResult result = ab_xml_parse(text, size, "m.xml", &s_arena, &root, &s_error);
    CHECK((result == AB_OK) == (root != NULL) && (result == AB_OK) == (s_error.count == 0));
    return root;
}

static abXmlElement *parse(const char *text) {
    return parse_bytes(text, strlen(text));
}

static void done(void) {
    ab_arena_done(&s_arena);
}

// The one problem of a text must begin with `expected`, "line:column: words".
static void refused(const char *text, const char *expected) {
    char said[600];
    CHECK(parse(text) == NULL);
    CHECK(s_error.count == 1);
    ab_error_format(&s_error, 0, said, sizeof said);
    const char *behind = strncmp(said, "m.xml:", 6) == 0 ? said + 6 : said;
    if (strncmp(behind, expected, strlen(expected)) != 0) {
        printf("said:     %s\nexpected: %s\n", behind, expected);
        s_failed_checks++;
    }
    done();
}

static void elements_and_attributes_keep_their_places(void) {
    const abXmlElement *root =
        parse("<?xml version=\"1.0\"?>\n<a>\n  <B x = \"1\"\n     y='two'/>\n"
              "  <c>text</c>\n</a>\n");
    CHECK_TEXT(root->name, "a");
    CHECK(root->place.line == 2 && root->place.column == 1 && root->text == NULL);
    const abXmlElement *b = root->first;
    CHECK_TEXT(b->name, "B");
    CHECK(b->attribute_count == 2 && b->place.line == 3 && b->place.column == 3);
    CHECK_TEXT(b->attributes[1].name, "y");
    CHECK_TEXT(b->attributes[1].value, "two");
    CHECK(b->attributes[0].place.line == 3 && b->attributes[0].place.column == 6);
    CHECK(b->attributes[0].value_place.line == 3 && b->attributes[0].value_place.column == 11);
    CHECK(b->attributes[1].place.line == 4 && b->attributes[1].place.column == 6);
    CHECK(b->attributes[1].value_place.column == 9);
    CHECK_TEXT(b->next->text, "text");
    CHECK(b->next->text_place.line == 5 && b->next->text_place.column == 6);
    CHECK(b->next->next == NULL && b->next == root->last && b->parent == root);
    done();
}

static void columns_count_letters(void) {
    const abXmlElement *root = parse("\xEF\xBB\xBF<a name=\"\xC3\xA4\xC3\xB6\" x=\"&lt;\"/>");
    CHECK(root->place.column == 1);
    CHECK_TEXT(root->attributes[0].value, "\xC3\xA4\xC3\xB6");
    CHECK(root->attributes[1].place.column == 14);
    CHECK_TEXT(root->attributes[1].value, "<");
    done();
}

static void latin_letters_become_utf_8(void) {
    const abXmlElement *root =
        parse("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a name=\"\xE4\"/>");
    CHECK_TEXT(root->attributes[0].value, "\xC3\xA4");
    done();
}

static void capital_letters_do_not_matter(void) {
    CHECK(ab_xml_same("Force_Contact", "FORCE_contact") && !ab_xml_same("Force", "Forces"));
    CHECK(ab_xml_is_one_of("frustrum", "Frustum|Frustrum"));
    CHECK(ab_xml_is_one_of("FRUSTUM", "Frustum|Frustrum"));
    CHECK(!ab_xml_is_one_of("frust", "Frustum|Frustrum") && !ab_xml_is_one_of("", "A|B"));
}

static void what_is_not_well_formed_is_refused(void) {
    refused("<a><b></a>", "1:9: this does not close <b>, which begins at line 1");
    refused("<a>\n <b x=\"1\">\n", "3:1: the file ends inside <b>, which begins at line 2");
    refused("", "1:1: this is no well-formed XML");
    refused("<a x=\"1\" x=\"2\"/>", "1:10: this is no well-formed XML: duplicate attribute");
    refused("<a/><b/>", "1:5: this is no well-formed XML");
    refused("<a x=1/>", "1:6: this is no well-formed XML");
    refused("<a>\xFF</a>", "1:4: this is no well-formed XML");
    refused("<a x=\"\xC0\x80\"/>", "1:7: this is no well-formed XML");
    refused("<a>&unknown;</a>", "1:4: this is no well-formed XML: undefined entity");
}

static void a_missing_quote_is_told_where_the_value_begins(void) {
    refused("<a>\n <b type=\"POISSON\n    penalty=\"1.0\"/>\n</a>",
            "2:11: the value of type has no closing quote: it begins POISSON");
    refused("<a>\n <b x=\"1\" y=\"2/>\n <c z=\"3\"/>\n</a>",
            "2:14: the value of y has no closing quote: it begins 2/");
    refused("<a><b x=\"1/></a>", "1:10: the value of x has no closing quote");
}

static void nothing_outside_the_text_is_read(void) {
    refused("<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\"><a/>", "1:1: a DOCTYPE is refused");
    refused("<!DOCTYPE a [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><a>&f;</a>",
            "1:1: a DOCTYPE is refused");
    refused("<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"x\"><!ENTITY c \"&b;&b;&b;&b;\">"
            "<!ENTITY d \"&c;&c;&c;&c;\">]><a>&d;</a>",
            "2:1: a DOCTYPE is refused");
    refused("<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/passwd\">%p;]><a/>",
            "1:1: a DOCTYPE is refused");
}

static void other_encodings_are_refused(void) {
    refused("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><a/>", "1:1: the encoding EBCDIC is not");
    CHECK(parse_bytes("\xFF\xFE<\0a\0/\0>\0", 10) == NULL);
    done();
}

static void depth_is_bounded(void) {
    char text[400] = "";
    for (int i = 0; i < AB_XML_DEPTH_MAX + 1; i++) {
        strcat(text, "<a>");
    }
    refused(text, "1:97: elements are nested more than 32 deep");
}

static void attributes_are_bounded(void) {
    char *text = calloc(1, 10000);
    strcpy(text, "<a");
    for (int i = 0; i < AB_XML_ATTRIBUTES_MAX + 1; i++) {
        sprintf(text + strlen(text), " a%d='1'", i);
    }
    strcat(text, "/>");
    refused(text, "1:1: <a> has more than 200 attributes");
    // where they are none: in a comment, in CDATA, one in each of many tags
    static const char *const around[][2] = {{"<a><!-- ", " --></a>"}, {"<a><![CDATA[", "]]></a>"}};
    for (int k = 0; k < 2; k++) {
        strcpy(text, around[k][0]);
        for (int i = 0; i < AB_XML_ATTRIBUTES_MAX + 1; i++) {
            strcat(text, "<b c='1'");
        }
        strcat(text, around[k][1]);
        CHECK(parse(text) != NULL);
        done();
    }
    strcpy(text, "<a>");
    for (int i = 0; i < AB_XML_ATTRIBUTES_MAX + 1; i++) {
        strcat(text, "<b c='>' d=\"'\"/>");
    }
    strcat(text, "</a>");
    CHECK(parse(text) != NULL);
    done();
    free(text);
}

AB_TESTS(AB_TEST(elements_and_attributes_keep_their_places), AB_TEST(columns_count_letters),
         AB_TEST(latin_letters_become_utf_8), AB_TEST(capital_letters_do_not_matter),
         AB_TEST(what_is_not_well_formed_is_refused),
         AB_TEST(a_missing_quote_is_told_where_the_value_begins),
         AB_TEST(nothing_outside_the_text_is_read), AB_TEST(other_encodings_are_refused),
         AB_TEST(depth_is_bounded), AB_TEST(attributes_are_bounded))
