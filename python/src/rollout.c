// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rollout.c - many runs of one model in threads, each with values and a start of its own.
//
// Cases know nothing of each other: a thread takes the next that nobody has taken, so the bits of a
// case do not depend on the number of threads. The thread that called waits and looks at signals. A
// case that fails is a status and a sentence; the others go on.

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "binding.h"

enum { MESSAGE = 420, THREADS_MAX = 1024 };

typedef struct Batch {
    const Model *model;
    abSeriesReader *reader;
    Py_ssize_t cases, frames, columns, values;
    const char **paths;    // of each value
    const char **texts;    // values * case + value
    const double *initial; // state_size * case; NULL: as the model says
    Py_ssize_t state_size;
    double *time, *out; // frames; columns * (frames * case + frame)
    int32_t *status;
    char (*messages)[MESSAGE];
    PyObject *raised; // of a law: the first; the GIL is held
    atomic_llong next;
    atomic_bool is_stopped;
    int working; // threads, guarded by the lock; the condition tells when there is none
    pthread_mutex_t lock;
    pthread_cond_t is_over;
} Batch;

// ---- a case ----

typedef struct Case {
    Batch *batch;
    Run *run;
    Py_ssize_t index;
} Case;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    const Case *c = context;
    Batch *b = c->batch;
    (void)error;
    if (frame->index < b->frames) {
        double *row = b->out + (c->index * b->frames + frame->index) * b->columns;
        ab_series_reader_read(b->reader, frame, row);
        if (c->index == 0) {
            b->time[frame->index] = frame->time;
        }
    }
    return AB_OK;
}

static abResult take_step(void *context, abSimulation *s, double time, abError *error) {
    const Case *c = context;
    (void)s, (void)time, (void)error;
    return run_breathe(c->run) && !atomic_load(&c->batch->is_stopped) ? AB_OK : AB_STOPPED;
}

// Rows are frames of the interval: others have no place there.
static abResult check_frames(const Batch *b, abError *error) {
    bool has_others = ab_model_simulation(b->model->handle)->output_events;
    return !has_others ? AB_OK
                       : ab_error_add(error, AB_USAGE, (abPlace){0},
                                      "simulation.output_events is not for rollouts, whose rows "
                                      "are frames of the interval; leave it out");
}

static abResult prepare(const Batch *b, Py_ssize_t index, abSimulation *s, abError *error) {
    for (Py_ssize_t k = 0; k < b->values; k++) {
        AB_TRY(ab_simulation_set_value(s, b->paths[k], b->texts[index * b->values + k], error));
    }
    return b->initial != NULL ? ab_simulation_set_state(s, b->initial + index * b->state_size,
                                                        (int)b->state_size, error)
                              : AB_OK;
}

static void run_case(Case *c) {
    Batch *b = c->batch;
    abError error;
    abSimulation *s = NULL;
    ab_error_clear(&error);
    abResult result =
        ab_simulation_create(b->model->handle, NULL, ab_heap(), (abLog){0}, &s, &error);
    result = result == AB_OK ? prepare(b, c->index, s, &error) : result;
    if (result == AB_OK) {
        abObserver observer = {c, take_frame, NULL, take_step};
        result = ab_simulation_run(s, &observer, &error);
    }
    ab_simulation_destroy(s);
    b->status[c->index] = (int32_t)result;
    if (error.count > 0) {
        memcpy(b->messages[c->index], error.problems[0].text, MESSAGE);
    }
}

// ---- threads ----

static void count_workers(Batch *b, int more) {
    pthread_mutex_lock(&b->lock);
    b->working += more;
    if (b->working == 0) {
        pthread_cond_signal(&b->is_over);
    }
    pthread_mutex_unlock(&b->lock);
}

// Whether all threads are done; waits for it at most 20 ms.
static bool is_over(Batch *b) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&b->lock);
    if (b->working > 0) {
        pthread_cond_timedwait(&b->is_over, &b->lock, &until);
    }
    bool over = b->working == 0;
    pthread_mutex_unlock(&b->lock);
    return over;
}

static void *work(void *context) {
    Batch *b = context;
    for (;;) {
        long long index = atomic_fetch_add(&b->next, 1);
        if (index >= b->cases || atomic_load(&b->is_stopped)) {
            break;
        }
        Run run;
        Case c = {b, &run, (Py_ssize_t)index};
        run_enter_worker(&run, b->model);
        run_case(&c);
        if (run.raised != NULL) { // then the GIL is held
            atomic_store(&b->is_stopped, true);
            if (b->raised == NULL) {
                b->raised = Py_NewRef(run.raised);
            }
            Py_CLEAR(run.raised);
        }
        run_leave_worker(&run);
    }
    count_workers(b, -1);
    return NULL;
}

// Waits with the GIL released. False with an exception when a signal raised one.
static bool wait_for(Batch *b) {
    bool ok = true, over = false;
    while (!over) {
        PyThreadState *state = PyEval_SaveThread();
        over = is_over(b);
        PyEval_RestoreThread(state);
        if (ok && PyErr_CheckSignals() < 0) {
            ok = false;
            atomic_store(&b->is_stopped, true);
        }
    }
    return ok;
}

static bool run_all(Batch *b, int threads) {
    pthread_t ids[THREADS_MAX];
    int started = 0;
    b->working = threads;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->is_over, NULL);
    while (started < threads && pthread_create(&ids[started], NULL, work, b) == 0) {
        started++;
    }
    count_workers(b, started - threads);
    bool ok = started > 0 || threads == 0;
    if (!ok) {
        raise_usage("no thread could be started");
    }
    ok = wait_for(b) && ok;
    for (int i = 0; i < started; i++) {
        pthread_join(ids[i], NULL); // it is over, so this takes no time
    }
    pthread_cond_destroy(&b->is_over);
    pthread_mutex_destroy(&b->lock);
    if (ok && b->raised != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(b->raised), b->raised);
        ok = false;
    }
    Py_CLEAR(b->raised);
    return ok;
}

// ---- arguments and answer ----

// The texts of a list; NULL with an exception. They live as long as the list.
static const char **texts_of(PyObject *list) {
    Py_ssize_t count = PyList_Size(list);
    const char **texts = PyMem_Calloc((size_t)count + 1, sizeof *texts);
    for (Py_ssize_t i = 0; texts != NULL && i < count; i++) {
        texts[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), NULL);
        if (texts[i] == NULL) {
            PyMem_Free(texts);
            return NULL;
        }
    }
    return texts;
}

static PyObject *message_list(const Batch *b) {
    PyObject *list = PyList_New(b->cases);
    for (Py_ssize_t i = 0; list != NULL && i < b->cases; i++) {
        const char *text = b->messages[i];
        PyObject *item = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
        if (item == NULL || PyList_SetItem(list, i, item) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *column_list(const abSeriesReader *reader) {
    int count = ab_series_reader_count(reader);
    PyObject *list = PyList_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *item = PyUnicode_FromString(ab_series_reader_name(reader, i));
        if (item == NULL || PyList_SetItem(list, i, item) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static void fill_undefined(Block *block) {
    double *numbers = block->bytes;
    for (Py_ssize_t i = 0; i < block->size / (Py_ssize_t)sizeof(double); i++) {
        numbers[i] = NAN;
    }
}

// With paths, texts and reader in place.
static PyObject *run_batch(Batch *b, int threads) {
    const Py_ssize_t number = (Py_ssize_t)sizeof(double);
    PyObject *answer = NULL;
    b->columns = ab_series_reader_count(b->reader);
    Block *time = block_new(b->frames * number);
    Block *out = block_new(b->cases * b->frames * b->columns * number);
    Block *status = block_new(b->cases * (Py_ssize_t)sizeof(int32_t));
    b->messages = PyMem_Calloc((size_t)b->cases + 1, MESSAGE);
    if (time != NULL && out != NULL && status != NULL && b->messages != NULL) {
        fill_undefined(time);
        fill_undefined(out);
        b->time = time->bytes;
        b->out = out->bytes;
        b->status = status->bytes;
        if (run_all(b, threads)) {
            answer = Py_BuildValue("(OOONN)", time, out, status, message_list(b),
                                   column_list(b->reader));
        }
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    PyMem_Free(b->messages);
    Py_XDECREF((PyObject *)time);
    Py_XDECREF((PyObject *)out);
    Py_XDECREF((PyObject *)status);
    return answer;
}

// rollout(model, [path], [text], initial, [output], cases, frames, threads): blocks of time, values
// and status, messages and the names of columns.
PyObject *rollout(PyObject *module, PyObject *arguments) {
    Batch batch = {.raised = NULL};
    PyObject *model, *paths, *texts, *outputs;
    Py_buffer initial;
    int threads;
    abError error;
    ab_error_clear(&error);
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!O!z*O!nni", model_type, &model, &PyList_Type, &paths,
                          &PyList_Type, &texts, &initial, &PyList_Type, &outputs, &batch.cases,
                          &batch.frames, &threads)) {
        return NULL;
    }
    batch.model = (Model *)model;
    batch.values = PyList_Size(paths);
    batch.initial = initial.buf;
    batch.state_size = batch.cases > 0 ? initial.len / (Py_ssize_t)sizeof(double) / batch.cases : 0;
    batch.paths = texts_of(paths);
    batch.texts = texts_of(texts);
    const char **names = texts_of(outputs);
    PyObject *answer = NULL;
    if (batch.paths != NULL && batch.texts != NULL && names != NULL) {
        abResult result = check_frames(&batch, &error);
        result = result == AB_OK ? ab_series_reader_create(batch.model->handle, names,
                                                           (int)PyList_Size(outputs), ab_heap(),
                                                           &batch.reader, &error)
                                 : result;
        int most = batch.cases < threads ? (int)batch.cases : threads;
        answer = result == AB_OK ? run_batch(&batch, most < THREADS_MAX ? most : THREADS_MAX)
                                 : raise_error(result, &error);
    }
    ab_series_reader_destroy(batch.reader);
    PyMem_Free(batch.paths);
    PyMem_Free(batch.texts);
    PyMem_Free(names);
    PyBuffer_Release(&initial);
    return answer;
}
