# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# Install.cmake - headers, libraries, command, data, and how others find them: pkg-config `abut`
# and find_package(Abut) with Abut::abut (shared) and Abut::abut_static.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Abut")

install(TARGETS abut_shared abut_static EXPORT AbutTargets)
if(TARGET abut)
    install(TARGETS abut)

    # the manual page and what shells complete, made by the command from its tables
    function(abut_printed folder file) # ARGUMENT...: what `abut ARGUMENT...` prints
        set(printed "${PROJECT_BINARY_DIR}/generated/${file}")
        add_custom_command(OUTPUT "${printed}" COMMAND abut ${ARGN} > "${printed}" DEPENDS abut VERBATIM)
        set_property(GLOBAL APPEND PROPERTY abut_printed "${printed}")
        install(FILES "${printed}" DESTINATION "${folder}")
    endfunction()
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated/bash")
    abut_printed("${CMAKE_INSTALL_MANDIR}/man1" abut.1 manual)
    abut_printed("${CMAKE_INSTALL_DATADIR}/bash-completion/completions" bash/abut completion bash)
    abut_printed("${CMAKE_INSTALL_DATADIR}/zsh/site-functions" _abut completion zsh)
    abut_printed("${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" abut.fish completion fish)
    get_property(printed GLOBAL PROPERTY abut_printed)
    add_custom_target(printed ALL DEPENDS ${printed})
endif()
install(DIRECTORY include/abut DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_BINARY_DIR}/generated/abut/version.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/abut")
if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/data")
    install(DIRECTORY data/ DESTINATION "${CMAKE_INSTALL_DATADIR}/abut")
endif()

if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/models")
    install(DIRECTORY models/ DESTINATION "${CMAKE_INSTALL_DATADIR}/abut/models"
            PATTERN "*.py" EXCLUDE) # for `abut view` without a file
endif()

install(EXPORT AbutTargets NAMESPACE Abut:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/AbutConfig.cmake.in AbutConfig.cmake
                              INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(AbutConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/AbutConfig.cmake" "${PROJECT_BINARY_DIR}/AbutConfigVersion.cmake"
        DESTINATION "${package_dir}")

list(TRANSFORM abut_dependency_links PREPEND "-l" OUTPUT_VARIABLE pc_private)
list(JOIN pc_private " " pc_private)
string(REGEX REPLACE "[^/]+" ".." pc_up "${CMAKE_INSTALL_LIBDIR}")
set(pc_prefix "\${pcfiledir}/../${pc_up}") # found from the file itself, so the folder can move
configure_file(cmake/abut.pc.in abut.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/abut.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
