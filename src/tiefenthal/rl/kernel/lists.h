/* Lists with a fixed room, and what the generated rules do with them. A list that is full marks the game as broken: it
 * cannot go on, and nothing is written where it should not be.
 */
#ifndef TIEFENTHAL_LISTS_H
#define TIEFENTHAL_LISTS_H

#include <stddef.h>
#include <stdint.h>

/* Every number of the rules; wide enough for a set of dice or spaces as bits. */
typedef int64_t Int;

#define LIST(type, room) struct { int count; type at[room]; }
#define ROOM(list) ((int)(sizeof(list)->at / sizeof(list)->at[0]))

#define PUSH(s, list, ...) \
    do { \
        __typeof__(list) to_ = (list); \
        if (to_->count == ROOM(to_)) \
            (s)->broken = 1; \
        else \
            to_->at[to_->count++] = __VA_ARGS__; \
    } while (0)

/* The entries of another list from `begin` on, counted from its end where negative. */
#define EXTEND(s, list, source, begin) \
    do { \
        __typeof__(source) from_ = (source); \
        Int next_ = (begin), end_ = from_->count; \
        next_ = next_ < 0 ? (next_ + end_ < 0 ? 0 : next_ + end_) : next_; \
        for (; next_ < end_; next_++) \
            PUSH(s, list, from_->at[next_]); \
    } while (0)

#define COPY(s, list, source) \
    do { \
        __typeof__(list) to_ = (list); \
        __typeof__(source) from_ = (source); \
        int count_ = from_->count; \
        if (count_ > ROOM(to_)) { \
            (s)->broken = 1; \
            count_ = ROOM(to_); \
        } \
        for (int i_ = 0; i_ < count_; i_++) \
            to_->at[i_] = from_->at[i_]; \
        to_->count = count_; \
    } while (0)

#define REMOVE(list, place) \
    do { \
        __typeof__(list) to_ = (list); \
        Int i_ = (place); \
        for (to_->count--; i_ < to_->count; i_++) \
            to_->at[i_] = to_->at[i_ + 1]; \
    } while (0)

#define SORT(list) \
    do { \
        __typeof__(list) of_ = (list); \
        for (int i_ = 1; i_ < of_->count; i_++) { \
            int to_ = i_, moved_ = of_->at[i_]; \
            for (; to_ > 0 && of_->at[to_ - 1] > moved_; to_--) \
                of_->at[to_] = of_->at[to_ - 1]; \
            of_->at[to_] = moved_; \
        } \
    } while (0)

/* The entry of a table that has gaps and an end; NULL if it is missing. */
#define KEPT(list, place) ((place) >= 0 && (place) < (list)->count ? (list)->at[place] : NULL)

#define FOR_LISTS_OF(number) \
    static inline Int place_##number(const number##_t *at, int count, Int wanted) \
    { \
        Int place = 0; \
        while (place < count && at[place] != wanted) \
            place++; \
        return place; \
    } \
    static inline Int has_##number(const number##_t *at, int count, Int wanted) \
    { \
        return place_##number(at, count, wanted) < count; \
    } \
    static inline Int any_##number(const number##_t *at, int count) \
    { \
        for (int i = 0; i < count; i++) \
            if (at[i]) \
                return 1; \
        return 0; \
    } \
    static inline Int min_##number(const number##_t *at, int count) \
    { \
        Int found = at[0]; \
        for (int i = 1; i < count; i++) \
            found = at[i] < found ? at[i] : found; \
        return found; \
    } \
    static inline Int max_##number(const number##_t *at, int count) \
    { \
        Int found = at[0]; \
        for (int i = 1; i < count; i++) \
            found = at[i] > found ? at[i] : found; \
        return found; \
    }

FOR_LISTS_OF(uint8)
FOR_LISTS_OF(int8)
FOR_LISTS_OF(int16)
FOR_LISTS_OF(int32)

static inline Int min_of_two(Int one, Int other)
{
    return other < one ? other : one;
}

static inline Int max_of_two(Int one, Int other)
{
    return other > one ? other : one;
}

/* As Python divides: it has the sign of the divisor. */
static inline Int remainder_of(Int number, Int divisor)
{
    Int left = number % divisor;
    return left && (left < 0) != (divisor < 0) ? left + divisor : left;
}

#endif
