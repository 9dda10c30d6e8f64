// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_linear_systems_test.c - transfer functions and state equations against their closed forms, and
// what is said of wrong ones.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/elementary.h"

enum { OUTPUTS = 3 };

static abError s_error;
static double s_last[OUTPUTS], s_height;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    for (int i = 0; i < OUTPUTS && i < frame->request_count; i++) {
        s_last[i] = frame->requests[i];
    }
    s_height = frame->bodies[frame->body_count - 1].position.z;
    return AB_OK;
}

// A body of 1 kg without gravity that slides along z from z = 0, and elements more.
static abResult read_with(const char *elements, const abOverride *set, int sets, abModel **model) {
    static char text[6000];
    snprintf(text, sizeof text,
             "<m><Model><Param_Unit length_unit='METER' time_unit='SECOND'/>\n"
             "<Body_Rigid id='1' isground='TRUE' lprf_id='1'/>\n"
             "<Body_Rigid id='2' label='mass' cg_id='2' mass='1' inertia_xx='1' inertia_yy='1' "
             "inertia_zz='1'/>\n"
             "<Reference_Marker id='1' body_id='1'/><Reference_Marker id='2' body_id='2'/>\n"
             "<Constraint_Joint id='1' type='TRANSLATIONAL' i_marker_id='2' j_marker_id='1'/>\n"
             "%s</Model><Command><Simulate end_time='2' num_steps='4'/></Command></m>\n",
             elements);
    ab_error_clear(&s_error);
    *model = NULL;
    return ab_model_read_text(text, strlen(text), "control.xml", set, sets, ab_heap(), (abLog){0},
                              model, &s_error);
}

static void run_with(const char *elements, const abOverride *set, int sets) {
    abModel *model;
    must_be_ok(read_with(elements, set, sets, &model), &s_error);
    abSimulation *simulation = simulate_fixture(model, &s_error);
    const abObserver observer = {.frame = take_frame};
    must_be_ok(ab_simulation_run(simulation, &observer, &s_error), &s_error);
    close_fixture(model, simulation);
}

static const abOverride s_ways[][2] = {
    {{"simulation.tolerance", "1e-9"}, {"simulation.integrator", "bdf"}},
    {{"simulation.tolerance", "1e-9"}, {"simulation.integrator", "dormand_prince_5"}},
    {{"simulation.method", "fixed"}, {"simulation.step", "0.005"}},
    {{"simulation.method", "stepping"}, {"simulation.step", "0.0005"}},
};

// By the tolerance; of order 4, (4/s 5 ms)^4/120; of order 2, (4/s 0.5 ms)^2/12, as poles are at most
// 4 1/s.
static const double s_allowed[] = {1e-9, 1e-9, 2e-9, 4e-7};

// ---- a drive with PID control ----

// The error e = 1 - z, through (2.4 + 5 s + 3.5 s^2)/(s + 0.1 s^2): a PID controller whose derivative
// has a lag. With the mass, 1/s^2, the poles of the loop are -1, -2, -3, -4 1/s.
static const char s_drive[] =
    "<Reference_Variable id='1' type='EXPRESSION' expr='1 - DZ(2)'/>\n"
    "<Reference_Array id='1' type='U' num_element='1' variable_id='1'/>\n"
    "<Reference_Array id='2' type='X' num_element='2'/>\n"
    "<Reference_Array id='3' type='Y' num_element='1'/>\n"
    "<Control_SISO id='1' label='PID' x_array_id='2' y_array_id='3' u_array_id='1'\n"
    "  num_numerator_coef='3' numerator_coef='2.4 5 3.5'\n"
    "  num_denominator_coef='3' denominator_coef='0 1 0.1'/>\n"
    "<Force_Vector_TwoBody id='1' type='FORCEONLY' i_marker_id='2' j_floating_marker_id='1'\n"
    "  ref_marker_id='1' fx_expression='0' fy_expression='0' fz_expression='ARYVAL(3, 1)'/>\n";

// Sum of the residues of (35 s^2 + 50 s + 24)/(s (s+1)(s+2)(s+3)(s+4)), and its second derivative.
static double driven(double t, bool is_acceleration) {
    static const double residue[] = {-1.5, 16.0, -31.5, 16.0};
    double sum = is_acceleration ? 0.0 : 1.0;
    for (int k = 0; k < 4; k++) {
        double pole = -(double)(k + 1);
        sum += residue[k] * (is_acceleration ? pole * pole : 1.0) * ab_exp(pole * t);
    }
    return sum;
}

static void a_transfer_function_controls_a_drive(void) {
    for (size_t i = 0; i < sizeof s_ways / sizeof s_ways[0]; i++) {
        run_with(s_drive, s_ways[i], 2);
        CHECK_NEAR(s_height, driven(2.0, false), s_allowed[i], 1.0);
    }
}

// Also its output, the force: mass times acceleration.
static void its_output_is_the_force(void) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "%s<Post_Request id='1' type='EXPRESSION' expr2='ARYVAL(3,1)' expr3='ARYVAL(1, 1)'/>\n",
        s_drive);
    run_with(text, s_ways[0], 2);
    CHECK_NEAR(s_last[0], driven(2.0, true), 1e-6, 1.0);
    CHECK_NEAR(s_last[1], 1.0 - driven(2.0, false), 1e-7, 1.0);
}

// y' = (u - y)/0.5 of a step at the start, as both elements; a gain without states.
static void a_lag_follows_its_input(void) {
    static const char lags[] =
        "<Reference_Variable id='1' type='EXPRESSION' expr='3'/>\n"
        "<Reference_Array id='1' type='U' variable_id='1'/>\n"
        "<Reference_Array id='2' type='X' num_element='1'/>\n"
        "<Reference_Array id='3' type='Y' num_element='1'/>\n"
        "<Control_SISO id='1' x_array_id='2' y_array_id='3' u_array_id='1' numerator_coef='1'\n"
        "  denominator_coef='1 0.5'/>\n"
        "<Reference_Array id='4' type='X' num_element='1'/>\n"
        "<Reference_Matrix id='1' nrow='1' ncol='1'>-2</Reference_Matrix>\n"
        "<Reference_Matrix id='2' nrow='1' ncol='1' values='2'/>\n"
        "<Control_StateEqn id='2' type='LINEAR' x_array_id='4' u_array_id='1' num_state='1'\n"
        "  a_matrix_id='1' b_matrix_id='2'/>\n"
        "<Reference_Array id='5' type='Y' num_element='1'/>\n"
        "<Control_SISO id='3' y_array_id='5' u_array_id='1' numerator_coef='1'\n"
        "  denominator_coef='4'/>\n"
        "<Post_Request id='1' type='EXPRESSION' expr2='ARYVAL(3,1)' expr3='ARYVAL(4,1)'\n"
        "  expr4='ARYVAL(5,1)'/>\n";
    for (size_t i = 0; i < sizeof s_ways / sizeof s_ways[0]; i++) {
        run_with(lags, s_ways[i], 2);
        CHECK_NEAR(s_last[0], 3.0 * (1.0 - ab_exp(-4.0)), s_allowed[i], 1.0);
        CHECK_NEAR(s_last[1], s_last[0], 1e-12, 1.0);
        CHECK_NEAR(s_last[2], 0.75, 1e-15, 1.0);
    }
}

// ---- state equations ----

// x'' + 0.2 x' + 1.01 x = 0 from (1, -0.1): exp(-0.1 t) cos(t). Outputs are 2 x + 3 u and x', where
// the input is the time. The matrices stand by rows, by columns and as elements.
static void a_state_equation_swings(void) {
    static const char swing[] =
        "<Reference_Variable id='1' type='EXPRESSION' expr='TIME'/>\n"
        "<Reference_Array id='1' type='U' num_element='1' variable_id='1'/>\n"
        "<Reference_Array id='2' type='X' num_element='2'/>\n"
        "<Reference_Array id='3' type='Y' num_element='2'/>\n"
        "<Reference_Array id='4' type='IC' num_element='2'>1, -0.1</Reference_Array>\n"
        "<Reference_Matrix id='1' nrow='2' ncol='2' isroworder='TRUE'>\n"
        "  0 1\n  -1.01 -0.2\n</Reference_Matrix>\n"
        "<Reference_Matrix id='3' nrow='2' ncol='2' issparse='TRUE' nval='2'>1 1 2 2 2 1\n"
        "</Reference_Matrix>\n"
        "<Reference_Matrix id='4' nrow='2' ncol='1'>3 0</Reference_Matrix>\n"
        "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' y_array_id='3' u_array_id='1'\n"
        "  ic_array_id='4' num_state='2' num_output='2' a_matrix_id='1' c_matrix_id='3'\n"
        "  d_matrix_id='4'/>\n"
        "<Post_Request id='1' type='EXPRESSION' expr2='ARYVAL(3,1)' expr3='ARYVAL(3,2)'\n"
        "  expr4='ARYVAL(4,2)'/>\n";
    double decay = ab_exp(-0.2), c = ab_cos(2.0), s = ab_sin(2.0);
    for (size_t i = 0; i < sizeof s_ways / sizeof s_ways[0]; i++) {
        run_with(swing, s_ways[i], 2);
        CHECK_NEAR(s_last[0], 2.0 * decay * c + 6.0, s_allowed[i], 1.0);
        CHECK_NEAR(s_last[1], -decay * (0.1 * c + s), s_allowed[i], 1.0);
        CHECK(s_last[2] == -0.1);
    }
}

// A matrix whose order the file does not give is taken column by column.
static void a_matrix_without_an_order_stands_by_columns(void) {
    static const char columns[] =
        "<Reference_Array id='2' type='X' num_element='2'/>\n"
        "<Reference_Array id='4' type='IC' values='1 -0.1'/>\n"
        "<Reference_Matrix id='1' nrow='2' ncol='2'>0 -1.01 1 -0.2</Reference_Matrix>\n"
        "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' ic_array_id='4' a_matrix_id='1'/>\n"
        "<Post_Request id='1' type='EXPRESSION' expr2='ARYVAL(2,1)'/>\n";
    run_with(columns, s_ways[0], 2);
    CHECK_NEAR(s_last[0], ab_exp(-0.2) * ab_cos(2.0), 1e-7, 1.0);
}

// ---- mistakes ----

#define INPUT                                                                                      \
    "<Reference_Variable id='1' expr='3'/><Reference_Array id='1' type='U' variable_id='1'/>\n"    \
    "<Reference_Array id='2' type='X' num_element='1'/>\n"                                         \
    "<Reference_Array id='3' type='Y' num_element='1'/>\n"
#define SISO "<Control_SISO id='1' x_array_id='2' y_array_id='3' u_array_id='1' "

static void mistakes_are_named(void) {
    static const struct {
        const char *elements, *told;
    } rows[] = {
        {INPUT SISO "numerator_coef='1 2 3' denominator_coef='1 2'/>\n",
         "numerator_coef has more coefficients than denominator_coef"},
        {INPUT SISO "numerator_coef='1' denominator_coef='1 0'/>\n", "the last denominator_coef"},
        {INPUT SISO "numerator_coef='1' denominator_coef='1 2 3'/>\n",
         "x_array_id = 2: that array has 1 elements, not 2"},
        {INPUT SISO "num_numerator_coef='2' numerator_coef='1' denominator_coef='1 2'/>\n",
         "num_numerator_coef = 2, and 1 coefficients are given"},
        {INPUT "<Control_SISO id='1' x_array_id='3' y_array_id='2' u_array_id='1' "
               "numerator_coef='1' denominator_coef='1 2'/>\n",
         "x_array_id = 3: that array has type = Y, not X"},
        {INPUT SISO "numerator_coef='1' denominator_coef='1 2'/>\n"
                    "<Control_SISO id='2' x_array_id='2' y_array_id='3' u_array_id='1' "
                    "numerator_coef='1' denominator_coef='1 2'/>\n",
         "x_array_id = 2: Control_SISO 1 keeps its values there already"},
        {INPUT "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' a_matrix_id='9'/>\n",
         "a_matrix_id = 9: there is no Reference_Matrix of that id"},
        {INPUT "<Reference_Matrix id='1' nrow='2' ncol='1'>1 2</Reference_Matrix>\n"
               "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' a_matrix_id='1'/>\n",
         "a_matrix_id = 1: that matrix is 2 by 1, not 1 by 1"},
        {INPUT "<Reference_Matrix id='1' nrow='1' ncol='1'>1 2</Reference_Matrix>\n"
               "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' a_matrix_id='1'/>\n",
         "Reference_Matrix is 1 by 1 and has 2 numbers"},
        {INPUT "<Reference_Matrix id='1' nrow='1' ncol='1' issparse='TRUE'>1 2 5\n"
               "</Reference_Matrix>\n"
               "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' a_matrix_id='1'/>\n",
         "Reference_Matrix has no element in row 1, column 2; it is 1 by 1"},
        {INPUT "<Reference_Matrix id='1' nrow='1' ncol='1'>1</Reference_Matrix>\n"
               "<Control_StateEqn id='1' type='LINEAR' x_array_id='2' a_matrix_id='1' "
               "c_matrix_id='1'/>\n",
         "c_matrix_id has no meaning without y_array_id"},
        {"<Reference_Array id='1' type='IC' num_element='3'>1 2</Reference_Array>\n",
         "Reference_Array has num_element = 3 and 2 elements are given"},
        {"<Reference_Array id='1' type='U' variable_id='7'/>\n",
         "variable_id = 7: there is no Reference_Variable of that id"},
        {INPUT "<Reference_Variable id='2' expr='ARYVAL(1, 2)'/>\n",
         "expr: there is no variable array_1__2"},
        {INPUT "<Reference_Variable id='2' expr='ARYVAL(1, TIME)'/>\n",
         "ARYVAL takes the number of an array and that of an element"},
        {"<Reference_Variable id='2' expr='ARYVAL(5, 1)'/>\n", "there is no Reference_Array 5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abModel *model;
        CHECK(read_with(rows[i].elements, NULL, 0, &model) != AB_OK);
        if (strstr(first_problem(&s_error), rows[i].told) == NULL) {
            printf("%zu: %s\n  instead of: %s\n", i, first_problem(&s_error), rows[i].told);
            CHECK(false);
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(a_transfer_function_controls_a_drive), AB_TEST(its_output_is_the_force),
         AB_TEST(a_lag_follows_its_input), AB_TEST(a_state_equation_swings),
         AB_TEST(a_matrix_without_an_order_stands_by_columns), AB_TEST(mistakes_are_named))
