/* B. The guests arrive: cards come from the deck until every table is occupied (rules/arrival.py). */
#include "rules.h"

#include <string.h>

/* Turn cards face up, one by one, until every table is occupied (B-1 to B-5, S-8). */
void guests_arrive(Game *g, int seat)
{
    Player *p = &g->players[seat];
    p->tables = area_yield(g->setup, p->upgraded, TABLES_AREA);
    p->cards_changed = 1;
    g->reveals++;
    while (p->seated_count < p->tables) {
        if (p->deck_count == 0) {
            if (p->discard_count == 0)
                break; /* B-5 */
            memcpy(p->deck, p->discard, (size_t)p->discard_count); /* B-4 */
            p->deck_count = p->discard_count;
            p->discard_count = 0;
            shuffle_deck(g, seat);
        }
        int card = p->deck[--p->deck_count];
        if (p->known > 0)
            p->known--;
        if (card <= BREWER) {
            p->drawn[card]++;
            if (card == TABLE)
                p->tables++;
            continue;
        }
        if (p->seated_count == MAX_TABLES) {
            g->broken = 1;
            return;
        }
        if (card != NOBLE)
            p->seated[p->seated_count++] = (uint8_t)card;
        else if (p->nobles++ == 0) /* B-3: further nobles join the first */
            p->seated[p->seated_count++] = NOBLE;
    }
}

static void discard(Player *p, int card, int count)
{
    for (int i = 0; i < count && p->discard_count < MAX_CARDS; i++)
        p->discard[p->discard_count++] = (uint8_t)card;
}

/* All cards still in or beside the tavern go on the discard pile. */
void clear_tavern(Player *p)
{
    for (int table = 0; table < p->seated_count; table++)
        if (p->seated[table] > NOBLE)
            discard(p, p->seated[table], 1);
    discard(p, NOBLE, p->nobles);
    for (int kind = BARD; kind <= BREWER; kind++)
        discard(p, kind, p->drawn[kind]);
    p->seated_count = 0;
    p->tables = 0;
    p->nobles = 0;
    memset(p->drawn, 0, sizeof p->drawn);
    p->cards_changed = 1;
}

/* Fill every tavern; ask those who could start again (B-6). */
void begin_arrival(Game *g)
{
    for (int seat = 0; seat < g->setup->players; seat++) {
        guests_arrive(g, seat);
        if (g->players[seat].counter_guests > 0)
            g->waiting |= 1u << seat;
    }
}

/* Stay or start again. */
void offer_arrival(Game *g, int seat)
{
    if (g->waiting >> seat & 1) {
        offer_action(g, g->setup->stay);
        offer_action(g, g->setup->again);
    }
}

/* Stay, or pay a counter guest, clear the tavern and fill it again. */
void do_arrival(Game *g, int seat, int kind)
{
    Player *p = &g->players[seat];
    if (kind == AGAIN) {
        p->counter_guests--;
        clear_tavern(p);
        guests_arrive(g, seat);
        if (p->counter_guests > 0)
            return;
    }
    g->waiting &= ~(1u << seat);
}
