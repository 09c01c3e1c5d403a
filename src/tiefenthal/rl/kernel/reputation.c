/* M3. Reputation: the ring, the counting before each serving, and the bards (rules/modules/reputation.py).
 *
 * `Player.marked` remembers the steps of the current serving, the latest last, so that they can be taken back when dice
 * move (M3-6). A step is packed: the space before it | what it gave << 5 | place in the deck of the noble it gave << 8.
 */
#include "rules.h"

#include <string.h>

enum { GAVE_NOTHING, GAVE_SCHNAPPS, GAVE_NOBLE, GAVE_FOR_GOOD /* removed a guest or placed a signature */ };

static int smaller(int one, int other)
{
    return one < other ? one : other;
}

/* The own serving begins: the marker moves by the lower of the plan's thalers and beer (M3-5, M3-10). */
void count_plan(Game *g, int seat)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    p->marked_count = 0;
    p->bards = p->drawn[BARD];
    p->cash_count = area_yield(t, p->upgraded, CASHBOX_AREA);
    p->barrel_count = area_yield(t, p->upgraded, BARREL_AREA);
    p->brewer_count = brewer_yield(t, p);
    p->thaler_count = 0;
    p->beer_count = p->drawn[BARBACK];
    for (int die = 0; die < p->dice; die++)
        if (p->places[die] >= 0) {
            p->thaler_count += counted_thalers(t, p, p->places[die]);
            p->beer_count += counted_beer(p, p->places[die]);
        }
    p->counted = smaller(p->thaler_count, p->beer_count);
    if (p->counted > 0)
        push_task(g, REPUTATION_STEPS, seat, p->counted);
}

/* The plan's count must not fall below this: steps can be taken back while all that they gave is still there (M3-6). */
int least_count(const Player *p)
{
    int left = p->counted, owed = 0;
    for (int at = p->marked_count - 1; left > 0 && at >= 0; at--, left--) {
        int gave = p->marked[at] >> 5 & 7;
        if (gave == GAVE_FOR_GOOD)
            return left;
        if (gave == GAVE_SCHNAPPS && ++owed > p->schnapps)
            return left;
    }
    return 0;
}

/* The plan's count after a move that changes its thalers and beer: the lower of the two sums. */
int count_after(const Player *p, int thalers, int beer)
{
    return smaller(p->thaler_count + thalers, p->beer_count + beer);
}

/* Take back the latest step with what it gave. */
static void take_back_step(Game *g, int seat)
{
    Player *p = &g->players[seat];
    if (p->marked_count == 0) {
        g->broken = 1;
        return;
    }
    int step = p->marked[--p->marked_count];
    int gave = step >> 5 & 7;
    p->reputation = step & 31;
    if (gave == GAVE_SCHNAPPS) {
        pay_schnapps(g, seat, 1);
    } else if (gave == GAVE_NOBLE) {
        int place = step >> 8;
        memmove(p->deck + place, p->deck + place + 1, (size_t)(p->deck_count - place - 1));
        p->deck_count--;
        p->known--;
        p->cards_changed = 1;
        g->nobles++;
    }
}

/* Dice have moved (M3-6). More: steps forward with their bonuses. Less: the latest steps are taken back. */
void dice_moved(Game *g, int seat, int thalers, int beer)
{
    Player *p = &g->players[seat];
    p->thaler_count += thalers;
    p->beer_count += beer;
    int steps = smaller(p->thaler_count, p->beer_count) - p->counted;
    p->counted += steps;
    if (steps > 0)
        push_task(g, REPUTATION_STEPS, seat, steps);
    for (; steps < 0; steps++)
        take_back_step(g, seat);
}

/* One step along the ring; the rest waits below its bonus (M3-2 to M3-4, M3-8). */
void resolve_reputation(Game *g, int seat, int steps)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    int step = p->reputation;
    if (p->marked_count == MAX_MARKED) {
        g->broken = 1;
        return;
    }
    p->reputation = step + 1 < t->ring.count ? step + 1 : 1;
    if (steps > 1)
        push_task(g, REPUTATION_STEPS, seat, steps - 1);
    switch (t->ring.at[p->reputation] >> 8) {
    case GIVES_SCHNAPPS:
        if (gain_schnapps(g, seat, 1))
            step |= GAVE_SCHNAPPS << 5;
        break;
    case RING_CROWN:
        if (gain_noble(g, seat))
            step |= GAVE_NOBLE << 5 | (p->deck_count - 1) << 8;
        break;
    case RING_TOAST:
        push_task(g, TOAST, seat, 0);
        break;
    case RING_SIGNATURE:
        push_task(g, CHOOSE_COLUMN, seat, 0);
        break;
    }
    p->marked[p->marked_count++] = step;
}

/* Note what the latest step gave, once its question is answered. */
static void mark_step(Player *p, int gave)
{
    if (p->marked_count > 0)
        p->marked[p->marked_count - 1] |= gave << 5;
}

/* The latest step placed a signature: it cannot be taken back. */
void mark_for_good(Player *p)
{
    mark_step(p, GAVE_FOR_GOOD);
}

/* The schnapps space with a choice (M3-3): whether at least one of the two is possible. */
int toast_asks(const Game *g, int seat)
{
    return g->schnapps > 0 || any_removable(&g->players[seat]);
}

/* Whatever is possible. With no schnapps left the removal may be declined. */
void offer_toast(Game *g, int seat)
{
    const Player *p = &g->players[seat];
    if (g->schnapps > 0)
        offer_action(g, g->setup->take_schnapps);
    for (int table = 0; table < p->seated_count; table++)
        if (removable(p, table))
            offer_action(g, g->setup->remove.at[table]);
    if (g->schnapps == 0)
        offer_action(g, g->setup->decline);
}

/* Give what was chosen. */
void answer_toast(Game *g, int seat, int kind, int a)
{
    Player *p = &g->players[seat];
    if (kind == SCHNAPPS) {
        gain_schnapps(g, seat, 1);
        mark_step(p, GAVE_SCHNAPPS);
    } else if (kind == REMOVE) {
        remove_guest(g, seat, a);
        mark_step(p, GAVE_FOR_GOOD);
    }
}

/* The serving is over: bards that were not used have not sung (M3-7), and steps can no longer be taken back. */
void close_the_count(Player *p)
{
    p->bards = 0;
    p->marked_count = 0;
    p->thaler_count = 0;
    p->beer_count = 0;
    p->counted = 0;
    p->cash_count = 0;
    p->barrel_count = 0;
    p->brewer_count = 0;
}

/* The number of the space, or the highest passed since the crown; on the crown nothing (M3-9). */
int reputation_points(const Setup *t, const Player *p)
{
    int space = p->reputation;
    if (t->ring.at[space] >> 8 == RING_CROWN)
        return 0;
    while (space > 0 && t->ring.at[space] >> 8 != RING_POINTS)
        space--;
    return t->ring.at[space] & 255;
}
