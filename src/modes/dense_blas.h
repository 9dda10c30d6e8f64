// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_blas.h - the few routines of BLAS, LAPACK and ARPACK that are used, by their Fortran names.
// Matrices are by columns, as there.

#ifndef AB_DENSE_BLAS_H
#define AB_DENSE_BLAS_H

#include <stddef.h>

// C = alpha op(A) op(B) + beta C
void dgemm_(const char *op_a, const char *op_b, const int *m, const int *n, const int *k,
            const double *alpha, const double *A, const int *lda, const double *B, const int *ldb,
            const double *beta, double *C, const int *ldc, size_t, size_t);
// eigenvalues of a symmetric matrix, ascending; its vectors replace it
void dsyev_(const char *jobz, const char *uplo, const int *n, double *A, const int *lda, double *w,
            double *work, const int *lwork, int *info, size_t, size_t);
// implicitly restarted Lanczos, by reverse communication
void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev,
             const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
             int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
             size_t, size_t);
void dseupd_(const int *rvec, const char *howmny, int *select, double *d, double *z, const int *ldz,
             const double *sigma, const char *bmat, const int *n, const char *which, const int *nev,
             const double *tol, double *resid, const int *ncv, double *v, const int *ldv,
             int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info,
             size_t, size_t, size_t);

// C (m x n) = A^T B, of k rows.
static inline void ab_product_t(int m, int n, int k, const double *A, const double *B, double *C) {
    const double one = 1.0, zero = 0.0;
    if (m > 0 && n > 0) {
        dgemm_("T", "N", &m, &n, &k, &one, A, &k, B, &k, &zero, C, &m, 1, 1);
    }
}

// C (m x n) = A B + beta C, A with k columns; without columns C stays.
static inline void ab_product(int m, int n, int k, const double *A, const double *B, double beta,
                              double *C) {
    const double one = 1.0;
    if (m > 0 && n > 0 && k > 0) {
        dgemm_("N", "N", &m, &n, &k, &one, A, &m, B, &k, &beta, C, &m, 1, 1);
    }
}

#endif
