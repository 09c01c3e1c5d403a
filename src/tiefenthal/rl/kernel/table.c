/* One game as environments play it (rl/core/stepped_game.py): whose decision it is, what is legal, which changes of plan are
 * left. Being ready is final here, so only seats the game waits for are asked. */
#include "game.h"

#include <stdlib.h>

/* The one seat that is asked now: the first in turn order of those the game waits for. */
static int seat_to_act(State *s)
{
    if (s->over)
        return NOBODY;
    Int waiting = play_acting(s);
    int seat = s->start_player;
    while (!(waiting >> seat & 1))
        seat = (seat + 1) % s->players.count;
    return seat;
}

static void allow_changes(Game *g)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        g->changes_left[seat] = g->agreed->limit;
}

/* How often each seat may change its plan is counted afresh every evening. */
static int changes_allowed(Game *g, int seat)
{
    if (g->agreed->limit == NO_LIMIT)
        return 1;
    if (g->s.round != g->changes_round) {
        g->changes_round = g->s.round;
        allow_changes(g);
    }
    return g->changes_left[seat] > 0;
}

/* Find out whose decision it is and what is legal, and bring the mask up to date. */
static void ask(Game *g)
{
    Offers *offers = &g->s.offers;
    while (offers->count > 0)
        offers->mask[offers->numbers[--offers->count]] = 0;
    if (g->s.broken)
        return;
    g->seat = seat_to_act(&g->s);
    if (g->seat != NOBODY)
        play_offer(&g->s, g->seat, changes_allowed(g, g->seat));
}

/* A new game, up to the first decision. */
void begin_table(Game *g, const char *seed, size_t length)
{
    seed_luck(&g->s.luck, seed, length);
    setup_new_state(&g->s);
    play_advance(&g->s);
    g->log.count = 0;
    g->changes_round = 0;
    allow_changes(g);
    g->changed = (1u << g->s.players.count) - 1;
    g->common_changed = 1;
    g->s.guests_changed = 1;
    for (int seat = 0; seat < g->s.players.count; seat++)
        g->s.players.at[seat].cards_changed = 1;
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

/* Nobody's action changes another tavern without news: new information, the end of a phase or of a turn. Without news
 * it is `quiet` while dice are drafted or plans are made: nothing but dice moves then. (A turn of the draft ends with
 * every die, which is no news unless the coasters move.) */
static void note_changes(Game *g, int seat, int quiet, int news)
{
    if (quiet && !news) {
        g->dice_changed |= 1u << seat;
        return;
    }
    g->changed |= news ? (1u << g->s.players.count) - 1 : 1u << seat;
    g->common_changed = 1;
}

/* Carry out a legal decision of the seat to act. 0 when there is no memory left for it. */
int carry_out(Game *g, int number)
{
    State *s = &g->s;
    int seat = g->seat, reveals = s->reveals, before = s->step, turn = s->turn;
    const Step *step = s->setup->flow->steps.at[before];
    int drafting = step == &the_draft_Draft;
    int quiet = drafting || (step == &the_planning_Planning && ACTION[number].kind != TURN);
    if (!keep(&g->log, seat << 16 | number))
        return 0;
    play_apply(s, seat, number);
    if (g->agreed->limit != NO_LIMIT && changes_is_change(s, number))
        g->changes_left[seat]--;
    if (drafting && s->turn == s->start_player) /* the coasters have moved */
        g->dice_changed = (1u << s->players.count) - 1;
    note_changes(g, seat, quiet, s->reveals != reveals || s->step != before || (s->turn != turn && !drafting));
    ask(g);
    return 1;
}
