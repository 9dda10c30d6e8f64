# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Dependencies.cmake - what Abut stands on: one table, one report, and "base/config.h" with
# ABUT_HAVE_<NAME> 0 or 1. A missing required library stops the configuration; a missing optional
# one turns its feature off with the sentence in its row. -DABUT_WITH_<NAME>=OFF does so by choice.

find_package(PkgConfig QUIET)
find_package(Threads REQUIRED)
include(CheckCSourceCompiles)

set(abut_dependency_names "")
set(abut_dependency_includes "")
set(abut_dependency_libraries "")

# Finds headers (each a path below some include folder) and libraries. On success sets
# ABUT_HAVE_<name>; includes and libraries join the lists above. With APART the libraries do not: they
# are in abut_<name>_libraries, for what links them alone.
macro(abut_dependency name)
    cmake_parse_arguments(dep "REQUIRED;APART" "TITLE;MODULE;PACKAGE;FOR;WITHOUT" "HEADERS;LIBS;SUFFIXES"
                          ${ARGN})
    option(ABUT_WITH_${name} "Use ${dep_TITLE} when it is found" ON)
    mark_as_advanced(ABUT_WITH_${name})
    set(ABUT_HAVE_${name} 1)
    set(abut_${name}_title "${dep_TITLE}")
    set(abut_${name}_version "")
    set(abut_${name}_note "${dep_FOR}")
    list(APPEND abut_dependency_names ${name})
    set(dep_includes "")
    set(dep_libraries "")

    set(pc_${name}_FOUND FALSE)
    if(PKG_CONFIG_FOUND AND dep_MODULE)
        pkg_check_modules(pc_${name} QUIET ${dep_MODULE})
        set(abut_${name}_version "${pc_${name}_VERSION}")
    endif()
    foreach(header IN LISTS dep_HEADERS)
        string(MAKE_C_IDENTIFIER "ABUT_INCLUDE_${header}" variable)
        find_path(${variable} ${header} HINTS ${pc_${name}_INCLUDE_DIRS}
                  PATH_SUFFIXES ${dep_SUFFIXES})
        mark_as_advanced(${variable})
        if(${variable})
            list(APPEND dep_includes "${${variable}}")
        else()
            set(ABUT_HAVE_${name} 0)
        endif()
    endforeach()
    foreach(library IN LISTS dep_LIBS) # a|b means either
        string(MAKE_C_IDENTIFIER "ABUT_LIBRARY_${library}" variable)
        string(REPLACE "|" ";" choices "${library}")
        find_library(${variable} NAMES ${choices} HINTS ${pc_${name}_LIBRARY_DIRS})
        mark_as_advanced(${variable})
        if(${variable})
            list(APPEND dep_libraries "${${variable}}")
        else()
            set(ABUT_HAVE_${name} 0)
        endif()
    endforeach()

    if(NOT ABUT_WITH_${name})
        set(ABUT_HAVE_${name} 0)
    endif()
    if(ABUT_HAVE_${name})
        list(APPEND abut_dependency_includes ${dep_includes})
        set(abut_${name}_libraries ${dep_libraries})
        if(NOT dep_APART)
            list(APPEND abut_dependency_libraries ${dep_libraries})
        endif()
    elseif(dep_REQUIRED)
        set(abut_${name}_note "required ${dep_FOR}. Debian: ${dep_PACKAGE}")
        set(abut_dependency_missing TRUE)
    elseif(NOT ABUT_WITH_${name})
        set(abut_${name}_note "${dep_WITHOUT} (ABUT_WITH_${name} is OFF)")
    else()
        set(abut_${name}_note "${dep_WITHOUT}. Debian: ${dep_PACKAGE}")
    endif()
endmacro()

abut_dependency(YAML REQUIRED TITLE libyaml MODULE yaml-0.1 PACKAGE libyaml-dev
    HEADERS yaml.h LIBS yaml
    FOR "to read model files")
abut_dependency(SQLITE REQUIRED TITLE SQLite MODULE sqlite3 PACKAGE libsqlite3-dev
    HEADERS sqlite3.h LIBS sqlite3
    FOR "to write and read records")
abut_dependency(QHULL REQUIRED TITLE qhull MODULE qhull_r PACKAGE libqhull-dev
    HEADERS libqhull_r/libqhull_r.h LIBS qhull_r
    FOR "to build convex hulls")
abut_dependency(SLEEF TITLE SLEEF MODULE sleef PACKAGE libsleef-dev
    HEADERS sleef.h LIBS sleef
    FOR "for elementary functions with the same bits everywhere"
    WITHOUT "libm is used instead: the last bits of results may differ between machines")
abut_dependency(EXPAT TITLE expat MODULE expat PACKAGE libexpat1-dev
    HEADERS expat.h LIBS expat
    FOR "to read MotionSolve XML"
    WITHOUT "MotionSolve XML cannot be read")
abut_dependency(JANSSON TITLE jansson MODULE jansson PACKAGE libjansson-dev
    HEADERS jansson.h LIBS jansson
    FOR "to read glTF meshes"
    WITHOUT "glTF meshes cannot be read (OBJ, STL and PLY can)")
abut_dependency(SUNDIALS TITLE "SUNDIALS + KLU" PACKAGE "libsundials-dev libsuitesparse-dev"
    HEADERS cvode/cvode.h klu.h SUFFIXES suitesparse
    LIBS sundials_cvode sundials_nvecserial sundials_sunmatrixdense sundials_sunmatrixsparse
         sundials_sunlinsoldense sundials_sunlinsolklu klu
    FOR "for stiff models (CVODE)"
    WITHOUT "only the explicit integrators are there, so stiff models take many steps")
abut_dependency(CAIRO TITLE cairo MODULE cairo PACKAGE libcairo2-dev
    HEADERS cairo.h SUFFIXES cairo LIBS cairo
    FOR "for plots"
    WITHOUT "`abut plot` is off")
abut_dependency(HDF5 TITLE HDF5 MODULE hdf5-serial PACKAGE libhdf5-dev
    HEADERS hdf5.h SUFFIXES hdf5/serial LIBS "hdf5_serial|hdf5"
    FOR "for `abut export --hdf5`"
    WITHOUT "`abut export --hdf5` is off")
abut_dependency(ZLIB TITLE zlib MODULE zlib PACKAGE zlib1g-dev
    HEADERS zlib.h LIBS z
    FOR "to compress `abut export --html`"
    WITHOUT "`abut export --html` writes files that are not compressed")

abut_dependency(MODES APART TITLE "CHOLMOD, ARPACK" PACKAGE "libsuitesparse-dev libarpack2-dev liblapack-dev"
    HEADERS cholmod.h arpack/arpack.h SUFFIXES suitesparse LIBS cholmod arpack lapack blas
    FOR "for `abut modes`"
    WITHOUT "`abut modes` is off: a volume mesh cannot be reduced to modes")

# SUNDIALS changes its interface with each major version, and an MPI build may want mpi.h: try it.
if(ABUT_HAVE_SUNDIALS)
    file(STRINGS "${ABUT_INCLUDE_cvode_cvode_h}/sundials/sundials_config.h" sundials_line
         REGEX "define SUNDIALS_VERSION ")
    string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" abut_SUNDIALS_version "${sundials_line}")
    set(CMAKE_REQUIRED_INCLUDES ${abut_dependency_includes})
    set(CMAKE_REQUIRED_LIBRARIES ${abut_dependency_libraries})
    check_c_source_compiles("
        #include <cvode/cvode.h>
        #include <nvector/nvector_serial.h>
        #include <sunlinsol/sunlinsol_klu.h>
        int main(void) {
            SUNContext context = NULL;
            SUNContext_Create(NULL, &context);
            N_Vector y = N_VNew_Serial(1, context);
            SUNMatrix A = SUNSparseMatrix(1, 1, 1, CSC_MAT, context);
            return CVodeCreate(CV_BDF, context) == NULL || SUNLinSol_KLU(y, A, context) == NULL;
        }" ABUT_SUNDIALS_COMPILES)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
    if(NOT ABUT_SUNDIALS_COMPILES OR abut_SUNDIALS_version VERSION_LESS 6.4
       OR abut_SUNDIALS_version VERSION_GREATER_EQUAL 7)
        set(ABUT_HAVE_SUNDIALS 0)
        list(FILTER abut_dependency_libraries EXCLUDE REGEX "sundials|klu")
        set(abut_SUNDIALS_note "found, but 6.4 or a later 6.x that compiles is needed; only the \
explicit integrators are there")
    endif()
endif()

# MPI is for the command alone, not for the library. What it never frees, sanitizers would tell.
option(ABUT_WITH_MPI "Use MPI when it is found" ON)
mark_as_advanced(ABUT_WITH_MPI)
set(ABUT_HAVE_MPI 0)
if(ABUT_WITH_MPI AND NOT ABUT_SANITIZE)
    find_package(MPI QUIET COMPONENTS C)
    if(MPI_C_FOUND)
        set(ABUT_HAVE_MPI 1)
    endif()
endif()
list(APPEND abut_dependency_names MPI)
set(abut_MPI_title MPI)
set(abut_MPI_version "${MPI_C_VERSION}")
if(ABUT_HAVE_MPI)
    set(abut_MPI_note "for `abut sweep --mpi`")
else()
    set(abut_MPI_note "`abut sweep --mpi` is off. Debian: libopenmpi-dev")
endif()

# LAMMPS is for tests alone: it runs what `abut export --lammps` writes.
set(ABUT_HAVE_LAMMPS 0)
find_program(ABUT_LMP lmp)
mark_as_advanced(ABUT_LMP)
if(ABUT_LMP)
    set(ABUT_HAVE_LAMMPS 1)
endif()
list(APPEND abut_dependency_names LAMMPS)
set(abut_LAMMPS_title LAMMPS)
set(abut_LAMMPS_version "")
if(ABUT_HAVE_LAMMPS)
    set(abut_LAMMPS_note "for the tests of `abut export --lammps`")
else()
    set(abut_LAMMPS_note "lammps_test is skipped: the export is not tried in LAMMPS. Debian: lammps")
endif()

list(REMOVE_DUPLICATES abut_dependency_includes)
list(REMOVE_ITEM abut_dependency_includes ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES})
target_include_directories(abut_settings SYSTEM INTERFACE ${abut_dependency_includes})

# the same libraries by name, for those who link an installed libabut.a
set(abut_dependency_links "")
foreach(library IN LISTS abut_dependency_libraries)
    get_filename_component(link "${library}" NAME_WE)
    string(REGEX REPLACE "^lib" "" link "${link}")
    list(APPEND abut_dependency_links ${link})
endforeach()

configure_file(cmake/config.h.in generated/base/config.h)
configure_file(cmake/version.h.in generated/abut/version.h)

# ---- the report ----

function(abut_pad out text width)
    string(LENGTH "${text}" length)
    while(length LESS width)
        string(APPEND text " ")
        math(EXPR length "${length} + 1")
    endwhile()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(abut_report)
    message(STATUS "Abut ${PROJECT_VERSION}: ${CMAKE_BUILD_TYPE}, ${CMAKE_C_COMPILER_ID} "
                   "${CMAKE_C_COMPILER_VERSION}")
    foreach(name IN LISTS abut_dependency_names)
        abut_pad(title "${abut_${name}_title}" 16)
        if(ABUT_HAVE_${name})
            abut_pad(found "yes ${abut_${name}_version}" 12)
        else()
            abut_pad(found "NO" 12)
        endif()
        message(STATUS "  ${title}${found}${abut_${name}_note}")
    endforeach()
    if(abut_dependency_missing)
        message(FATAL_ERROR "A required library is missing (see the table above). "
                            "On Debian `make packages` installs what is needed.")
    endif()
endfunction()
if(abut_dependency_missing)
    abut_report()
endif()
