// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// drive.c - a simulation in progress: record, progress line, signals, warnings.

#include "drive.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// What a person waits for.
static double wall_time(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

// What the run costs, however busy the machine is: of all threads of this process.
static double computing_time(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

// ---- stopping: the first signal ends the run in order, a second one at once ----

static volatile sig_atomic_t s_stop;

static void on_signal(int number) {
    (void)number;
    s_stop = 1;
}

static void watch_signals(bool on) {
    struct sigaction action = {.sa_handler = on ? on_signal : SIG_DFL,
                               .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// ---- warnings ----

static void voice_write(void *context, abLogLevel level, const char *sentence) {
    Voice *voice = context;
    if (level == AB_LOG_NOTICE && !voice->is_quiet) {
        fprintf(stderr, "%s%s\n", voice->is_on_line ? "\r\033[K" : "", sentence);
        voice->is_on_line = false;
    }
    if (level != AB_LOG_WARNING) {
        return;
    }
    if (!voice->is_quiet) {
        fprintf(stderr, "%swarning: %s\n", voice->is_on_line ? "\r\033[K" : "", sentence);
        voice->is_on_line = false;
    }
    if (voice->record != NULL) {
        ab_record_add_warning(voice->record, sentence, NULL); // a failing file shows at the commit
        return;
    }
    size_t length = strlen(sentence) + 1;
    if (AB_ARRAY_RESERVE(ab_heap(), voice->kept, voice->capacity, voice->size + length)) {
        memcpy(voice->kept + voice->size, sentence, length);
        voice->size += length;
    }
}

abLog voice_log(Voice *voice) {
    return (abLog){voice_write, voice};
}

abResult voice_attach(Voice *voice, abRecord *record, abError *error) {
    voice->record = record;
    for (size_t i = 0; i < voice->size; i += strlen(voice->kept + i) + 1) {
        AB_TRY(ab_record_add_warning(record, voice->kept + i, error));
    }
    return AB_OK;
}

void voice_each(const Voice *voice, void (*take)(void *context, const char *sentence),
                void *context) {
    for (size_t i = 0; i < voice->size; i += strlen(voice->kept + i) + 1) {
        take(context, voice->kept + i);
    }
}

void voice_done(Voice *voice) {
    AB_ARRAY_FREE(ab_heap(), voice->kept, voice->capacity);
    voice->size = 0;
}

// ---- progress ----

typedef struct Drive {
    abObserver record; // of the record
    Voice *voice;
    bool show_progress;
    double first_time, end_time; // simulated                                     [s]
    double begun, shown;         // wall time                                     [s]
} Drive;

// "1 h 02 min", "3 min 20 s", "12 s"
static void duration_text(double seconds, char *out, size_t size) {
    if (!(seconds < 360000.0)) {
        snprintf(out, size, "days");
    } else if (seconds >= 3600.0) {
        snprintf(out, size, "%d h %02d min", (int)(seconds / 3600.0),
                 (int)(fmod(seconds, 3600.0) / 60.0));
    } else if (seconds >= 60.0) {
        snprintf(out, size, "%d min %02d s", (int)(seconds / 60.0), (int)fmod(seconds, 60.0));
    } else {
        snprintf(out, size, "%.0f s", ceil(seconds));
    }
}

static void show_progress(Drive *drive, double time, double wall) {
    double done = (time - drive->first_time) / (drive->end_time - drive->first_time);
    double rate = (time - drive->first_time) / (wall - drive->begun);
    char left[40];
    duration_text(rate > 0.0 ? (drive->end_time - time) / rate : INFINITY, left, sizeof left);
    char bar[21] = "....................";
    memset(bar, '#', (size_t)fmax(0.0, fmin(20.0, 20.0 * done)));
    fprintf(stderr, "\r\033[K[%s] %3.0f %%  t = %.4g s of %.4g s  %.3g s/s  %s left", bar,
            100.0 * done, time, drive->end_time, rate, left);
    drive->voice->is_on_line = true;
    drive->shown = wall;
}

static abResult drive_frame(void *context, const abFrame *frame, abError *error) {
    const Drive *drive = context;
    return drive->record.frame(drive->record.context, frame, error);
}

static abResult drive_event(void *context, const abEvent *event, abError *error) {
    const Drive *drive = context;
    return drive->record.event(drive->record.context, event, error);
}

static abResult drive_step(void *context, abSimulation *simulation, double time, abError *error) {
    Drive *drive = context;
    AB_TRY(drive->record.step(drive->record.context, simulation, time, error));
    if (drive->show_progress) {
        double wall = wall_time();
        if (wall - drive->shown > 0.2) {
            show_progress(drive, time, wall);
        }
    }
    return s_stop ? AB_STOPPED : AB_OK;
}

abResult drive(abSimulation *simulation, abRecord *record, Voice *voice, bool show_progress_line,
               abError *error) {
    const abRecordInfo *info = ab_record_info(record);
    double begun = wall_time(), computed = computing_time();
    Drive context = {.record = ab_record_observer(record),
                     .voice = voice,
                     .show_progress = show_progress_line && isatty(STDERR_FILENO),
                     .first_time = ab_simulation_time(simulation),
                     .end_time = info->end_time,
                     .begun = begun,
                     .shown = begun};
    abObserver observer = {&context, drive_frame, drive_event, drive_step};
    watch_signals(true);
    abResult result = ab_simulation_run(simulation, &observer, error);
    watch_signals(false);
    if (voice->is_on_line) {
        fprintf(stderr, "\r\033[K");
        voice->is_on_line = false;
    }
    double seconds = computing_time() - computed;
    abResult finished = ab_record_finish(record, simulation, result, error, seconds, error);
    voice->record = NULL;
    return finished != AB_OK && (result == AB_OK || result == AB_STOPPED) ? finished : result;
}
