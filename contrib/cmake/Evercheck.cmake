# A test for CTest that checks the program of a target, with its own include folders and definitions:
#
#   include(Evercheck)
#   evercheck_add_check(queue_test OPTIONS --property no-data-race,no-deadlock)
#
# SOURCES names other files than the target's, such as a driver and the files it drives; NAME another name than evercheck_TARGET.
# A property that is violated fails the test, and so does one that is unknown. EVERCHECK is the program, if it is not found.
include_guard(GLOBAL)

find_program(EVERCHECK evercheck DOC "The verifier of C programs")

function(evercheck_add_check target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "NAME" "OPTIONS;SOURCES")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "evercheck_add_check: what is ${ARG_UNPARSED_ARGUMENTS}?")
    endif()
    if(NOT EVERCHECK)
        message(WARNING "evercheck was not found: ${target} is not checked")
        return()
    endif()
    if(NOT ARG_NAME)
        set(ARG_NAME "evercheck_${target}")
    endif()
    get_target_property(folder ${target} SOURCE_DIR)
    if(NOT ARG_SOURCES)
        get_target_property(ARG_SOURCES ${target} SOURCES)
    endif()
    list(FILTER ARG_SOURCES INCLUDE REGEX "\\.[ci]$")
    if(NOT ARG_SOURCES)
        message(FATAL_ERROR "evercheck_add_check: ${target} has no C files")
    endif()
    set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    add_test(
        NAME ${ARG_NAME}
        COMMAND ${EVERCHECK} check ${ARG_OPTIONS}
            "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
            ${ARG_SOURCES}
        WORKING_DIRECTORY ${folder}
        COMMAND_EXPAND_LISTS)
    set_tests_properties(${ARG_NAME} PROPERTIES LABELS evercheck)
endfunction()
