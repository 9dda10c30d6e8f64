// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// inline.h - functions that are worth more within their callers than compilers guess.

#ifndef AB_INLINE_H
#define AB_INLINE_H

#if defined(__GNUC__)
#define AB_INLINE static inline __attribute__((always_inline))
#else
#define AB_INLINE static inline
#endif

#endif
