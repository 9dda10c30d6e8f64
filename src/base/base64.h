// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// base64.h - bytes as letters (RFC 4648), for files that are texts.

#ifndef AB_BASE64_H
#define AB_BASE64_H

#include "base/text.h"

void ab_put_base64(abText *out, const void *data, size_t size);

#endif
