/* M2. Schnapps and the entertainers who work for it (rules/modules/schnapps.py). */
#include "rules.h"

/* Schnapps for one action of this side. */
static int cost(const Game *g, int entertainer, int side)
{
    return g->setup->entertainer_cost.at[2 * entertainer + side - 1];
}

/* Each player gets the schnapps the moon passes, whole shares in turn order (M2-1, M2-2). */
void moon_passes(Game *g)
{
    int share = g->setup->schnapps_track.at[g->round];
    if (share)
        for (int i = 0; i < g->setup->players; i++)
            gain_schnapps(g, seat_after(g, g->start_player, i), share);
}

/* At the end of the own serving at most 4 are kept (M2-5). */
void keep_four(Game *g, int seat)
{
    int surplus = g->players[seat].schnapps - g->setup->schnapps_kept;
    if (surplus > 0)
        pay_schnapps(g, seat, surplus);
}

/* The entertainer stays with this side up (M2-3). It gives nothing at once. */
void take_entertainer(Game *g, int seat, int entertainer, int chosen)
{
    g->players[seat].entertainers[entertainer] = (uint8_t)(chosen - CHOOSE_SIDE_1 + 1);
}

/* What the sides chosen offer and the schnapps pays (M2-4 a and b). */
void offer_entertainment(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    if (p->schnapps == 0)
        return;
    int side = p->entertainers[MONEY];
    if (side && p->schnapps >= cost(g, MONEY, side))
        offer_action(g, t->entertain.at[side - 1]);
    side = p->entertainers[FIRE];
    if (side == 0 || p->schnapps < cost(g, FIRE, side))
        return;
    if (side == SIDE_1) {
        for (int area = 0; area < AREA_COUNT; area++)
            if (!(p->upgraded >> area & 1))
                offer_action(g, t->entertain_area.at[area]);
    } else {
        for (int table = 0; table < p->seated_count; table++)
            if (removable(p, table))
                offer_action(g, t->entertain_table.at[table]);
    }
}

/* Pay, and take what it gives. */
void do_entertain(Game *g, int seat, int kind, int a)
{
    Player *p = &g->players[seat];
    if (kind == ENTERTAIN) {
        int gain = g->setup->entertainer_gain.at[2 * MONEY + a];
        pay_schnapps(g, seat, cost(g, MONEY, a + 1));
        if (a + 1 == SIDE_1)
            p->thalers += gain;
        else
            p->beer += gain;
    } else if (kind == ENTERTAIN_UPGRADE) {
        pay_schnapps(g, seat, cost(g, FIRE, SIDE_1));
        upgrade(g, seat, a);
    } else {
        pay_schnapps(g, seat, cost(g, FIRE, SIDE_2));
        remove_guest(g, seat, a);
    }
}

/* The juggler's planning side: every unplaced face to every other (M2-4 c). */
void offer_turns(Game *g, int seat)
{
    const Player *p = &g->players[seat];
    if (p->entertainers[JUGGLER] != SIDE_2 || p->schnapps < cost(g, JUGGLER, SIDE_2))
        return;
    for (int face = 1; face < FACES; face++)
        if (die_at(p, face, TRAY) >= 0)
            for (int to = 1; to < FACES; to++)
                if (to != face)
                    offer_action(g, g->setup->turn.at[(face - 1) * 6 + to - 1]);
}

/* Pay and turn it. */
void do_turn(Game *g, int seat, int face, int to)
{
    Player *p = &g->players[seat];
    pay_schnapps(g, seat, cost(g, JUGGLER, SIDE_2));
    p->faces[die_at(p, face, TRAY)] = (uint8_t)to;
}

/* The juggler's closing side: once per round, one card drawn goes on top of the deck (M2-4 c, G-1). Ask everyone who
 * could. */
void begin_juggling(Game *g)
{
    for (int seat = 0; seat < g->setup->players; seat++) {
        const Player *p = &g->players[seat];
        int cards = p->nobles;
        if (p->entertainers[JUGGLER] != SIDE_1 || p->juggled || p->schnapps < cost(g, JUGGLER, SIDE_1))
            continue;
        for (int kind = BARD; kind <= BREWER; kind++)
            cards += p->drawn[kind];
        for (int table = 0; table < p->seated_count; table++)
            cards += p->seated[table] != NO_CARD;
        if (cards > 0)
            g->waiting |= 1u << seat;
    }
}

/* Every card still there, or none. */
void offer_juggling(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    if (!(g->waiting >> seat & 1))
        return;
    for (int kind = BARD; kind <= BREWER; kind++)
        if (p->drawn[kind] > 0)
            offer_action(g, t->keep_staff.at[kind - 1]);
    for (int table = 0; table < p->seated_count; table++)
        if (p->seated[table] != NO_CARD)
            offer_action(g, t->keep_sitting.at[table]);
    offer_action(g, t->decline);
}

/* Put the card on the deck, if any. */
void do_juggling(Game *g, int seat, int kind, int a)
{
    Player *p = &g->players[seat];
    g->waiting &= ~(1u << seat);
    if (kind == DECLINE)
        return;
    pay_schnapps(g, seat, cost(g, JUGGLER, SIDE_1));
    p->juggled = 1;
    int card = a;
    if (a >= KEEP_TABLE) {
        int table = a - KEEP_TABLE;
        card = p->seated[table];
        if (card == NOBLE)
            p->nobles--; /* out of its stack */
        if (card != NOBLE || p->nobles == 0)
            p->seated[table] = NO_CARD;
    } else {
        p->drawn[a]--;
    }
    put_on_deck(g, seat, card);
}
