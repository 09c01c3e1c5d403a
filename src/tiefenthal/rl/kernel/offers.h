/* What the rules ask of the players: where offers go (rules/actions.py), and luck (chance.c). */
#ifndef TIEFENTHAL_OFFERS_H
#define TIEFENTHAL_OFFERS_H

#include "lists.h"

enum { MAX_ACTIONS = 2048 };

/* A one in the mask for each offer, and the numbers in the order of the rules. */
typedef struct {
    int count;
    uint8_t *mask;
    int16_t numbers[MAX_ACTIONS];
} Offers;

#endif
