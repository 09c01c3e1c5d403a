/* The whole kernel as one unit, so that the compiler sees all of it: cc -O3 -std=c99 -shared -fPIC kernel.c */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) /* nothing is seen outside but what batch.c exports: libc has an `advance` of its own */
#pragma GCC visibility push(hidden)
#endif

#include "sha256.c"
#include "chance.c"
#include "figures.c"
#include "setup.c"
#include "evening.c"
#include "arrival.c"
#include "servers.c"
#include "draft.c"
#include "closing.c"
#include "placing.c"
#include "planning.c"
#include "dice.c"
#include "market.c"
#include "rewards.c"
#include "serving.c"
#include "schnapps.c"
#include "reputation.c"
#include "start_cards.c"
#include "guest_book.c"
#include "scoring.c"
#include "play.c"
#include "table.c"
#include "observation.c"
#include "batch.c"
