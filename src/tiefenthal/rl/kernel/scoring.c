/* G-3, G-4: points and the winner (rules/scoring.py). */
#include "rules.h"

/* Points on all own cards, wherever they are. */
int card_points(const Setup *t, const Player *p)
{
    int total = p->nobles * t->points.at[NOBLE];
    for (int i = 0; i < p->deck_count; i++)
        total += t->points.at[p->deck[i]];
    for (int i = 0; i < p->discard_count; i++)
        total += t->points.at[p->discard[i]];
    for (int table = 0; table < p->seated_count; table++)
        if (p->seated[table] > NOBLE)
            total += t->points.at[p->seated[table]];
    for (int kind = BARD; kind <= BREWER; kind++)
        total += p->drawn[kind] * t->points.at[kind];
    return total;
}

/* What the modules add at the end of the game: schnapps (M2-6) and reputation (M3-9). */
int extra_points(const Setup *t, const Player *p)
{
    int total = t->modules >= 2 ? p->schnapps : 0;
    return t->modules >= 3 ? total + reputation_points(t, p) : total;
}

/* The seats that win: most points, then most stored, then together (G-4). */
uint32_t winners(const Game *g)
{
    uint32_t best = 0;
    int most = 0, most_stored = 0;
    for (int seat = 0; seat < g->setup->players; seat++) {
        const Player *p = &g->players[seat];
        int score = card_points(g->setup, p) + extra_points(g->setup, p);
        int stored = p->thalers + p->beer;
        if (!best || score > most || (score == most && stored > most_stored)) {
            best = 1u << seat;
            most = score;
            most_stored = stored;
        } else if (score == most && stored == most_stored) {
            best |= 1u << seat;
        }
    }
    return best;
}
