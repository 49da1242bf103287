/* A script in a context of its own: objects, closures, exceptions, arrays. Expected: true.

   evercheck run -D_GNU_SOURCE -DCONFIG_VERSION='"x"' -D'__builtin_frame_address(n)=((void *)n)' -I QUICKJS quickjs.c \
       QUICKJS/{quickjs,cutils,dtoa,libregexp,libunicode}.c
   evercheck check --addresses fixed --clock stepped … (the same) */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quickjs.h"

int evercheck_choose(int low, int high);

/* Memory comes cleared: realloc copies members of its blocks' headers (gc_obj_type, mark, ref_count) that only objects set. */
static void *cleared(JSMallocState *unused, size_t size) {
    (void)unused;
    return calloc(1, size);
}
static void freed(JSMallocState *unused, void *p) {
    (void)unused;
    free(p);
}
/* What is added is not cleared: only large blocks come here, and those have no headers in them. */
static void *resized(JSMallocState *unused, void *p, size_t size) {
    (void)unused;
    return realloc(p, size);
}
static size_t usable(const void *p) {
    (void)p;
    return 0;
}
static const JSMallocFunctions memory = {cleared, freed, resized, usable};

static const char script[] =
    "(function (which) {\n"
    "  let words = {}, list = [3, 1, 2];\n"
    "  for (const w of ['to', 'be', 'or', 'not', 'to', 'be']) words[w] = (words[w] || 0) + 1;\n"
    "  list.sort();\n"
    "  let caught = '';\n"
    "  try { null.x } catch (e) { caught = e.name }\n"
    "  return list.map(x => x * which).join('-') + ' ' + words.to + ' ' + caught;\n"
    "})";

int main(void) {
    JSRuntime *runtime = JS_NewRuntime2(&memory, 0);
    if (!runtime)
        return 1;
    /* Nothing looks at the stack pointer then, which is not modelled. */
    JS_SetMaxStackSize(runtime, 0);
    JSContext *context = JS_NewContext(runtime);
    JSValue function = JS_Eval(context, script, strlen(script), "script", JS_EVAL_TYPE_GLOBAL);
    assert(JS_IsFunction(context, function));
    int which = evercheck_choose(1, 3);
    JSValue argument = JS_NewInt32(context, which);
    JSValue result = JS_Call(context, function, JS_UNDEFINED, 1, &argument);
    const char *text = JS_ToCString(context, result), *expected = "123";
    char first[32];
    snprintf(first, sizeof first, "%d-%d-%d 2 TypeError", (expected[0] - '0') * which, 2 * which, 3 * which);
    printf("%s\n", text);
    assert(strcmp(text, first) == 0);
    JS_FreeCString(context, text);
    JS_FreeValue(context, result);
    JS_FreeValue(context, function);
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
    return 0;
}
