// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sobol.h - Sobol's sequence: points that fill a cube more evenly than random ones.

#ifndef ABUT_SOBOL_H
#define ABUT_SOBOL_H

#include <stdint.h>

enum { SOBOL_DIMENSIONS = 64, SOBOL_BITS = 32 };

// Coordinate `dimension`, from 0, of point `index`, from 0 to 2^32 - 1, as 32 bits behind the point;
// point 0 is the origin.
uint32_t sobol_bits(int dimension, uint32_t index);

#endif
