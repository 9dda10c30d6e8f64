// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// workers.c - processes that stay: forked once the model is read, given the number of a case, they
// answer with its outcome.
//
// A worker that ends, or takes longer than a case may, costs its case; another takes its place. Such
// cases are tried again at the end, one at a time with no other beside it, as they may have failed for
// want of memory or time. A case that ends in order with an error would end so again.
//
// Limits  the time of a case is that of the wall, as a case that waits for ever computes nothing.

// NOLINTNEXTLINE(bugprone-reserved-identifier): asks for MAP_ANONYMOUS
#define _DEFAULT_SOURCE

#include "study/workers.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/array.h"
#include "base/clock.h"
#include "base/no_memory.h"
#include "study/stop.h"

enum { TICK = 200, NO_CASE = -1 }; // [ms]

typedef struct Worker {
    pid_t process;  // 0: none
    bool has_ended; // it is known to have
    int to, from;   // pipes
    int64_t number; // of its case; NO_CASE
    double begun;   // [s]
    CaseCall *call; // shared with it; NULL: no memory for it
} Worker;

// A case that is to be tried again.
typedef struct Retry {
    int64_t number;
    int attempts;
} Retry;

typedef struct Crew {
    const Work *work;
    Worker workers[WORKERS_MAX];
    int count;
    Retry *retries;
    size_t retry_count, retry_capacity, next_retry;
    int attempts; // of the case under way, when retries are
    bool is_retrying;
} Crew;

// ---- in the worker ----

static bool read_all(int file, void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = read(file, (char *)data + done, size - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

static bool write_all(int file, const void *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t count = write(file, (const char *)data + done, size - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

// Until the pipe ends. Ctrl-C is for the parent, with whom its workers go.
static void serve(const Work *work, CaseCall *call, int from, int to) {
    static CaseOutcome outcome;
    CaseSource source = *work->source;
    source.call = call;
    int64_t number;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    dup2(STDERR_FILENO, STDOUT_FILENO); // what code of users prints is no answer
    while (read_all(from, &number, sizeof number)) {
        work->run(&source, number, &outcome);
        if (!write_all(to, &outcome, sizeof outcome)) {
            break;
        }
    }
    _exit(0);
}

// ---- a worker begins and ends ----

static void close_pipes(Worker *worker) {
    close(worker->to);
    close(worker->from);
    if (worker->call != NULL) {
        munmap(worker->call, sizeof *worker->call);
    }
    *worker = (Worker){.number = NO_CASE};
}

static CaseCall *share_call(const Work *work) {
    void *shared = work->source->allow_code ? mmap(NULL, sizeof(CaseCall), PROT_READ | PROT_WRITE,
                                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0)
                                            : MAP_FAILED;
    return shared != MAP_FAILED ? shared : NULL;
}

static abResult start_worker(Crew *crew, Worker *worker, abError *error) {
    int down[2], up[2] = {-1, -1};
    bool ok = pipe(down) == 0;
    if (ok && pipe(up) != 0) {
        close(down[0]), close(down[1]);
        ok = false;
    }
    CaseCall *call = ok ? share_call(crew->work) : NULL;
    fflush(stdout); // or the child prints it again
    fflush(stderr);
    pid_t process = ok ? fork() : -1;
    if (process == 0) {
        for (int i = 0; i < crew->count; i++) { // or the others do not see their pipes end
            if (crew->workers[i].process > 0) {
                close(crew->workers[i].to), close(crew->workers[i].from);
            }
        }
        close(down[1]), close(up[0]);
        serve(crew->work, call, down[0], up[1]);
    }
    if (process < 0) {
        int cause = errno;
        if (ok) {
            close(down[0]), close(down[1]), close(up[0]), close(up[1]);
        }
        return ab_error_add(error, AB_IO, (abPlace){0}, "cannot start a process for cases: %s",
                            strerror(cause));
    }
    close(down[0]), close(up[1]);
    *worker =
        (Worker){.process = process, .to = down[1], .from = up[0], .number = NO_CASE, .call = call};
    return AB_OK;
}

static int wait_for(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

static void end_worker(Worker *worker) {
    if (worker->process > 0) {
        pid_t process = worker->process;
        bool has_ended = worker->has_ended;
        close_pipes(worker);
        if (!has_ended) {
            kill(process, SIGKILL);
            wait_for(process);
        }
    }
}

// ---- cases ----

static int64_t next_number(Crew *crew) {
    if (!crew->is_retrying) {
        return crew->work->next(crew->work->context);
    }
    if (crew->next_retry == crew->retry_count) {
        return NO_CASE;
    }
    const Retry *retry = &crew->retries[crew->next_retry++];
    crew->attempts = retry->attempts;
    return retry->number;
}

static abResult give_next(Crew *crew, Worker *worker, abError *error) {
    int64_t number = stop_wanted() ? NO_CASE : next_number(crew);
    if (number == NO_CASE) {
        return AB_OK;
    }
    if (worker->process == 0) {
        AB_TRY(start_worker(crew, worker, error));
    }
    worker->number = number;
    worker->begun = ab_clock();
    write_all(worker->to, &number, sizeof number); // one that has ended shows when it is read
    return AB_OK;
}

static abResult tell(Crew *crew, CaseOutcome *outcome, abError *error) {
    outcome->attempts = 1 + (crew->is_retrying ? crew->attempts : 0);
    return crew->work->ended(crew->work->context, outcome, error);
}

// A worker without an answer: the case is put off, or has failed.
static abResult lose_case(Crew *crew, Worker *worker, const char *why, abError *error) {
    static CaseOutcome outcome;
    outcome = (CaseOutcome){.number = worker->number,
                            .result = AB_NUMERICS,
                            .is_lost = true,
                            .seconds = ab_clock() - worker->begun};
    int attempts = 1 + (crew->is_retrying ? crew->attempts : 0);
    bool is_inside = worker->call != NULL && worker->call->is_inside;
    snprintf(outcome.message, sizeof outcome.message, "%s%s%.259s", why,
             is_inside ? ", inside " : "", is_inside ? worker->call->text : "");
    for (int i = 0; i < STUDY_OUTPUTS; i++) {
        outcome.values[i] = NAN;
    }
    end_worker(worker);
    if (attempts > crew->work->retries) {
        return tell(crew, &outcome, error);
    }
    if (!AB_ARRAY_RESERVE(ab_heap(), crew->retries, crew->retry_capacity, crew->retry_count + 1)) {
        return ab_no_memory(error, (abPlace){0}, "for cases that are tried again");
    }
    crew->retries[crew->retry_count++] = (Retry){outcome.number, attempts};
    return AB_OK;
}

static abResult take_answer(Crew *crew, Worker *worker, abError *error) {
    static CaseOutcome outcome;
    if (read_all(worker->from, &outcome, sizeof outcome)) {
        worker->number = NO_CASE;
        AB_TRY(tell(crew, &outcome, error));
        return give_next(crew, worker, error);
    }
    char why[120];
    int status = wait_for(worker->process);
    worker->has_ended = true;
    if (WIFSIGNALED(status)) {
        snprintf(why, sizeof why, "its process was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else {
        snprintf(why, sizeof why, "its process ended with code %d before it had an answer",
                 WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    abResult result = lose_case(crew, worker, why, error);
    return result == AB_OK ? give_next(crew, worker, error) : result;
}

static abResult look_at_time(Crew *crew, Worker *worker, abError *error) {
    if (worker->number == NO_CASE || !(ab_clock() - worker->begun > crew->work->seconds)) {
        return AB_OK;
    }
    char why[120];
    snprintf(why, sizeof why, "it took longer than limits.seconds = %.9g s", crew->work->seconds);
    abResult result = lose_case(crew, worker, why, error);
    return result == AB_OK ? give_next(crew, worker, error) : result;
}

// ---- the loop ----

// Waits for answers, for as long as no case can be too late. False when nobody works.
static bool wait_for_answers(Crew *crew, struct pollfd *files, int *which, int *count) {
    double now = ab_clock(), wait = 1e-3 * TICK;
    *count = 0;
    for (int i = 0; i < crew->count; i++) {
        const Worker *worker = &crew->workers[i];
        if (worker->number != NO_CASE) {
            wait = fmin(wait, fmax(0.0, worker->begun + crew->work->seconds - now));
            files[*count] = (struct pollfd){.fd = worker->from, .events = POLLIN};
            which[(*count)++] = i;
        }
    }
    if (*count > 0 && poll(files, (nfds_t)*count, (int)ceil(1e3 * wait)) < 0) {
        for (int i = 0; i < *count; i++) {
            files[i].revents = 0; // a signal
        }
    }
    return *count > 0;
}

static abResult run_round(Crew *crew, abError *error) {
    struct pollfd files[WORKERS_MAX];
    int which[WORKERS_MAX], count;
    for (int i = 0; i < crew->count; i++) {
        AB_TRY(give_next(crew, &crew->workers[i], error));
    }
    while (!stop_wanted() && wait_for_answers(crew, files, which, &count)) {
        for (int i = 0; i < count; i++) {
            Worker *worker = &crew->workers[which[i]];
            AB_TRY(files[i].revents != 0 ? take_answer(crew, worker, error)
                                         : look_at_time(crew, worker, error));
        }
        AB_TRY(crew->work->tick(crew->work->context, error));
    }
    return stop_wanted() ? AB_STOPPED : AB_OK;
}

static abResult run_rounds(Crew *crew, abError *error) {
    AB_TRY(run_round(crew, error));
    crew->is_retrying = true;
    for (int i = 1; i < crew->count; i++) {
        end_worker(&crew->workers[i]); // alone
    }
    crew->count = 1;
    while (crew->next_retry < crew->retry_count) {
        AB_TRY(run_round(crew, error));
    }
    return AB_OK;
}

abResult workers_run(const Work *work, abError *error) {
    static Crew crew; // large
    crew = (Crew){.work = work, .count = work->workers};
    for (int i = 0; i < WORKERS_MAX; i++) {
        crew.workers[i].number = NO_CASE;
    }
    StopSignals signals;
    stop_catch(&signals);
    abResult result = run_rounds(&crew, error);
    for (int i = 0; i < WORKERS_MAX; i++) {
        end_worker(&crew.workers[i]);
    }
    stop_release(&signals);
    AB_ARRAY_FREE(ab_heap(), crew.retries, crew.retry_capacity);
    return result;
}
