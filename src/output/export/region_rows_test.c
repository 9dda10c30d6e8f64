// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region_rows_test.c - regions of contacts come back from a record and stand in its exports.

#include <string.h>

#include "abut/record.h"
#include "base/check.h"
#include "base/config.h"
#include "base/model_fixture.h"
#include "base/scratch.h"
#include "output/export/export_hdf5.h"
#include "output/export/export_regions.h"
#include "output/export/export_vtk.h"

#define FACES                                                                                      \
    "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"     \
    "[3,0,4],[3,4,7]]}\n        material: m\n"
static const char s_text[] =
    "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
    "bodies:\n  plate:\n    mobility: fixed\n    shapes:\n"
    "      - mesh: {collide: surface, points: [[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],[-2,-2,0],"
    "[2,-2,0],[2,2,0],[-2,2,0]], " FACES "  cube:\n    position: [0, 0, 0.49]\n    shapes:\n"
    "      - mesh: {collide: surface, points: [[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],[0.5,0.5,-0.5],"
    "[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],[0.5,-0.5,0.5],[0.5,0.5,0.5],[-0.5,0.5,0.5]], " FACES
    "contacts: [{between: [all, all], manifold: contours, friction: {law: none}, normal: {law: "
    "foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.4, thickness: 0.1}}]\n"
    "simulation: {end_time: 0.02, output_interval: 0.01}\n";

static char s_folder[SCRATCH_PATH];
static abError s_error;
static abContactRegion s_told[8];
static int s_count;
static abObserver s_record;

static abResult pass_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    for (int i = 0; i < frame->region_count && s_count < 8; i++) {
        s_told[s_count++] = frame->regions[i];
    }
    return s_record.frame(s_record.context, frame, error);
}

static abResult pass_event(void *context, const abEvent *event, abError *error) {
    (void)context;
    return s_record.event(s_record.context, event, error);
}

static void write_record(const char *path) {
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    abRecord *record = NULL;
    abRecordOptions options = ab_record_options();
    options.model_path = "cube.yaml";
    options.model_text = s_text;
    options.model_size = sizeof s_text - 1;
    open_sound(s_text, (abLog){0}, &model, &simulation, &s_error);
    CHECK(ab_record_create(path, model, &options, ab_heap(), &record, &s_error) == AB_OK);
    s_record = ab_record_observer(record);
    abObserver observer = {NULL, pass_frame, pass_event, NULL};
    CHECK(ab_simulation_run(simulation, &observer, &s_error) == AB_OK);
    CHECK(ab_record_finish(record, simulation, AB_OK, &s_error, 0.1, &s_error) == AB_OK);
    ab_record_close(record);
    close_fixture(model, simulation);
}

static bool has_text(const char *path, const char *wanted) {
    static char text[60000];
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    return strstr(text, wanted) != NULL;
}

#if ABUT_HAVE_HDF5
#include <hdf5.h>

static void read_numbers(hid_t file, const char *name, double out[3]) {
    hid_t data = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(data);
    CHECK(H5Sget_simple_extent_npoints(space) == 3);
    CHECK(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0);
    H5Sclose(space);
    H5Dclose(data);
}

static void hdf5_has_the_regions(abRecord *record, const abSampleRange *range, const char *path) {
    abSeriesList list;
    ab_series_init(&list, ab_heap());
    CHECK(ab_samples_resolve(record, NULL, 0, &list, &s_error) == AB_OK);
    CHECK(ab_export_hdf5(record, &list, range, path, &s_error) == AB_OK);
    ab_series_done(&list);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    double time[3], area[3], force[3];
    char names[3][11]; // "plate.mesh" and its end
    read_numbers(file, "/regions/time", time);
    read_numbers(file, "/regions/area", area);
    read_numbers(file, "/regions/force_z", force);
    for (int i = 0; i < 3; i++) {
        CHECK(time[i] == 0.01 * i && area[i] == s_told[i].area && force[i] == s_told[i].force.z);
    }
    hid_t data = H5Dopen2(file, "/regions/a", H5P_DEFAULT), type = H5Dget_type(data);
    CHECK(H5Tget_size(type) == sizeof names[0]);
    CHECK(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, names) >= 0);
    CHECK_TEXT(names[2], "plate.mesh");
    CHECK(H5Lexists(file, "/regions/center_of_pressure_z", H5P_DEFAULT) > 0);
    H5Tclose(type);
    H5Dclose(data);
    H5Fclose(file);
}
#else
static void hdf5_has_the_regions(abRecord *record, const abSampleRange *range, const char *path) {
    (void)record, (void)range, (void)path;
}
#endif

static void regions_come_back(void) {
    char path[200], base[200], other[400];
    scratch_folder(s_folder);
    snprintf(path, sizeof path, "%s/cube.db", s_folder);
    snprintf(base, sizeof base, "%s/cube", s_folder);
    write_record(path);
    CHECK(s_count == 3 && s_told[0].points == 4 && s_told[2].area > 0.99);

    abRecord *record = NULL;
    CHECK(ab_record_open(path, ab_heap(), &record, &s_error) == AB_OK);
    CHECK(ab_record_has_regions(record));
    for (int i = 0; i < 3; i++) {
        abFrame frame;
        CHECK(ab_record_frame(record, i, AB_FRAME_REGIONS, &frame, &s_error) == AB_OK);
        CHECK(frame.region_count == 1 && frame.contact_count == 1);
        CHECK(memcmp(&frame.regions[0], &s_told[i], sizeof s_told[i]) == 0);
        CHECK(ab_record_frame(record, i, AB_FRAME_CONTACTS, &frame, &s_error) == AB_OK);
        CHECK(frame.region_count == 0);
    }
    double count[3];
    int64_t frames;
    CHECK(ab_record_series(record, "contact(cube, plate).regions", 0, NULL, count, 3, &frames,
                           &s_error) == AB_OK);
    CHECK(frames == 3 && count[0] == 1.0 && count[2] == 1.0);
    abSampleRange range = {.from = NAN, .to = NAN, .every = 1};
    snprintf(other, sizeof other, "%s.csv", base);
    FILE *out = fopen(other, "wb");
    CHECK(ab_export_regions(record, &range, out, other, &s_error) == AB_OK);
    fclose(out);
    CHECK(has_text(other, "time [s],a,b,contact [-],points [-],area [m^2],"));
    CHECK(has_text(other, "\r\n0.01,\"plate.mesh\",\"cube.mesh\",0,4,"));
    CHECK(ab_export_vtk(record, &range, base, 1.0, &s_error) == AB_OK);
    snprintf(other, sizeof other, "%s.vtk/regions_000002.vtp", base);
    CHECK(has_text(other, "NumberOfPoints=\"1\"") &&
          has_text(other, "Name=\"center_of_pressure\""));
    CHECK(has_text(other, "Name=\"area\" NumberOfComponents=\"1\""));
    snprintf(other, sizeof other, "%s.pvd", base);
    CHECK(has_text(other, "part=\"2\" file=\"cube.vtk/regions_000001.vtp\""));
    snprintf(other, sizeof other, "%s.vtk/outlines_000002.vtp", base);
    CHECK(has_text(other, "NumberOfLines=\"1\"") && has_text(other, "Name=\"region\""));
    snprintf(other, sizeof other, "%s.h5", base);
    hdf5_has_the_regions(record, &range, other);
    ab_record_close(record);
    scratch_remove(s_folder);
}

AB_TESTS(AB_TEST(regions_come_back))
