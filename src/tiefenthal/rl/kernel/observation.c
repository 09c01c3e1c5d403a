/* Observations (rl/core/common.py, rl/core/tavern.py). A game keeps its blocks as bytes, written anew where something
 * may have changed; the row of the seat to act is put together from them when it is shown, as bytes or as floats.
 */
#include "rules.h"

#include <string.h>

/* A number as a byte; no more than 255 is shown. */
static inline uint8_t capped(int value)
{
    return (uint8_t)(value < 255 ? value : 255);
}

/* --- the common block */

static void write_guests(Game *g, uint8_t *common)
{
    const Layout *at = &g->setup->layout;
    int first = g->setup->first_guest, kinds = g->setup->card_count - first, width = at->guest_width;
    for (int place = 0; place < PLACE_COUNT; place++) {
        int card = NO_CARD;
        if (place == FROM_PILE)
            card = g->pile_count > 0 ? g->pile[g->pile_count - 1] : NO_CARD;
        else if (place <= g->row_count)
            card = g->row[place - 1];
        uint8_t *to = common + at->guests + place * width;
        memcpy(to, g->setup->features.at + card * (width - 1), (size_t)(width - 1));
        to[width - 1] = g->has_signature >> place & 1;
    }
    uint8_t *deck = common + at->guest_kinds, *pile = deck + kinds;
    memset(deck, 0, (size_t)(2 * kinds));
    for (int i = 0; i < g->guest_deck_count; i++)
        deck[g->guest_deck[i] - first]++;
    for (int i = 0; i < g->pile_count - 1; i++)
        pile[g->pile[i] - first]++;
    common[at->deck_left] = capped(g->guest_deck_count);
    common[at->pile_left] = capped(g->pile_count);
    g->guests_changed = 0;
}

/* The open question, and what else is still to be resolved. */
static void write_pending(const Game *g, uint8_t *common)
{
    const Setup *t = g->setup;
    const Layout *at = &t->layout;
    int monastery = 0, reputation = 0;
    memset(common + at->question, 0, (size_t)(at->steps + 2 - at->question));
    for (int i = 0; i < g->task_count; i++) {
        Task task = g->tasks[i];
        common[at->pending + task.effect]++;
        if (task.effect == MONASTERY_STEPS)
            monastery += task.arg;
        else if (task.effect == REPUTATION_STEPS)
            reputation += task.arg;
    }
    common[at->steps] = capped(monastery);
    common[at->steps + 1] = capped(reputation);
    if (g->task_count && t->question.at[g->tasks[g->task_count - 1].effect] >= 0)
        common[at->question + t->question.at[g->tasks[g->task_count - 1].effect]] = 1;
}

static void write_common(Game *g, uint8_t *common)
{
    const Setup *t = g->setup;
    const Layout *at = &t->layout;
    common[at->round] = capped(g->round);
    common[at->modules] = (uint8_t)t->modules;
    memset(common + at->phase, 0, (size_t)(at->over - at->phase));
    if (t->phase.at[g->step] >= 0 && !g->over)
        common[at->phase + t->phase.at[g->step]] = 1;
    common[at->over] = (uint8_t)g->over;
    write_pending(g, common);
    for (int kind = BARD; kind <= BREWER; kind++)
        common[at->piles + kind - 1] = capped(g->piles[kind]);
    common[at->nobles] = capped(g->nobles);
    common[at->schnapps] = capped(g->schnapps);
    common[at->signatures] = capped(g->signatures);
    common[at->counter_guests] = capped(g->counter_guests);
    memset(common + at->start_cards, 0, MAX_START_CARDS);
    for (int i = 0; i < g->start_card_count; i++)
        common[at->start_cards + g->start_cards[i] - 1] = 1;
    if (g->guests_changed)
        write_guests(g, common);
}

/* --- the block of a tavern */

/* Deck and discard pile by kind, what is known on top of the deck, who sits where, who works here tonight. `tables` is
 * how many must be written: those of tonight, and those that stood there before. */
static void write_cards(const Setup *t, Player *p, uint8_t *tavern, int tables)
{
    const Layout *at = &t->layout;
    int cards = t->card_count - 1, known = p->known < p->deck_count ? p->known : p->deck_count;
    uint8_t *deck = tavern + at->card_kinds - 1; /* kind 0 would stand there */
    memset(deck + 1, 0, (size_t)(3 * cards));
    for (int i = 0; i < p->deck_count; i++)
        deck[p->deck[i]]++;
    uint8_t *top = tavern + at->top;
    memset(top, 0, (size_t)at->top_cards);
    for (int i = 0; i < known; i++) {
        int card = p->deck[p->deck_count - 1 - i];
        deck[cards + card]++;
        if (i < at->top_cards)
            top[i] = (uint8_t)card;
    }
    for (int i = 0; i < p->discard_count; i++)
        deck[2 * cards + p->discard[i]]++;
    tavern[at->deck_size] = capped(p->deck_count);
    tavern[at->known_size] = capped(known);
    tavern[at->discard_size] = capped(p->discard_count);
    tavern[at->tables] = capped(p->tables);
    tavern[at->noble_stack] = capped(p->nobles);
    uint8_t *table = tavern + at->seated;
    for (int i = 0; i < tables; i++, table += at->table_width) {
        int card = i < p->seated_count ? p->seated[i] : NO_CARD;
        table[0] = (uint8_t)card;
        table[1] = t->die.at[card];
        table[2] = t->pays.at[card];
    }
    for (int kind = BARD; kind <= BREWER; kind++)
        tavern[at->drawn + kind - 1] = p->drawn[kind];
    p->card_points = card_points(t, p);
    p->cards_changed = 0;
}

/* Everything that is a single number, and what belongs to the modules. */
static void write_markers(const Setup *t, Player *p, uint8_t *tavern)
{
    const Layout *at = &t->layout;
    p->score = p->card_points + extra_points(t, p);
    tavern[at->score] = capped(p->score);
    tavern[at->thalers] = capped(p->thalers);
    tavern[at->beer] = capped(p->beer);
    tavern[at->own_schnapps] = capped(p->schnapps);
    tavern[at->monastery] = capped(p->monastery);
    tavern[at->reputation] = capped(p->reputation);
    tavern[at->own_counter_guests] = capped(p->counter_guests);
    tavern[at->bards] = capped(p->bards);
    tavern[at->recruited] = (uint8_t)p->recruited;
    tavern[at->juggled] = (uint8_t)p->juggled;
    tavern[at->thaler_count] = capped(p->thaler_count);
    tavern[at->beer_count] = capped(p->beer_count);
    tavern[at->counted] = capped(p->counted);
    tavern[at->chosen] = p->choice != NO_CHOICE;
    for (int kind = BARD; kind <= BREWER; kind++)
        tavern[at->bought + kind - 1] = p->bought >> kind & 1;
    for (int area = 0; area < AREA_COUNT; area++)
        tavern[at->upgraded + area] = p->upgraded >> area & 1;
    for (int i = 0; i < ENTERTAINER_COUNT; i++) {
        tavern[at->entertainers + 2 * i] = p->entertainers[i] == SIDE_1;
        tavern[at->entertainers + 2 * i + 1] = p->entertainers[i] == SIDE_2;
    }
    memcpy(tavern + at->book, p->book, BOOK_COLUMNS);
}

/* Every die where it is: by its face where there is one die, counted where there may be several. */
static void write_dice(const Setup *t, const Player *p, uint8_t *tavern, int tables)
{
    const Layout *at = &t->layout;
    tavern[at->dishwashers] = capped(p->dishwashers);
    tavern[at->free_dishwashers] = capped(free_dishwashers(p));
    tavern[at->coloured] = (uint8_t)p->coloured;
    tavern[at->used] = 0;
    memcpy(tavern + at->coaster, p->coaster + 1, FACES - 1);
    memset(tavern + at->tray, 0, FACES - 1);
    memset(tavern + at->brewer, 0, FACES - 1);
    memset(tavern + at->monk, 0, FACES - 1);
    tavern[at->cashbox] = 0;
    tavern[at->cashbox + 1] = p->vacant >> CASHBOX & 1;
    tavern[at->barrel] = 0;
    tavern[at->barrel + 1] = p->vacant >> BARREL & 1;
    uint8_t *table = tavern + at->seated;
    for (int i = 0; i < tables; i++) {
        table[i * at->table_width + 3] = 0;
        table[i * at->table_width + 4] = p->vacant >> (FIRST_TABLE + i) & 1;
    }
    for (int die = 0; die < p->dice; die++) {
        int face = p->faces[die], place = p->places[die];
        switch (place) {
        case USED:
            tavern[at->used]++;
            break;
        case TRAY:
            tavern[at->tray + face - 1]++;
            break;
        case BREWER_SPACE:
            tavern[at->brewer + face - 1]++;
            break;
        case MONK:
            tavern[at->monk + face - 1]++;
            break;
        case CASHBOX:
            tavern[at->cashbox] = (uint8_t)face;
            break;
        case BARREL:
            tavern[at->barrel] = (uint8_t)face;
            break;
        default:
            table[(place - FIRST_TABLE) * at->table_width + 3] = (uint8_t)face;
        }
    }
}

/* Bring the blocks of a game up to date. */
void look(Game *g)
{
    const Setup *t = g->setup;
    const Layout *at = &t->layout;
    uint32_t waiting = acting(g);
    int in_turn = !t->simultaneous.at[g->step];
    if (g->common_changed)
        write_common(g, g->shown);
    for (int seat = 0; seat < t->players; seat++) {
        Player *p = &g->players[seat];
        uint8_t *tavern = g->shown + at->common_size + seat * at->tavern_size;
        tavern[at->waits] = waiting >> seat & 1;
        tavern[at->starts] = g->start_player == seat;
        tavern[at->turn] = in_turn && g->turn == seat;
        if (!((g->changed | g->dice_changed) >> seat & 1))
            continue;
        int tables = g->shown_tables[seat] > p->seated_count ? g->shown_tables[seat] : p->seated_count;
        if (g->changed >> seat & 1) {
            if (p->cards_changed)
                write_cards(t, p, tavern, tables);
            write_markers(t, p, tavern);
        }
        write_dice(t, p, tavern, tables);
        g->shown_tables[seat] = p->seated_count;
    }
    g->changed = 0;
    g->dice_changed = 0;
    g->common_changed = 0;
}

/* --- the row of a seat */

/* The common block, then the taverns: the seat's own first, then the others clockwise. What a seat has chosen from the
 * round track (`own_choice`) stays 0: a seat that has chosen is not the one to act before all have. */
void show_bytes(const Game *g, int seat, uint8_t *row)
{
    const Layout *at = &g->setup->layout;
    size_t common = (size_t)at->common_size, tavern = (size_t)at->tavern_size;
    size_t before = (size_t)seat * tavern, rest = (size_t)(g->setup->players - seat) * tavern;
    memcpy(row, g->shown, common);
    memcpy(row + common, g->shown + common + before, rest);
    memcpy(row + common + rest, g->shown + common, before);
}

/* Where the compiler can do so, a second version for machines with wider registers, chosen when the library is loaded:
 * with floats this is where most of the time goes. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("avx2", "default")))
#endif
static void scaled(float *restrict row, const uint8_t *restrict numbers, const float *restrict scale, int count)
{
    for (int i = 0; i < count; i++)
        row[i] = (float)numbers[i] * scale[i];
}

/* The same, every number divided by about the most one sees. */
void show_floats(const Game *g, int seat, float *row)
{
    const Setup *t = g->setup;
    const Layout *at = &t->layout;
    scaled(row, g->shown, t->scale, at->common_size);
    row += at->common_size;
    for (int i = 0; i < t->players; i++, row += at->tavern_size)
        scaled(row, g->shown + at->common_size + seat_after(g, seat, i) * at->tavern_size, t->scale + at->common_size,
               at->tavern_size);
}
