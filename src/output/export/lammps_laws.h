// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lammps_laws.h - contact laws as LAMMPS' pair style `granular` has them.

#ifndef AB_LAMMPS_LAWS_H
#define AB_LAMMPS_LAWS_H

#include <stdio.h>

#include "model/core/model.h"

// What is not the same in LAMMPS, as bits; ab_lammps_remark has the sentence of each.
typedef enum abLammpsRemark {
    AB_LAMMPS_TSUJI,     // another damping of the same restitution
    AB_LAMMPS_PULLS,     // the damper is not cut where it pulls
    AB_LAMMPS_SPRING,    // friction without a spring of its own is held by one
    AB_LAMMPS_UNDAMPED,  // tangential damping is lost beside an undamped normal law
    AB_LAMMPS_ROLLING,   // rolling resistance is held by a spring
    AB_LAMMPS_SPINNING,  // without spin_speed nothing resists spinning
    AB_LAMMPS_MARSHALL,  // the torque of spin
    AB_LAMMPS_CURVATURE, // of a cylinder's side
    AB_LAMMPS_REMARKS
} abLammpsRemark;
const char *ab_lammps_remark(abLammpsRemark remark);

typedef enum abLammpsTangential {
    AB_LAMMPS_FRICTIONLESS,
    AB_LAMMPS_LINEAR,      // linear_history
    AB_LAMMPS_STRETCH,     // mindlin
    AB_LAMMPS_INCREMENTS,  // mindlin/force
    AB_LAMMPS_DISSIPATIVE, // mindlin_rescale/force
} abLammpsTangential;

// F = stiffness d (hooke) or stiffness sqrt(R) d^1.5 (hertz), and the rest in LAMMPS' terms.
typedef struct abLammpsLaw {
    bool acts; // false: the two never meet
    bool is_hertz;
    double stiffness; // [N/m] or [Pa]
    bool is_tsuji;
    double damping; // of `velocity` [N s/m]; of `tsuji` the number LAMMPS wants for alpha
    double alpha;   // eta_n = alpha sqrt(m k): 2 or sqrt(5) times the damping ratio; 0 without
    abLammpsTangential tangential;
    double k_t, x_t, mu;              // k_t [N/m], of Mindlin's [Pa]; x_t = eta_t/eta_n
    double k_roll, eta_roll, mu_roll; // [N/m], [N s/m], [-]; mu_roll 0: none
    bool twists;                      // twisting marshall
    double longest_step;              // a 50th of the contact, a 10th of Rayleigh's time   [s]
    unsigned remarks;                 // bits
} abLammpsLaw;

// The law between two shapes that may touch, the first a ball on a free body, the second a ball, or
// a plane, box or cylinder that does not move. `speed` at which balls are expected to meet, > 0
// [m/s]. Adds a problem for each part that LAMMPS does not have, at the place of the contact rule.
abResult ab_lammps_law(const abModel *model, int ball, int other, double speed, abLammpsLaw *out,
                       abError *error);

// Whether one line of LAMMPS can say both, for pairs of the same classes with other radii.
bool ab_lammps_same_law(const abLammpsLaw *a, const abLammpsLaw *b);

// "hertz K DAMPING tangential ... damping tsuji", as it stands after pair_coeff and fix wall/gran.
void ab_lammps_law_write(const abLammpsLaw *law, FILE *out);

// The argument of LAMMPS' polynomial for Tsuji's alpha, by which alpha becomes what is wanted, from
// 0 to 2. [-]
double ab_lammps_tsuji_argument(double alpha);

#endif
