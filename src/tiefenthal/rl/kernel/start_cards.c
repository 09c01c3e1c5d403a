/* M4. Start cards: each player chooses how the tavern begins (rules/modules/start_cards.py). */
#include "rules.h"

#include <string.h>

/* Reveal the cards; decks begin with the regulars alone (M4-1). */
void begin_start_cards(Game *g)
{
    const Setup *t = g->setup;
    uint8_t cards[MAX_START_CARDS], revealed[MAX_START_CARDS + 1] = {0};
    for (int i = 0; i < MAX_START_CARDS; i++)
        cards[i] = (uint8_t)(i + 1);
    shuffle(&g->luck, START_CARDS, NOBODY, cards, MAX_START_CARDS, MAX_START_CARDS + 1);
    for (int i = MAX_START_CARDS - t->start_cards_revealed; i < MAX_START_CARDS; i++)
        revealed[cards[i]] = 1;
    g->start_card_count = 0;
    for (int card = 1; card <= MAX_START_CARDS; card++)
        if (revealed[card])
            g->start_cards[g->start_card_count++] = (uint8_t)card;
    for (int seat = 0; seat < t->players; seat++) {
        Player *p = &g->players[seat];
        memcpy(p->deck, t->regulars.at, (size_t)t->regulars.count);
        p->deck_count = t->regulars.count;
        p->cards_changed = 1;
    }
    g->turn = g->start_player;
    g->waiting = 1u << g->turn;
    g->reveals++;
}

/* The revealed cards; several players may choose the same. */
void offer_start_cards(Game *g, int seat)
{
    if (seat == g->turn)
        for (int i = 0; i < g->start_card_count; i++)
            offer_action(g, g->setup->start_with.at[g->start_cards[i] - 1]);
}

/* The whole card is resolved before the next player chooses (M4-1); then the deck is shuffled (M4-4). */
void do_start_card(Game *g, int seat, int card)
{
    const Setup *t = g->setup;
    push_task(g, DECK_SHUFFLE, seat, 0);
    for (int i = t->start_cards[card].count - 1; i >= 0; i--)
        push_task(g, START_ITEM, seat, t->start_cards[card].at[i]);
}

/* One item of a start card (M4-2, M4-3); what any bonus can give is given as a bonus. */
void resolve_start_item(Game *g, int seat, int item)
{
    Player *p = &g->players[seat];
    int amount = item & 255;
    switch (item >> 8) {
    case GIVES_AREA:
        p->upgraded |= 1u << amount;
        break;
    case GIVES_BEER:
        p->beer = amount < store(g, seat, STORAGE_AREA) ? amount : store(g, seat, STORAGE_AREA);
        break;
    case GIVES_DISMISSAL:
        push_task(g, DISMISS_REGULARS, seat, amount);
        break;
    default:
        push_task(g, BONUS, seat, item);
    }
}

static int is_regular(const Setup *t, int card)
{
    return card >= FIRST_REGULAR && card < t->first_guest;
}

/* Regulars leave the game; the player chooses which (M4-3), while there are any in the deck. */
int dismissal_asks(const Game *g, int seat)
{
    const Player *p = &g->players[seat];
    for (int i = 0; i < p->deck_count; i++)
        if (is_regular(g->setup, p->deck[i]))
            return 1;
    return 0;
}

/* Each kind of regular in the deck, once. */
void offer_dismissal(Game *g, int seat)
{
    const Setup *t = g->setup;
    const Player *p = &g->players[seat];
    for (int kind = FIRST_REGULAR; kind < t->first_guest; kind++)
        if (memchr(p->deck, kind, (size_t)p->deck_count))
            offer_action(g, t->dismiss.at[(t->die.at[kind] - 1) * (MAX_REGULAR_PAY + 1) + t->pays.at[kind]]);
}

/* Remove it; ask again while more have to go. */
void answer_dismissal(Game *g, int seat, int left, int die, int pays)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    for (int i = 0; i < p->deck_count; i++) {
        int card = p->deck[i];
        if (is_regular(t, card) && t->die.at[card] == die && t->pays.at[card] == pays) {
            memmove(p->deck + i, p->deck + i + 1, (size_t)(p->deck_count - i - 1));
            p->deck_count--;
            p->cards_changed = 1;
            break;
        }
    }
    if (left > 1)
        push_task(g, DISMISS_REGULARS, seat, left - 1);
}

/* The starting deck is complete and shuffled; the next player chooses (M4-4). */
void resolve_deck_shuffle(Game *g, int seat)
{
    shuffle_deck(g, seat);
    g->turn = seat_after(g, seat, 1);
    g->waiting = g->turn == g->start_player ? 0 : 1u << g->turn;
}
