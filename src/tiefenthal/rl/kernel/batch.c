/* Many games stepped in one call (rl/core/batch.py), through a plain C interface for ctypes (kernel/library.py). A game
 * that ends begins again at once; how it ended is kept until the next step.
 */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* Grows with every change of what the functions below take or give, and of the figures they read. */
enum { INTERFACE = 2 };

/* What went wrong, from tiefenthal_step and tiefenthal_begin; an illegal action of game i is -1 - i. */
enum { NO_MEMORY = INT32_MIN, NO_ROOM = INT32_MIN + 1 };

/* The arrays of the caller, one row for each game. */
typedef struct {
    void *observations; /* floats or bytes */
    uint8_t *masks;
    uint8_t *seats;
    int16_t *scores;        /* of each seat, as if the game ended now */
    int64_t *episodes;      /* how many games were played before this one */
    int32_t *ended;         /* the games that ended with the last step, as many as it says */
    int32_t *ended_scores;  /* for each of them */
    uint8_t *ended_winners; /* as bits */
} Buffers;

typedef struct {
    Agreed agreed;
    Buffers to;
    int64_t count, first;
    int floats;
    char *seed; /* of the batch, with room for the number of game and episode */
    size_t seed_length;
    Game *games;
} Batch;

EXPORTED int tiefenthal_interface(void)
{
    return INTERFACE;
}

/* Which figures of a set-up tiefenthal_new wants, by name. */
EXPORTED const char *tiefenthal_figures(void)
{
    return FIGURES;
}

EXPORTED void tiefenthal_free(Batch *batch)
{
    if (!batch)
        return;
    for (int64_t i = 0; batch->games && i < batch->count; i++) {
        free(batch->games[i].log.entries);
        free(batch->games[i].finished.entries);
    }
    free(batch->games);
    free(batch->seed);
    free(batch);
}

/* `count` games; `first` is the number of the first one, for their seeds. The buffers must live as long as the batch.
 * NULL when it cannot be; `*reason` says why. */
EXPORTED Batch *tiefenthal_new(const int32_t *figures, int64_t figure_count, int64_t count, int64_t first, int floats,
                               const Buffers *buffers, const char **reason)
{
    Batch *batch = calloc(1, sizeof *batch);
    *reason = "there is no memory left";
    if (!batch)
        return NULL;
    const char *problem = read_agreed(&batch->agreed, figures, figure_count);
    if (problem) {
        *reason = problem;
        tiefenthal_free(batch);
        return NULL;
    }
    batch->games = calloc((size_t)count, sizeof *batch->games);
    if (!batch->games) {
        tiefenthal_free(batch);
        return NULL;
    }
    batch->to = *buffers;
    batch->count = count;
    batch->first = first;
    batch->floats = floats;
    for (int64_t i = 0; i < count; i++) {
        batch->games[i].agreed = &batch->agreed;
        batch->games[i].s.setup = &batch->agreed.rules;
        batch->games[i].s.offers.mask = batch->to.masks + i * ACTION_COUNT;
        batch->games[i].seat = NOBODY;
    }
    return batch;
}

/* Put what the seat to act sees into the buffers. */
static void show(Batch *batch, int64_t index)
{
    int size = batch->agreed.size, players = batch->agreed.rules.players;
    Game *g = &batch->games[index];
    look(g);
    if (batch->floats)
        show_floats(g, g->seat, (float *)batch->to.observations + index * size);
    else
        show_bytes(g, g->seat, (uint8_t *)batch->to.observations + index * size);
    for (int seat = 0; seat < players; seat++)
        batch->to.scores[index * players + seat] = (int16_t)g->score[seat];
    batch->to.seats[index] = (uint8_t)g->seat;
}

/* Game i plays seed/i/0, then seed/i/1 and so on, whatever other games run beside it. */
static void begin_game(Batch *batch, int64_t index)
{
    int more = sprintf(batch->seed + batch->seed_length, "/%lld/%lld", (long long)(batch->first + index),
                       (long long)batch->to.episodes[index]);
    begin_table(&batch->games[index], batch->seed, batch->seed_length + (size_t)more);
}

/* All games begin again. */
EXPORTED int32_t tiefenthal_begin(Batch *batch, const char *seed, int64_t length)
{
    char *room = realloc(batch->seed, (size_t)length + 64);
    if (!room)
        return NO_MEMORY;
    memcpy(room, seed, (size_t)length);
    batch->seed = room;
    batch->seed_length = (size_t)length;
    for (int64_t i = 0; i < batch->count; i++) {
        batch->games[i].s.broken = 0;
        batch->to.episodes[i] = 0;
        begin_game(batch, i);
        if (batch->games[i].s.broken)
            return NO_ROOM;
        show(batch, i);
    }
    return 0;
}

/* Keep how a game ended, and begin the next one. */
static void end_game(Batch *batch, int64_t index, int32_t number)
{
    int players = batch->agreed.rules.players;
    Game *g = &batch->games[index];
    Log log = g->finished;
    g->finished = g->log;
    g->log = log;
    batch->to.ended[number] = (int32_t)index;
    for (int seat = 0; seat < players; seat++)
        batch->to.ended_scores[number * players + seat] = (int32_t)scoring_score(&g->s, seat);
    Ints first;
    scoring_winners(&g->s, &first);
    batch->to.ended_winners[number] = 0;
    for (int i = 0; i < first.count; i++)
        batch->to.ended_winners[number] |= (uint8_t)(1u << first.at[i]);
    batch->to.episodes[index]++;
    begin_game(batch, index);
}

/* One action for each game; those that ended have begun again. How many did, or what is wrong: when any action is
 * illegal, none is carried out. */
EXPORTED int32_t tiefenthal_step(Batch *batch, const int64_t *actions)
{
    int32_t ended = 0;
    for (int64_t i = 0; i < batch->count; i++) {
        if (batch->games[i].s.broken)
            return NO_ROOM;
        if (actions[i] < 0 || actions[i] >= ACTION_COUNT || !batch->games[i].s.offers.mask[actions[i]])
            return (int32_t)(-1 - i);
    }
    for (int64_t i = 0; i < batch->count; i++) {
        Game *g = &batch->games[i];
        if (!carry_out(g, (int)actions[i]))
            return NO_MEMORY;
        if (!g->s.broken && g->seat == NOBODY)
            end_game(batch, i, ended++);
        if (g->s.broken)
            return NO_ROOM;
        show(batch, i);
    }
    return ended;
}

/* For each game the legal action at this share (0 to below 1) of its list. */
EXPORTED void tiefenthal_choose(const Batch *batch, const double *draws, int64_t *actions)
{
    for (int64_t i = 0; i < batch->count; i++) {
        const Offers *offers = &batch->games[i].s.offers;
        double at = draws[i] * (double)offers->count;
        actions[i] = offers->numbers[at >= 0 && at < (double)offers->count ? (int)at : 0];
    }
}

/* The decisions of a game, or of the one before it (`finished`); how many there are. */
EXPORTED int64_t tiefenthal_log(const Batch *batch, int64_t index, int finished, const int32_t **entries)
{
    const Log *log = finished ? &batch->games[index].finished : &batch->games[index].log;
    *entries = log->entries;
    return log->count;
}
