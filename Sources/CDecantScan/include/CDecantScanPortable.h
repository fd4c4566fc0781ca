// The functions of CDecantScan.h byte by byte, for processors without SSE2 and NEON, and as the reference in the
// checks. They read no more bytes than the vector functions.
//
// Only CDecantScan.h includes this file.

// The compiler option `-DDECANT_PORTABLE` disables all vectors for tests. ARM processors of 32 bits lack some of the
// vector instructions in use.
#if !defined(DECANT_SCAN_PORTABLE) && \
    (defined(DECANT_PORTABLE) || !(defined(__SSE2__) || (defined(__ARM_NEON) && defined(__aarch64__))))
#define DECANT_SCAN_PORTABLE

/// A mask with one bit for each of 16 bytes, or a few more.
typedef uint32_t decant_byte_mask;

/// Counts in groups of 16 bytes.
DECANT_INLINE decant_text_counts decant_count_text(const void *bytes, intptr_t groups) {
    const uint8_t *byte = (const uint8_t *)bytes;
    decant_text_counts counts = {0, 0, 0};
    for (intptr_t index = 0; index < 16 * groups; index++) {
        counts.feeds += byte[index] == '\n';
        counts.returns += byte[index] == '\r';
        counts.scalars += (byte[index] & 0xC0) != 0x80;
    }
    return counts;
}

/// Returns the number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and
/// above, at most 16.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes;
    intptr_t index = 0;
    while (index < 16 && byte[index] != '"' && byte[index] != '\\' && byte[index] >= 0x20 && byte[index] < 0x80) {
        index++;
    }
    return index;
}

/// Copies 64 bytes, and returns the bits of the reverse solidi among them.
DECANT_INLINE uint64_t decant_json_copy(const void *source, void *target) {
    uint8_t group[64];
    memcpy(group, source, 64);
    memcpy(target, group, 64);
    uint64_t escapes = 0;
    for (int index = 0; index < 64; index++) escapes |= (uint64_t)(group[index] == '\\') << index;
    return escapes;
}

/// Finds the end of a run of A-Z, a-z, 0-9, `-`, `.`, `_` and `:`, and the colon in it.
DECANT_INLINE decant_xml_name decant_xml_name_stop(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes;
    decant_xml_name name = {0, 0};
    for (; name.stop < 16; name.stop++) {
        uint8_t value = byte[name.stop], letter = value | 0x20;
        int is_letter = letter >= 'a' && letter <= 'z';
        int is_name = is_letter || (value >= '-' && value <= ':' && value != '/') || value == '_';
        if (!is_name) break;
        if (value == ':') name.colon = name.stop == 0 || name.colon != 0 ? -1 : name.stop;
    }
    return name;
}

/// Returns the offset of the first `<`, `&`, `]`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_text_end(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes, *end = byte;
    while (*end != '<' && *end != '&' && *end != ']' && *end != '\r' && *end != 0) end++;
    return end - byte;
}

/// Returns the offset of the first `quote`, `&`, `<` or control character. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_value_end(const void *bytes, uint8_t quote) {
    const uint8_t *byte = (const uint8_t *)bytes, *end = byte;
    while (*end != '<' && *end != '&' && *end != quote && *end >= 0x20) end++;
    return end - byte;
}

/// Returns the offset of the first `byte`, CR, or NUL. Precondition: the text contains one of them.
DECANT_INLINE intptr_t decant_xml_find(const void *bytes, uint8_t byte) {
    const uint8_t *start = (const uint8_t *)bytes, *end = start;
    while (*end != byte && *end != '\r' && *end != 0) end++;
    return end - start;
}

/// Returns whether 16 bytes of UTF-8 contain only characters that XML allows, as the vector functions do.
///
/// @param continued The bytes at the start that continue the previous character; updated for the next 16 bytes.
DECANT_INLINE int decant_xml_is_valid16(const void *bytes, decant_byte_mask *continued) {
    const uint8_t *byte = (const uint8_t *)bytes;
    uint32_t expected = *continued, continuing = 0;
    int is_valid = 1;
    for (int index = 0; index < 16; index++) {
        uint8_t value = byte[index];
        if (value < 0x20) {
            if (value != '\n' && value != '\r' && value != '\t') is_valid = 0;
        } else if (value >= 0x80 && value < 0xC0) {
            continuing |= 1u << index;
        } else if (value >= 0xC0) {
            expected |= (value >= 0xE0 ? 6u : 2u) << index;
            // C0 and C1 are invalid, and a byte of 0xF0 or more begins a four-byte character or is invalid.
            if (value < 0xC2 || value >= 0xF0) is_valid = 0;
            if (value < 0xE0) continue;
            uint8_t next = byte[index + 1];
            // Overlong forms, surrogates, and the last 64 code points before U+10000, which include two noncharacters.
            int is_low = next >= 0x80 && next < 0xA0;
            if (value == 0xE0 && is_low) is_valid = 0;
            if (value == 0xED && !is_low) is_valid = 0;
            if (value == 0xEF && next == 0xBF) is_valid = 0;
        }
    }
    *continued = expected >> 16;
    return is_valid && (expected & 0xFFFF) == continuing;
}

/// Returns whether the first `count` bytes of two regions are equal. 16 bytes of both must be readable.
DECANT_INLINE int decant_xml_same16(const void *left, const void *right, intptr_t count) {
    return memcmp(left, right, (size_t)count) == 0;
}

#endif
