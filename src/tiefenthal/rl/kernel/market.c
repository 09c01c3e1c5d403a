/* F-6 to F-13: what thalers and beer buy. Tavern cards, upgrades with their special offers, guests, nobles
 * (rules/market.py). */
#include "rules.h"

/* Every kind that is there, affordable and not yet bought this round (F-7). */
void offer_cards(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    for (int kind = BARD; kind < TAVERN_KIND_END; kind++)
        if (t->price.at[kind] <= p->thalers && !(p->bought >> kind & 1) && g->piles[kind] > 0)
            offer_action(g, t->buy.at[kind - 1]);
}

/* Pay and take the card. */
void do_buy(Game *g, int seat, int kind)
{
    Player *p = &g->players[seat];
    p->thalers -= g->setup->price.at[kind];
    p->bought |= 1u << kind;
    g->piles[kind]--;
    put_on_deck(g, seat, kind);
}

/* --- upgrades */

/* Every affordable combination of area and cards returned (F-8, F-9). */
void offer_upgrades(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    for (int area = 0; area < AREA_COUNT; area++)
        if (t->area_price.at[area] <= p->thalers && !(p->upgraded >> area & 1))
            offer_action(g, t->upgrade.at[area * (MAX_RETURNED + 1)]);
    for (int area = 0; area < AREA_COUNT; area++) {
        int card = t->area_card.at[area];
        if (card == NO_CARD || p->upgraded >> area & 1)
            continue;
        for (int returned = 1; returned <= p->drawn[card] && returned <= MAX_RETURNED; returned++)
            if (t->area_price.at[area] - t->area_discount.at[area] * returned <= p->thalers)
                offer_action(g, t->upgrade.at[area * (MAX_RETURNED + 1) + returned]);
    }
}

/* The price with so many cards returned (F-9). */
static int upgrade_price(const Setup *t, int area, int returned)
{
    int price = t->area_price.at[area] - t->area_discount.at[area] * returned;
    return price > 0 ? price : 0;
}

/* Cards drawn this round go back to the open pile (F-9, F-10). */
static void return_cards(Game *g, Player *p, int area, int count)
{
    int card = g->setup->area_card.at[area];
    p->drawn[card] = (uint8_t)(p->drawn[card] - count);
    p->cards_changed = 1;
    g->piles[card] += count;
    if (area == DISHWASHER_AREA) {
        int from_spent = count < p->spent ? count : p->spent;
        int helpers = count - from_spent;
        p->dishwashers -= count;
        p->spent -= from_spent;
        lose_helpers(g->setup, p, helpers < p->helping ? helpers : p->helping);
    }
}

/* Flip the area and take a noble (F-8). */
void upgrade(Game *g, int seat, int area)
{
    g->players[seat].upgraded |= 1u << area;
    gain_noble(g, seat);
}

/* Pay, return the cards, flip, take the noble. */
void do_upgrade(Game *g, int seat, int area, int returned)
{
    Player *p = &g->players[seat];
    p->thalers -= upgrade_price(g->setup, area, returned);
    if (returned)
        return_cards(g, p, area, returned);
    upgrade(g, seat, area);
}

/* --- guests */

/* The guest at place 1 to 5 of the row or on top of the pile (0) is gone: refill at once (F-12). */
static void take_open_guest(Game *g, int place)
{
    g->has_signature &= ~(1u << place);
    g->guests_changed = 1;
    if (place != FROM_PILE) {
        open_guest(g, place);
        return;
    }
    g->pile_count--;
    if (g->pile_count > 0) {
        g->reveals++;
        if (g->setup->modules >= 5)
            sign_open_guest(g, FROM_PILE);
    } else if (g->row_count < PLACE_COUNT) {
        g->row[g->row_count++] = NO_CARD; /* the fifth place, to the end of the game */
        open_guest(g, g->row_count);
    }
}

/* The immediate bonus of a guest taken into the deck. */
static void push_bonus(Game *g, int seat, int guest)
{
    int bonus = g->setup->bonus.at[guest];
    if (bonus)
        push_task(g, BONUS, seat, bonus);
}

/* The top 3-beer guest as a bonus, with its own bonus but no signature, which goes back to the supply. */
void take_guest(Game *g, int seat)
{
    int has_signature = g->has_signature & 1;
    int guest = g->pile[g->pile_count - 1];
    put_on_deck(g, seat, guest);
    take_open_guest(g, FROM_PILE);
    if (g->setup->modules >= 5)
        g->signatures += has_signature;
    push_bonus(g, seat, guest);
}

/* Every open guest one can afford; at most one per round (F-11). */
void offer_guests(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    if (p->recruited || p->beer < t->cheapest_guest)
        return;
    if (g->pile_count > 0 && t->beer.at[g->pile[g->pile_count - 1]] <= p->beer)
        offer_action(g, t->recruit.at[FROM_PILE]);
    for (int place = 0; place < g->row_count; place++)
        if (g->row[place] != NO_CARD && t->beer.at[g->row[place]] <= p->beer)
            offer_action(g, t->recruit.at[place + 1]);
}

/* Pay; guest on the deck; the place refilled; then the bonus, then the rest (F-12). */
void do_recruit(Game *g, int seat, int place)
{
    Player *p = &g->players[seat];
    int has_signature = g->has_signature >> place & 1;
    int guest = place == FROM_PILE ? g->pile[g->pile_count - 1] : g->row[place - 1];
    p->beer -= g->setup->beer.at[guest];
    p->recruited = 1;
    put_on_deck(g, seat, guest);
    take_open_guest(g, place);
    if (g->setup->modules >= 5)
        take_signature(g, seat, guest, has_signature);
    push_bonus(g, seat, guest);
}

/* As many nobles as the beer and the pile allow (F-13). */
void offer_nobles(Game *g, int seat)
{
    const Setup *t = g->setup;
    for (int count = 1; count <= MAX_NOBLES; count++)
        if (t->noble_price.at[count] <= g->players[seat].beer && count <= g->nobles)
            offer_action(g, t->recruit_nobles.at[count - 1]);
}

/* Pay and take them. */
void do_nobles(Game *g, int seat, int count)
{
    g->players[seat].beer -= g->setup->noble_price.at[count];
    for (int i = 0; i < count; i++)
        gain_noble(g, seat);
}
