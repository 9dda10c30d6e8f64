// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mpi_workers.c - rank 0 hands out chunks of cases, the other ranks compute.
//
//   chunk = ceil(rest / (4 workers)),  at most 1000 cases                               (1)
//
// The chunks shrink towards the end, so that no rank waits long for the last one. A rank that computes
// runs workers_run with one process: a crash or a hang costs its case only, as in one machine. It sends
// each outcome as it comes, and a sign of life each second. A rank silent for longer than SILENCE loses
// what is left of its chunk to others; if it comes back, the first outcome of a case counts. Cases whose
// process was lost are tried again at the end, one at a time while all other ranks wait.
//
// Limits  most starters of MPI end the whole job when the process of a rank dies. Rank 0 then gets
//         SIGTERM and commits; called again the study goes on. Only where the starter lets the others
//         live are chunks of the dead given again.
// Cost    rank 0 computes nothing; it looks for messages a thousand times a second and sleeps between.

#include "study/mpi_workers.h"

#include "base/config.h"

#if ABUT_HAVE_MPI

#include <math.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/no_memory.h"
#include "study/stop.h"

enum { CHUNK = 1000, NO_CASE = -1 };
static const double SILENCE = 15.0, SIGN_OF_LIFE = 1.0; // [s]

// What is sent: to rank 0, and by it.
typedef enum Tag { TAG_OUTCOME, TAG_ALIVE, TAG_ASK, TAG_LEFT, TAG_CHUNK, TAG_END } Tag;

static void post(int rank, Tag tag, const void *data, size_t size) {
    MPI_Send(data, (int)size, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

// The next message, if there is one: no longer than `capacity`.
static bool receive(int *rank, Tag *tag, void *data, size_t capacity, size_t *size) {
    int is_there = 0, length = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status) !=
            MPI_SUCCESS ||
        !is_there ||
        MPI_Recv(data, (int)capacity, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 &status) != MPI_SUCCESS) {
        return false;
    }
    MPI_Get_count(&status, MPI_BYTE, &length);
    *rank = status.MPI_SOURCE;
    *tag = (Tag)status.MPI_TAG;
    *size = (size_t)length;
    return true;
}

static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

// ---- rank 0 ----

// A rank that computes.
typedef struct Peer {
    int64_t cases[CHUNK]; // it has to compute
    int case_count;
    double heard; // [s], when it last was
    bool is_idle, is_silent, has_left;
} Peer;

// A case that is to be tried again.
typedef struct Retry {
    int64_t number;
    int attempts;
} Retry;

// Rank 0, with its list of who computes what.
typedef struct Desk {
    const Work *work;
    Peer *peers; // by rank; the first is not used
    int count;
    int64_t rest;   // cases not yet handed out
    int64_t *again; // that a silent rank had
    size_t again_count, again_capacity;
    Retry *retries;
    size_t retry_count, retry_capacity;
    Retry retry; // under way, with no other case
    bool is_retrying;
} Desk;

static Desk s_desk;

static bool is_there(const Peer *peer) {
    return !peer->is_silent && !peer->has_left;
}

static int count_there(const Desk *desk) {
    int count = 0;
    for (int i = 1; i < desk->count; i++) {
        count += is_there(&desk->peers[i]);
    }
    return count;
}

static abResult try_again(Desk *desk, Retry retry, abError *error) {
    if (!AB_ARRAY_RESERVE(ab_heap(), desk->retries, desk->retry_capacity, desk->retry_count + 1)) {
        return ab_no_memory(error, (abPlace){0}, "for cases that are tried again");
    }
    desk->retries[desk->retry_count++] = retry;
    return AB_OK;
}

// What a rank was given and has not answered is for others.
static abResult take_back(Desk *desk, Peer *peer, abError *error) {
    size_t count = (size_t)peer->case_count;
    peer->case_count = 0;
    if (count == 0) {
        return AB_OK;
    }
    if (desk->is_retrying) {
        desk->is_retrying = false;
        return try_again(desk, desk->retry, error);
    }
    if (!AB_ARRAY_RESERVE(ab_heap(), desk->again, desk->again_capacity,
                          desk->again_count + count)) {
        return ab_no_memory(error, (abPlace){0}, "for cases that are given again");
    }
    for (size_t i = 0; i < count; i++) {
        desk->again[desk->again_count++] = peer->cases[i];
    }
    return AB_OK;
}

static bool strike_out(Peer *peer, int64_t number) {
    for (int i = 0; i < peer->case_count; i++) {
        if (peer->cases[i] == number) {
            peer->cases[i] = peer->cases[--peer->case_count];
            return true;
        }
    }
    return false;
}

static abResult take_outcome(Desk *desk, Peer *peer, CaseOutcome *outcome, abError *error) {
    if (!strike_out(peer, outcome->number)) {
        return AB_OK; // it was silent, and the case is another's
    }
    int attempts = 1 + (desk->is_retrying ? desk->retry.attempts : 0);
    desk->is_retrying = false;
    if (outcome->is_lost && attempts <= desk->work->retries) {
        return try_again(desk, (Retry){outcome->number, attempts}, error);
    }
    outcome->attempts = attempts;
    return desk->work->ended(desk->work->context, outcome, error);
}

static abResult read_messages(Desk *desk, bool *has_read, abError *error) {
    static CaseOutcome outcome; // large
    int rank;
    Tag tag;
    size_t size;
    *has_read = false;
    while (receive(&rank, &tag, &outcome, sizeof outcome, &size)) {
        Peer *peer = &desk->peers[rank];
        *has_read = true;
        peer->heard = ab_clock();
        peer->is_silent = false;
        if (tag == TAG_OUTCOME && size == sizeof outcome) {
            AB_TRY(take_outcome(desk, peer, &outcome, error));
        } else if (tag == TAG_ASK) {
            peer->is_idle = true;
        } else if (tag == TAG_LEFT) {
            peer->has_left = true;
            AB_TRY(take_back(desk, peer, error));
        }
    }
    return AB_OK;
}

static abResult look_for_silent(Desk *desk, abError *error) {
    double now = ab_clock();
    for (int i = 1; i < desk->count; i++) {
        Peer *peer = &desk->peers[i];
        if (is_there(peer) && now - peer->heard > SILENCE) {
            peer->is_silent = true;
            AB_TRY(take_back(desk, peer, error));
        }
    }
    return AB_OK;
}

static int64_t take_number(Desk *desk) {
    if (desk->again_count > 0) {
        return desk->again[--desk->again_count];
    }
    int64_t number = desk->work->next(desk->work->context);
    desk->rest = number == NO_CASE ? 0 : desk->rest - 1;
    return number;
}

static void give_chunk(Desk *desk, int rank) {
    Peer *peer = &desk->peers[rank];
    double rest = (double)desk->rest + (double)desk->again_count;
    int size = (int)fmin(ceil(rest / (4.0 * count_there(desk))), CHUNK); // (1)
    for (int64_t number; peer->case_count < size && (number = take_number(desk)) != NO_CASE;) {
        peer->cases[peer->case_count++] = number;
    }
    if (peer->case_count > 0) {
        peer->is_idle = false;
        post(rank, TAG_CHUNK, peer->cases, (size_t)peer->case_count * sizeof peer->cases[0]);
    }
}

static void give_retry(Desk *desk, int rank) {
    Peer *peer = &desk->peers[rank];
    desk->retry = desk->retries[--desk->retry_count];
    desk->is_retrying = true;
    peer->is_idle = false;
    peer->cases[peer->case_count++] = desk->retry.number;
    post(rank, TAG_CHUNK, peer->cases, sizeof peer->cases[0]);
}

static bool is_computing(const Desk *desk) {
    for (int i = 1; i < desk->count; i++) {
        if (desk->peers[i].case_count > 0) {
            return true;
        }
    }
    return false;
}

// False when there is nothing more to do.
static bool give_all(Desk *desk) {
    for (int i = 1; i < desk->count && desk->rest + (int64_t)desk->again_count > 0; i++) {
        if (is_there(&desk->peers[i]) && desk->peers[i].is_idle) {
            give_chunk(desk, i);
        }
    }
    if (desk->rest + (int64_t)desk->again_count > 0 || is_computing(desk)) {
        return true;
    }
    for (int i = 1; i < desk->count && desk->retry_count > 0; i++) {
        if (is_there(&desk->peers[i]) && desk->peers[i].is_idle) {
            give_retry(desk, i);
            return true;
        }
    }
    return desk->retry_count > 0;
}

static abResult direct(Desk *desk, abError *error) {
    bool has_read;
    while (!stop_wanted()) {
        AB_TRY(read_messages(desk, &has_read, error));
        AB_TRY(look_for_silent(desk, error));
        if (!give_all(desk)) {
            return AB_OK;
        }
        if (count_there(desk) == 0) {
            return ab_error_add(error, AB_IO, (abPlace){0},
                                "no rank answers any more; call it again for the cases that are "
                                "left");
        }
        AB_TRY(desk->work->tick(desk->work->context, error));
        if (!has_read) {
            nap();
        }
    }
    return AB_STOPPED;
}

static abResult open_desk(Desk *desk, abError *error) {
    double now = ab_clock();
    *desk = (Desk){0};
    MPI_Comm_size(MPI_COMM_WORLD, &desk->count);
    desk->peers = calloc((size_t)desk->count, sizeof *desk->peers);
    if (desk->peers == NULL) {
        desk->count = 0;
        return ab_no_memory(error, (abPlace){0}, "for the ranks");
    }
    for (int i = 1; i < desk->count; i++) {
        desk->peers[i].heard = now;
    }
    return AB_OK;
}

abResult mpi_direct(const Work *work, int64_t count, abError *error) {
    StopSignals signals;
    s_desk.work = work;
    s_desk.rest = count;
    stop_catch(&signals);
    abResult result = direct(&s_desk, error);
    stop_release(&signals);
    AB_ARRAY_FREE(ab_heap(), s_desk.again, s_desk.again_capacity);
    AB_ARRAY_FREE(ab_heap(), s_desk.retries, s_desk.retry_capacity);
    s_desk.again_count = s_desk.retry_count = 0;
    return result;
}

// ---- the other ranks ----

// A rank that computes, with what it was given.
typedef struct Bench {
    int64_t cases[CHUNK];
    int count, next;
    double told;  // [s], when it last gave a sign of life
    bool is_over; // rank 0 has no more
} Bench;

static void give_sign(Bench *bench) {
    double now = ab_clock();
    if (now - bench->told > SIGN_OF_LIFE) {
        bench->told = now;
        post(0, TAG_ALIVE, NULL, 0);
    }
}

static void read_orders(Bench *bench) {
    int rank;
    Tag tag;
    size_t size;
    if (receive(&rank, &tag, bench->cases, sizeof bench->cases, &size)) {
        bench->is_over = tag == TAG_END;
        bench->count = tag == TAG_CHUNK ? (int)(size / sizeof bench->cases[0]) : 0;
        bench->next = 0;
    }
}

static int64_t next_given(void *context) {
    Bench *bench = context;
    if (bench->next == bench->count) {
        post(0, TAG_ASK, NULL, 0);
    }
    while (bench->next == bench->count && !bench->is_over && !stop_wanted()) {
        read_orders(bench);
        give_sign(bench);
        if (bench->next == bench->count) {
            nap();
        }
    }
    return bench->next < bench->count ? bench->cases[bench->next++] : NO_CASE;
}

static abResult send_outcome(void *context, const CaseOutcome *outcome, abError *error) {
    (void)context, (void)error;
    post(0, TAG_OUTCOME, outcome, sizeof *outcome);
    return AB_OK;
}

// While a case is computed nothing comes but the end.
static abResult give_sign_of_life(void *context, abError *error) {
    (void)error;
    Bench *bench = context;
    give_sign(bench);
    read_orders(bench);
    return bench->is_over ? AB_STOPPED : AB_OK;
}

abResult mpi_compute(const Work *work, abError *error) {
    static Bench bench;
    bench = (Bench){.told = ab_clock()};
    Work ours = *work;
    ours.workers = 1;
    ours.retries = 0; // rank 0 sees to it
    ours.context = &bench;
    ours.next = next_given;
    ours.ended = send_outcome;
    ours.tick = give_sign_of_life;
    abResult result = workers_run(&ours, error);
    return bench.is_over ? AB_OK : result;
}

// ---- all ranks ----

// MPI prints pages about crashes. Ours are those of a case, and told by its parent.
static const int s_crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { CRASHES = sizeof s_crashes / sizeof s_crashes[0] };

abResult mpi_join(int *rank, int *count, abError *error) {
    struct sigaction before[CRASHES];
    for (int i = 0; i < CRASHES; i++) {
        sigaction(s_crashes[i], NULL, &before[i]);
    }
    MPI_Init(NULL, NULL); // which ends the process when it cannot
    for (int i = 0; i < CRASHES; i++) {
        sigaction(s_crashes[i], &before[i], NULL);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, count);
    return *rank == 0 ? open_desk(&s_desk, error) : AB_OK;
}

typedef struct Opinion {
    uint64_t fingerprint;
    int64_t result; // abResult
} Opinion;

// The first rank that is not of the opinion of rank 0; `count`: none.
static int first_other(const Opinion *all, int count) {
    int i = 1;
    while (i < count && all[i].result == AB_OK && all[i].fingerprint == all[0].fingerprint) {
        i++;
    }
    return i;
}

static abResult weigh(const Opinion *all, int rank, int count, abError *error) {
    int other = first_other(all, count);
    if (all[0].result != AB_OK) { // it tells
        if (rank != 0) {
            ab_error_clear(error);
        }
        return (abResult)all[0].result;
    }
    if (other == count) {
        return AB_OK;
    }
    if (all[other].result != AB_OK) { // it tells
        if (rank != other) {
            ab_error_clear(error);
        }
        return (abResult)all[other].result;
    }
    return rank == 0 ? ab_error_add(error, AB_DIFFERENT, (abPlace){0},
                                    "rank %d reads another study or model than rank 0: do their "
                                    "machines have the same files?",
                                    other)
                     : AB_DIFFERENT;
}

abResult mpi_agree(abResult result, uint64_t fingerprint, abError *error) {
    int rank, count;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    Opinion ours = {fingerprint, result}, *all = calloc((size_t)count, sizeof *all);
    if (all == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the ranks");
    }
    MPI_Allgather(&ours, sizeof ours, MPI_BYTE, all, sizeof ours, MPI_BYTE, MPI_COMM_WORLD);
    result = weigh(all, rank, count, error);
    free(all);
    return result;
}

// Waits until every rank that still answers has left.
static bool end_others(Desk *desk) {
    static abError unused; // large
    bool all_left = true;
    for (int i = 1; i < desk->count; i++) {
        Peer *peer = &desk->peers[i];
        peer->case_count = 0; // what comes now comes too late
        if (!peer->has_left) {
            post(i, TAG_END, NULL, 0);
        }
    }
    while (count_there(desk) > 0) {
        bool has_read;
        read_messages(desk, &has_read, &unused);
        look_for_silent(desk, &unused);
        if (!has_read) {
            nap();
        }
    }
    for (int i = 1; i < desk->count; i++) {
        all_left = all_left && desk->peers[i].has_left;
    }
    free(desk->peers);
    return all_left;
}

bool mpi_leave(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) {
        post(0, TAG_LEFT, NULL, 0);
    } else if (!end_others(&s_desk)) {
        return false;
    }
    MPI_Finalize();
    return true;
}

void mpi_abort(abResult result) {
    MPI_Abort(MPI_COMM_WORLD, (int)result);
}

#else

abResult mpi_join(int *rank, int *count, abError *error) {
    *rank = 0;
    *count = 1;
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "this abut was built without MPI. Install one (Debian: libopenmpi-dev) and "
                        "build again, or use --shard or --slurm, which need none");
}

abResult mpi_agree(abResult result, uint64_t fingerprint, abError *error) {
    (void)fingerprint, (void)error;
    return result;
}

abResult mpi_direct(const Work *work, int64_t count, abError *error) {
    (void)count;
    return workers_run(work, error);
}

abResult mpi_compute(const Work *work, abError *error) {
    return workers_run(work, error);
}

bool mpi_leave(void) {
    return true;
}

void mpi_abort(abResult result) {
    (void)result;
}

#endif
