// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mpi_workers.h - cases computed by the ranks of an MPI job: rank 0 hands them out and writes, the
// others compute.
//
//   mpi_join     all ranks, first
//   mpi_agree    all ranks, once the study is read
//   mpi_direct   rank 0        mpi_compute   the others
//   mpi_leave    all ranks, last
//
// In a build without MPI mpi_join answers AB_USAGE, and the others are not to be called.

#ifndef ABUT_MPI_WORKERS_H
#define ABUT_MPI_WORKERS_H

#include "study/workers.h"

// The rank of this process among how many.
abResult mpi_join(int *rank, int *count, abError *error);

// AB_OK when every rank brings it, with the same fingerprint of what it has read. Otherwise each rank
// gets a result that is none, and one of them the sentence why.
abResult mpi_agree(abResult result, uint64_t fingerprint, abError *error);

// Rank 0: has `count` cases of `work` computed, as workers_run does.
abResult mpi_direct(const Work *work, int64_t count, abError *error);

// Other ranks: computes what it is given, one case at a time in a process of its own, until rank 0 is
// through. `work` needs no more than source, run and seconds.
abResult mpi_compute(const Work *work, abError *error);

// Ends the other ranks when called by rank 0. False when one of them does not answer: MPI would wait for
// it, and mpi_abort is all that is left, which does not come back.
bool mpi_leave(void);
void mpi_abort(abResult result);

#endif
