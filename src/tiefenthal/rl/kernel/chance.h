/* Luck that follows from a seed (chance.py, docs/notation.md): every outcome is drawn from SHA-256 of the seed, the
 * name of its stream and its number within the stream.
 */
#ifndef TIEFENTHAL_CHANCE_H
#define TIEFENTHAL_CHANCE_H

#include "sha256.h"

enum { MAX_STREAMS = 16, MAX_SEATS = 4, NOBODY = -1 };

typedef struct {
    Sha256 key; /* fed with all that the streams have in common */
    int drawn[MAX_STREAMS][MAX_SEATS + 1]; /* outcomes so far: of nobody, then by seat */
} Luck;

/* A stream of outcomes; `seat` is NOBODY for those that belong to all. */
typedef struct {
    int number;
    const char *name;
    int seat;
} Stream;

void seed_luck(Luck *luck, const char *seed, size_t length);
/* Bring a pile of cards, each less than 256, into random order. */
void shuffle(Luck *luck, Stream stream, int32_t *cards, int count);
void roll(Luck *luck, Stream stream, int32_t *faces, int count);
int pick(Luck *luck, Stream stream, int count);

#endif
