/* R. Rewards: the bonuses of the monastery track and of guests, resolved at once and depth first (rules/rewards.py). */
#include "rules.h"

/* A card bought or gained goes on top of the own deck, where everyone has seen it (F-6). */
void put_on_deck(Game *g, int seat, int card)
{
    Player *p = &g->players[seat];
    if (p->deck_count == MAX_CARDS) {
        g->broken = 1;
        return;
    }
    p->deck[p->deck_count++] = (uint8_t)card;
    p->known++;
    p->cards_changed = 1;
}

/* A tavern card from its pile; nothing if the pile is empty. */
int gain_card(Game *g, int seat, int kind)
{
    if (g->piles[kind] == 0)
        return 0;
    g->piles[kind]--;
    put_on_deck(g, seat, kind);
    return 1;
}

/* A noble; when they are gone it is lost (F-16). */
int gain_noble(Game *g, int seat)
{
    if (g->nobles == 0)
        return 0;
    g->nobles--;
    put_on_deck(g, seat, NOBLE);
    return 1;
}

/* A whole share of schnapps or none (M2-2). */
int gain_schnapps(Game *g, int seat, int count)
{
    if (g->schnapps < count)
        return 0;
    g->schnapps -= count;
    g->players[seat].schnapps += count;
    return 1;
}

/* Spent schnapps returns to the supply at once (M2-2). */
void pay_schnapps(Game *g, int seat, int count)
{
    g->players[seat].schnapps -= count;
    g->schnapps += count;
}

/* How much the safe or the beer storage holds now. */
int store(const Game *g, int seat, int area)
{
    return area_yield(g->setup, g->players[seat].upgraded, area);
}

/* Bonus thalers join those at hand; outside the own serving they go to the safe, up to what it holds. */
static void gain_thalers(Game *g, int seat, int count)
{
    Player *p = &g->players[seat];
    if (!(in_step(g, STEP_SERVING) && g->turn == seat)) {
        int room = store(g, seat, SAFE_AREA) - p->thalers;
        if (count > room)
            count = room > 0 ? room : 0;
    }
    p->thalers += count;
}

/* Give what a packed bonus says, or push what must be resolved step by step. */
void resolve_bonus(Game *g, int seat, int bonus)
{
    int amount = bonus & 255;
    switch (bonus >> 8) {
    case GIVES_CARD:
        gain_card(g, seat, amount);
        break;
    case GIVES_THALERS:
        gain_thalers(g, seat, amount);
        break;
    case GIVES_MONASTERY:
        push_task(g, MONASTERY_STEPS, seat, amount);
        break;
    case GIVES_SERVICE_DENIED:
        push_task(g, SERVICE_DENIED, seat, 0);
        break;
    case GIVES_NOBLE:
        gain_noble(g, seat);
        break;
    case GIVES_SCHNAPPS:
        gain_schnapps(g, seat, amount);
        break;
    case GIVES_REPUTATION:
        push_task(g, REPUTATION_STEPS, seat, amount);
        break;
    }
}

/* One step along the monastery track; the rest waits below its bonus. */
void resolve_monastery(Game *g, int seat, int steps)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    p->monastery++;
    if (p->monastery == t->monastery.count)
        p->monastery = 0; /* from the last space back to the start */
    if (steps > 1)
        push_task(g, MONASTERY_STEPS, seat, steps - 1);
    if (t->monastery.at[p->monastery])
        push_task(g, BONUS, seat, t->monastery.at[p->monastery]);
}

/* --- service denied */

/* Whether a regular or guest sits at the table with no die on it. */
int removable(const Player *p, int table)
{
    return p->seated[table] >= FIRST_REGULAR && die_at(p, 0, FIRST_TABLE + table) < 0;
}

/* Whether service denied would find a target. */
int any_removable(const Player *p)
{
    for (int table = 0; table < p->seated_count; table++)
        if (removable(p, table))
            return 1;
    return 0;
}

/* The guest leaves the game; the table is not refilled and takes no more dice. */
void remove_guest(Game *g, int seat, int table)
{
    Player *p = &g->players[seat];
    p->seated[table] = NO_CARD;
    p->vacant &= ~(1u << (FIRST_TABLE + table));
    p->cards_changed = 1;
}

/* Each table with a target, or decline. */
void offer_service_denied(Game *g, int seat)
{
    const Player *p = &g->players[seat];
    for (int table = 0; table < p->seated_count; table++)
        if (removable(p, table))
            offer_action(g, g->setup->remove.at[table]);
    offer_action(g, g->setup->decline);
}
