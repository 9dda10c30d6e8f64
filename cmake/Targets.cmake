# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Targets.cmake - the kinds of things this project builds.
#
#   abut_library(TARGET EXPORT_NAME name LINK INTERFACE|PRIVATE)
#   abut_program(TARGET SOURCE...)           a program with the library and all private headers
#   abut_test(NAME LABEL [SKIP CODE] COMMAND...)
#                                            a test that runs at the top of the tree; it is `slow`
#                                            when abut_slow_tests has it, else `fast`
#   abut_soak(NAME...)                       these are neither, they run at night only
#   abut_test_file(FILE LABEL [PARTS N] [SOURCE...])
#                                            FILE (x_test.c) becomes program and test x_test, or
#                                            N tests of it, x_test_1 to x_test_N
#   abut_test_suite(NAME)                    tests/NAME: its CMakeLists.txt, or every *_test.c in it
#   abut_fuzz_targets()                      tests/robust/fuzz_*.c

function(abut_library target)
    cmake_parse_arguments(arg "" "EXPORT_NAME;LINK" "" ${ARGN})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME abut EXPORT_NAME ${arg_EXPORT_NAME}
        VERSION ${abut_abi}.${PROJECT_VERSION} SOVERSION ${abut_abi})
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} ${arg_LINK}
        $<BUILD_INTERFACE:${abut_dependency_libraries}>
        $<INSTALL_INTERFACE:${abut_dependency_links}>
        Threads::Threads ${CMAKE_DL_LIBS} m)
    if(arg_LINK STREQUAL PRIVATE) # a linked file: needs the link flags (sanitizers) too
        target_link_options(${target} PRIVATE
            $<TARGET_PROPERTY:abut_settings,INTERFACE_LINK_OPTIONS>)
    endif()
endfunction()

function(abut_program target)
    add_executable(${target} ${ARGN})
    target_link_libraries(${target} PRIVATE abut_static abut_settings)
endfunction()

add_custom_target(unit) # all programs of unit tests

# These take most of the time of all, with sanitizers or without.
set(abut_slow_tests add_a_law_test asking_test bent_pressures_test blunt_corners_test collide_test
    contours_test curve_pairs_test dense_book_test dense_steps_test elastic_tower_test energy_test
    examples_test face_slip_test failed_allocations fixed_friction_test fixed_work_test
    flexible_contact_test flexible_joint_test flights_test friction_order_test hollow_shots_test
    impact_kinds_test killed_runs lammps_test mesh_pairs_test model_hashes notebooks_test
    numbering_test pairs_motion_test pairs_test patch_test plausibility_test progress_test
    python_test reduce_test region_slope_test region_test rest_test resume_test rigid_book_test
    same_touch_test set_down_test shots_test slip_reversal_test slow_slip_test squeeze_test
    step_patch_test step_take_test stepping_bounces_test stepping_calm_test stepping_chains_test
    stepping_energy_test stepping_flexible_test stepping_forces_test stepping_grip_test
    stepping_hits_test stepping_losses_test stepping_towers_test stepping_works_test stick_joints_test
    surface_friction_test surface_overlap_test sweep_mpi_test sweep_test unpaid_depth_test
    user_code_test viewer_test)

# What tests write goes below the build's folder, by TMPDIR.
set(abut_scratch "${PROJECT_BINARY_DIR}/scratch")
file(MAKE_DIRECTORY "${abut_scratch}")
# What other libraries keep until the end is no leak of ours.
set(abut_leaks "suppressions=${PROJECT_SOURCE_DIR}/tests/robust/leaks.txt:print_suppressions=0")

# A limit of time is here to end what hangs: two hours, for machines with much else to do.
function(abut_test name label)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "SKIP" "COMMAND")
    add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
             COMMAND_EXPAND_LISTS)
    string(REGEX REPLACE "_test_[0-9]+$" "_test" whole "${name}") # of a part
    if(whole IN_LIST abut_slow_tests)
        list(APPEND label slow)
    else()
        list(APPEND label fast)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT 7200
                         ENVIRONMENT "TMPDIR=${abut_scratch};LSAN_OPTIONS=${abut_leaks}")
    if(whole IN_LIST abut_slow_tests)
        set_tests_properties(${name} PROPERTIES COST 100) # first, so that none is left for the end
    endif()
    if(DEFINED arg_SKIP)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${arg_SKIP})
    endif()
endfunction()

function(abut_soak)
    foreach(name IN LISTS ARGN)
        get_test_property(${name} LABELS labels)
        list(REMOVE_ITEM labels fast slow)
        set_tests_properties(${name} PROPERTIES LABELS "${labels};soak" TIMEOUT 36000)
    endforeach()
endfunction()

# Of hundreds of programs, linking takes minutes: the fastest linker that is here.
include(CheckLinkerFlag)
set(abut_test_linker "")
foreach(linker IN ITEMS lld gold)
    check_linker_flag(C -fuse-ld=${linker} abut_has_linker_${linker})
    if(abut_has_linker_${linker} AND NOT abut_test_linker)
        set(abut_test_linker -fuse-ld=${linker})
    endif()
endforeach()

function(abut_test_file file label)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "PARTS" "")
    get_filename_component(name "${file}" NAME_WE)
    abut_program(${name} "${file}" ${arg_UNPARSED_ARGUMENTS})
    target_link_options(${name} PRIVATE ${abut_test_linker})
    if(label STREQUAL unit)
        add_dependencies(unit ${name})
    endif()
    if(NOT DEFINED arg_PARTS)
        abut_test(${name} ${label} COMMAND ${name})
        return()
    endif()
    foreach(part RANGE 1 ${arg_PARTS})
        abut_test(${name}_${part} ${label} COMMAND ${name} --part ${part}/${arg_PARTS})
        if(part GREATER 1) # of many cases of one kind a change must pass the first part
            abut_soak(${name}_${part})
        endif()
    endforeach()
endfunction()

function(abut_test_suite suite)
    set(folder "${PROJECT_SOURCE_DIR}/tests/${suite}")
    if(EXISTS "${folder}/CMakeLists.txt")
        add_subdirectory("${folder}" "${PROJECT_BINARY_DIR}/tests/${suite}")
        return()
    endif()
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*_test.c")
    foreach(file IN LISTS files)
        abut_test_file("${file}" ${suite})
    endforeach()
endfunction()

function(abut_fuzz_targets)
    file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/robust/fuzz_*.c")
    add_custom_target(fuzz)
    foreach(file IN LISTS files)
        get_filename_component(name "${file}" NAME_WE)
        abut_program(${name} "${file}")
        target_link_libraries(${name} PRIVATE abut_command)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer ${abut_test_linker})
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
        add_dependencies(fuzz ${name})
    endforeach()
endfunction()
