/* E-1 to E-4: which die can stand on which space, with how many dishwashers (rules/placing.py). Planning and serving
 * both use this. */
#include "rules.h"

#include <string.h>

/* The dice of the evening are gone, and with them the action spaces. */
void put_dice_away(Player *p)
{
    p->dice = 0;
    p->coloured = 0;
    memset(p->fits, 0, sizeof p->fits);
    p->vacant = 0;
    p->dishwashers = 0;
    p->spent = 0;
    p->helping = 0;
    p->orphans = 0;
}

/* Lay out the action spaces for this evening (E-2) and count the dishwashers (E-4). */
void open_spaces(const Setup *t, Player *p)
{
    memcpy(p->wants, t->area_wants.at, FIRST_TABLE);
    memcpy(p->fits, t->area_fits.at, sizeof p->fits);
    for (int table = 0; table < p->seated_count; table++) {
        int asked = t->die.at[p->seated[table]];
        p->wants[FIRST_TABLE + table] = (uint8_t)asked;
        p->fits[asked] |= 1u << (FIRST_TABLE + table);
    }
    p->vacant = (1u << (FIRST_TABLE + p->seated_count)) - 1;
    p->dishwashers = p->drawn[DISHWASHER] + area_yield(t, p->upgraded, DISHWASHER_AREA);
    p->spent = 0;
    p->helping = 0;
    p->orphans = 0;
}

/* Dishwashers in the tavern that neither helped a used die nor help one on the board (E-4, F-10). */
int free_dishwashers(const Player *p)
{
    return p->dishwashers - p->spent - p->helping + p->orphans;
}

/* How many dishwashers become free when dice that needed so many leave their places. Those returned since (orphans) do
 * not: the first dice to leave are the ones they had helped (F-10). */
int freed_by(const Player *p, int need)
{
    return need > p->orphans ? need - p->orphans : 0;
}

/* The set of spaces, vacant or not, that a die of this face fits with so many dishwashers free. */
uint32_t reach(const Player *p, int face, int free)
{
    uint32_t spaces = p->fits[face];
    for (int value = face + free < 6 ? face + free : 6; value > face; value--)
        spaces |= p->fits[value];
    return spaces;
}

/* The index of a die with this face (0: any) at this place, or -1. */
int die_at(const Player *p, int face, int place)
{
    for (int die = 0; die < p->dice; die++)
        if (p->places[die] == place && (face == 0 || p->faces[die] == face))
            return die;
    return -1;
}

/* Put a die on a space it fits. */
void put(const Setup *t, Player *p, int die, int space)
{
    p->places[die] = (int8_t)space;
    if (p->dishwashers) /* without one no die stands where it needs any */
        p->helping += needed(t, p->faces[die], p->wants[space]);
    if (!(MANY_DICE >> space & 1))
        p->vacant &= ~(1u << space);
}

/* Take a die from its space, unused: the space is vacant again, its dishwashers are free again. */
void lift(const Setup *t, Player *p, int die)
{
    int space = p->places[die];
    p->places[die] = TRAY;
    p->vacant |= 1u << space;
    if (p->helping) {
        int need = needed(t, p->faces[die], p->wants[space]);
        p->helping -= need;
        p->orphans -= need - freed_by(p, need);
    }
}
