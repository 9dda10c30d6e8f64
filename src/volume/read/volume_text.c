// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_text.c - lines and numbers of the files of volume meshes.

#include "volume/read/volume_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_between(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == '\f' || c == '\v';
}

static bool ends_word(char c) {
    return is_between(c) || c == '\n' || c == '\0';
}

void ab_volume_text_begin(abVolumeText *text) {
    text->at = text->begins = text->text;
    text->line = 1;
}

abVolumePlace ab_volume_text_place_of(const abVolumeText *text, const char *word) {
    return (abVolumePlace){text->file, text->line, (int)(word - text->begins) + 1};
}

abVolumePlace ab_volume_text_place(const abVolumeText *text) {
    return ab_volume_text_place_of(text, text->at);
}

bool ab_volume_text_next_line(abVolumeText *text) {
    const char *end = strchr(text->at, '\n');
    if (end == NULL) {
        text->at += strlen(text->at);
        return false;
    }
    text->at = text->begins = end + 1;
    text->line++;
    return *text->at != '\0';
}

bool ab_volume_text_more(abVolumeText *text) {
    while (is_between(*text->at)) {
        text->at++;
    }
    return *text->at != '\0' && *text->at != '\n';
}

bool ab_volume_text_integer(abVolumeText *text, long *out) {
    if (!ab_volume_text_more(text)) {
        return false;
    }
    char *end = NULL;
    errno = 0;
    *out = strtol(text->at, &end, 10);
    if (end == text->at || !ends_word(*end) || errno != 0) {
        return false;
    }
    text->at = end;
    return true;
}

// As Fortran writes it, 1.5D-3.
static bool fortran_number(abVolumeText *text, const char *letter, double *out) {
    char copy[48], *end = NULL;
    size_t length = 0;
    while (length < sizeof copy - 1 && !ends_word(text->at[length])) {
        copy[length] = text->at + length == letter ? 'e' : text->at[length];
        length++;
    }
    copy[length] = '\0';
    *out = strtod(copy, &end);
    if (end != copy + length || !ends_word(text->at[length])) {
        return false;
    }
    text->at += length;
    return true;
}

bool ab_volume_text_number(abVolumeText *text, double *out) {
    if (!ab_volume_text_more(text)) {
        return false;
    }
    char *end = NULL;
    *out = strtod(text->at, &end);
    if (end != text->at && (*end == 'd' || *end == 'D')) {
        return fortran_number(text, end, out);
    }
    if (end == text->at || !ends_word(*end)) {
        return false;
    }
    text->at = end;
    return true;
}

static bool go_on(abVolumeText *text) {
    while (!ab_volume_text_more(text)) {
        if (!ab_volume_text_next_line(text)) {
            return false;
        }
    }
    return true;
}

bool ab_volume_text_integer_on(abVolumeText *text, long *out) {
    return go_on(text) && ab_volume_text_integer(text, out);
}

bool ab_volume_text_number_on(abVolumeText *text, double *out) {
    return go_on(text) && ab_volume_text_number(text, out);
}

bool ab_volume_text_begins(const abVolumeText *text, const char *word) {
    return strncasecmp(text->begins, word, strlen(word)) == 0 &&
           ends_word(text->begins[strlen(word)]);
}

const char *ab_volume_text_shown(const abVolumeText *text, char out[44]) {
    abVolumeText copy = *text;
    size_t n = 0;
    if (ab_volume_text_more(&copy)) {
        while (n < 40 && !ends_word(copy.at[n])) {
            unsigned char c = (unsigned char)copy.at[n];
            out[n++] = (char)(c >= ' ' && c < 127 ? c : '?');
        }
    }
    out[n] = '\0';
    return out;
}
