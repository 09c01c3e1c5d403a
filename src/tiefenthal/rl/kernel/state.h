/* One game as one flat struct of small integers (rules/state.py), with what an environment adds to it
 * (rl/core/table.py). Decks and piles have their top card last. Nothing in it is allocated but the log of decisions.
 */
#ifndef TIEFENTHAL_STATE_H
#define TIEFENTHAL_STATE_H

#include "chance.h"
#include "figures.h"

/* An effect still to be resolved. */
typedef struct {
    int effect, seat, arg;
} Task;

/* One tavern: what came in this evening, its dice, stores and markers, and its cards. */
typedef struct {
    /* --- cards */
    int deck_count, known, discard_count;
    int seated_count, nobles, tables;
    uint8_t seated[MAX_TABLES]; /* NO_CARD where someone was removed */
    uint8_t drawn[NOBLE];       /* tavern cards drawn this evening and still present, by kind */
    /* --- dice */
    uint8_t coaster[FACES]; /* how many dice of each face lie on the coaster in front of this seat */
    int dice, coloured;
    uint8_t faces[MAX_DICE];
    int8_t places[MAX_DICE];    /* where each of them is: TRAY, a space, or USED */
    uint8_t wants[SPACE_COUNT]; /* what each space asks of a die */
    uint32_t fits[FACES];       /* by value: the set of spaces that take a die counting as that value */
    uint32_t vacant;            /* the set of spaces a die can still go to */
    int dishwashers, spent, helping, orphans;
    uint32_t unmoved; /* while there are orphans: the set of dice that had help then and have not moved since */
    /* --- stores and markers */
    int thalers, beer, schnapps, monastery, counter_guests, recruited, choice;
    uint32_t upgraded, bought;
    /* --- modules */
    uint8_t entertainers[ENTERTAINER_COUNT];
    uint8_t book[BOOK_COLUMNS];
    int juggled, bards, reputation;
    int thaler_count, beer_count, counted, cash_count, barrel_count, brewer_count;
    int marked_count; /* the reputation steps of this serving, packed as modules/reputation.py does */
    /* --- for observations */
    int cards_changed; /* since they were last shown: deck, discard pile, who sits here, who works here */
    int card_points, score; /* as they were last shown */
    /* --- large things last: most of their room is never touched */
    uint8_t deck[MAX_CARDS], discard[MAX_CARDS];
    int32_t marked[MAX_MARKED];
} Player;

/* Every decision of a game: seat << 16 | number of the action. It grows as it must. */
typedef struct {
    int32_t *entries;
    int64_t count, room;
} Log;

typedef struct {
    const Setup *setup;
    /* --- where the game stands */
    int round, step, start_player, turn, over, reveals;
    uint32_t waiting;
    int task_count;
    /* --- the supply */
    int piles[NOBLE], nobles, schnapps, signatures, counter_guests;
    int start_card_count;
    uint8_t start_cards[MAX_START_CARDS];
    /* --- the guests */
    uint32_t has_signature; /* bit 0 the pile, bit n place n of the row */
    int row_count, pile_count, guest_deck_count;
    uint8_t row[PLACE_COUNT];
    /* --- what an environment adds */
    int seat;               /* whose decision it is; NOBODY when the game is over */
    int broken;             /* something had no room: the game cannot go on */
    int changes;            /* whether changes of plan are offered now */
    int changes_round;
    int changes_left[MAX_PLAYERS];
    uint8_t *mask;          /* this game's part of the masks */
    int legal_count;
    /* what may have changed since it was last shown: taverns; of others the dice alone; the common block; the open
     * guests and the piles they come from */
    uint32_t changed, dice_changed;
    int common_changed, guests_changed;
    int shown_tables[MAX_PLAYERS]; /* how many tables of each tavern are not zeros in its block */
    int64_t episode;
    Luck luck;
    Player players[MAX_PLAYERS];
    Task tasks[MAX_TASKS];
    uint8_t pile[MAX_GUESTS], guest_deck[MAX_GUESTS];
    int16_t legal[MAX_ACTIONS]; /* what is offered, in the order of the rules */
    uint8_t shown[MAX_SHOWN];   /* the common block, then those of the taverns in the order of the seats */
    Log log, finished;          /* of this game, and of the one before it */
} Game;

static inline void push_task(Game *g, int effect, int seat, int arg)
{
    if (g->task_count == MAX_TASKS) {
        g->broken = 1;
        return;
    }
    g->tasks[g->task_count++] = (Task){effect, seat, arg};
}

static inline int in_step(const Game *g, int kind)
{
    return g->setup->steps.at[g->step] == kind;
}

/* The seat that many places after another, clockwise. */
static inline int seat_after(const Game *g, int seat, int places)
{
    return (seat + places) % g->setup->players;
}

#endif
