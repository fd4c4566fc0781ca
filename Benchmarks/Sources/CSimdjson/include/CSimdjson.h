#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser of simdjson, which keeps its buffers from one document to the next.
typedef struct simdjson_rival simdjson_rival;

simdjson_rival *simdjson_rival_create(void);
void simdjson_rival_destroy(simdjson_rival *rival);

/// Copies the bytes into the parser's padded buffer and makes its document of them. Returns 0, or simdjson's error code.
int simdjson_rival_parse(simdjson_rival *rival, const uint8_t *bytes, size_t count);

/// Makes documents of all texts in a row, one after the other. The caller has 64 zeros after the bytes.
///
/// Returns their number, or -1 if one is not JSON.
int64_t simdjson_rival_parse_many(simdjson_rival *rival, const uint8_t *bytes, size_t count);

/// The version of the headers, and the name of the kernel that this processor gets.
const char *simdjson_rival_version(void);
const char *simdjson_rival_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
