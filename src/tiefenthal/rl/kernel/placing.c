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
    p->unmoved = 0;
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
    p->unmoved = 0;
}

/* Dishwashers in the tavern that neither helped a used die nor help one on the board (E-4, F-10). */
int free_dishwashers(const Player *p)
{
    return p->dishwashers - p->spent - p->helping + p->orphans;
}

/* How many dishwashers a die on the board stands there with. */
static int need_of(const Setup *t, const Player *p, int die)
{
    return needed(t, p->faces[die], p->wants[p->places[die]]);
}

/* How many dishwashers are missing to unmoved dice that stand with so many and now move: those returned that the other
 * unmoved dice cannot account for (F-10). */
static int missing_to(const Setup *t, const Player *p, int need)
{
    int others = -need;
    for (int die = 0; die < p->dice; die++)
        if (p->unmoved >> die & 1)
            others += need_of(t, p, die);
    return p->orphans > others ? p->orphans - others : 0;
}

/* How many dishwashers become free when a die leaves its place for another. */
int freed_by(const Setup *t, const Player *p, int die)
{
    int need = need_of(t, p, die);
    return p->unmoved >> die & 1 ? need - missing_to(t, p, need) : need;
}

/* The same for two dice at once. */
int freed_by_both(const Setup *t, const Player *p, int die, int other)
{
    int need = need_of(t, p, die), other_need = need_of(t, p, other);
    if (!p->unmoved)
        return need + other_need;
    int doubtful = (p->unmoved >> die & 1 ? need : 0) + (p->unmoved >> other & 1 ? other_need : 0);
    return need + other_need - missing_to(t, p, doubtful);
}

/* It is clear now how many of the dishwashers returned had helped this die: it no longer counts as unmoved. */
void settle_die(Player *p, int die, int missing)
{
    p->orphans -= missing;
    p->unmoved = p->orphans ? p->unmoved & ~(1u << die) : 0;
}

/* So many dishwashers that help dice on the board are returned; which dice they helped stays open (F-10). */
void lose_helpers(const Setup *t, Player *p, int count)
{
    if (count == 0)
        return;
    p->orphans = count;
    for (int die = 0; die < p->dice; die++)
        if (p->places[die] >= 0 && need_of(t, p, die) > 0)
            p->unmoved |= 1u << die;
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

/* The die that moves when one with this face (0: any) at this place does, or -1. Of equal dice one that surely has its
 * dishwashers goes first: the unmoved ones can then still account for those returned (F-10). */
int mover_at(const Player *p, int face, int place)
{
    int die = die_at(p, face, place);
    if (die >= 0 && p->unmoved >> die & 1)
        for (int other = die + 1; other < p->dice; other++)
            if (p->places[other] == place && p->faces[other] == p->faces[die] && !(p->unmoved >> other & 1))
                return other;
    return die;
}

/* A die joins equal dice: those unmoved are the first of them. */
static void keep_unmoved_first(Player *p, int die, int space)
{
    for (int other = p->dice - 1; other > die; other--)
        if (p->unmoved >> other & 1 && p->places[other] == space && p->faces[other] == p->faces[die]) {
            p->unmoved ^= 1u << other | 1u << die;
            return;
        }
}

/* Put a die on a space it fits. */
void put(const Setup *t, Player *p, int die, int space)
{
    if (p->unmoved)
        keep_unmoved_first(p, die, space);
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
    if (p->helping) {
        int need = needed(t, p->faces[die], p->wants[space]);
        p->helping -= need;
        if (p->unmoved >> die & 1)
            settle_die(p, die, missing_to(t, p, need));
    }
    p->places[die] = TRAY;
    p->vacant |= 1u << space;
}
