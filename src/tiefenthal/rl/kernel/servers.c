/* C. Here comes the server: dice of the own colour (rules/servers.py). */
#include "rules.h"

/* Each server card and an upgraded server area bring a die, three at most (C-1 to C-3); nobody decides anything. */
void begin_servers(Game *g)
{
    for (int seat = 0; seat < g->setup->players; seat++) {
        const Player *p = &g->players[seat];
        roll_coloured(g, seat, p->drawn[SERVER] + area_yield(g->setup, p->upgraded, SERVER_AREA));
    }
}
