/* What the generated rules call: offers and luck. */
#include "game.h"

#include <string.h>

static inline void offer_one(State *s, Int number)
{
    s->offers.mask[number] = 1;
    s->offers.numbers[s->offers.count++] = (int16_t)number;
}

static inline void offer_all(State *s, const Actions *actions)
{
    uint8_t *mask = s->offers.mask;
    int16_t *numbers = s->offers.numbers + s->offers.count;
    int count = actions->count;
    for (int i = 0; i < count; i++) {
        int16_t number = actions->at[i];
        numbers[i] = number;
        mask[number] = 1;
    }
    s->offers.count += count;
}

/* What a die can do wherever it could go is never more than this. */
enum { FIRST_ACTIONS = 4 };

/* What can be done with a die that could go to these spaces (rules/actions.py, Targets). */
static inline const Actions *list_for(const Targets *targets, Int spaces, Actions *found)
{
    int count = targets->first.count;
    memcpy(found->at, targets->first.at, FIRST_ACTIONS * sizeof found->at[0]); /* most often there is one, or none */
    if (targets->own >= 0)
        spaces &= ~((Int)1 << targets->own);
    for (; spaces; spaces &= spaces - 1)
        found->at[count++] = targets->to.at[__builtin_ctzll((unsigned long long)spaces)];
    found->count = count;
    return found;
}

typedef char all_streams_fit[(int)STREAM_COUNT <= (int)MAX_STREAMS ? 1 : -1];

static inline Stream stream_of(Int number, Int seat)
{
    return (Stream){(int)number, STREAMS[number], (int)seat};
}

static void luck_shuffle(State *s, Int stream, Int seat, Ints *cards)
{
    if (cards->count > 256) /* more than one byte can choose from */
        s->broken = 1;
    else
        shuffle(&s->luck, stream_of(stream, seat), cards->at, cards->count);
}

static Ints *luck_roll(State *s, Int stream, Int seat, Int count, Ints *faces)
{
    faces->count = (int)count;
    roll(&s->luck, stream_of(stream, seat), faces->at, (int)count);
    return faces;
}

static Int luck_pick(State *s, Int stream, Int count)
{
    return pick(&s->luck, stream_of(stream, NOBODY), (int)count);
}
