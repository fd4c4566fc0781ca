#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser of simdjson, which reuses its buffers for every document.
typedef struct simdjson_rival simdjson_rival;

simdjson_rival *simdjson_rival_create(void);
void simdjson_rival_destroy(simdjson_rival *rival);

/// Copies the bytes into the parser's padded buffer and parses them. Returns 0, or simdjson's error code.
int simdjson_rival_parse(simdjson_rival *rival, const uint8_t *bytes, size_t count);

/// Parses consecutive texts. The caller provides 64 zeros after the bytes.
///
/// Returns the number of documents, or -1 if a text is not JSON.
int64_t simdjson_rival_parse_many(simdjson_rival *rival, const uint8_t *bytes, size_t count);

/// Returns the version of the headers, and the name of the kernel selected for this processor.
const char *simdjson_rival_version(void);
const char *simdjson_rival_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
