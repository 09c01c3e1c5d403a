/* One game as environments play it (rl/core/table.py): whose decision it is, what is legal, which changes of plan are
 * left. Being ready is final here, so only seats the game waits for are asked. */
#include "rules.h"

#include <stdlib.h>

/* The one seat that is asked now: the first in turn order of those the game waits for. */
static int seat_to_act(const Game *g)
{
    if (g->over)
        return NOBODY;
    uint32_t waiting = acting(g);
    int seat = g->start_player;
    while (!(waiting >> seat & 1))
        seat = seat_after(g, seat, 1);
    return seat;
}

/* How often each seat may change its plan is counted anew every evening. */
static int changes_allowed(Game *g, int seat)
{
    if (g->setup->limit == NO_LIMIT)
        return 1;
    if (g->round != g->changes_round) {
        g->changes_round = g->round;
        for (int i = 0; i < g->setup->players; i++)
            g->changes_left[i] = g->setup->limit;
    }
    return g->changes_left[seat] > 0;
}

/* Find out whose decision it is and what is legal, and bring the mask up to date. */
static void ask(Game *g)
{
    while (g->legal_count > 0)
        g->mask[g->legal[--g->legal_count]] = 0;
    if (g->broken)
        return;
    g->seat = seat_to_act(g);
    if (g->seat != NOBODY) {
        g->changes = changes_allowed(g, g->seat);
        offer(g, g->seat);
    }
}

/* A new game, up to the first decision. */
void begin_table(Game *g, const char *seed, size_t length)
{
    seed_luck(&g->luck, seed, length);
    new_state(g);
    advance(g);
    g->log.count = 0;
    g->changes_round = 0;
    for (int seat = 0; seat < g->setup->players; seat++)
        g->changes_left[seat] = g->setup->limit;
    g->changed = (1u << g->setup->players) - 1;
    g->common_changed = 1;
    g->guests_changed = 1;
    for (int seat = 0; seat < g->setup->players; seat++)
        g->players[seat].cards_changed = 1;
    ask(g);
}

static int keep(Log *log, int32_t entry)
{
    if (log->count == log->room) {
        int64_t room = log->room ? 2 * log->room : 512;
        int32_t *entries = realloc(log->entries, (size_t)room * sizeof *entries);
        if (!entries)
            return 0;
        log->entries = entries;
        log->room = room;
    }
    log->entries[log->count++] = entry;
    return 1;
}

/* Nobody's action changes another tavern without news: new information, the end of a phase or of a turn. Without news it
 * is `quiet` while dice are drafted or plans are made: nothing but dice moves then. (A turn of the draft ends with every
 * die, which is no news; draft.c says when the coasters move.) */
static void note_changes(Game *g, int seat, int quiet, int news)
{
    if (quiet && !news) {
        g->dice_changed |= 1u << seat;
        return;
    }
    g->changed |= news ? (1u << g->setup->players) - 1 : 1u << seat;
    g->common_changed = 1;
}

/* Carry out a legal decision of the seat to act. 0 when there is no memory left for it. */
int carry_out(Game *g, int number)
{
    const Setup *t = g->setup;
    int seat = g->seat, reveals = g->reveals, step = g->step, turn = g->turn;
    int kind = t->kind.at[number], drafting = in_step(g, STEP_DRAFT);
    int quiet = drafting || (in_step(g, STEP_PLANNING) && kind != TURN);
    if (!keep(&g->log, seat << 16 | number))
        return 0;
    apply(g, seat, number);
    if (t->limit != NO_LIMIT && (kind == MOVE || kind == BACK || kind == SWAP))
        g->changes_left[seat]--;
    note_changes(g, seat, quiet, g->reveals != reveals || g->step != step || (g->turn != turn && !drafting));
    ask(g);
    return 1;
}
