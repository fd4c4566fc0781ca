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

/// The sums of all values of a text: the number of values, the lengths and first bytes of all names and strings, the
/// integers, and the other numbers.
typedef struct simdjson_rival_sums {
    uint64_t values;
    uint64_t text;
    int64_t integers;
    double doubles;
} simdjson_rival_sums;

/// Parses the bytes like `simdjson_rival_parse` and reads every value, each string as `string_view`, or as
/// `std::string` if `copies` is not 0. Returns 0, or simdjson's error code.
int simdjson_rival_read(
    simdjson_rival *rival, const uint8_t *bytes, size_t count, int copies, simdjson_rival_sums *sums);

/// Parses consecutive texts on demand (`iterate_many`) and reads every value, each string as `string_view`. The caller
/// provides 64 zeros after the bytes. Returns 0, or simdjson's error code.
int simdjson_rival_read_many(
    simdjson_rival *rival, const uint8_t *bytes, size_t count, simdjson_rival_sums *sums);

/// Returns the version of the headers, and the name of the kernel selected for this processor.
const char *simdjson_rival_version(void);
const char *simdjson_rival_kernel(void);

#ifdef __cplusplus
}
#endif

#endif
