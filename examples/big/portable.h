/* To be included first (`-include`): what comes behind is for no processor in particular, so that code takes its way
   without assembly. The headers of the system, which have to know, come before. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef __x86_64__
