#include "chance.h"

#include <stdio.h>
#include <string.h>

/* A stream of bytes from a key, and numbers drawn from it without bias. */
typedef struct {
    Sha256 key;
    uint8_t buffer[32];
    int next, block;
} Bytes;

void seed_luck(Luck *luck, const char *seed, size_t length)
{
    sha256_begin(&luck->key);
    sha256_feed(&luck->key, "tiefenthal 1\n", 13);
    sha256_feed(&luck->key, seed, length);
    sha256_feed(&luck->key, "\n", 1);
    memset(luck->drawn, 0, sizeof luck->drawn);
}

static void next_outcome(Bytes *bytes, Luck *luck, Stream stream)
{
    char text[48];
    int number = luck->drawn[stream.number][stream.seat + 1]++;
    int length = stream.seat < 0 ? snprintf(text, sizeof text, "%s\n%d", stream.name, number)
                                 : snprintf(text, sizeof text, "%s %d\n%d", stream.name, stream.seat + 1, number);
    bytes->key = luck->key;
    sha256_feed(&bytes->key, text, (size_t)length);
    Sha256 first = bytes->key;
    sha256_end(&first, bytes->buffer);
    bytes->next = 0;
    bytes->block = 0;
}

/* A number from 0 to count - 1 (count up to 256); bytes that would favour some numbers are skipped. */
static int below(Bytes *bytes, int count)
{
    int limit = 256 - 256 % count;
    for (;;) {
        if (bytes->next == 32) {
            char text[16];
            int length = snprintf(text, sizeof text, "/%d", ++bytes->block);
            Sha256 more = bytes->key;
            sha256_feed(&more, text, (size_t)length);
            sha256_end(&more, bytes->buffer);
            bytes->next = 0;
        }
        int byte = bytes->buffer[bytes->next++];
        if (byte < limit)
            return byte % count;
    }
}

/* Sort, then exchange each card from the last down with one at or below it. */
void shuffle(Luck *luck, Stream stream, int32_t *cards, int count)
{
    Bytes bytes;
    int counts[256] = {0};
    next_outcome(&bytes, luck, stream);
    for (int i = 0; i < count; i++)
        counts[cards[i]]++;
    for (int kind = 0, at = 0; at < count; kind++)
        for (int i = counts[kind]; i > 0; i--)
            cards[at++] = kind;
    for (int i = count - 1; i > 0; i--) {
        int j = below(&bytes, i + 1);
        int32_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* Faces 1 to 6. */
void roll(Luck *luck, Stream stream, int32_t *faces, int count)
{
    Bytes bytes;
    next_outcome(&bytes, luck, stream);
    for (int i = 0; i < count; i++)
        faces[i] = below(&bytes, 6) + 1;
}

int pick(Luck *luck, Stream stream, int count)
{
    Bytes bytes;
    next_outcome(&bytes, luck, stream);
    return below(&bytes, count);
}
