// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_commands_test.c - models and commands in files of their own.

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/model_fixture.h"

#define MODEL_FILE "xml_commands_test_model.tmp"
#define COMMAND_FILE "xml_commands_test_commands.tmp"

#define MODEL                                                                                      \
    "<Model><Param_Unit length_unit='METER'/><Force_Gravity grav_z='-9.81'/>\n"                    \
    "<Body_Rigid id='1' isground='TRUE' lprf_id='1'/>\n"                                           \
    "<Body_Rigid id='2' label='ball' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' "            \
    "inertia_zz='1' v_ic_z='3'/>\n"                                                                \
    "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"               \
    "<Force_Vector_OneBody id='1' type='FORCEONLY' marker_id='2' fx_expression='TIME'/></Model>\n"
#define FIRST "<Simulate end_time='0.5' num_steps='5'/><Simulate end_time='1' num_steps='5'/>"
#define LAST "<Simulate end_time='1.5' num_steps='5'/>"
#define FILE_OF(blocks) "<MotionSolve>" blocks "</MotionSolve>\n"

static abError s_error;

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static abResult read_as(const char *name, const char *text, abModel **model) {
    *model = NULL;
    ab_error_clear(&s_error);
    return ab_model_read_text(text, strlen(text), name, NULL, 0, ab_heap(), (abLog){0}, model,
                              &s_error);
}

static abBodyState end_of(const char *text, double *time) {
    abModel *model;
    must_be_ok(read_as("main.xml", text, &model), &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_run(simulation, NULL, &s_error), &s_error);
    abBodyState end = ab_simulation_body(simulation, (abBodyId){2});
    *time = ab_simulation_time(simulation);
    close_fixture(model, simulation);
    return end;
}

// A run of several files is that of all in one.
static void files_are_put_together(void) {
    double whole_time, time;
    abBodyState whole = end_of(FILE_OF(MODEL "<Command>" FIRST LAST "</Command>"), &whole_time);
    CHECK_NEAR(whole_time, 1.5, 1e-15, 1.5);
    CHECK_NEAR(whole.position.z, 3.0 * 1.5 - 0.5 * 9.81 * 1.5 * 1.5, 1e-9, 10.0);
    CHECK_NEAR(whole.position.x, 1.5 * 1.5 * 1.5 / 6.0, 1e-9, 1.0);
    write_file(MODEL_FILE, FILE_OF(MODEL "<Command><Simulate end_time='9'/></Command>"));
    write_file(COMMAND_FILE, FILE_OF("<Model/><Command>" FIRST "</Command>"));
    static const char *const mains[] = {
        FILE_OF("<Command><Load_Model model_file='" MODEL_FILE "' result_file='a.mrf'/>"
                "<Load_Command command_file='" COMMAND_FILE "'/>" LAST "</Command>"),
        FILE_OF("<Model/><Command><Load_Model model_file='" MODEL_FILE "'/>" FIRST LAST
                "</Command>"),
        FILE_OF(MODEL "<Command><Load_Command command_file='" COMMAND_FILE "'/>" LAST "</Command>"),
    };
    for (size_t i = 0; i < sizeof mains / sizeof mains[0]; i++) {
        abBodyState end = end_of(mains[i], &time);
        CHECK(time == whole_time &&
              memcmp(&end.position, &whole.position, sizeof end.position) == 0);
    }
    remove(MODEL_FILE);
    remove(COMMAND_FILE);
}

static void mistakes_are_named(void) {
    static const struct {
        const char *name, *commands, *told;
    } rows[] = {
        {"main.xml", "<Load_Command command_file='there_is_none.tmp'/>",
         "cannot open there_is_none.tmp"},
        {"main.xml", "<Load_Command command_file='../x.xml'/>",
         "command_file = \"../x.xml\" leads out of the model's folder"},
        {"main.xml", "<Load_Command/>", "Load_Command needs the attribute command_file"},
        {NULL, "<Load_Command command_file='" COMMAND_FILE "'/>",
         "a model without a file name of its own cannot read files"},
        {"main.xml", "<Load_Command command_file='" COMMAND_FILE "'/>",
         "more than 8 files of commands name the next"},
        {"main.xml", "<Load_Command command_file='" MODEL_FILE "'/>",
         "the file ends inside <Command>"},
    };
    write_file(COMMAND_FILE,
               FILE_OF("<Command><Load_Command command_file='" COMMAND_FILE "'/></Command>"));
    write_file(MODEL_FILE, "<MotionSolve><Command>\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[3000];
        abModel *model;
        snprintf(text, sizeof text, FILE_OF(MODEL "<Command>%s</Command>"), rows[i].commands);
        CHECK(read_as(rows[i].name, text, &model) != AB_OK);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            printf("%s\n  instead of: %s\n", first_problem(&s_error), rows[i].told);
            CHECK(false);
        }
        ab_model_destroy(model);
    }
    remove(COMMAND_FILE);
    remove(MODEL_FILE);
}

AB_TESTS(AB_TEST(files_are_put_together), AB_TEST(mistakes_are_named))
