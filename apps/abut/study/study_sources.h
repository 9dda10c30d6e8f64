// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// study_sources.h - the files that the model of a study takes in, with fingerprints of what they hold:
// results of other meshes must not come into one table.

#ifndef ABUT_STUDY_SOURCES_H
#define ABUT_STUDY_SOURCES_H

#include "base/arena.h"
#include "base/array.h"
#include "study/case_run.h"

typedef struct StudySourceFile {
    const char *name; // from the folder of the model
    uint64_t hash;
} StudySourceFile;

typedef struct StudySources {
    StudySourceFile *files;
    size_t count;
    abArrays arrays;
    abArena arena; // of names
} StudySources;

// Of the model of the first case, and of those that other words for a parameter make of it, as they
// may name files. To be given back in either case.
abResult study_sources(const CaseSource *source, const abModel *first, StudySources *out,
                       abError *error);
void study_sources_done(StudySources *sources);

// A fingerprint of all of them, beginning with `hash`.
uint64_t study_sources_hash(const StudySources *sources, uint64_t hash);

#endif
