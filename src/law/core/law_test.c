// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/law.h"

#include "base/check.h"
#include "law/core/law_kinds.h"

static void every_law_is_found_by_its_name(void) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)kind);
        CHECK(ab_normal_law_find(law->table->name) == (abNormalLawKind)kind);
    }
    for (int kind = 0; kind < AB_FRICTION_LAW_COUNT; kind++) {
        const abFrictionLaw *law = ab_friction_law((abFrictionLawKind)kind);
        CHECK(ab_friction_law_find(law->table->name) == (abFrictionLawKind)kind);
    }
    CHECK(ab_normal_law_find("elastic") == AB_LAW_ELASTIC);
    CHECK(ab_friction_law_find("regularized") == AB_FRICTION_REGULARIZED);
}

static void an_unknown_name_gives_the_count(void) {
    CHECK(ab_normal_law_find("elastik") == AB_NORMAL_LAW_COUNT);
    CHECK(ab_normal_law_find("") == AB_NORMAL_LAW_COUNT);
    CHECK(ab_friction_law_find("coulombs") == AB_FRICTION_LAW_COUNT);
}

static void check_table(const abTable *table) {
    CHECK(table->size <= AB_LAW_PARAMS_SIZE);
    CHECK(strlen(table->text) > 0);
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        CHECK(strlen(key->text) > 0 && strlen(key->unit) > 0 && key->offset < table->size);
        CHECK(ab_table_find(table, key->name) == key); // no name twice
        if (key->kind == AB_KEY_NUMBER && !isnan(key->fallback)) {
            CHECK(key->low <= key->fallback && key->fallback <= key->high);
        }
    }
}

static void every_table_is_complete_and_fits(void) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)kind);
        check_table(law->table);
        CHECK(law->prepare != NULL && law->evaluate != NULL); // not all begin
    }
    for (int kind = 0; kind < AB_FRICTION_LAW_COUNT; kind++) {
        const abFrictionLaw *law = ab_friction_law((abFrictionLawKind)kind);
        check_table(law->table);
        CHECK(law->evaluate != NULL || law->tangential != NULL);
    }
}

static int count_numbers(const abLawNumber *numbers, int room) {
    int count = 0;
    for (; numbers != NULL && numbers[count].name != NULL; count++) {
        CHECK(strlen(numbers[count].name) > 0 && strlen(numbers[count].unit) > 0);
        CHECK(strlen(numbers[count].text) > 0);
        CHECK(numbers[count].place >= 0 && numbers[count].place < AB_LAW_CONSTANTS);
    }
    CHECK(count <= room);
    return count;
}

static void what_events_tell_of_a_law_has_a_name(void) {
    for (int kind = 0; kind < AB_NORMAL_LAW_COUNT; kind++) {
        const abNormalLaw *law = ab_normal_law((abNormalLawKind)kind);
        CHECK((count_numbers(law->memory, AB_LAW_MEMORY) > 0) == (law->begin != NULL));
        count_numbers(law->told, AB_LAW_TOLD);
    }
}

AB_TESTS(AB_TEST(every_law_is_found_by_its_name), AB_TEST(an_unknown_name_gives_the_count),
         AB_TEST(every_table_is_complete_and_fits), AB_TEST(what_events_tell_of_a_law_has_a_name))
