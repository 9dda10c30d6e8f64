// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// failing_malloc.c - a library to be loaded before a program: allocation number FAIL_AT fails, of
// whatever library asks for it. With FAIL_COUNT=FILE each process adds a line with how many it made.
//
// Only for glibc, and for the address sanitizer of gcc with FAILING_MALLOC_SANITIZED: whose allocators
// have the names below.

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef FAILING_MALLOC_SANITIZED
#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *old, size_t size);
void *REAL(memalign)(size_t alignment, size_t size);

static long s_calls, s_fail_at = -1;
static bool s_is_ready;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAIL_AT");
    s_fail_at = text != NULL ? atol(text) : -1;
    s_is_ready = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAIL_COUNT");
    char line[32];
    s_is_ready = false;
    int size = snprintf(line, sizeof line, "%ld\n", s_calls);
    int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
    if (file >= 0 && write(file, line, (size_t)size) == size) {
        close(file);
    }
}

static bool fails(void) {
    if (!s_is_ready || __atomic_add_fetch(&s_calls, 1, __ATOMIC_SEQ_CST) != s_fail_at) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : REAL(malloc)(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : REAL(calloc)(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : REAL(realloc)(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    *out = fails() ? NULL : REAL(memalign)(alignment, size);
    return *out != NULL ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : REAL(memalign)(alignment, size);
}
