// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_elements.h - force elements as rows of a step.

#ifndef AB_STEP_ELEMENTS_H
#define AB_STEP_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "solver/cone/cone.h"

struct abStep;

// One direction in which a force element gives way; (1) of step_elements.c.
typedef struct abStepElement {
    int force, number; // of the model, -1: the pull from outside; of its rows
    int body[2];
    abVec3 linear[2], angular[2]; // its rate is their sum over A and B times v and w
    double stiffness, damping;
    double end;    // theta: 1/2 the mean of both ends, 1 the end
    double answer; // what resists at the middle, as placed       [N], [N m]
    double start_rate, placed_rate;
    bool is_explicit; // its answer is part of the free motion
    bool is_one_sided, never_pulls;
    bool is_estimated;                    // by differences
    bool has_x;                           // x is known
    double x;                             // at the middle                                     [m]
    bool acts;                            // of what is one-sided
    bool aims;                            // (2) asks for more than the mean velocity gives
    abVec3 end_linear[2], end_angular[2]; // for the bodies at the end
    double goal, off;              // x_1 of it; how far the end of the step is off        [m]
    double rate, force_now, slope; // of what is one-sided, as last linearised
    int link;                      // of the problem; -1: none
} abStepElement;

// What of a force element is not in rows: its loads on A and B.
typedef struct abStepLoad {
    abVec3 force[2], torque[2];
} abStepLoad;

typedef struct abStepElements {
    abStepElement *rows;
    abStepLoad *loads;          // per force
    abStepElement *rows_before; // as ab_step_put_elements_aside left them
    abStepLoad *loads_before;
    int count_before;
    int count;
    bool has_laws;     // some are one-sided
    bool is_aiming;    // some aim
    double stored;     // in all of them at the start                               [J]
    double stored_end; // likewise where the step ends, back at its joints          [J]
    abConeLink *links; // room to bring them to where their forces have them
    size_t link_capacity;
    double stiffest;    // greatest w h of the step
    int stiffest_force; // whose; -1: of the pull
} abStepElements;

bool ab_step_init_elements(struct abStep *step, abArena *arena);
void ab_step_done_elements(struct abStep *step);
// For the bodies as placed at the middle: loads them with what is explicit, and finds the rows.
void ab_step_load_elements(struct abStep *step);
// Before they are found again for other velocities of the same places, and whether they then answer
// the same: with rows that are linear in the velocities they do. Then those before may come back.
void ab_step_put_elements_aside(struct abStep *step);
bool ab_step_elements_are_same(const struct abStep *step);
void ab_step_take_elements_back(struct abStep *step);
// Links of the rows into the problem, from *index on.
void ab_step_link_elements(struct abStep *step, size_t *index);
// Rows of what is one-sided for the rates it has with the velocities of `bodies`; by how much its
// forces differ from those of the last solution, and the largest.                       [N]
double ab_step_linearise_elements(struct abStep *step, const abConeBody *bodies, double *largest);
// Where they begin among the links.
size_t ab_step_first_element_link(const struct abStep *step);
// Where (2) has the elements at the end, with the velocities found.
void ab_step_aim_elements(struct abStep *step);
// How far y has them from there, at most; 0: not beyond rounding. `is_first`: nothing was displaced.
double ab_step_elements_off(struct abStep *step, const double *y, bool is_first);
// The links of a displacement: those of joints, which it leaves closed, and, where elements are off,
// those that bring them there, with a compliance of `give` of what the bodies have against them: they
// give way to what has none. How many; < 0 for want of memory.
int ab_step_displacement_links(struct abStep *step, bool of_elements, bool of_ends, double give);
// Work of their impulses: of dampers, of what is applied, of drives that hold prescribed bodies.
void ab_step_book_elements(const struct abStep *step, double *book, double *bend);

#endif
