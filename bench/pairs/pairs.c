// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs.c - signed distances of convex pairs by Abut and by the engines that are installed: time of
// a query, worst error, answers that are off. All engines get the same poses and take turns.
//
//   pairs [ROUNDS]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../stopwatch.h"
#include "pairs.h"
#include "reference.h"
#include "scenes.h"

static const PairsEngine *const s_engines[] = {
    &pairs_abut,
#ifdef PAIRS_CCD
    &pairs_ccd_epa,
    &pairs_ccd_mpr,
#endif
#ifdef PAIRS_FCL
    &pairs_fcl_libccd,
    &pairs_fcl_indep,
#endif
#ifdef PAIRS_BULLET
    &pairs_bullet_detector,
    &pairs_bullet_epa3,
#endif
};
enum { ENGINES = sizeof s_engines / sizeof s_engines[0] };

#define OFF 1e-9 // of the size: an answer that is more in error is off

typedef struct Score {
    double ns, worst; // time of a query; largest error [sizes]
    int off, missing;
} Score;

static Score s_score[SCENE_CLASSES][2][2][ENGINES];
static long double s_slack; // largest of the reference where it is known

static void judge(const PairsCase *c, PairsAnswer answers[ENGINES][SCENE_QUERIES],
                  Score score[ENGINES]) {
    for (int i = 0; i < c->query_count; i++) {
        const PairsQuery *q = &c->queries[i];
        long double slack, right = reference_distance(c, q, &slack);
        s_slack = slack > s_slack ? slack : s_slack;
        for (int e = 0; e < ENGINES; e++) {
            const double *n = answers[e][i].n;
            if (answers[e][i].is_given && fabs(n[0]) + fabs(n[1]) + fabs(n[2]) > 0.5) {
                long double found = reference_separation(c, q, n);
                right = found > right ? found : right;
            }
        }
        double size = scene_size(&c->solids[q->A]) + scene_size(&c->solids[q->B]);
        for (int e = 0; e < ENGINES; e++) {
            if (!answers[e][i].is_given) {
                score[e].missing++;
                continue;
            }
            double error = (double)fabsl(answers[e][i].distance - right) / size;
            score[e].worst = fmax(score[e].worst, error);
            score[e].off += !(error <= OFF);
        }
    }
}

static void measure(const PairsCase *c, int rounds, Score score[ENGINES]) {
    static PairsAnswer answers[ENGINES][SCENE_QUERIES];
    for (int round = 0; round < rounds; round++) {
        for (int e = 0; e < ENGINES; e++) {
            void *loaded = s_engines[e]->load(c);
            Stopwatch watch = {.budget = 0.02, .maximum = 20};
            while (stopwatch_again(&watch)) {
                stopwatch_start(&watch);
                s_engines[e]->run(loaded, answers[e]);
                stopwatch_stop(&watch);
            }
            s_engines[e]->unload(loaded);
            double ns = 1e9 * watch.minimum / c->query_count;
            score[e].ns = round == 0 || ns < score[e].ns ? ns : score[e].ns;
        }
    }
    judge(c, answers, score);
}

static bool gives(int engine, bool overlaps) {
    return overlaps || s_engines[engine]->gives_gaps;
}

static void print_class(int number, const char *name) {
    printf("\n%-22s%26s ns, cold  warm | overlap ns, cold  warm | apart: worst   off | overlap: "
           "worst   off  none\n",
           name, "apart");
    for (int e = 0; e < ENGINES; e++) {
        Score(*s)[2][ENGINES] = s_score[number];
        printf("  %-7s %-23s ", s_engines[e]->name, s_engines[e]->setting);
        bool gaps = s_engines[e]->gives_gaps;
        printf(gaps ? "%18.0f %6.0f" : "          (%6.0f)(%5.0f)", s[0][0][e].ns, s[0][1][e].ns);
        printf(" %18.0f %6.0f", s[1][0][e].ns, s[1][1][e].ns);
        if (gaps) {
            printf("       %9.1e %5d", fmax(s[0][0][e].worst, s[0][1][e].worst),
                   s[0][0][e].off + s[0][1][e].off);
        } else {
            printf("       %9s %5s", "-", "-");
        }
        printf("       %9.1e %5d %5d\n", fmax(s[1][0][e].worst, s[1][1][e].worst),
               s[1][0][e].off + s[1][1][e].off,
               (gaps ? s[0][0][e].missing + s[0][1][e].missing : 0) + s[1][0][e].missing +
                   s[1][1][e].missing);
    }
}

// The quickest peer setting and the quickest among those that are right, over Abut's time.
static void print_ratios(int number, const char *name) {
    printf("  %-20s", name);
    for (int k = 0; k < 4; k++) {
        int overlaps = k / 2, warm = k % 2;
        const Score *s = s_score[number][overlaps][warm];
        double any = INFINITY, right = INFINITY;
        for (int e = 1; e < ENGINES; e++) {
            if (gives(e, overlaps)) {
                any = fmin(any, s[e].ns);
                right = s[e].off + s[e].missing == 0 ? fmin(right, s[e].ns) : right;
            }
        }
        printf("  %8.2f ", any / s[0].ns);
        printf(isfinite(right) ? "%8.2f" : "    none", right / s[0].ns);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 3, asked = 0, off = 0, missing = 0;
    const char *names[SCENE_CLASSES];
    printf("Convex pairs: signed distance, %d queries a case; error over the size of the pair, off "
           "is above %g\n",
           SCENE_QUERIES, OFF);
#ifdef PAIRS_CCD
    printf("libccd     %s, package\n", PAIRS_CCD);
#endif
#ifdef PAIRS_FCL
    printf("FCL        %s, package\n", pairs_fcl_version());
#endif
#ifdef PAIRS_BULLET
    printf("Bullet     %s, package, double precision\n", pairs_bullet_version());
#endif
    for (int number = 0; number < SCENE_CLASSES; number++) {
        for (int k = 0; k < 4; k++) {
            PairsCase c = scene_make(number, k / 2, k % 2);
            Score *score = s_score[number][k / 2][k % 2];
            names[number] = c.name;
            measure(&c, rounds < 1 ? 1 : rounds, score);
            asked += c.query_count;
            off += score[0].off;
            missing += score[0].missing;
            scene_free(&c);
        }
        print_class(number, names[number]);
    }
    printf("\nAbut's answers: %d asked, %d off, %d not proven exact; reference of solids apart "
           "certain to %.1Le m\n",
           asked, off, missing, s_slack);
    if (ENGINES > 1) {
        printf("\nPeer's time over Abut's: the quickest setting, and the quickest with no answer "
               "off\n  %-20s  %17s  %17s  %17s  %17s\n",
               "", "apart, cold", "apart, warm", "overlap, cold", "overlap, warm");
        for (int number = 0; number < SCENE_CLASSES; number++) {
            print_ratios(number, names[number]);
        }
    }
    return 0;
}
