// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// view_start.c - a list of models to choose from: those in ./models, else in the current folder,
// else those installed. A picture of NAME.yaml is looked for as thumbnails/NAME.png beside it, its
// theme in themes.txt and what it takes in times.txt. A record of a model that takes longer than real
// time is shown first, where there is one: NAME.abut.db beside the model or in the current folder.

#include "view/view_start.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/config.h"
#include "view/view.h"
#include "view/view_answers.h"
#include "view/view_types.h"

enum {
    MODELS_MAX = 500,
    HEAD = 4096,          // bytes of a model that are looked at
    PICTURE_MAX = 100000, // bytes
    LIST_MAX = 32768      // bytes of a list of themes or times
};

typedef struct Start {
    ViewAnswers answers; // has no record
    View *view;
    const char *folder, *message;
    char *names[MODELS_MAX];
    int count;
    char themes[LIST_MAX + 1], times[LIST_MAX + 1]; // texts of these files; "": there is none
} Start;

// ---- what is a model ----

static bool has_ending(const char *name, const char *ending) {
    size_t size = strlen(name), tail = strlen(ending);
    return size > tail && strcmp(name + size - tail, ending) == 0;
}

// The first bytes of a file, as text.
static bool read_head(const char *folder, const char *name, char head[HEAD + 1]) {
    char path[4400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    head[fread(head, 1, HEAD, file)] = '\0';
    fclose(file);
    return true;
}

// The beginning of a line that begins so; NULL: none.
static const char *find_line(const char *text, const char *beginning) {
    size_t size = strlen(beginning);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, beginning, size) == 0) {
            return line;
        }
    }
    return NULL;
}

static bool is_model(const char *folder, const char *name) {
    static char head[HEAD + 1];
    if (name[0] == '.' || !read_head(folder, name, head)) {
        return false;
    }
    if (has_ending(name, ".yaml") || has_ending(name, ".yml") || has_ending(name, ".json")) {
        return find_line(head, "abut:") != NULL || strstr(head, "\"abut\"") != NULL;
    }
    return has_ending(name, ".xml") && strstr(head, "<Model") != NULL;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void forget(Start *start) {
    while (start->count > 0) {
        free(start->names[--start->count]);
    }
}

static bool find_models(Start *start, const char *folder) {
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return false;
    }
    for (const struct dirent *entry = readdir(dir); entry != NULL && start->count < MODELS_MAX;
         entry = readdir(dir)) {
        char *name = is_model(folder, entry->d_name) ? strdup(entry->d_name) : NULL;
        if (name != NULL) {
            start->names[start->count++] = name;
        }
    }
    closedir(dir);
    qsort(start->names, (size_t)start->count, sizeof start->names[0], compare);
    start->folder = folder;
    return start->count > 0;
}

// ---- what is said of one ----

static void copy_line(const char *from, char *out, size_t size) {
    size_t length = strcspn(from, "\r\n");
    snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), from);
}

// "title: ..." of the file, else its name with spaces: "ball_in_bowl.yaml" is "Ball in bowl".
static void find_title(const char *head, const char *name, char *out, size_t size) {
    const char *line = find_line(head, "title:");
    if (line == NULL) {
        snprintf(out, size, "%.*s", (int)(strrchr(name, '.') - name), name);
        for (char *c = out; *c != '\0'; c++) {
            *c = *c == '_' ? ' ' : *c;
        }
        out[0] = (char)toupper((unsigned char)out[0]);
        return;
    }
    line += strlen("title:");
    copy_line(line + strspn(line, " \"'"), out, size);
    for (char *end = out + strlen(out); end > out && strchr(" \"'", end[-1]) != NULL; end--) {
        end[-1] = '\0';
    }
}

// The comment at the top, without licence lines, up to its first empty line.
static void find_text(const char *head, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (const char *line = head; *line == '#'; line += strcspn(line, "\n") + 1) {
        char text[300];
        copy_line(line + 1 + strspn(line + 1, " "), text, sizeof text);
        if (text[0] == '\0' && used > 0) {
            return;
        }
        if (text[0] != '\0' && strncmp(text, "SPDX", 4) != 0 && used + strlen(text) + 2 < size) {
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "", text);
        }
        if (strchr(line, '\n') == NULL) {
            return;
        }
    }
}

// As an address that holds the picture itself; "" when there is none.
static void put_picture(abJson *json, const Start *start, const char *name) {
    static unsigned char bytes[PICTURE_MAX];
    char path[4400];
    snprintf(path, sizeof path, "%s/thumbnails/%.*s.png", start->folder,
             (int)(strrchr(name, '.') - name), name);
    abText text;
    ab_text_init(&text, ab_heap());
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (size < sizeof bytes) {
            ab_text_add(&text, "data:image/png;base64,");
            ab_put_base64(&text, bytes, size);
        }
    }
    ab_json_text(json, "picture", ab_text_string(&text));
    ab_text_done(&text);
}

// The whole of a list; "" when there is none.
static void read_list(const char *folder, const char *name, char out[LIST_MAX + 1]) {
    char path[4400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(out, 1, LIST_MAX, file) : 0;
    out[size] = '\0';
    if (file != NULL) {
        fclose(file);
    }
}

// Whether a line, up to its end, has this word.
static bool has_word(const char *line, const char *word, size_t length) {
    for (; *line != '\0' && *line != '\n'; line += strcspn(line, " \n")) {
        line += strspn(line, " ");
        if (strcspn(line, " \r\n") == length && strncmp(line, word, length) == 0) {
            return true;
        }
    }
    return false;
}

// "Machines" from the line "Machines: ball_bearing gear_pair", of "gear_pair.yaml". "": in none. The
// place in the list goes with it, so that the page keeps the order: from 1, 0 in none.
static int find_theme(const char *list, const char *name, char *out, size_t size) {
    size_t length = (size_t)(strrchr(name, '.') - name);
    int number = 0;
    out[0] = '\0';
    for (const char *line = list; *line != '\0';) {
        size_t end = strcspn(line, "\n"), colon = strcspn(line, ":\n");
        number++;
        if (line[0] != '#' && line[colon] == ':' && has_word(line + colon + 1, name, length)) {
            snprintf(out, size, "%.*s", (int)colon, line);
            return number;
        }
        line += end + (line[end] == '\n');
    }
    return 0;
}

// Whether there is a record of a model, and where: `path` has at least 4096 bytes.
static bool find_record(const Start *start, const char *name, char *path) {
    const char *const folders[] = {start->folder, "."};
    for (int i = 0; i < 2; i++) {
        snprintf(path, 4096, "%.3800s/%.*s.abut.db", folders[i],
                 (int)fmin(200.0, (double)(strrchr(name, '.') - name)), name);
        if (command_is_record(path)) {
            return true;
        }
    }
    path[0] = '\0';
    return false;
}

// "gripper.yaml 0.5 3": processor and simulated seconds.
static void find_times(const char *list, const char *name, double *computed, double *simulated) {
    const char *line = find_line(list, name);
    size_t length = strlen(name);
    *computed = *simulated = NAN;
    if (line == NULL || line[length] != ' ' ||
        sscanf(line + length, "%lf %lf", computed, simulated) != 2) {
        *computed = *simulated = NAN;
    }
}

// The record of a model that takes longer than real time; false when there is none.
static bool is_shown_first(const Start *start, const char *name, char *path) {
    double computed, simulated;
    path[0] = '\0';
    find_times(start->times, name, &computed, &simulated);
    return computed > simulated && find_record(start, name, path);
}

static void put_model(abJson *json, const Start *start, const char *name) {
    static char head[HEAD + 1];
    char title[200] = "", text[600] = "";
    if (!read_head(start->folder, name, head)) {
        head[0] = '\0';
    }
    find_title(head, name, title, sizeof title);
    find_text(head, text, sizeof text);
    ab_json_open(json, NULL, '{');
    ab_json_text(json, "name", name);
    ab_json_text(json, "title", title);
    ab_json_text(json, "text", text);
    char theme[100];
    int place = find_theme(start->themes, name, theme, sizeof theme);
    ab_json_text(json, "theme", theme);
    ab_json_integer(json, "place", place);
    char record[4096];
    double computed, simulated;
    find_times(start->times, name, &computed, &simulated);
    ab_json_number(json, "computed", computed);
    ab_json_number(json, "simulated", simulated);
    ab_json_boolean(json, "recorded", is_shown_first(start, name, record));
    put_picture(json, start, name);
    ab_json_close(json, '}');
}

// ---- the handler ----

static void opened(void *context, int client) {
    Start *start = context;
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, false);
    ab_json_open(&json, NULL, '{');
    ab_json_open(&json, "start", '{');
    ab_json_text(&json, "folder", start->folder);
    ab_json_text(&json, "message", start->message);
    ab_json_open(&json, "models", '[');
    for (int i = 0; i < start->count; i++) {
        put_model(&json, start, start->names[i]);
    }
    ab_json_close(&json, ']');
    ab_json_close(&json, '}');
    ab_json_close(&json, '}');
    view_tell(&start->answers, client, &text);
    ab_text_done(&text);
}

// Only what is in the list can be run.
static void heard(void *context, int client, const char *text, size_t size) {
    Start *start = context;
    const abNode *message = view_parse(&start->answers, text, size);
    const char *action = message != NULL ? view_word(message, "do") : NULL;
    const char *name = message != NULL ? view_word(message, "model") : NULL;
    (void)client;
    for (int i = 0; action != NULL && name != NULL && i < start->count; i++) {
        if (strcmp(action, "open") == 0 && strcmp(name, start->names[i]) == 0) {
            snprintf(start->view->model, sizeof start->view->model, "%s/%s", start->folder, name);
            is_shown_first(start, name, start->view->record);
            server_stop(start->answers.server);
        }
    }
}

abResult view_start(View *view, const char *message, abError *error) {
    static const char *const folders[] = {"models", ".", ABUT_DATA_DIR "/models"};
    static Start start; // large
    memset(&start, 0, sizeof start);
    start.view = view;
    start.folder = ".";
    start.message = message;
    view->model[0] = view->record[0] = '\0';
    view->has_list = true;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (find_models(&start, folders[i])) {
            break;
        }
    }
    read_list(start.folder, "themes.txt", start.themes);
    read_list(start.folder, "times.txt", start.times);
    if (start.count == 0 && message[0] == '\0') {
        start.message = "There are no models here: neither in ./models, nor in the current folder, "
                        "nor in " ABUT_DATA_DIR "/models. Start in another folder, or give "
                        "`abut view` a model or a record.";
    }
    view_answers_init(&start.answers);
    ServerHandler handler = {.context = &start, .opened = opened, .heard = heard};
    abResult result = view_open(view, &handler, &start.answers.server, error);
    if (result == AB_OK) {
        view_serve(start.answers.server);
    }
    server_close(start.answers.server);
    view_answers_done(&start.answers);
    forget(&start);
    return result;
}
