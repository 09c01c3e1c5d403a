/* Reads what kernel/figures.py hands over: single numbers and lists with their lengths, in a fixed order. Every length
 * is checked against the room there is, so nothing a set-up says can make the kernel write where it should not.
 */
#include "figures.h"

#include <string.h>

/* The words of words.h, for the Python side to compare with its own. */
static const int vocabulary[] = {
    NO_CARD, BARD, BARBACK, DISHWASHER, SERVER, TABLE, BREWER, NOBLE, FIRST_REGULAR,
    TABLES_AREA, SERVER_AREA, CASHBOX_AREA, MONK_AREA, DISHWASHER_AREA, SAFE_AREA, BARREL_AREA, BREWER_AREA,
    STORAGE_AREA, AREA_COUNT,
    NOTHING, GIVES_CARD, GIVES_THALERS, GIVES_MONASTERY, GIVES_SERVICE_DENIED, GIVES_NOBLE, GIVES_SCHNAPPS,
    GIVES_REPUTATION, GIVES_COUNTER_GUEST, GIVES_GUEST, GIVES_DIE, GIVES_FREE_UPGRADE, GIVES_ENTERTAINER, GIVES_AREA,
    GIVES_DISMISSAL, GIVES_BEER, RING_POINTS, RING_TOAST, RING_CROWN, RING_SIGNATURE,
    MONEY, FIRE, JUGGLER, SIDE_1, SIDE_2,
    USED, TRAY, CASHBOX, BARREL, BREWER_SPACE, MONK, FIRST_TABLE, MAX_TABLES, SPACE_COUNT, SPOT_COUNT, (int)MANY_DICE,
    START, DISMISS, CHOOSE, FLIP, DECLINE, STAY, AGAIN, TAKE, PLACE, MOVE, BACK, TURN, READY, UNREADY, USE, SWAP, BUY,
    UPGRADE, RECRUIT, NOBLES, COUNTER_GUEST, BARD_SINGS, ENTERTAIN, ENTERTAIN_UPGRADE, ENTERTAIN_REMOVE, END, REMOVE,
    SCHNAPPS, SIGN, KEEP, KIND_COUNT,
    CHOOSE_GUEST, CHOOSE_DIE, CHOOSE_SIDE_1, CHOOSE_SIDE_2, FROM_PILE, KEEP_TABLE, MAX_START_CARDS, MAX_REGULAR_PAY,
    MAX_RETURNED,
    BONUS, MONASTERY_STEPS, SERVICE_DENIED, TAKE_CHOICE, CREDIT_BARBACKS, FINISH_SERVING, REPUTATION_STEPS, TOAST,
    SIGNATURE, CHOOSE_COLUMN, ROW_NOBLE, START_ITEM, DISMISS_REGULARS, DECK_SHUFFLE, EFFECT_COUNT,
    STEP_KINDS, OPTION_KINDS, NOBODY, NO_LIMIT, NO_CHOICE, NO_WAY,
};

typedef struct {
    const int32_t *next, *end;
    const char *problem;
} Reader;

static int32_t number(Reader *r)
{
    if (r->next == r->end) {
        r->problem = "the figures end too early";
        return 0;
    }
    return *r->next++;
}

/* A list into room for so many entries of so many bytes each, from `low` to `high`. */
static void list(Reader *r, int *count, void *at, int room, size_t size, int64_t low, int64_t high)
{
    int length = number(r);
    if (length < 0 || length > room) {
        r->problem = r->problem ? r->problem : "a list of the figures is longer than the kernel has room for";
        return;
    }
    *count = length;
    for (int i = 0; i < length; i++) {
        int32_t value = number(r);
        if (value < low || value > high) {
            r->problem = r->problem ? r->problem : "a figure is greater than the kernel has room for";
            return;
        }
        if (size == 1)
            ((uint8_t *)at)[i] = (uint8_t)value;
        else if (size == 2)
            ((int16_t *)at)[i] = (int16_t)value;
        else
            ((int32_t *)at)[i] = value;
    }
}

#define ROOM(l) ((int)(sizeof(l).at / sizeof(l).at[0]))
#define BYTES(l) list(r, &(l).count, (l).at, ROOM(l), 1, 0, 255)
#define SIGNED_BYTES(l) list(r, &(l).count, (l).at, ROOM(l), 1, -128, 127)
#define NUMBERS(l) list(r, &(l).count, (l).at, ROOM(l), sizeof(l).at[0], -32768, 32767)

static void read_words(Reader *r)
{
    int count = number(r);
    int same = count == (int)(sizeof vocabulary / sizeof vocabulary[0]);
    for (int i = 0; i < count && !r->problem; i++) {
        int32_t word = number(r);
        same = same && word == vocabulary[i];
    }
    if (!same && !r->problem)
        r->problem = "the kernel numbers the words of the game in another way";
}

static void read_flow(Reader *r, Setup *t)
{
    t->players = number(r);
    t->modules = number(r);
    t->limit = number(r);
    BYTES(t->steps);
    t->first_evening = number(r);
    BYTES(t->simultaneous);
    SIGNED_BYTES(t->phase);
    BYTES(t->planning);
    BYTES(t->serving);
    SIGNED_BYTES(t->question);
}

static void read_cards(Reader *r, Setup *t)
{
    t->card_count = number(r);
    t->first_guest = number(r);
    BYTES(t->die);
    BYTES(t->pays);
    NUMBERS(t->points);
    NUMBERS(t->beer);
    NUMBERS(t->bonus);
    NUMBERS(t->price);
    NUMBERS(t->guest_copies);
    NUMBERS(t->guest_module);
    BYTES(t->regulars);
}

static void read_supply(Reader *r, Setup *t)
{
    int *single[] = {
        &t->rounds, &t->tavern_count, &t->bard_count, &t->noble_supply, &t->schnapps, &t->schnapps_kept,
        &t->signatures, &t->counter_guests, &t->colour_dice, &t->white_dice, &t->cheapest_guest, &t->open_guests,
        &t->start_cards_revealed,
    };
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        *single[i] = number(r);
    NUMBERS(t->noble_price);
    NUMBERS(t->area_price);
    NUMBERS(t->area_discount);
    NUMBERS(t->area_card);
    NUMBERS(t->area_yield);
    NUMBERS(t->monastery);
    NUMBERS(t->ring);
    NUMBERS(t->schnapps_track);
    int rounds = number(r);
    if (rounds < 0 || rounds > MAX_ROUNDS || rounds != t->rounds + 1)
        r->problem = r->problem ? r->problem : "the round track does not fit the rounds";
    for (int i = 0; i < rounds && !r->problem; i++)
        NUMBERS(t->round_track[i]);
}

static void read_modules(Reader *r, Setup *t)
{
    NUMBERS(t->entertainer_cost);
    NUMBERS(t->entertainer_gain);
    int cards = number(r);
    if (cards != MAX_START_CARDS + 1)
        r->problem = r->problem ? r->problem : "there is another number of start cards than the kernel knows";
    for (int i = 0; i < cards && !r->problem; i++)
        NUMBERS(t->start_cards[i]);
    NUMBERS(t->book);
    t->book_rows = t->book.count / BOOK_COLUMNS;
    SIGNED_BYTES(t->book_column);
}

static void read_spaces(Reader *r, Setup *t)
{
    BYTES(t->area_wants);
    NUMBERS(t->area_fits);
    BYTES(t->need);
    BYTES(t->spot_of);
    BYTES(t->spot_space);
    BYTES(t->spot_face);
}

static void read_actions(Reader *r, Setup *t)
{
    BYTES(t->kind);
    BYTES(t->a);
    BYTES(t->b);
    t->action_count = t->kind.count;
    NUMBERS(t->start_with);
    NUMBERS(t->dismiss);
    NUMBERS(t->choices);
    NUMBERS(t->flip);
    NUMBERS(t->take);
    NUMBERS(t->place);
    NUMBERS(t->move);
    NUMBERS(t->back);
    NUMBERS(t->use);
    NUMBERS(t->turn);
    NUMBERS(t->swap);
    NUMBERS(t->buy);
    NUMBERS(t->keep_staff);
    NUMBERS(t->upgrade);
    NUMBERS(t->recruit);
    NUMBERS(t->recruit_nobles);
    NUMBERS(t->entertain);
    NUMBERS(t->entertain_area);
    NUMBERS(t->entertain_table);
    NUMBERS(t->remove);
    NUMBERS(t->keep_sitting);
    NUMBERS(t->sign);
    int *single[] = {
        &t->decline, &t->stay, &t->again, &t->ready, &t->unready, &t->counter_guest, &t->bard_song, &t->end,
        &t->take_schnapps,
    };
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++)
        *single[i] = number(r);
}

static void read_layout(Reader *r, Setup *t)
{
    int *single = &t->layout.common_size;
    int count = (int)(sizeof(Layout) / sizeof(int));
    if (number(r) != count)
        r->problem = r->problem ? r->problem : "observations are laid out in another way";
    for (int i = 0; i < count && !r->problem; i++)
        single[i] = number(r);
    BYTES(t->features);
    NUMBERS(t->divisors);
    for (int i = 0; i < t->divisors.count && !r->problem; i++)
        t->scale[i] = (float)(1.0 / t->divisors.at[i]);
}

/* Whether lists that belong together have the lengths that the rules rely on, and every game fits its room. */
static const char *check(const Setup *t)
{
    const Layout *at = &t->layout;
    int kinds = t->card_count;
    int lists[][2] = {
        {t->die.count, kinds}, {t->pays.count, kinds}, {t->points.count, kinds}, {t->beer.count, kinds},
        {t->bonus.count, kinds}, {t->price.count, kinds}, {t->guest_copies.count, kinds},
        {t->guest_module.count, kinds}, {t->simultaneous.count, t->steps.count}, {t->phase.count, t->steps.count},
        {t->question.count, EFFECT_COUNT}, {t->noble_price.count, MAX_NOBLES + 1}, {t->area_price.count, AREA_COUNT},
        {t->area_discount.count, AREA_COUNT}, {t->area_card.count, AREA_COUNT},
        {t->area_yield.count, 2 * AREA_COUNT}, {t->schnapps_track.count, t->rounds + 1},
        {t->entertainer_cost.count, 2 * ENTERTAINER_COUNT}, {t->entertainer_gain.count, 2 * ENTERTAINER_COUNT},
        {t->area_wants.count, FIRST_TABLE}, {t->area_fits.count, FACES}, {t->need.count, FACES * ASKS},
        {t->spot_of.count, (SPACE_COUNT + 1) * FACES}, {t->spot_space.count, SPOT_COUNT},
        {t->spot_face.count, SPOT_COUNT}, {t->a.count, t->action_count}, {t->b.count, t->action_count},
        {t->start_with.count, ROOM(t->start_with)}, {t->dismiss.count, ROOM(t->dismiss)},
        {t->choices.count, ROOM(t->choices)}, {t->flip.count, ROOM(t->flip)}, {t->take.count, ROOM(t->take)},
        {t->place.count, ROOM(t->place)}, {t->move.count, ROOM(t->move)}, {t->back.count, ROOM(t->back)},
        {t->use.count, ROOM(t->use)}, {t->turn.count, ROOM(t->turn)}, {t->swap.count, ROOM(t->swap)},
        {t->buy.count, ROOM(t->buy)}, {t->keep_staff.count, ROOM(t->keep_staff)},
        {t->upgrade.count, ROOM(t->upgrade)}, {t->recruit.count, ROOM(t->recruit)},
        {t->recruit_nobles.count, ROOM(t->recruit_nobles)}, {t->entertain.count, ROOM(t->entertain)},
        {t->entertain_area.count, AREA_COUNT}, {t->entertain_table.count, MAX_TABLES}, {t->remove.count, MAX_TABLES},
        {t->keep_sitting.count, MAX_TABLES}, {t->sign.count, BOOK_COLUMNS},
        {t->features.count, kinds * (at->guest_width - 1)},
        {t->divisors.count, at->common_size + at->tavern_size},
        {at->size, at->common_size + t->players * at->tavern_size},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (lists[i][0] != lists[i][1])
            return "a list of the figures has another length than the kernel expects";
    if (t->players < 2 || t->players > MAX_PLAYERS || at->size > MAX_SHOWN || !t->monastery.count || !t->ring.count)
        return "the set-up is larger than the kernel has room for";
    int guests = 0;
    for (int kind = t->first_guest; kind < kinds; kind++) {
        guests += t->guest_copies.at[kind];
        if (t->beer.at[kind] < 0 || t->beer.at[kind] >= t->book_column.count)
            return "a guest costs more beer than the guest book knows";
    }
    int cards = t->regulars.count + 5 * t->tavern_count + t->bard_count + t->noble_supply + guests;
    if (guests > MAX_GUESTS || cards > MAX_CARDS || t->colour_dice + t->white_dice > MAX_DICE ||
        t->open_guests >= PLACE_COUNT)
        return "the edition has more cards or dice than the kernel has room for";
    for (int i = 0; i < 2; i++)
        if (t->area_yield.at[2 * TABLES_AREA + i] + t->tavern_count > MAX_TABLES)
            return "the edition has more tables than the kernel has room for";
    return NULL;
}

const char *read_setup(Setup *setup, const int32_t *numbers, int64_t count)
{
    Reader reader = {numbers, numbers + count, NULL};
    memset(setup, 0, sizeof *setup);
    read_words(&reader);
    void (*parts[])(Reader *, Setup *) = {
        read_flow, read_cards, read_supply, read_modules, read_spaces, read_actions, read_layout,
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !reader.problem; i++)
        parts[i](&reader, setup);
    if (!reader.problem && reader.next != reader.end)
        reader.problem = "there are more figures than the kernel knows";
    return reader.problem ? reader.problem : check(setup);
}
