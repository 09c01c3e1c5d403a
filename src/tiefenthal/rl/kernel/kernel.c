/* The whole kernel as one unit, so that the compiler sees all of it: cc -O3 -std=c99 -shared -fPIC kernel.c
 * rules.h and rules.c are written by tiefenthal.engine.to_c before it is compiled. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) /* nothing is seen outside but what batch.c exports: libc has an `advance` of its own */
#pragma GCC visibility push(hidden)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#include "sha256.c"
#include "chance.c"
#include "bridge.c"
#include "figures.c"
#include "rules.c"
#include "table.c"
#include "observation.c"
#include "batch.c"
