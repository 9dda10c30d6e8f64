// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/export.h - what a function of the library is marked with, and what C and C++ write
// differently.
//
// The library hides every name but those declared with ABUT_API, and these are exactly the
// functions of the headers beside this one.

#ifndef ABUT_EXPORT_H
#define ABUT_EXPORT_H

#if defined(__GNUC__)
#define ABUT_API __attribute__((visibility("default")))
// Argument `text` is a format of printf, its values begin with argument `first`.
#define ABUT_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define ABUT_API
#define ABUT_PRINTF(text, first)
#endif

#ifdef __cplusplus
#define ABUT_ALIGN(bytes) alignas(bytes)
#else
#define ABUT_ALIGN(bytes) _Alignas(bytes)
#endif

#endif
