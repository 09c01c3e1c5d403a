/* The chapters of the rules, each in the file of the same name as in rules/, and what they need of each other. */
#ifndef TIEFENTHAL_RULES_H
#define TIEFENTHAL_RULES_H

#include "state.h"

/* --- offers (rules/actions.py, Offers): a one in the mask, and the number at the end of the list */
static inline void offer_action(Game *g, int number)
{
    g->mask[number] = 1;
    g->legal[g->legal_count++] = (int16_t)number;
}

/* setup.c */
void new_state(Game *g);
void open_guest(Game *g, int place);
void shuffle_deck(Game *g, int seat);
void begin_starting_decks(Game *g);

/* evening.c */
void roll_coloured(Game *g, int seat, int count);
void begin_evening(Game *g);
void offer_evening(Game *g, int seat);
void do_evening(Game *g, int seat, int action);
void resolve_choice(Game *g, int seat);

/* arrival.c */
void guests_arrive(Game *g, int seat);
void clear_tavern(Player *p);
void begin_arrival(Game *g);
void offer_arrival(Game *g, int seat);
void do_arrival(Game *g, int seat, int kind);

/* servers.c, draft.c, closing.c */
void begin_servers(Game *g);
void begin_draft(Game *g);
void offer_draft(Game *g, int seat);
void do_draft(Game *g, int seat, int face);
void begin_closing(Game *g);

/* placing.c */
void put_dice_away(Player *p);
void open_spaces(const Setup *t, Player *p);
int free_dishwashers(const Player *p);
int freed_by(const Setup *t, const Player *p, int die);
int freed_by_both(const Setup *t, const Player *p, int die, int other);
void settle_die(Player *p, int die, int missing);
void lose_helpers(const Setup *t, Player *p, int count);
uint32_t reach(const Player *p, int face, int free);
int die_at(const Player *p, int face, int place);
int mover_at(const Player *p, int face, int place);
void put(const Setup *t, Player *p, int die, int space);
void lift(const Setup *t, Player *p, int die);

/* planning.c */
void begin_planning(Game *g);
void offer_planning(Game *g, int seat);
void offer_plan_dice(Game *g, int seat);
void do_plan_dice(Game *g, int seat, int kind, int a, int b);

/* dice.c */
int brewer_yield(const Setup *t, const Player *p);
int counted_thalers(const Setup *t, const Player *p, int space);
int counted_beer(const Player *p, int space);
void offer_dice(Game *g, int seat);
void do_dice(Game *g, int seat, int kind, int a, int b);

/* market.c */
void upgrade(Game *g, int seat, int area);
void take_guest(Game *g, int seat);
void offer_cards(Game *g, int seat);
void offer_upgrades(Game *g, int seat);
void offer_guests(Game *g, int seat);
void offer_nobles(Game *g, int seat);
void do_buy(Game *g, int seat, int kind);
void do_upgrade(Game *g, int seat, int area, int returned);
void do_recruit(Game *g, int seat, int place);
void do_nobles(Game *g, int seat, int count);

/* rewards.c */
void put_on_deck(Game *g, int seat, int card);
int gain_card(Game *g, int seat, int kind);
int gain_noble(Game *g, int seat);
int gain_schnapps(Game *g, int seat, int count);
void pay_schnapps(Game *g, int seat, int count);
int store(const Game *g, int seat, int area);
int removable(const Player *p, int table);
int any_removable(const Player *p);
void remove_guest(Game *g, int seat, int table);
void resolve_bonus(Game *g, int seat, int bonus);
void resolve_monastery(Game *g, int seat, int steps);
void offer_service_denied(Game *g, int seat);

/* serving.c */
void begin_serving_step(Game *g);
void offer_serving(Game *g, int seat);
void do_end(Game *g, int seat);
void credit_barbacks(Game *g, int seat);
void finish_serving(Game *g, int seat);

/* schnapps.c: module 2 */
void moon_passes(Game *g);
void keep_four(Game *g, int seat);
void take_entertainer(Game *g, int seat, int entertainer, int chosen);
void offer_entertainment(Game *g, int seat);
void do_entertain(Game *g, int seat, int kind, int a);
void offer_turns(Game *g, int seat);
void do_turn(Game *g, int seat, int face, int to);
void begin_juggling(Game *g);
void offer_juggling(Game *g, int seat);
void do_juggling(Game *g, int seat, int kind, int a);

/* reputation.c: module 3 */
void count_plan(Game *g, int seat);
int least_count(const Player *p);
int count_after(const Player *p, int thalers, int beer);
void dice_moved(Game *g, int seat, int thalers, int beer);
void resolve_reputation(Game *g, int seat, int steps);
void mark_for_good(Player *p);
int toast_asks(const Game *g, int seat);
void offer_toast(Game *g, int seat);
void answer_toast(Game *g, int seat, int kind, int a);
void close_the_count(Player *p);
int reputation_points(const Setup *t, const Player *p);

/* start_cards.c: module 4 */
void begin_start_cards(Game *g);
void offer_start_cards(Game *g, int seat);
void do_start_card(Game *g, int seat, int card);
void resolve_start_item(Game *g, int seat, int item);
int dismissal_asks(const Game *g, int seat);
void offer_dismissal(Game *g, int seat);
void answer_dismissal(Game *g, int seat, int left, int die, int pays);
void resolve_deck_shuffle(Game *g, int seat);

/* guest_book.c: module 5 */
void sign_open_guest(Game *g, int place);
void take_signature(Game *g, int seat, int guest, int has_signature);
void resolve_signature(Game *g, int seat, int column);
int column_asks(const Game *g, int seat);
void offer_columns(Game *g, int seat);
void answer_column(Game *g, int seat, int column);

/* scoring.c */
int card_points(const Setup *t, const Player *p);
int extra_points(const Setup *t, const Player *p);
uint32_t winners(const Game *g);

/* play.c */
uint32_t acting(const Game *g);
void offer(Game *g, int seat);
void apply(Game *g, int seat, int number);
void advance(Game *g);

/* table.c */
void begin_table(Game *g, const char *seed, size_t length);
int carry_out(Game *g, int number);

/* observation.c */
void look(Game *g);
void show_bytes(const Game *g, int seat, uint8_t *row);
void show_floats(const Game *g, int seat, float *row);

#endif
