// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// nastran_cards.h - the cards of a Nastran bulk data deck and their fields.
//
// A card is ten fields a line: in columns of 8, of 16 where the name has a star, or parted by commas.
// What goes on in the next line begins there with + or *, or with a blank field. Numbers may leave out
// the e of the exponent, 1.5-3. Comments begin with $.
//
// Source  MSC Nastran Quick Reference Guide, Bulk Data Entries: Format of Bulk Data Entries.
// Limits  the first AB_CARD_FIELDS fields are kept; `left_out` counts the others.

#ifndef AB_NASTRAN_CARDS_H
#define AB_NASTRAN_CARDS_H

#include <stdbool.h>

enum { AB_CARD_FIELDS = 8192, AB_CARD_FIELD_SIZE = 24 };

// Begin with {.at = text, .next_line = 1}; the text ends with a zero.
typedef struct abCard {
    const char *at; // the next line
    int next_line;  // its number
    int line;       // of this card
    int count;      // fields, the name counted, continuations left out
    int left_out;
    char fields[AB_CARD_FIELDS][AB_CARD_FIELD_SIZE]; // 0: the name in capitals, without its star
} abCard;

// The next card; false at the end of the text.
bool ab_card_next(abCard *card);
// Whether that is its name.
bool ab_card_is(const abCard *card, const char *name);
// A field, blanks around it cut; "" where there is none.
const char *ab_card_field(const abCard *card, int field);
// Whether a field is a number above 0.
bool ab_card_id(const abCard *card, int field, long *out);
// Whether it is a real number as Fortran reads it: 1.5, 1.5E-3, 1.5D-3, 1.5-3; blank is 0.
bool ab_card_real(const abCard *card, int field, double *out);

#endif
