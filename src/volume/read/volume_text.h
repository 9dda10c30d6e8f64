// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_text.h - lines and numbers of the files of volume meshes. Blanks and commas part words.

#ifndef AB_VOLUME_TEXT_H
#define AB_VOLUME_TEXT_H

#include "volume/core/volume_mesh.h"

typedef struct abVolumeText {
    abVolumeMesh *mesh;
    const char *text; // a zero behind it
    size_t size;
    const char *at;     // the next character
    const char *begins; // of the line at hand
    int line;           // from 1
    int file;           // of the mesh
    const char *folder; // of files that this one names; NULL: it may name none
    int depth;          // of files in files
} abVolumeText;

void ab_volume_text_begin(abVolumeText *text);
// Where the next character is.
abVolumePlace ab_volume_text_place(const abVolumeText *text);
// Where a word of the line at hand is.
abVolumePlace ab_volume_text_place_of(const abVolumeText *text, const char *word);
// To the next line; false at the end of the text.
bool ab_volume_text_next_line(abVolumeText *text);
// Whether there is another word on this line; goes to it.
bool ab_volume_text_more(abVolumeText *text);
// The next word of the line as a number; false when it is none, and stays before it. Exponents may
// begin with e or d.
bool ab_volume_text_integer(abVolumeText *text, long *out);
bool ab_volume_text_number(abVolumeText *text, double *out);
// The next word of this line or of those behind it, across line ends.
bool ab_volume_text_integer_on(abVolumeText *text, long *out);
bool ab_volume_text_number_on(abVolumeText *text, double *out);
// Whether the line begins with a word, capitals or not.
bool ab_volume_text_begins(const abVolumeText *text, const char *word);
// Up to 40 letters of the next word, for messages.
const char *ab_volume_text_shown(const abVolumeText *text, char out[44]);

#endif
