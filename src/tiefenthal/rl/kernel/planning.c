/* E. Planning: dice are placed, moved and taken back until everyone is ready (rules/planning.py). */
#include "rules.h"

/* Lay out the action spaces of every tavern. */
void begin_planning(Game *g)
{
    for (int seat = 0; seat < g->setup->players; seat++)
        open_spaces(g->setup, &g->players[seat]);
    g->waiting = (1u << g->setup->players) - 1;
}

/* For each placed die that differs from those before it: taking it back, and wherever it can go. */
static void offer_changes(Game *g, const Player *p, int free)
{
    const Setup *t = g->setup;
    uint64_t seen = 0; /* spots of dice before this one */
    for (int die = 0; die < p->dice; die++) {
        int place = p->places[die], face = p->faces[die];
        if (place == TRAY)
            continue;
        int spot = t->spot_of.at[(place + 1) * FACES + face];
        if (seen >> spot & 1)
            continue;
        seen |= (uint64_t)1 << spot;
        int own = p->dishwashers > 0 ? free + needed(t, face, p->wants[place]) : 0;
        uint32_t spaces = (own ? reach(p, face, own) : p->fits[face]) & p->vacant & ~(1u << place);
        offer_action(g, t->back.at[spot]);
        for (int space = 0; spaces; space++, spaces >>= 1)
            if (spaces & 1)
                offer_action(g, t->move.at[spot * SPACE_COUNT + space]);
    }
}

/* For each die that differs from those before it: wherever it can go. Placing comes first, then being ready, then
 * changes of the plan, so that always taking the first action leads on. */
void offer_plan_dice(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    int free = free_dishwashers(p), placed = 0;
    uint32_t seen = 0; /* faces of unplaced dice before this one */
    for (int die = 0; die < p->dice; die++) {
        int face = p->faces[die];
        if (p->places[die] != TRAY) {
            placed = 1;
            continue;
        }
        if (seen >> face & 1)
            continue;
        seen |= 1u << face;
        uint32_t spaces = (free ? reach(p, face, free) : p->fits[face]) & p->vacant;
        for (int space = 0; spaces; space++, spaces >>= 1)
            if (spaces & 1)
                offer_action(g, t->place.at[(face - 1) * SPACE_COUNT + space]);
    }
    offer_action(g, t->ready);
    if (placed && g->changes)
        offer_changes(g, p, free);
}

/* Change the plan, or say that it is ready. */
void do_plan_dice(Game *g, int seat, int kind, int a, int b)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    if (kind == READY) {
        g->waiting &= ~(1u << seat);
        return;
    }
    if (kind == PLACE) {
        put(t, p, die_at(p, a, TRAY), b);
        return;
    }
    int die = die_at(p, t->spot_face.at[a], t->spot_space.at[a]);
    lift(t, p, die);
    if (kind == MOVE)
        put(t, p, die, b);
}

/* Everything planning offers. Who is ready could only take that back. */
void offer_planning(Game *g, int seat)
{
    const Setup *t = g->setup;
    if (!(g->waiting >> seat & 1)) {
        offer_action(g, t->unready);
        return;
    }
    for (int i = 0; i < t->planning.count; i++) {
        if (t->planning.at[i] == PLAN_DICE)
            offer_plan_dice(g, seat);
        else if (t->planning.at[i] == TURN_DICE)
            offer_turns(g, seat);
    }
}
