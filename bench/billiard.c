// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// billiard.c - CPU time of a whole simulation: the billiards of models/, on one core.
//
//   billiard [FOLDER of the models]
//
// Without output. Contacts per evaluation are those at the end of each step, weighted with the
// evaluations of the step.

#include <stdio.h>
#include <stdlib.h>

#include "abut/abut.h"
#include "core/simulation_state.h" // the number of touches, which the public interface gives in frames only
#include "mechanics/contact/contact_set.h"
#include "stopwatch.h"

typedef struct Game {
    const char *name, *file;
    double end, demand; // [s]; CPU time it may take at most, 0: none
} Game;

static const Game s_games[] = {
    {"4 balls", "billiard_4.yaml", 2.5, 0.0},
    {"16 balls", "billiard_16.yaml", 5.0, 3.0},
};

static const double s_tolerance = 1e-7;

static abError s_error;

static bool ok(const Game *game, abResult result) {
    char line[600];
    if (result != AB_OK) {
        ab_error_format(&s_error, 0, line, sizeof line);
        fprintf(stderr, "billiard: %s: %s\n", game->name, line);
        ab_error_clear(&s_error);
    }
    return result == AB_OK;
}

// Contacts evaluated so far.
typedef struct Count {
    int64_t evaluations;
    double contacts;
} Count;

static abResult count_step(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    Count *count = context;
    int64_t now = s->dynamics.mechanics.evaluations;
    count->contacts += (double)(now - count->evaluations) * (double)s->dynamics.contacts->count;
    count->evaluations = now;
    return AB_OK;
}

static void report(const Game *game, double seconds, const Count *count, const abStatistics *st) {
    double evaluations = (double)st->evaluations;
    printf(
        "game\t%s\t%g\t%.0e\t%.3f\t%.0f\t%lld\t%lld\t%lld\t%.0f\t%.2f\t%.0f\t%s\n", game->name,
        game->end, s_tolerance, seconds, evaluations, (long long)st->steps, (long long)st->rejected,
        (long long)(st->events[AB_EVENT_TOUCH] + st->events[AB_EVENT_RELEASE]),
        1e9 * seconds / evaluations, count->contacts / evaluations, 1e9 * seconds / count->contacts,
        game->demand == 0.0       ? "-"
        : seconds <= game->demand ? "holds"
                                  : "does not hold");
    fflush(stdout);
}

static void play(const Game *game, const char *folder) {
    char path[1000];
    abModel *model;
    snprintf(path, sizeof path, "%s/%s", folder, game->file);
    if (!ok(game, ab_model_read(path, NULL, 0, ab_heap(), (abLog){0}, &model, &s_error))) {
        return;
    }
    abSimulationDef options = *ab_model_simulation(model);
    options.tolerance = s_tolerance;
    options.end_time = game->end;
    options.output_interval = game->end;
    Stopwatch watch = {.budget = 5.0, .maximum = 3};
    Count count;
    abStatistics statistics;
    bool good = true;
    while (good && stopwatch_again(&watch)) {
        abSimulation *simulation = NULL;
        count = (Count){0};
        abObserver observer = {.context = &count, .step = count_step};
        stopwatch_start(&watch);
        good = ok(game, ab_simulation_create(model, &options, ab_heap(), (abLog){0}, &simulation,
                                             &s_error)) &&
               ok(game, ab_simulation_run(simulation, &observer, &s_error));
        stopwatch_stop(&watch);
        if (good) {
            statistics = *ab_simulation_statistics(simulation);
        }
        ab_simulation_destroy(simulation);
    }
    if (good) {
        report(game, watch.minimum, &count, &statistics);
    }
    ab_model_destroy(model);
}

int main(int argc, char **argv) {
    ab_error_clear(&s_error);
    for (size_t i = 0; i < sizeof s_games / sizeof s_games[0]; i++) {
        play(&s_games[i], argc > 1 ? argv[1] : "models");
    }
    return 0;
}
