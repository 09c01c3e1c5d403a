/* SHA-256 (FIPS 180-4), fed bit by bit; a copy of a half-fed one goes on by itself. */
#ifndef TIEFENTHAL_SHA256_H
#define TIEFENTHAL_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t state[8];
    uint64_t length; /* bytes fed */
    uint8_t block[64];
} Sha256;

void sha256_begin(Sha256 *sha);
void sha256_feed(Sha256 *sha, const void *data, size_t count);
void sha256_end(Sha256 *sha, uint8_t digest[32]);

#endif
