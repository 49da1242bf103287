/* A script in a state of its own: tables by strings and by objects, closures, errors if asked for. Expected: true.

   evercheck run -DERRORS -I LUA lua.c LUA/l{api,code,ctype,debug,do,dump,func,gc,lex,mem,object,opcodes,parser,state,string,table,tm,undump,vm,zio,auxlib,baselib,strlib,tablib}.c
   evercheck check --addresses fixed --clock stepped … (the same, without -DERRORS) */
#include <assert.h>
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int evercheck_choose(int low, int high);

static const char script[] =
    "local which = ...\n"
    "local keys = {}\n"
    "for i = 1, 3 do keys[i] = {} end\n"
    "local seen = {}\n"
    "for i, k in ipairs(keys) do seen[k] = i * which end\n"
    "local sum = 0\n"
    "for _, v in pairs(seen) do sum = sum + v end\n"
    "local words = {}\n"
    "for w in ('to be or not to be'):gmatch('%a+') do words[w] = (words[w] or 0) + 1 end\n"
#ifdef ERRORS /* What a jump leaves in its function's variables is not modelled by `check`. */
    "local ok, message = pcall(function() error('no ' .. which, 0) end)\n"
#else
    "local message = 'no ' .. which\n"
#endif
    "table.sort(keys, function(a, b) return seen[a] > seen[b] end)\n"
    "return sum, words.to, message, seen[keys[1]]\n";

int main(void) {
    lua_State *state = luaL_newstate();
    if (!state)
        return 1;
    luaL_requiref(state, "_G", luaopen_base, 1);
    luaL_requiref(state, "string", luaopen_string, 1);
    luaL_requiref(state, "table", luaopen_table, 1);
    lua_settop(state, 0);
    assert(luaL_loadbuffer(state, script, sizeof script - 1, "script") == LUA_OK);
    int which = evercheck_choose(1, 3);
    lua_pushinteger(state, which);
    assert(lua_pcall(state, 1, 4, 0) == LUA_OK);
    printf("%d %d %s %d\n", (int)lua_tointeger(state, 1), (int)lua_tointeger(state, 2), lua_tostring(state, 3),
        (int)lua_tointeger(state, 4));
    assert(lua_tointeger(state, 1) == 6 * which && lua_tointeger(state, 2) == 2 && lua_tointeger(state, 4) == 3 * which);
    lua_gc(state, LUA_GCCOLLECT);
    lua_close(state);
    return 0;
}
