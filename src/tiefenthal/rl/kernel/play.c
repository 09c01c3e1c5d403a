/* Who acts, what is legal, and what an action does (rules/play.py), along the sequence of play (rules/round.py). */
#include "rules.h"

/* The set of seats the game waits for. */
uint32_t acting(const Game *g)
{
    return g->task_count ? 1u << g->tasks[g->task_count - 1].seat : g->waiting;
}

/* --- effects: what lies on the stack of tasks */

/* Whether an effect is a question to a seat; the others are resolved by themselves. */
static int is_question(int effect)
{
    return effect == SERVICE_DENIED || effect == TOAST || effect == CHOOSE_COLUMN || effect == DISMISS_REGULARS;
}

/* Whether a question has any possible answer; without one it lapses. */
static int asks(const Game *g, Task task)
{
    switch (task.effect) {
    case SERVICE_DENIED:
        return any_removable(&g->players[task.seat]);
    case TOAST:
        return toast_asks(g, task.seat);
    case CHOOSE_COLUMN:
        return column_asks(g, task.seat);
    default:
        return dismissal_asks(g, task.seat);
    }
}

static void offer_answers(Game *g, Task task)
{
    switch (task.effect) {
    case SERVICE_DENIED:
        offer_service_denied(g, task.seat);
        break;
    case TOAST:
        offer_toast(g, task.seat);
        break;
    case CHOOSE_COLUMN:
        offer_columns(g, task.seat);
        break;
    case DISMISS_REGULARS:
        offer_dismissal(g, task.seat);
        break;
    }
}

static void answer(Game *g, Task task, int kind, int a, int b)
{
    switch (task.effect) {
    case SERVICE_DENIED:
        if (kind == REMOVE)
            remove_guest(g, task.seat, a);
        break;
    case TOAST:
        answer_toast(g, task.seat, kind, a);
        break;
    case CHOOSE_COLUMN:
        answer_column(g, task.seat, a);
        break;
    case DISMISS_REGULARS:
        answer_dismissal(g, task.seat, task.arg, a, b);
        break;
    }
}

static void resolve(Game *g, Task task)
{
    switch (task.effect) {
    case BONUS:
        resolve_bonus(g, task.seat, task.arg);
        break;
    case MONASTERY_STEPS:
        resolve_monastery(g, task.seat, task.arg);
        break;
    case TAKE_CHOICE:
        resolve_choice(g, task.seat);
        break;
    case CREDIT_BARBACKS:
        credit_barbacks(g, task.seat);
        break;
    case FINISH_SERVING:
        finish_serving(g, task.seat);
        break;
    case REPUTATION_STEPS:
        resolve_reputation(g, task.seat, task.arg);
        break;
    case SIGNATURE:
        resolve_signature(g, task.seat, task.arg);
        break;
    case ROW_NOBLE: /* M5-6 */
        gain_noble(g, task.seat);
        break;
    case START_ITEM:
        resolve_start_item(g, task.seat, task.arg);
        break;
    case DECK_SHUFFLE:
        resolve_deck_shuffle(g, task.seat);
        break;
    }
}

/* --- steps: the phases of a round */

static void begin_step(Game *g)
{
    switch (g->setup->steps.at[g->step]) {
    case STEP_STARTING_DECKS:
        begin_starting_decks(g);
        break;
    case STEP_START_CARDS:
        begin_start_cards(g);
        break;
    case STEP_EVENING:
        begin_evening(g);
        break;
    case STEP_ARRIVAL:
        begin_arrival(g);
        break;
    case STEP_SERVERS:
        begin_servers(g);
        break;
    case STEP_DRAFT:
        begin_draft(g);
        break;
    case STEP_PLANNING:
        begin_planning(g);
        break;
    case STEP_SERVING:
        begin_serving_step(g);
        break;
    case STEP_JUGGLING:
        begin_juggling(g);
        break;
    case STEP_CLOSING:
        begin_closing(g);
        break;
    }
}

/* Everything the seat can do now, in a stable order. */
void offer(Game *g, int seat)
{
    if (g->task_count) {
        offer_answers(g, g->tasks[g->task_count - 1]);
        return;
    }
    switch (g->setup->steps.at[g->step]) {
    case STEP_START_CARDS:
        offer_start_cards(g, seat);
        break;
    case STEP_EVENING:
        offer_evening(g, seat);
        break;
    case STEP_ARRIVAL:
        offer_arrival(g, seat);
        break;
    case STEP_DRAFT:
        offer_draft(g, seat);
        break;
    case STEP_PLANNING:
        offer_planning(g, seat);
        break;
    case STEP_SERVING:
        offer_serving(g, seat);
        break;
    case STEP_JUGGLING:
        offer_juggling(g, seat);
        break;
    }
}

static void do_serving(Game *g, int seat, int kind, int a, int b)
{
    switch (kind) {
    case USE:
    case PLACE:
    case MOVE:
    case SWAP:
        do_dice(g, seat, kind, a, b);
        break;
    case BUY:
        do_buy(g, seat, a);
        break;
    case UPGRADE:
        do_upgrade(g, seat, a, b);
        break;
    case RECRUIT:
        do_recruit(g, seat, a);
        break;
    case NOBLES:
        do_nobles(g, seat, a);
        break;
    case COUNTER_GUEST: /* F-14 */
        g->players[seat].counter_guests--;
        push_task(g, MONASTERY_STEPS, seat, 1);
        break;
    case BARD_SINGS: /* M3-7 */
        g->players[seat].bards--;
        push_task(g, REPUTATION_STEPS, seat, 1);
        break;
    case ENTERTAIN:
    case ENTERTAIN_UPGRADE:
    case ENTERTAIN_REMOVE:
        do_entertain(g, seat, kind, a);
        break;
    case END:
        do_end(g, seat);
        break;
    }
}

static void do_action(Game *g, int seat, int number, int kind, int a, int b)
{
    switch (g->setup->steps.at[g->step]) {
    case STEP_START_CARDS:
        do_start_card(g, seat, a);
        break;
    case STEP_EVENING:
        do_evening(g, seat, number);
        break;
    case STEP_ARRIVAL:
        do_arrival(g, seat, kind);
        break;
    case STEP_DRAFT:
        do_draft(g, seat, a);
        break;
    case STEP_PLANNING:
        if (kind == TURN)
            do_turn(g, seat, a, b);
        else
            do_plan_dice(g, seat, kind, a, b);
        break;
    case STEP_SERVING:
        do_serving(g, seat, kind, a, b);
        break;
    case STEP_JUGGLING:
        do_juggling(g, seat, kind, a);
        break;
    }
}

/* --- play */

/* Carry out a legal action and everything that follows without a decision. */
void apply(Game *g, int seat, int number)
{
    const Setup *t = g->setup;
    int kind = t->kind.at[number], a = t->a.at[number], b = t->b.at[number];
    if (g->task_count)
        answer(g, g->tasks[--g->task_count], kind, a, b);
    else
        do_action(g, seat, number, kind, a, b);
    if (g->task_count || g->waiting == 0)
        advance(g);
}

/* Resolve the stack, up to a question. */
static void settle(Game *g)
{
    while (g->task_count && !g->broken) {
        Task task = g->tasks[g->task_count - 1];
        if (is_question(task.effect) && asks(g, task))
            return;
        g->task_count--;
        if (!is_question(task.effect))
            resolve(g, task);
    }
}

/* Resolve the stack and walk the sequence of play until somebody has to decide, or the game is over. */
void advance(Game *g)
{
    for (;;) {
        settle(g);
        if (g->task_count || g->waiting || g->over || g->broken)
            return;
        g->step++;
        if (g->step == g->setup->steps.count)
            g->step = g->setup->first_evening;
        begin_step(g);
    }
}
