/* Observations (rl/core/common.py, rl/core/tavern.py). A game keeps its blocks as bytes, written again where something
 * may have changed; the row of the seat to act is put together from them when it is shown, as bytes or as floats.
 */
#include "game.h"

#include <string.h>

/* A number as a byte; no more than 255 is shown. */
static inline uint8_t capped(int value)
{
    return (uint8_t)(value < 255 ? value : 255);
}

/* --- the common block */

static void write_guests(Game *g, uint8_t *common)
{
    State *s = &g->s;
    const Edition *ed = &s->setup->edition;
    int first = ed->first_guest, kinds = ed->card_count - first;
    for (int place = 0; place < GUEST_PLACES; place++) {
        Int card = market_guest_at(s, place);
        uint8_t *to = common + C_GUESTS + place * GUEST_WIDTH;
        memcpy(to, g->agreed->features.at + card * (GUEST_WIDTH - 1), GUEST_WIDTH - 1);
        to[GUEST_WIDTH - 1] = s->signed_ >> place & 1;
    }
    uint8_t *deck = common + C_FIXED, *pile = deck + kinds;
    memset(deck, 0, (size_t)(2 * kinds));
    for (int i = 0; i < s->guest_deck.count; i++)
        deck[s->guest_deck.at[i] - first]++;
    for (int i = 0; i < s->pile.count - 1; i++)
        pile[s->pile.at[i] - first]++;
    common[C_DECK_LEFT] = capped(s->guest_deck.count);
    common[C_PILE_LEFT] = capped(s->pile.count);
    s->guests_changed = 0;
}

/* The open question, and what else is still to be resolved. */
static void write_pending(const Game *g, uint8_t *common)
{
    const State *s = &g->s;
    int monastery = 0, reputation = 0;
    memset(common + C_QUESTION, 0, C_STEPS + 2 - C_QUESTION);
    for (int i = 0; i < s->tasks.count; i++) {
        int effect = s->tasks.at[i].at0, arg = s->tasks.at[i].at2;
        common[C_PENDING + effect]++;
        if (effect == MONASTERY_STEPS)
            monastery += arg;
        else if (effect == REPUTATION_STEPS)
            reputation += arg;
    }
    common[C_STEPS] = capped(monastery);
    common[C_STEPS + 1] = capped(reputation);
    if (s->tasks.count && g->agreed->question.at[s->tasks.at[s->tasks.count - 1].at0] >= 0)
        common[C_QUESTION + g->agreed->question.at[s->tasks.at[s->tasks.count - 1].at0]] = 1;
}

static void write_common(Game *g, uint8_t *common)
{
    const State *s = &g->s;
    int phase = g->agreed->phase.at[s->step];
    common[C_ROUND] = capped(s->round);
    common[C_MODULES] = (uint8_t)s->setup->modules;
    memset(common + C_PHASE, 0, C_OVER - C_PHASE);
    if (phase >= 0 && !s->over)
        common[C_PHASE + phase] = 1;
    common[C_OVER] = (uint8_t)s->over;
    write_pending(g, common);
    for (int kind = BARD; kind <= BREWER; kind++)
        common[C_PILES + kind - 1] = capped(s->piles.at[kind]);
    common[C_NOBLES] = capped(s->nobles);
    common[C_SCHNAPPS] = capped(s->schnapps);
    common[C_SIGNATURES] = capped(s->signatures);
    common[C_COUNTER_GUESTS] = capped(s->counter_guests);
    memset(common + C_START_CARDS, 0, START_CARDS);
    for (int i = 0; i < s->start_cards.count; i++)
        common[C_START_CARDS + s->start_cards.at[i] - 1] = 1;
    if (s->guests_changed)
        write_guests(g, common);
}

/* --- the block of a tavern */

/* Deck and discard pile by kind, what is known on top of the deck, who sits where, who works here tonight. `tables` is
 * how many must be written: those of tonight, and those that stood there before. */
static void write_cards(Game *g, int seat, uint8_t *tavern, int tables)
{
    State *s = &g->s;
    Player *p = &s->players.at[seat];
    const Edition *ed = &s->setup->edition;
    int cards = ed->card_count - 1, known = p->known < p->deck.count ? p->known : p->deck.count;
    uint8_t *deck = tavern + P_FIXED - 1; /* kind 0 would stand there */
    memset(deck + 1, 0, (size_t)(3 * cards));
    for (int i = 0; i < p->deck.count; i++)
        deck[p->deck.at[i]]++;
    uint8_t *top = tavern + P_TOP;
    memset(top, 0, TOP_CARDS);
    for (int i = 0; i < known; i++) {
        int card = p->deck.at[p->deck.count - 1 - i];
        deck[cards + card]++;
        if (i < TOP_CARDS)
            top[i] = (uint8_t)card;
    }
    for (int i = 0; i < p->discard.count; i++)
        deck[2 * cards + p->discard.at[i]]++;
    tavern[P_DECK_SIZE] = capped(p->deck.count);
    tavern[P_KNOWN_SIZE] = capped(known);
    tavern[P_DISCARD_SIZE] = capped(p->discard.count);
    tavern[P_TABLES] = capped(p->tables);
    tavern[P_NOBLES] = capped(p->nobles);
    uint8_t *table = tavern + P_SEATED;
    for (int i = 0; i < tables; i++, table += TABLE_WIDTH) {
        int card = i < p->seated.count ? p->seated.at[i] : NO_CARD;
        table[0] = (uint8_t)card;
        table[1] = capped(ed->die.at[card]);
        table[2] = capped(ed->pays.at[card]);
    }
    for (int kind = BARD; kind <= BREWER; kind++)
        tavern[P_DRAWN + kind - 1] = p->drawn.at[kind];
    g->card_points[seat] = (int)scoring_card_points(s, seat);
    p->cards_changed = 0;
}

/* Everything that is a single number, and what belongs to the modules. */
static void write_markers(Game *g, int seat, uint8_t *tavern)
{
    const Player *p = &g->s.players.at[seat];
    g->score[seat] = g->card_points[seat] + (int)scoring_extra_points(&g->s, seat);
    tavern[P_SCORE] = capped(g->score[seat]);
    tavern[P_THALERS] = capped(p->thalers);
    tavern[P_BEER] = capped(p->beer);
    tavern[P_SCHNAPPS] = capped(p->schnapps);
    tavern[P_MONASTERY] = capped(p->monastery);
    tavern[P_REPUTATION] = capped(p->reputation);
    tavern[P_COUNTER_GUESTS] = capped(p->counter_guests);
    tavern[P_BARDS] = capped(p->bards);
    tavern[P_RECRUITED] = (uint8_t)p->recruited;
    tavern[P_JUGGLED] = (uint8_t)p->juggled;
    tavern[P_THALER_COUNT] = capped(p->thaler_count);
    tavern[P_BEER_COUNT] = capped(p->beer_count);
    tavern[P_COUNTED] = capped(p->counted);
    tavern[P_CHOSEN] = p->choice != NO_CHOICE;
    for (int kind = BARD; kind <= BREWER; kind++)
        tavern[P_BOUGHT + kind - 1] = p->bought >> kind & 1;
    for (int area = 0; area < AREA_COUNT; area++)
        tavern[P_UPGRADED + area] = p->upgraded >> area & 1;
    for (int i = 0; i < p->entertainers.count; i++) {
        tavern[P_ENTERTAINERS + 2 * i] = p->entertainers.at[i] == 1;
        tavern[P_ENTERTAINERS + 2 * i + 1] = p->entertainers.at[i] == 2;
    }
    memcpy(tavern + P_BOOK, p->book.at, (size_t)p->book.count);
}

/* Every die where it is: by its face where there is one die, counted where there may be several. */
static void write_dice(State *s, Player *p, uint8_t *tavern, int tables)
{
    tavern[P_DISHWASHERS] = capped(p->dishwashers);
    tavern[P_FREE_DISHWASHERS] = capped((int)placing_free_dishwashers(s, p));
    tavern[P_COLOURED] = (uint8_t)p->coloured;
    tavern[P_USED] = 0;
    memset(tavern + P_COASTER, 0, 4 * 6); /* coaster, tray, brewer and monk, by face */
    for (int i = 0; i < p->coaster.count; i++)
        tavern[P_COASTER + p->coaster.at[i] - 1]++;
    tavern[P_CASHBOX] = 0;
    tavern[P_CASHBOX + 1] = p->vacant >> CASHBOX & 1;
    tavern[P_BARREL] = 0;
    tavern[P_BARREL + 1] = p->vacant >> BARREL & 1;
    uint8_t *table = tavern + P_SEATED;
    for (int i = 0; i < tables; i++) {
        table[i * TABLE_WIDTH + 3] = 0;
        table[i * TABLE_WIDTH + 4] = p->vacant >> (FIRST_TABLE + i) & 1;
    }
    for (int die = 0; die < p->faces.count; die++) {
        int face = p->faces.at[die], place = p->places.at[die];
        switch (place) {
        case USED:
            tavern[P_USED]++;
            break;
        case TRAY:
            tavern[P_TRAY + face - 1]++;
            break;
        case BREWER_SPACE:
            tavern[P_BREWER + face - 1]++;
            break;
        case MONK:
            tavern[P_MONK + face - 1]++;
            break;
        case CASHBOX:
            tavern[P_CASHBOX] = (uint8_t)face;
            break;
        case BARREL:
            tavern[P_BARREL] = (uint8_t)face;
            break;
        default:
            table[(place - FIRST_TABLE) * TABLE_WIDTH + 3] = (uint8_t)face;
        }
    }
}

/* Bring the blocks of a game up to date. */
void look(Game *g)
{
    State *s = &g->s;
    Int waiting = play_acting(s);
    int in_turn = !s->setup->flow->steps.at[s->step]->simultaneous;
    if (g->common_changed)
        write_common(g, g->shown);
    for (int seat = 0; seat < s->players.count; seat++) {
        Player *p = &s->players.at[seat];
        uint8_t *tavern = g->shown + g->agreed->common_size + seat * g->agreed->tavern_size;
        tavern[P_WAITS] = waiting >> seat & 1;
        tavern[P_STARTS] = s->start_player == seat;
        tavern[P_TURN] = in_turn && s->turn == seat;
        if (!((g->changed | g->dice_changed) >> seat & 1))
            continue;
        int tables = g->shown_tables[seat] > p->seated.count ? g->shown_tables[seat] : p->seated.count;
        if (g->changed >> seat & 1) {
            if (p->cards_changed)
                write_cards(g, seat, tavern, tables);
            write_markers(g, seat, tavern);
        }
        write_dice(s, p, tavern, tables);
        g->shown_tables[seat] = p->seated.count;
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
    size_t common = (size_t)g->agreed->common_size, tavern = (size_t)g->agreed->tavern_size;
    size_t before = (size_t)seat * tavern, rest = (size_t)(g->s.players.count - seat) * tavern;
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
    const Agreed *a = g->agreed;
    scaled(row, g->shown, a->scale, a->common_size);
    row += a->common_size;
    for (int i = 0; i < g->s.players.count; i++, row += a->tavern_size) {
        int shown = (seat + i) % g->s.players.count;
        scaled(row, g->shown + a->common_size + shown * a->tavern_size, a->scale + a->common_size, a->tavern_size);
    }
}
