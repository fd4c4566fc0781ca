// A wrapper of libjpeg-turbo for the trait JPEG of this package, which does not expose the declarations of that
// library.
//
// One call decodes a whole image. The state of the library, including its jumps on errors, does not outlive the call.
// Nothing is printed. Counting scans needs no library, and is there without the trait.

#ifndef CDECANTJPEG_H
#define CDECANTJPEG_H

#include <stdint.h>

/// The capacity of a message, including the terminating zero.
enum { DECANT_JPEG_WORDS = 200 };

/// The maximum number of stored warnings.
enum { DECANT_JPEG_WARNINGS = 8 };

/// The result of decoding.
enum {
    DECANT_JPEG_DONE = 0,
    /// All pixels are decoded, but the end marker is missing.
    DECANT_JPEG_NO_END = 1,
    /// The bytes end early. If partial images are accepted, the rows with data are decoded.
    DECANT_JPEG_TRUNCATED = 2,
    DECANT_JPEG_DAMAGED = 3,
    DECANT_JPEG_TOO_MANY_SCANS = 4,
    DECANT_JPEG_CANCELLED = 5,
    DECANT_JPEG_NO_MEMORY = 6,
};

/// The input, the target, and the options of decoding.
typedef struct {
    const uint8_t *bytes;
    intptr_t count;
    /// The target for the rows of pixels, four bytes per pixel.
    uint32_t *pixels;
    /// The size in pixels. An image with another size is an error.
    int32_t width, height;
    /// The scale in eighths of the size of the image.
    int32_t eighths;
    /// The number of components: 1, 3 or 4. An image with another number is an error.
    int32_t components;
    /// Whether to decode the rows with data if the bytes end early.
    int32_t accepts_partial;
    /// The maximum number of scans.
    int64_t scans;
    /// The maximum memory for coefficients, in bytes.
    int64_t memory;
    /// Called periodically; returns nonzero to cancel.
    int32_t (*is_cancelled)(void);
} decant_jpeg_request;

/// A message of the library, and the offset when it occurred.
typedef struct {
    intptr_t offset;
    char words[DECANT_JPEG_WORDS];
} decant_jpeg_message;

typedef struct {
    int32_t end;
    /// The number of decoded rows.
    int32_t rows;
    /// The reason why rows are missing.
    decant_jpeg_message failure;
    /// The number of warnings. Only the first ones are stored.
    int64_t warning_count;
    decant_jpeg_message warnings[DECANT_JPEG_WARNINGS];
} decant_jpeg_outcome;

/// Decodes an image.
void decant_jpeg_decode(const decant_jpeg_request *request, decant_jpeg_outcome *outcome);

/// Counts the scans of an image up to its end, without decoding. `bytes` begin within the first scan.
///
/// Sets `usable` to the number of bytes before a truncated segment, or to `count`, and `has_end` to whether the end
/// marker was found.
int64_t decant_jpeg_scans(const uint8_t *bytes, intptr_t count, intptr_t *usable, int *has_end);

#endif
