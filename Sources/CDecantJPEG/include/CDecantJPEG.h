// libjpeg-turbo, for the trait JPEG of this package, without that library's own declarations.
//
// One call decodes a whole picture: whatever the library does on the way, its jumps out of errors included, happens within
// it, and nothing of the library outlives it. Nothing is printed.

#ifndef CDECANTJPEG_H
#define CDECANTJPEG_H

#include <stdint.h>

/// The room for a message, its zero at the end included.
enum { DECANT_JPEG_WORDS = 200 };

/// How many warnings are kept.
enum { DECANT_JPEG_WARNINGS = 8 };

/// How decoding ended.
enum {
    DECANT_JPEG_DONE = 0,
    /// All pixels are there, but the marker after them is not.
    DECANT_JPEG_NO_END = 1,
    /// The bytes end too early; rows are there as far as they were asked for.
    DECANT_JPEG_TRUNCATED = 2,
    DECANT_JPEG_DAMAGED = 3,
    DECANT_JPEG_TOO_MANY_SCANS = 4,
    DECANT_JPEG_CANCELLED = 5,
    DECANT_JPEG_NO_MEMORY = 6,
};

/// What to make pixels of, and how.
typedef struct {
    const uint8_t *bytes;
    intptr_t count;
    /// Where the rows of pixels go, four bytes each.
    uint32_t *pixels;
    /// The size of the pixels; a picture that turns out to have another one is an error.
    int32_t width, height;
    /// The size in eighths of that of the picture.
    int32_t eighths;
    /// The number of components, which is 1, 3 or 4; a picture that turns out to have others is an error.
    int32_t components;
    /// Whether rows are made as far as there are data.
    int32_t accepts_partial;
    /// How many scans there may be.
    int64_t scans;
    /// How many bytes of memory may be taken for coefficients.
    int64_t memory;
    /// Asked now and then whether to go on; gives 0 if so.
    int32_t (*is_cancelled)(void);
} decant_jpeg_request;

/// A message of the library, and the position at that time.
typedef struct {
    intptr_t offset;
    char words[DECANT_JPEG_WORDS];
} decant_jpeg_message;

typedef struct {
    int32_t end;
    /// How many rows of pixels were made.
    int32_t rows;
    /// Why there are not all of them.
    decant_jpeg_message failure;
    /// How many warnings there were, of which the first ones are kept.
    int64_t warning_count;
    decant_jpeg_message warnings[DECANT_JPEG_WARNINGS];
} decant_jpeg_outcome;

/// Decodes a picture.
void decant_jpeg_decode(const decant_jpeg_request *request, decant_jpeg_outcome *outcome);

/// Counts the scans of a picture up to its end, without decoding; `bytes` begin within the first one.
///
/// Sets how many bytes are of use: those in front of a segment that is cut off.
int64_t decant_jpeg_scans(const uint8_t *bytes, intptr_t count, intptr_t *usable);

#endif
