# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Targets.cmake - the kinds of things this project builds.
#
#   abut_library(TARGET EXPORT_NAME name LINK INTERFACE|PRIVATE)
#   abut_program(TARGET SOURCE...)           a program with the library and all private headers
#   abut_test_file(FILE LABEL [SOURCE...])   FILE (x_test.c) becomes program and test x_test, which
#                                            runs at the top of the tree
#   abut_test_suite(NAME)                    tests/NAME: its CMakeLists.txt, or every *_test.c in it
#   abut_fuzz_targets()                      tests/robust/fuzz_*.c

function(abut_library target)
    cmake_parse_arguments(arg "" "EXPORT_NAME;LINK" "" ${ARGN})
    set_target_properties(${target} PROPERTIES OUTPUT_NAME abut EXPORT_NAME ${arg_EXPORT_NAME}
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
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

function(abut_test_file file label)
    get_filename_component(name "${file}" NAME_WE)
    abut_program(${name} "${file}" ${ARGN})
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1800)
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
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
        add_dependencies(fuzz ${name})
    endforeach()
endfunction()
