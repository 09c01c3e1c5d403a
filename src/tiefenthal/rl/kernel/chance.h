/* Luck that follows from a seed (chance.py, docs/notation.md): every outcome is drawn from SHA-256 of the seed, the
 * name of its stream and its number within the stream.
 */
#ifndef TIEFENTHAL_CHANCE_H
#define TIEFENTHAL_CHANCE_H

#include "figures.h"
#include "sha256.h"

/* Streams of luck (rules/luck.py); the last three have one for each seat. */
enum { START_PLAYER, GUEST_PILE, GUEST_DECK, START_CARDS, DECK, COLOURED, WHITE, STREAM_COUNT };

typedef struct {
    Sha256 key; /* fed with all that the streams have in common */
    int drawn[STREAM_COUNT][MAX_PLAYERS];
} Luck;

void seed_luck(Luck *luck, const char *seed, size_t length);
/* Bring a pile of cards of less than `kinds` kinds into random order. */
void shuffle(Luck *luck, int stream, int seat, uint8_t *cards, int count, int kinds);
void roll(Luck *luck, int stream, int seat, uint8_t *faces, int count);
int pick(Luck *luck, int stream, int count);

#endif
