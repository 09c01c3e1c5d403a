/* D. Drafting the white dice: one die from the coaster, then the coasters move to the left (rules/draft.py). */
#include "rules.h"

#include <string.h>

/* Roll the white dice of every coaster (D-1). */
void begin_draft(Game *g)
{
    uint8_t faces[MAX_DICE];
    for (int seat = 0; seat < g->setup->players; seat++) {
        Player *p = &g->players[seat];
        roll(&g->luck, WHITE, seat, faces, g->setup->white_dice);
        memset(p->coaster, 0, sizeof p->coaster);
        for (int i = 0; i < g->setup->white_dice; i++)
            p->coaster[faces[i]]++;
    }
    g->reveals++;
    g->turn = g->start_player;
    g->waiting = 1u << g->turn;
}

/* Every face on the coaster. */
void offer_draft(Game *g, int seat)
{
    if (seat != g->turn)
        return;
    for (int face = 1; face < FACES; face++)
        if (g->players[seat].coaster[face])
            offer_action(g, g->setup->take.at[face - 1]);
}

/* Take it; after the last player of the turn order the coasters pass to the left (D-2), until they are empty (D-3). */
void do_draft(Game *g, int seat, int face)
{
    int players = g->setup->players;
    Player *p = &g->players[seat];
    p->coaster[face]--;
    p->faces[p->dice] = (uint8_t)face;
    p->places[p->dice++] = TRAY;
    g->turn = seat_after(g, seat, 1);
    if (g->turn == g->start_player) {
        uint8_t last[FACES], left = 0;
        memcpy(last, g->players[players - 1].coaster, sizeof last);
        for (int to = players - 1; to > 0; to--)
            memcpy(g->players[to].coaster, g->players[to - 1].coaster, sizeof last);
        memcpy(g->players[0].coaster, last, sizeof last);
        g->dice_changed = (1u << players) - 1;
        for (int i = 1; i < FACES; i++)
            left |= last[i];
        if (!left) {
            g->waiting = 0;
            return;
        }
    }
    g->waiting = 1u << g->turn;
}
