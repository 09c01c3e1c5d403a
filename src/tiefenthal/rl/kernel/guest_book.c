/* M5. The guest book: signatures of recruited guests, their bonuses, and nobles for complete rows
 * (rules/modules/guest_book.py). */
#include "rules.h"

/* A newly open guest gets a signature while they last (M5-1). */
void sign_open_guest(Game *g, int place)
{
    if (g->signatures > 0) {
        g->signatures--;
        g->has_signature |= 1u << place;
        g->guests_changed = 1;
    }
}

/* A guest recruited with beer signs, after its bonus (M5-2, F-12). */
void take_signature(Game *g, int seat, int guest, int has_signature)
{
    if (has_signature)
        push_task(g, SIGNATURE, seat, g->setup->book_column.at[g->setup->beer.at[guest]]);
}

static int lowest(const uint8_t book[BOOK_COLUMNS])
{
    int least = book[0];
    for (int column = 1; column < BOOK_COLUMNS; column++)
        if (book[column] < least)
            least = book[column];
    return least;
}

/* A signature goes into a column, from the top; a full column takes none (M5-2, M5-3, M5-5 to M5-7). Then the bonus of
 * the space, then the noble of a completed row. */
void resolve_signature(Game *g, int seat, int column)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    int row = p->book[column];
    if (row == t->book_rows) {
        g->signatures++;
        return;
    }
    p->book[column]++;
    if (lowest(p->book) > row)
        push_task(g, ROW_NOBLE, seat, row);
    if (t->book.at[row * BOOK_COLUMNS + column])
        push_task(g, BONUS, seat, t->book.at[row * BOOK_COLUMNS + column]);
}

/* The signature space of the reputation ring (M5-4): the supply is not empty and the book is not full. */
int column_asks(const Game *g, int seat)
{
    return g->signatures > 0 && lowest(g->players[seat].book) < g->setup->book_rows;
}

/* Every column with room. */
void offer_columns(Game *g, int seat)
{
    for (int column = 0; column < BOOK_COLUMNS; column++)
        if (g->players[seat].book[column] < g->setup->book_rows)
            offer_action(g, g->setup->sign.at[column]);
}

/* Take a signature from the supply and place it there. */
void answer_column(Game *g, int seat, int column)
{
    g->signatures--;
    mark_for_good(&g->players[seat]);
    push_task(g, SIGNATURE, seat, column);
}
