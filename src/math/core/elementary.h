// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elementary.h - the elementary functions with the same bits for every compiler, processor and
// optimisation level. sqrt, fabs, floor and the four operations are exact in IEEE 754 and may be
// used directly; everything else must come from here.

#ifndef AB_ELEMENTARY_H
#define AB_ELEMENTARY_H

#define AB_PI 3.14159265358979323846

double ab_sin(double x);
double ab_cos(double x);
double ab_tan(double x);
double ab_asin(double x);
double ab_acos(double x);
double ab_atan(double x);
double ab_atan2(double y, double x);
double ab_exp(double x);
double ab_log_e(double x);
double ab_log_10(double x);
double ab_pow(double x, double y);
double ab_cbrt(double x);
double ab_sinh(double x);
double ab_cosh(double x);
double ab_tanh(double x);

#endif
