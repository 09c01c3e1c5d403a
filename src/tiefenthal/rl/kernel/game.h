/* One game as environments play it (rl/core/stepped_game.py): the state of the rules (rules.h, generated), whose decision it
 * is, and what was shown of it. Nothing in it is allocated but the log of decisions.
 */
#ifndef TIEFENTHAL_GAME_H
#define TIEFENTHAL_GAME_H

#include "chance.h"
#include "lists.h"
#include "offers.h"
#include "rules.h"

enum { MAX_SHOWN = 8192 /* bytes of an observation */, NO_LIMIT = -1 };

/* Everything that is agreed before a game. All of it is handed over by kernel/figures.py. */
typedef struct {
    Setup rules;
    int limit; /* changes of plan for each seat and evening, or NO_LIMIT */
    int common_size, tavern_size, size; /* of observations */
    LIST(int8_t, 32) phase;                  /* by step: its number in an observation, -1 for none */
    LIST(int8_t, EFFECT_COUNT) question;     /* by effect: its number in an observation, -1 for no question */
    LIST(uint8_t, 256 * GUEST_WIDTH) features; /* of each guest: all but the signature */
    LIST(int16_t, MAX_SHOWN) divisors;       /* of the common block and of one tavern block */
    float scale[MAX_SHOWN];                  /* one divided by them */
} Agreed;

/* Every decision of a game: seat << 16 | number of the action. It grows as it must. */
typedef struct {
    int32_t *entries;
    int64_t count, room;
} Log;

typedef struct {
    const Agreed *agreed;
    int seat; /* whose decision it is; NOBODY when the game is over */
    int changes_round;
    int changes_left[MAX_SEATS];
    /* what may have changed since it was last shown: taverns; of others the dice alone; the common block */
    uint32_t changed, dice_changed;
    int common_changed;
    int shown_tables[MAX_SEATS];           /* how many tables of each tavern are not zeros in its block */
    int card_points[MAX_SEATS], score[MAX_SEATS]; /* as they were last shown */
    State s;
    uint8_t shown[MAX_SHOWN]; /* the common block, then those of the taverns in the order of the seats */
    Log log, finished;        /* of this game, and of the one before it */
} Game;

/* figures.c: NULL, or why a set-up cannot be played here */
const char *read_agreed(Agreed *agreed, const int32_t *numbers, int64_t count);

/* table.c */
void begin_table(Game *g, const char *seed, size_t length);
int carry_out(Game *g, int number);

/* observation.c */
void look(Game *g);
void show_bytes(const Game *g, int seat, uint8_t *row);
void show_floats(const Game *g, int seat, float *row);

#endif
