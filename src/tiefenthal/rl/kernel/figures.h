/* Everything that is agreed before a game: the figures of the edition, the sequence of play, the table of actions, the
 * layout of observations. All of it is handed over by kernel/figures.py; none of it stands in C.
 */
#ifndef TIEFENTHAL_FIGURES_H
#define TIEFENTHAL_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#include "words.h"

/* What a game can hold. An edition that needs more is refused when a batch is made (figures.c). */
enum {
    MAX_PLAYERS = 4,
    MAX_KINDS = 255,   /* kinds of cards: one byte each */
    MAX_CARDS = 320,   /* in one deck */
    MAX_GUESTS = 128,  /* in the guest deck */
    MAX_DICE = 16,     /* of one seat in an evening */
    MAX_ACTIONS = 2048,
    MAX_FLOW = 16,     /* steps of the sequence of play, options of planning or serving */
    MAX_ROUNDS = 16,
    MAX_TRACK = 32,    /* spaces of the monastery track or the ring */
    MAX_OPTIONS = 4,   /* choices of a space of the round track */
    MAX_ITEMS = 32,    /* of a start card */
    MAX_BOOK_ROWS = 8,
    MAX_BEER = 64,     /* cost of a guest */
    MAX_TASKS = 64,
    MAX_MARKED = 512,  /* reputation steps of one serving */
    MAX_SHOWN = 8192   /* bytes of an observation */
};

/* A list of numbers of some length. */
#define LIST(type, room) struct { int count; type at[room]; }

/* Where everything stands in an observation (rl/core/fields.py). */
typedef struct {
    int common_size, tavern_size, size;
    int guest_width, table_width, top_cards;
    /* in the common block */
    int round, modules, phase, over, question, pending, steps, piles, nobles, schnapps, signatures, counter_guests;
    int pile_left, deck_left, start_cards, guests, guest_kinds;
    /* in the block of a tavern */
    int waits, starts, turn, score, thalers, beer, own_schnapps, monastery, reputation, own_counter_guests, bards;
    int recruited, juggled, thaler_count, beer_count, counted, chosen, bought, upgraded, entertainers, book, drawn;
    int dishwashers, free_dishwashers, coloured, used, coaster, tray, brewer, monk, cashbox, barrel, tables;
    int noble_stack, deck_size, known_size, discard_size, top, seated, card_kinds;
} Layout;

typedef struct {
    int players, modules, limit; /* limit: changes of plan for each seat and evening, or NO_LIMIT */

    /* --- the sequence of play */
    LIST(uint8_t, MAX_FLOW) steps;        /* which step comes when */
    int first_evening;
    LIST(uint8_t, MAX_FLOW) simultaneous; /* by step */
    LIST(int8_t, MAX_FLOW) phase;         /* by step: its number in an observation, -1 for none */
    LIST(uint8_t, MAX_FLOW) planning, serving;
    LIST(int8_t, EFFECT_COUNT) question;  /* by effect: its number in an observation, -1 for no question */

    /* --- cards, by kind */
    int card_count, first_guest;
    LIST(uint8_t, MAX_KINDS) die, pays;
    LIST(int16_t, MAX_KINDS) points, beer, bonus, price, guest_copies, guest_module;
    LIST(uint8_t, MAX_CARDS) regulars;

    /* --- the supply */
    int rounds, tavern_count, bard_count, noble_supply, schnapps, schnapps_kept, signatures, counter_guests;
    int colour_dice, white_dice, cheapest_guest, open_guests, start_cards_revealed;
    LIST(int16_t, MAX_NOBLES + 1) noble_price;

    /* --- areas */
    LIST(int16_t, AREA_COUNT) area_price, area_discount, area_card;
    LIST(int16_t, 2 * AREA_COUNT) area_yield; /* basic, upgraded */

    /* --- tracks */
    LIST(int16_t, MAX_TRACK) monastery, ring;
    LIST(int16_t, MAX_ROUNDS) schnapps_track;
    LIST(int16_t, MAX_OPTIONS) round_track[MAX_ROUNDS];

    /* --- modules */
    LIST(int16_t, 2 * ENTERTAINER_COUNT) entertainer_cost, entertainer_gain;
    LIST(int16_t, MAX_ITEMS) start_cards[MAX_START_CARDS + 1];
    LIST(int16_t, MAX_BOOK_ROWS * BOOK_COLUMNS) book;
    LIST(int8_t, MAX_BEER) book_column;
    int book_rows;

    /* --- action spaces */
    LIST(uint8_t, FIRST_TABLE) area_wants; /* what the four areas ask of a die */
    LIST(uint32_t, FACES) area_fits;       /* by value: which of them take it */
    LIST(uint8_t, FACES * ASKS) need;      /* dishwashers, by face and what is asked */
    LIST(uint8_t, (SPACE_COUNT + 1) * FACES) spot_of;
    LIST(uint8_t, SPOT_COUNT) spot_space, spot_face;

    /* --- the table of actions: each by its number, and the numbers by what they say */
    int action_count;
    LIST(uint8_t, MAX_ACTIONS) kind, a, b;
    LIST(int16_t, MAX_START_CARDS) start_with;
    LIST(int16_t, 6 * (MAX_REGULAR_PAY + 1)) dismiss;
    LIST(int16_t, CHOICE_COUNT) choices;
    LIST(int16_t, AREA_COUNT) flip;
    LIST(int16_t, 6) take;
    LIST(int16_t, 6 * SPACE_COUNT) place;
    LIST(int16_t, SPOT_COUNT * SPACE_COUNT) move;
    LIST(int16_t, SPOT_COUNT) back, use;
    LIST(int16_t, 36) turn;
    LIST(int16_t, SPOT_COUNT * SPOT_COUNT) swap; /* -1 where there is no such swap */
    LIST(int16_t, NOBLE - 1) buy, keep_staff;
    LIST(int16_t, AREA_COUNT * (MAX_RETURNED + 1)) upgrade;
    LIST(int16_t, PLACE_COUNT) recruit;
    LIST(int16_t, MAX_NOBLES) recruit_nobles;
    LIST(int16_t, 2) entertain;
    LIST(int16_t, AREA_COUNT) entertain_area;
    LIST(int16_t, MAX_TABLES) entertain_table, remove, keep_sitting;
    LIST(int16_t, BOOK_COLUMNS) sign;
    int decline, stay, again, ready, unready, counter_guest, bard_song, end, take_schnapps;

    /* --- observations */
    Layout layout;
    LIST(uint8_t, MAX_KINDS * 32) features; /* of each guest, guest_width - 1 bytes: all but the signature */
    LIST(int16_t, MAX_SHOWN) divisors;      /* of the common block and of one tavern block */
    float scale[MAX_SHOWN];                 /* one divided by them */
} Setup;

/* Read a set-up from the numbers that kernel/figures.py puts in a row; NULL, or why it cannot be played here. */
const char *read_setup(Setup *setup, const int32_t *numbers, int64_t count);

/* What an area gives now. */
static inline int area_yield(const Setup *setup, uint32_t upgraded, int area)
{
    return setup->area_yield.at[2 * area + (upgraded >> area & 1)];
}

/* Dishwashers that make a die of this face fit what is asked (E-4), NO_WAY where none can. */
static inline int needed(const Setup *setup, int face, int asked)
{
    return setup->need.at[face * ASKS + asked];
}

#endif
