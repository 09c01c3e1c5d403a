/* Reads what kernel/figures.py hands over: single numbers and lists with their lengths, in a fixed order. Every length
 * is checked against the room there is, so nothing a set-up says can make the kernel write where it should not.
 */
#include "game.h"

#include <string.h>

typedef struct {
    const int32_t *next, *end;
    const char *problem;
} Reader;

static int32_t read_number(Reader *r)
{
    if (r->next == r->end) {
        r->problem = "the figures end too early";
        return 0;
    }
    return *r->next++;
}

static int read_length(Reader *r, int room)
{
    int length = read_number(r);
    if (length >= 0 && length <= room)
        return length;
    r->problem = r->problem ? r->problem : "a list of the figures is longer than the kernel has room for";
    return 0;
}

static int32_t read_between(Reader *r, int32_t low, int32_t high)
{
    int32_t value = read_number(r);
    if (value >= low && value <= high)
        return value;
    r->problem = r->problem ? r->problem : "a figure is greater than the kernel has room for";
    return 0;
}

#define READ_LENGTH(r, list) ((list).count = read_length(r, ROOM(&(list))))
#define READ_BETWEEN(r, list, low, high) \
    do { \
        READ_LENGTH(r, list); \
        for (int i_ = 0; i_ < (list).count && !(r)->problem; i_++) \
            (list).at[i_] = read_between(r, low, high); \
    } while (0)
#define READ_LIST(r, list) READ_BETWEEN(r, list, INT16_MIN, INT16_MAX)

static void read_figures(Reader *r, Setup *t); /* rules.c, generated */

static void read_observations(Reader *r, Agreed *a)
{
    READ_BETWEEN(r, a->phase, -1, 127);
    READ_BETWEEN(r, a->question, -1, 127);
    a->common_size = read_number(r);
    a->tavern_size = read_number(r);
    a->size = a->common_size + a->rules.players * a->tavern_size;
    READ_BETWEEN(r, a->features, 0, 255);
    READ_BETWEEN(r, a->divisors, 1, INT16_MAX);
    for (int i = 0; i < a->divisors.count; i++)
        a->scale[i] = (float)(1.0 / a->divisors.at[i]);
}

/* Whether every game fits its room. */
static const char *check(const Agreed *a)
{
    const Setup *t = &a->rules;
    const Edition *ed = &t->edition;
    int guests = 0, kinds = ed->card_count;
    if (t->players < 2 || t->players > MAX_SEATS || t->modules < 1 || t->modules > 5 || kinds > 255 ||
        a->size > MAX_SHOWN || a->divisors.count != a->common_size + a->tavern_size ||
        a->features.count != kinds * (GUEST_WIDTH - 1))
        return "the set-up is larger than the kernel has room for";
    for (int kind = ed->first_guest; kind < kinds; kind++)
        guests += ed->guest_copies.at[kind];
    int cards = ed->regulars.count + 5 * ed->tavern_count + ed->bard_count + ed->nobles + guests;
    State *s = NULL;
    if (guests > ROOM(&s->guest_deck) || cards > ROOM(&s->players.at[0].deck) ||
        ed->colour_dice + ed->white_dice > ROOM(&s->players.at[0].faces))
        return "the edition has more cards or dice than the kernel has room for";
    for (int i = 0; i < 2; i++)
        if (ed->area_yield.at[TABLES_AREA].at[i] + ed->tavern_count > MAX_TABLES)
            return "the edition has more tables than the kernel has room for";
    return NULL;
}

const char *read_agreed(Agreed *a, const int32_t *numbers, int64_t count)
{
    Reader reader = {numbers, numbers + count, NULL};
    memset(a, 0, sizeof *a);
    if (read_number(&reader) != RULES)
        return "the kernel was made from other rules";
    a->limit = read_number(&reader);
    read_figures(&reader, &a->rules);
    if (!reader.problem)
        read_observations(&reader, a);
    if (!reader.problem && reader.next != reader.end)
        reader.problem = "there are more figures than the kernel knows";
    if (!reader.problem)
        reader.problem = check(a);
    if (!reader.problem)
        a->rules.flow = &FLOWS[a->rules.modules - 1];
    return reader.problem;
}
