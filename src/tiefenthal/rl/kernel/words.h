/* The words of the box as small integers, as components/kinds.py, rules/spaces.py, rules/actions.py and rules/flow.py
 * number them. These are names, never figures: what things cost, give and ask for comes from the edition (figures.c).
 * `vocabulary` in figures.c lists them all, and the Python side hands over its own: a kernel whose words differ refuses
 * to play.
 */
#ifndef TIEFENTHAL_WORDS_H
#define TIEFENTHAL_WORDS_H

/* --- kinds of cards */
enum { NO_CARD, BARD, BARBACK, DISHWASHER, SERVER, TABLE, BREWER, NOBLE, FIRST_REGULAR };
enum { TAVERN_KIND_END = NOBLE }; /* tavern kinds are BARD up to here */

/* --- areas of a tavern */
enum {
    TABLES_AREA, SERVER_AREA, CASHBOX_AREA, MONK_AREA, DISHWASHER_AREA, SAFE_AREA, BARREL_AREA, BREWER_AREA,
    STORAGE_AREA, AREA_COUNT
};

/* --- what a packed bonus gives: what << 8 | how much (or which) */
enum {
    NOTHING, GIVES_CARD, GIVES_THALERS, GIVES_MONASTERY, GIVES_SERVICE_DENIED, GIVES_NOBLE, GIVES_SCHNAPPS,
    GIVES_REPUTATION, GIVES_COUNTER_GUEST, GIVES_GUEST, GIVES_DIE, GIVES_FREE_UPGRADE, GIVES_ENTERTAINER, GIVES_AREA,
    GIVES_DISMISSAL, GIVES_BEER, RING_POINTS, RING_TOAST, RING_CROWN, RING_SIGNATURE
};

/* --- entertainers, and the sides of each */
enum { MONEY, FIRE, JUGGLER, ENTERTAINER_COUNT };
enum { SIDE_1 = 1, SIDE_2 = 2 };

/* --- action spaces, and where else a die can be */
enum { USED = -2, TRAY = -1, CASHBOX, BARREL, BREWER_SPACE, MONK, FIRST_TABLE };
enum { MAX_TABLES = 20, SPACE_COUNT = 24, SPOT_COUNT = 34, SPOTS = 40 /* with the six of the tray */ };
#define MANY_DICE (1u << BREWER_SPACE | 1u << MONK) /* spaces that take any number of dice */
enum { ASKS = 8 };  /* what a space can ask of a die: any value, 1 to 6, a 1 or a 6 */
enum { FACES = 7 }; /* lists by face have an entry 0 that is not used */

/* --- kinds of action, in the order of play */
enum {
    START, DISMISS, CHOOSE, FLIP, DECLINE, STAY, AGAIN, TAKE, PLACE, MOVE, BACK, TURN, READY, UNREADY, USE, SWAP, BUY,
    UPGRADE, RECRUIT, NOBLES, COUNTER_GUEST, BARD_SINGS, ENTERTAIN, ENTERTAIN_UPGRADE, ENTERTAIN_REMOVE, END, REMOVE,
    SCHNAPPS, SIGN, KEEP, KIND_COUNT
};
enum { CHOOSE_GUEST = 7, CHOOSE_DIE, CHOOSE_SIDE_1, CHOOSE_SIDE_2 }; /* arguments of CHOOSE beyond the tavern kinds */
enum { CHOICE_COUNT = CHOOSE_SIDE_2 };
enum { FROM_PILE = 0, PLACE_COUNT = 6 };  /* RECRUIT: the pile, then the places of the row */
enum { KEEP_TABLE = FIRST_REGULAR };      /* KEEP: this plus a table's index; below, a tavern kind */
enum { MAX_START_CARDS = 7, MAX_REGULAR_PAY = 9, MAX_RETURNED = 16, MAX_NOBLES = 3, BOOK_COLUMNS = 4 };

/* --- effects, by number: what lies on the stack of tasks */
enum {
    BONUS, MONASTERY_STEPS, SERVICE_DENIED, TAKE_CHOICE, CREDIT_BARBACKS, FINISH_SERVING, REPUTATION_STEPS, TOAST,
    SIGNATURE, CHOOSE_COLUMN, ROW_NOBLE, START_ITEM, DISMISS_REGULARS, DECK_SHUFFLE, EFFECT_COUNT
};

/* --- the steps of the sequence of play and the options of planning and serving, numbered by kernel/figures.py */
enum {
    STEP_STARTING_DECKS, STEP_START_CARDS, STEP_EVENING, STEP_ARRIVAL, STEP_SERVERS, STEP_DRAFT, STEP_PLANNING,
    STEP_SERVING, STEP_JUGGLING, STEP_CLOSING, STEP_KINDS
};
enum {
    PLAN_DICE, TURN_DICE, SERVE_WITH_DICE, BUY_CARDS, UPGRADE_AREAS, RECRUIT_GUESTS, RECRUIT_NOBLES,
    SEND_COUNTER_GUESTS, ENTERTAIN_GUESTS, BARDS_SING, END_SERVING, OPTION_KINDS
};

enum { NOBODY = -1, NO_LIMIT = -1, NO_CHOICE = -1, NO_WAY = 99 };

#endif
