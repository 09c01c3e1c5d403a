/* G. Closing time: the cards of the evening go to the discard pile; after the last round the game ends
 * (rules/closing.py). */
#include "rules.h"

/* Clear the taverns, pass the mug, or end the game (G-1, G-2). */
void begin_closing(Game *g)
{
    for (int seat = 0; seat < g->setup->players; seat++)
        clear_tavern(&g->players[seat]);
    if (g->round == g->setup->rounds) {
        g->over = 1;
        return;
    }
    g->start_player = seat_after(g, g->start_player, 1);
    g->turn = g->start_player;
}
