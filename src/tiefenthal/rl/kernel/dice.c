/* F-1, F-2, F-4: while guests are served, dice are used for what their space gives, or moved to another space
 * (rules/dice.py). */
#include "rules.h"

/* Beer for one die on the brewer: the area and each brewer card still present (F-2). */
int brewer_yield(const Setup *t, const Player *p)
{
    return area_yield(t, p->upgraded, BREWER_AREA) + p->drawn[BREWER];
}

/* What a die on a space counts for in thalers, areas as when the serving began. */
int counted_thalers(const Setup *t, const Player *p, int space)
{
    if (space >= FIRST_TABLE)
        return t->pays.at[p->seated[space - FIRST_TABLE]];
    return space == CASHBOX ? p->cash_count : 0;
}

/* The same in beer. */
int counted_beer(const Player *p, int space)
{
    if (space == BREWER_SPACE)
        return p->brewer_count;
    return space == BARREL ? p->barrel_count : 0;
}

/* The plan's count after a die goes to a space, from another one or (TRAY) from the tray. */
static int count_after_move(const Setup *t, const Player *p, int from, int to)
{
    int thalers = counted_thalers(t, p, to), beer = counted_beer(p, to);
    if (from != TRAY) {
        thalers -= counted_thalers(t, p, from);
        beer -= counted_beer(p, from);
    }
    return count_after(p, thalers, beer);
}

/* Those swaps of one die with the dice before it. */
static void offer_swaps_of(Game *g, const Player *p, int die, int free)
{
    const Setup *t = g->setup;
    int face = p->faces[die], place = p->places[die], asked = p->wants[place];
    int one = t->spot_of.at[(place + 1) * FACES + face];
    int mover = mover_at(p, face, place);
    uint64_t seen = 0; /* spots of dice before the other one */
    for (int before = 0; before < die; before++) {
        int other = p->places[before], other_face = p->faces[before];
        if (other < 0 || other == place || other_face == face)
            continue;
        int two = t->spot_of.at[(other + 1) * FACES + other_face];
        if (seen >> two & 1)
            continue;
        seen |= (uint64_t)1 << two;
        int need = needed(t, face, p->wants[other]) + needed(t, other_face, asked);
        if (need <= free || need <= free + freed_by_both(t, p, mover, mover_at(p, other_face, other)))
            offer_action(g, t->swap.at[one < two ? one * SPOT_COUNT + two : two * SPOT_COUNT + one]);
    }
}

/* Every two placed dice of different faces that fit each other's places (F-4). */
static void offer_swaps(Game *g, const Player *p, int free)
{
    const Setup *t = g->setup;
    int most = free + p->helping; /* dishwashers two dice could have between them, at the very most */
    uint64_t seen = 0;            /* spots of dice before this one */
    uint32_t taken = 0;           /* their spaces */
    uint32_t reached = 0;         /* the spaces they could go to */
    for (int die = 0; die < p->dice; die++) {
        int place = p->places[die], face = p->faces[die];
        if (place < 0)
            continue;
        int spot = t->spot_of.at[(place + 1) * FACES + face];
        if (seen >> spot & 1)
            continue;
        seen |= (uint64_t)1 << spot;
        uint32_t spaces = most ? reach(p, face, most) : p->fits[face];
        if (spaces & taken && reached >> place & 1)
            offer_swaps_of(g, p, die, free);
        taken |= 1u << place;
        reached |= spaces;
    }
}

/* For each die that differs from those before it: use it, or wherever it can go; then the swaps. */
void offer_dice(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    int free = free_dishwashers(p);
    int least = t->modules >= 3 ? least_count(p) : 0;
    int placed = 0;    /* dice on the board that differ */
    uint64_t seen = 0; /* spots of dice before this one */
    for (int die = 0; die < p->dice; die++) {
        int place = p->places[die], face = p->faces[die];
        if (place == USED)
            continue;
        int spot = t->spot_of.at[(place + 1) * FACES + face];
        if (seen >> spot & 1)
            continue;
        seen |= (uint64_t)1 << spot;
        uint32_t spaces;
        const int16_t *moves;
        if (place == TRAY) {
            spaces = (free ? reach(p, face, free) : p->fits[face]) & p->vacant;
            moves = &t->place.at[(face - 1) * SPACE_COUNT];
        } else {
            offer_action(g, t->use.at[spot]);
            if (!g->changes)
                continue;
            placed++;
            int own = p->dishwashers > 0 ? free + needed(t, face, p->wants[place]) : 0;
            if (p->unmoved >> die & 1)
                own = free + freed_by(t, p, mover_at(p, face, place));
            spaces = (own ? reach(p, face, own) : p->fits[face]) & p->vacant & ~(1u << place);
            moves = &t->move.at[spot * SPACE_COUNT];
        }
        for (int space = 0; spaces; space++, spaces >>= 1)
            if (spaces & 1 && (least <= 0 || count_after_move(t, p, place, space) >= least))
                offer_action(g, moves[space]);
    }
    if (placed > 1 && (least <= 0 || count_after(p, 0, 0) >= least))
        offer_swaps(g, p, free);
}

/* The die is gone for the round, its dishwashers are spent, the space gives its yield (F-1, F-2). An unmoved die does
 * without what was returned, so it accounts for as much of that as it can (F-10). */
static void use_die(Game *g, int seat, int spot)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    int space = t->spot_space.at[spot];
    int die = die_at(p, t->spot_face.at[spot], space);
    int need = needed(t, p->faces[die], p->wants[space]);
    if (need) {
        p->helping -= need;
        p->spent += need;
        if (p->unmoved >> die & 1) {
            int missing = need < p->orphans ? need : p->orphans;
            p->spent -= missing;
            settle_die(p, die, missing);
        }
    }
    p->places[die] = USED;
    if (space >= FIRST_TABLE)
        p->thalers += t->pays.at[p->seated[space - FIRST_TABLE]];
    else if (space == CASHBOX)
        p->thalers += area_yield(t, p->upgraded, CASHBOX_AREA);
    else if (space == MONK)
        push_task(g, MONASTERY_STEPS, seat, area_yield(t, p->upgraded, MONK_AREA));
    else
        p->beer += space == BARREL ? area_yield(t, p->upgraded, BARREL_AREA) : brewer_yield(t, p);
}

/* Use the die, or move it and tell whoever counts the plan. */
void do_dice(Game *g, int seat, int kind, int a, int b)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    int thalers = 0, beer = 0; /* what the move changes in the plan; a swap of two dice changes neither */
    if (kind == USE) {
        use_die(g, seat, a);
        return;
    }
    if (kind == SWAP) {
        int space = t->spot_space.at[a], other_space = t->spot_space.at[b];
        int die = mover_at(p, t->spot_face.at[a], space);
        int other = mover_at(p, t->spot_face.at[b], other_space);
        lift(t, p, die);
        lift(t, p, other);
        put(t, p, die, other_space);
        put(t, p, other, space);
    } else {
        thalers = counted_thalers(t, p, b);
        beer = counted_beer(p, b);
        if (kind == PLACE) {
            put(t, p, die_at(p, a, TRAY), b);
        } else {
            int space = t->spot_space.at[a];
            int die = mover_at(p, t->spot_face.at[a], space);
            thalers -= counted_thalers(t, p, space);
            beer -= counted_beer(p, space);
            lift(t, p, die);
            put(t, p, die, b);
        }
    }
    if (t->modules >= 3)
        dice_moved(g, seat, thalers, beer);
}
