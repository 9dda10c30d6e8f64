// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <abut/result.h>
#include <abut/version.h>
#include <stdio.h>

int main(void) {
    printf("abut %s: %s\n", AB_VERSION, ab_result_name(AB_OK));
    return 0;
}
