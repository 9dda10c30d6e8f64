// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render.c - abut render: an instant of a record as a picture.

#include "render/software_renderer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/record_words.h"

static const struct View {
    const char *name;
    abVec3 back;
} s_views[] = {{"corner", {0.75, -1.0, 0.45}},
               {"front", {0.0, -1.0, 0.0}},
               {"right", {1.0, 0.0, 0.0}},
               {"top", {0.0, 0.0, 1.0}}};
enum { VIEWS = sizeof s_views / sizeof s_views[0] };

static abResult choose_view(const Arguments *arguments, abVec3 *back) {
    const char *name = option_value(arguments, "view");
    for (int i = 0; name != NULL && i < VIEWS; i++) {
        if (strcmp(name, s_views[i].name) == 0) {
            *back = s_views[i].back;
            return AB_OK;
        }
    }
    return name == NULL ? AB_OK
                        : command_usage(arguments->command,
                                        "--view=%s is none of corner, front, right, top", name);
}

static abResult read_options(const Arguments *arguments, abRenderOptions *options, double *time) {
    double width, height;
    *options = ab_render_options();
    AB_TRY(option_number(arguments, "width", options->width, 16.0, 8192.0, &width));
    AB_TRY(option_number(arguments, "height", options->height, 16.0, 8192.0, &height));
    AB_TRY(option_number(arguments, "time", INFINITY, -1e30, 1e30, time));
    AB_TRY(option_number(arguments, "exaggerate", 1.0, 0.0, 1e9, &options->exaggeration));
    AB_TRY(choose_view(arguments, &options->back));
    options->width = (int)width;
    options->height = (int)height;
    options->shows_contacts = !option_given(arguments, "no-contacts");
    options->shows_map = !option_given(arguments, "no-map");
    return AB_OK;
}

static abResult render(const Arguments *arguments, const abRenderOptions *options, double time,
                       abRecord **record, abError *error) {
    char base[4096], path[4200];
    int64_t index;
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), record, error));
    AB_TRY(ab_record_find_frame(*record, time, &index, error));
    record_base(arguments, (const char *const[]){".png", NULL}, base, sizeof base);
    bool to_stdout = strcmp(base, "-") == 0;
    snprintf(path, sizeof path, "%s%s", to_stdout ? STANDARD_OUTPUT : base,
             to_stdout ? "" : ".png");
    AB_TRY(ab_render(*record, index < 0 ? 0 : index, options, path, error));
    if (!to_stdout) {
        printf("%s\n", path);
    }
    return AB_OK;
}

static abResult run_render(const Arguments *arguments, abError *error) {
    abRenderOptions options;
    double time;
    AB_TRY(read_options(arguments, &options, &time));
    abRecord *record = NULL;
    abResult result = render(arguments, &options, time, &record, error);
    ab_record_close(record);
    return result;
}

const Command command_render = {
    .name = "render",
    .words = "RECORD",
    .minimum = 1,
    .maximum = 1,
    .text = "an instant of a record as a picture",
    .more =
        "Draws the bodies and the forces of their contacts as `abut view` shows them, without a\n"
        "browser, and writes BASE.png.",
    .options = {{'o', "output", "BASE",
                 "name, with or without ending (RECORD's, here); - for stdout"},
                {0, "time", "TIME", "the last frame not after this [s] (the last of all)"},
                {0, "view", "NAME", "corner, front, right, top (corner; planar: top)"},
                {0, "width", "PIXELS", "of the picture (960)"},
                {0, "height", "PIXELS", "of the picture (600)"},
                {0, "exaggerate", "FACTOR", "of what flexible bodies deform by (1)"},
                {0, "no-contacts", NULL, "without forces"},
                {0, "no-map", NULL, "without the pressure on meshes that the record has"}},
    .option_choices = {"view", "corner front right top"},
    .standard_records = "",
    .run = run_render,
};
