/* F. Serving the guests: one seat after the other uses its dice, buys, upgrades and recruits, in any order
 * (rules/serving.py). */
#include "rules.h"

/* The serving of `turn` begins: first what must come before the first action (M3-5), then the barbacks (F-3). */
static void begin_serving(Game *g)
{
    g->waiting = 1u << g->turn;
    push_task(g, CREDIT_BARBACKS, g->turn, 0);
    if (g->setup->modules >= 3)
        count_plan(g, g->turn);
}

/* The start player serves first. */
void begin_serving_step(Game *g)
{
    g->turn = g->start_player;
    begin_serving(g);
}

/* Everything serving offers (F-5). */
void offer_serving(Game *g, int seat)
{
    const Setup *t = g->setup;
    if (seat != g->turn)
        return;
    for (int i = 0; i < t->serving.count; i++)
        switch (t->serving.at[i]) {
        case SERVE_WITH_DICE:
            offer_dice(g, seat);
            break;
        case BUY_CARDS:
            offer_cards(g, seat);
            break;
        case UPGRADE_AREAS:
            offer_upgrades(g, seat);
            break;
        case RECRUIT_GUESTS:
            offer_guests(g, seat);
            break;
        case RECRUIT_NOBLES:
            offer_nobles(g, seat);
            break;
        case SEND_COUNTER_GUESTS: /* F-14 */
            if (g->players[seat].counter_guests > 0)
                offer_action(g, t->counter_guest);
            break;
        case ENTERTAIN_GUESTS:
            offer_entertainment(g, seat);
            break;
        case BARDS_SING: /* M3-7 */
            if (g->players[seat].bards > 0)
                offer_action(g, t->bard_song);
            break;
        case END_SERVING: /* F-15 */
            offer_action(g, t->end);
            break;
        }
}

/* What was not done is not done any more; the stores are counted (F-15). */
void do_end(Game *g, int seat)
{
    push_task(g, FINISH_SERVING, seat, 0);
}

/* Each barback drawn gives one beer, once (F-3). */
void credit_barbacks(Game *g, int seat)
{
    g->players[seat].beer += g->players[seat].drawn[BARBACK];
}

/* Stores are filled, the rest is lost, dice go back, the next seat begins (F-15). */
void finish_serving(Game *g, int seat)
{
    Player *p = &g->players[seat];
    int safe = store(g, seat, SAFE_AREA), storage = store(g, seat, STORAGE_AREA);
    if (p->thalers > safe)
        p->thalers = safe;
    if (p->beer > storage)
        p->beer = storage;
    if (g->setup->modules >= 2)
        keep_four(g, seat);
    if (g->setup->modules >= 3)
        close_the_count(p);
    put_dice_away(p);
    g->turn = seat_after(g, seat, 1);
    if (g->turn == g->start_player)
        g->waiting = 0;
    else
        begin_serving(g);
}
