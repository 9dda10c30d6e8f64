// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elementary.c - SLEEF's deterministic scalar functions (no FMA, error below 1 ulp), which answer
// with the same bits on every processor. A build without SLEEF takes libm's, whose last bits are
// the machine's own.

#include "math/core/elementary.h"

#include "base/config.h"

#if ABUT_HAVE_SLEEF
#include <sleef.h>
#define CALL(sleef, libm) Sleef_cinz_##sleef##d1_u10purec
#else
#include <math.h>
#define CALL(sleef, libm) libm
#endif

#define ONE(name, sleef, libm)                                                                     \
    double name(double x) {                                                                        \
        return CALL(sleef, libm)(x);                                                               \
    }
#define TWO(name, sleef, libm)                                                                     \
    double name(double a, double b) {                                                              \
        return CALL(sleef, libm)(a, b);                                                            \
    }

// clang-format off
//  ours        SLEEF  libm
ONE(ab_sin,     sin,   sin)
ONE(ab_cos,     cos,   cos)
ONE(ab_tan,     tan,   tan)
ONE(ab_asin,    asin,  asin)
ONE(ab_acos,    acos,  acos)
ONE(ab_atan,    atan,  atan)
TWO(ab_atan2,   atan2, atan2)
ONE(ab_exp,     exp,   exp)
ONE(ab_log_e,   log,   log)
ONE(ab_log_10,  log10, log10)
TWO(ab_pow,     pow,   pow)
ONE(ab_cbrt,    cbrt,  cbrt)
ONE(ab_sinh,    sinh,  sinh)
ONE(ab_cosh,    cosh,  cosh)
ONE(ab_tanh,    tanh,  tanh)
// clang-format on
