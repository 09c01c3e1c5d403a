/* A. A new evening: the moon moves on and every player gets the bonus of the round (rules/evening.py). */
#include "rules.h"

/* Roll dice of the own colour, never more than three in all (C-3); they wait unplaced. */
void roll_coloured(Game *g, int seat, int count)
{
    Player *p = &g->players[seat];
    int room = g->setup->colour_dice - p->coloured;
    if (count > room)
        count = room;
    if (count <= 0)
        return;
    roll(&g->luck, COLOURED, seat, p->faces + p->dice, count);
    for (int i = 0; i < count; i++)
        p->places[p->dice++] = TRAY;
    p->coloured += count;
    g->reveals++;
}

/* The argument of CHOOSE that stands for a packed option of the round track. */
static int choice_for(int option)
{
    int what = option >> 8;
    if (what == GIVES_CARD)
        return option & 255;
    return what == GIVES_GUEST ? CHOOSE_GUEST : CHOOSE_DIE;
}

/* Whether there is anything left of what a choice names. */
static int available(const Game *g, int choice)
{
    if (choice == CHOOSE_DIE)
        return 1;
    if (choice == CHOOSE_GUEST)
        return g->pile_count > 0;
    return g->piles[choice] > 0;
}

/* What kind of space the moon is on. */
static int brought_by_the_moon(const Game *g)
{
    return g->setup->round_track[g->round].at[0] >> 8;
}

/* Whether this round's space is one that module 2 has brought: an entertainer (M2-3). */
static int entertainer_arrives(const Game *g)
{
    return g->setup->modules >= 2 && brought_by_the_moon(g) == GIVES_ENTERTAINER;
}

/* What can be chosen from this round's space; how many. */
static int choices_of(const Game *g, int choices[MAX_OPTIONS])
{
    int what = brought_by_the_moon(g);
    if (entertainer_arrives(g)) {
        choices[0] = CHOOSE_SIDE_1;
        choices[1] = CHOOSE_SIDE_2;
        return 2;
    }
    if (what == GIVES_COUNTER_GUEST || what == GIVES_FREE_UPGRADE)
        return 0;
    int count = 0;
    for (int i = 0; i < g->setup->round_track[g->round].count; i++) {
        int choice = choice_for(g->setup->round_track[g->round].at[i]);
        if (available(g, choice))
            choices[count++] = choice;
    }
    return count;
}

/* Move the moon, give what needs no choice, ask for the rest. */
void begin_evening(Game *g)
{
    int players = g->setup->players, choices[MAX_OPTIONS];
    g->round++;
    if (g->setup->modules >= 2)
        moon_passes(g);
    for (int seat = 0; seat < players; seat++) {
        Player *p = &g->players[seat];
        p->bought = 0;
        p->recruited = 0;
        p->juggled = 0;
    }
    if (brought_by_the_moon(g) == GIVES_COUNTER_GUEST) {
        for (int i = 0; i < players; i++)
            if (g->counter_guests > 0) {
                g->counter_guests--;
                g->players[seat_after(g, g->start_player, i)].counter_guests++;
            }
    } else if (brought_by_the_moon(g) == GIVES_FREE_UPGRADE) {
        for (int seat = 0; seat < players; seat++)
            if (g->players[seat].upgraded != (1u << AREA_COUNT) - 1)
                g->waiting |= 1u << seat;
    } else if (choices_of(g, choices)) {
        g->waiting = (1u << players) - 1;
    }
}

/* The choices of the space. */
void offer_evening(Game *g, int seat)
{
    const Setup *t = g->setup;
    int choices[MAX_OPTIONS];
    if (!(g->waiting >> seat & 1))
        return;
    if (brought_by_the_moon(g) == GIVES_FREE_UPGRADE) {
        for (int area = 0; area < AREA_COUNT; area++)
            if (!(g->players[seat].upgraded >> area & 1))
                offer_action(g, t->flip.at[area]);
        offer_action(g, t->decline);
        return;
    }
    int count = choices_of(g, choices);
    for (int i = 0; i < count; i++)
        offer_action(g, t->choices.at[choices[i] - 1]);
}

/* Remember the choice; when all are made they take effect together, in turn order. */
void do_evening(Game *g, int seat, int action)
{
    g->players[seat].choice = action;
    g->waiting &= ~(1u << seat);
    if (g->waiting == 0) {
        g->reveals++; /* the choices are shown */
        for (int i = g->setup->players - 1; i >= 0; i--) {
            int later = seat_after(g, g->start_player, i);
            if (g->players[later].choice != NO_CHOICE)
                push_task(g, TAKE_CHOICE, later, 0);
        }
    }
}

/* What a seat chose takes effect; one who finds the pile empty gets the other choice, or nothing. */
void resolve_choice(Game *g, int seat)
{
    const Setup *t = g->setup;
    Player *p = &g->players[seat];
    int kind = t->kind.at[p->choice], chosen = t->a.at[p->choice];
    p->choice = NO_CHOICE;
    if (kind == FLIP) {
        p->upgraded |= 1u << chosen; /* no noble; it works at once everywhere */
        return;
    }
    if (kind == DECLINE)
        return;
    if (entertainer_arrives(g)) {
        take_entertainer(g, seat, t->round_track[g->round].at[0] & 255, chosen);
        return;
    }
    if (!available(g, chosen)) {
        int left[MAX_OPTIONS];
        if (!choices_of(g, left))
            return;
        chosen = left[0];
    }
    if (chosen == CHOOSE_DIE)
        roll_coloured(g, seat, 1);
    else if (chosen == CHOOSE_GUEST)
        take_guest(g, seat);
    else
        gain_card(g, seat, chosen);
}
