# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# EmbedData.cmake - makes files part of the library or the command as C texts.
#
#   abut_embed_data(OUT_VARIABLE HEADER NAME FILE [NAME FILE]...)
#
# FILE becomes `const char ab_data_NAME[]`, declared in HEADER (src/read/core/data_files.h). The variable
# receives the generated source. This file is also the script that writes it at build time:
# cmake -DOUT=... -DHEADER=... -DPAIRS=NAME=FILE,... -P EmbedData.cmake

if(CMAKE_SCRIPT_MODE_FILE)
    set(content "// made by cmake/EmbedData.cmake\n\n#include \"${HEADER}\"\n")
    string(REPLACE "," ";" PAIRS "${PAIRS}")
    foreach(pair IN LISTS PAIRS)
        string(REGEX MATCH "^([^=]*)=(.*)$" whole "${pair}")
        set(name "${CMAKE_MATCH_1}")
        file(READ "${CMAKE_MATCH_2}" bytes HEX)
        # 16 bytes a line, one by one: compilers need not take long texts
        string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
        string(APPEND content "\nconst char ab_data_${name}[] = {\n    ${bytes}0};\n")
    endforeach()
    file(WRITE "${OUT}" "${content}")
    return()
endif()

set(abut_embed_script "${CMAKE_CURRENT_LIST_FILE}")

function(abut_embed_data variable header)
    get_filename_component(name "${header}" NAME_WE)
    set(out "${PROJECT_BINARY_DIR}/generated/${name}.c")
    set(pairs "")
    set(files "")
    set(rest ${ARGN})
    while(rest)
        list(POP_FRONT rest name file)
        list(APPEND pairs "${name}=${PROJECT_SOURCE_DIR}/${file}")
        list(APPEND files "${PROJECT_SOURCE_DIR}/${file}")
    endwhile()
    list(JOIN pairs "," pairs)
    add_custom_command(OUTPUT "${out}"
        COMMAND "${CMAKE_COMMAND}" "-DOUT=${out}" "-DHEADER=${header}" "-DPAIRS=${pairs}" -P "${abut_embed_script}"
        DEPENDS ${files} "${abut_embed_script}" VERBATIM)
    set(${variable} "${out}" PARENT_SCOPE)
endfunction()
