// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// drive.c - a simulation in progress: record, progress line, signals, warnings.

#include "command/drive.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "command/doubts.h"
#include "command/summary.h"

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

static void logger_write(void *context, abLogLevel level, const char *sentence) {
    Logger *logger = context;
    if (level == AB_LOG_NOTICE && !logger->is_quiet) {
        fprintf(stderr, "%s%s\n", logger->is_on_line ? "\r\033[K" : "", sentence);
        logger->is_on_line = false;
    }
    if (level != AB_LOG_WARNING) {
        return;
    }
    if (!logger->is_quiet) {
        fprintf(stderr, "%swarning: %s\n", logger->is_on_line ? "\r\033[K" : "", sentence);
        logger->is_on_line = false;
    }
    if (logger->record != NULL) {
        ab_record_add_warning(logger->record, sentence, NULL); // a failing file shows at the commit
        return;
    }
    size_t length = strlen(sentence) + 1;
    if (AB_ARRAY_RESERVE(ab_heap(), logger->kept, logger->capacity, logger->size + length)) {
        memcpy(logger->kept + logger->size, sentence, length);
        logger->size += length;
    }
}

abLog logger_log(Logger *logger) {
    return (abLog){logger_write, logger};
}

abResult logger_attach(Logger *logger, abRecord *record, abError *error) {
    logger->record = record;
    for (size_t i = 0; i < logger->size; i += strlen(logger->kept + i) + 1) {
        AB_TRY(ab_record_add_warning(record, logger->kept + i, error));
    }
    return AB_OK;
}

void logger_each(const Logger *logger, void (*take)(void *context, const char *sentence),
                 void *context) {
    for (size_t i = 0; i < logger->size; i += strlen(logger->kept + i) + 1) {
        take(context, logger->kept + i);
    }
}

static void count_one(void *count, const char *sentence) {
    (void)sentence;
    ++*(int *)count;
}

int logger_count(const Logger *logger) {
    int count = 0;
    logger_each(logger, count_one, &count);
    return count;
}

abResult logger_refuse(const Logger *logger, bool strict, const char *model, abError *error) {
    int count = logger_count(logger);
    return count == 0 || !strict ? AB_OK
                                 : ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                                                "%s: --strict allows no warnings, and there %s %d",
                                                model, count == 1 ? "is" : "are", count);
}

void logger_done(Logger *logger) {
    AB_ARRAY_FREE(ab_heap(), logger->kept, logger->capacity);
    logger->size = 0;
}

// ---- passing on ----

abResult pass_frame(void *context, const abFrame *frame, abError *error) {
    const abObserver *to = context;
    return to->frame(to->context, frame, error);
}

abResult pass_event(void *context, const abEvent *event, abError *error) {
    const abObserver *to = context;
    return to->event(to->context, event, error);
}

// ---- progress ----

typedef struct Drive {
    abObserver record; // of the record; first: see pass_frame
    Logger *logger;
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
    drive->logger->is_on_line = true;
    drive->shown = wall;
}

static abResult drive_step(void *context, abSimulation *simulation, double time, abError *error) {
    Drive *drive = context;
    AB_TRY(drive->record.step(drive->record.context, simulation, time, error));
    if (drive->show_progress) {
        double wall = ab_clock();
        if (wall - drive->shown > 0.2) {
            show_progress(drive, time, wall);
        }
    }
    return s_stop ? AB_STOPPED : AB_OK;
}

static abResult drive_event(void *context, const abEvent *event, abError *error) {
    Drive *drive = context;
    Logger *logger = drive->logger;
    if (logger->events != EVENTS_NONE) {
        if (logger->is_on_line) {
            fprintf(stderr, "\r\033[K");
            logger->is_on_line = false;
        }
        event_print(logger->record, event, logger->events, stdout);
        fflush(stdout);
    }
    return pass_event(context, event, error);
}

abResult drive(abSimulation *simulation, abRecord *record, Logger *logger, bool show_progress_line,
               abError *error) {
    const abRecordInfo *info = ab_record_info(record);
    double begun = ab_clock(), computed = ab_processor_clock();
    Drive context = {.record = ab_record_observer(record),
                     .logger = logger,
                     .show_progress = show_progress_line && isatty(STDERR_FILENO),
                     .first_time = ab_simulation_time(simulation),
                     .end_time = info->end_time,
                     .begun = begun,
                     .shown = begun};
    abObserver observer = {&context, pass_frame, drive_event, drive_step};
    watch_signals(true);
    abResult result = ab_simulation_run(simulation, &observer, error);
    watch_signals(false);
    if (logger->is_on_line) {
        fprintf(stderr, "\r\033[K");
        logger->is_on_line = false;
    }
    double seconds = ab_processor_clock() - computed;
    if (result == AB_OK) {
        abLog log = logger_log(logger);
        doubts_tell(simulation, &log);
    }
    abResult finished = ab_record_finish(record, simulation, result, error, seconds, error);
    logger->record = NULL;
    return finished != AB_OK && (result == AB_OK || result == AB_STOPPED) ? finished : result;
}

abResult drive_to_summary(const Arguments *arguments, abResult prepared, abSimulation *simulation,
                          abRecord *record, Logger *logger, abError *error) {
    bool json = option_given(arguments, "json"), quiet = option_given(arguments, "quiet");
    abResult result = prepared;
    if (option_given(arguments, "log")) {
        logger->events = json ? EVENTS_JSON : EVENTS_TEXT;
    }
    if (result == AB_OK) {
        result = drive(simulation, record, logger, !quiet, error);
    }
    if (record != NULL) {
        bool is_silent = quiet || arguments->has_record_on_stdout;
        abResult summed = json        ? summary_json(record, stdout, error)
                          : is_silent ? AB_OK
                                      : summary_text(record, false, stdout, error);
        result = result == AB_OK ? summed : result;
    }
    return result;
}
