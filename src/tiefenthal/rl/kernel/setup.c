/* S. Setup: the supply, the guests, the taverns, the starting decks (rules/setup.py). */
#include "rules.h"

#include <string.h>

static void new_player(Player *p)
{
    memset(p, 0, offsetof(Player, deck));
    put_dice_away(p);
    p->choice = NO_CHOICE;
}

/* Open piles of the tavern cards (S-2), of the bards with module 3 (M3-1). */
static void lay_out_tavern_cards(Game *g)
{
    memset(g->piles, 0, sizeof g->piles);
    for (int kind = BARBACK; kind < TAVERN_KIND_END; kind++)
        g->piles[kind] = g->setup->tavern_count;
    if (g->setup->modules >= 3)
        g->piles[BARD] = g->setup->bard_count;
}

/* The open pile of 3-beer guests, the guest deck, and four open guests (S-3). */
static void lay_out_guests(Game *g)
{
    const Setup *t = g->setup;
    g->pile_count = 0;
    g->guest_deck_count = 0;
    for (int kind = t->first_guest; kind < t->card_count; kind++)
        if (t->guest_module.at[kind] <= t->modules)
            for (int copy = 0; copy < t->guest_copies.at[kind]; copy++) {
                if (t->beer.at[kind] == t->cheapest_guest)
                    g->pile[g->pile_count++] = (uint8_t)kind;
                else
                    g->guest_deck[g->guest_deck_count++] = (uint8_t)kind;
            }
    shuffle(&g->luck, GUEST_PILE, NOBODY, g->pile, g->pile_count, t->card_count);
    shuffle(&g->luck, GUEST_DECK, NOBODY, g->guest_deck, g->guest_deck_count, t->card_count);
    for (g->row_count = 0; g->row_count < t->open_guests;)
        open_guest(g, ++g->row_count);
    if (t->modules >= 5)
        sign_open_guest(g, FROM_PILE);
}

/* Lay out the table (S-2 to S-5, S-7). The first step of the sequence has not begun. */
void new_state(Game *g)
{
    const Setup *t = g->setup;
    g->round = 0;
    g->step = -1;
    g->waiting = 0;
    g->task_count = 0;
    g->over = 0;
    g->reveals = 0;
    g->start_card_count = 0;
    g->schnapps = t->modules >= 2 ? t->schnapps : 0;     /* M2-2 */
    g->signatures = t->modules >= 5 ? t->signatures : 0; /* M5-1 */
    g->has_signature = 0;
    lay_out_tavern_cards(g);
    g->nobles = t->noble_supply; /* S-4 */
    g->counter_guests = t->counter_guests * t->players;
    for (int seat = 0; seat < t->players; seat++)
        new_player(&g->players[seat]);
    g->start_player = pick(&g->luck, START_PLAYER, t->players); /* S-7 */
    g->turn = g->start_player;
    lay_out_guests(g);
}

/* Fill place 1 to 5 of the row from the guest deck; it stays empty when the deck is (F-12). */
void open_guest(Game *g, int place)
{
    g->guests_changed = 1;
    if (g->guest_deck_count == 0) {
        g->row[place - 1] = NO_CARD;
        return;
    }
    g->row[place - 1] = g->guest_deck[--g->guest_deck_count];
    g->reveals++;
    if (g->setup->modules >= 5)
        sign_open_guest(g, place);
}

/* Seven regulars, a server, a table and a brewer, shuffled (S-6). */
void begin_starting_decks(Game *g)
{
    const Setup *t = g->setup;
    for (int seat = 0; seat < t->players; seat++) {
        Player *p = &g->players[seat];
        memcpy(p->deck, t->regulars.at, (size_t)t->regulars.count);
        p->deck_count = t->regulars.count;
        for (int kind = SERVER; kind <= BREWER; kind++)
            if (g->piles[kind] > 0) {
                g->piles[kind]--;
                p->deck[p->deck_count++] = (uint8_t)kind;
            }
        shuffle_deck(g, seat);
    }
}

/* Shuffle a player's deck; from here on nobody knows its order. */
void shuffle_deck(Game *g, int seat)
{
    Player *p = &g->players[seat];
    if (p->deck_count > 256) { /* more than one byte can choose from */
        g->broken = 1;
        return;
    }
    shuffle(&g->luck, DECK, seat, p->deck, p->deck_count, g->setup->card_count);
    p->known = 0;
    p->cards_changed = 1;
}
