// The functions of CDecantScan.h byte by byte, for processors with neither SSE2 nor NEON; they are the reference in the checks,
// too. Each reads no more than those do.
//
// Included by CDecantScan.h only.

// `DECANT_PORTABLE`, a define on the compiler's line, turns all vectors off for tests.
#if !defined(DECANT_SCAN_PORTABLE) && (defined(DECANT_PORTABLE) || !(defined(__SSE2__) || defined(__ARM_NEON)))
#define DECANT_SCAN_PORTABLE

/// A bit for each of 16 bytes, or a few more.
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

/// The number of bytes before the first quotation mark, reverse solidus, control character or byte of 0x80 and above;
/// 16 if there is none.
DECANT_INLINE intptr_t decant_json_string_stop(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes;
    intptr_t index = 0;
    while (index < 16 && byte[index] != '"' && byte[index] != '\\' && byte[index] >= 0x20 && byte[index] < 0x80) index++;
    return index;
}

/// Copies 64 bytes, and returns the number of them before the first reverse solidus; 64 if there is none.
DECANT_INLINE intptr_t decant_json_copy_to_escape(const void *source, void *target) {
    uint8_t group[64];
    memcpy(group, source, 64);
    memcpy(target, group, 64);
    intptr_t index = 0;
    while (index < 64 && group[index] != '\\') index++;
    return index;
}

/// Where a run of A-Z, a-z, 0-9, `-`, `.`, `_` and `:` ends, and where a colon is in it.
DECANT_INLINE decant_xml_name decant_xml_name_stop(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes;
    decant_xml_name name = {0, 0};
    for (; name.stop < 16; name.stop++) {
        uint8_t value = byte[name.stop], letter = value | 0x20;
        int is_name = (letter >= 'a' && letter <= 'z') || (value >= '-' && value <= ':' && value != '/') || value == '_';
        if (!is_name) break;
        if (value == ':') name.colon = name.stop == 0 || name.colon != 0 ? -1 : name.stop;
    }
    return name;
}

/// The number of bytes before the first `<`, `&`, `]`, carriage return or zero, of which there must be one.
DECANT_INLINE intptr_t decant_xml_text_end(const void *bytes) {
    const uint8_t *byte = (const uint8_t *)bytes, *end = byte;
    while (*end != '<' && *end != '&' && *end != ']' && *end != '\r' && *end != 0) end++;
    return end - byte;
}

/// The number of bytes before the first quotation mark, `&`, `<` or control character, of which there must be one.
DECANT_INLINE intptr_t decant_xml_value_end(const void *bytes, uint8_t quote) {
    const uint8_t *byte = (const uint8_t *)bytes, *end = byte;
    while (*end != '<' && *end != '&' && *end != quote && *end >= 0x20) end++;
    return end - byte;
}

/// The number of bytes before the first one that is a given one, a carriage return or zero, of which there must be one.
DECANT_INLINE intptr_t decant_xml_find(const void *bytes, uint8_t byte) {
    const uint8_t *start = (const uint8_t *)bytes, *end = start;
    while (*end != byte && *end != '\r' && *end != 0) end++;
    return end - start;
}

/// The classes of 16 bytes of UTF-8, as the functions for vectors return them.
///
/// @param continued The bytes at the front that continue the character before; then those of the next 16.
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
            // C0 and C1 begin nothing, and a byte of 0xF0 or more begins four bytes or nothing.
            if (value < 0xC2 || value >= 0xF0) is_valid = 0;
            if (value < 0xE0) continue;
            uint8_t next = byte[index + 1];
            // Characters that have a shorter form, surrogates, and the last 64 before U+10000, of which two are none.
            int is_low = next >= 0x80 && next < 0xA0;
            if (value == 0xE0 && is_low) is_valid = 0;
            if (value == 0xED && !is_low) is_valid = 0;
            if (value == 0xEF && next == 0xBF) is_valid = 0;
        }
    }
    *continued = expected >> 16;
    return is_valid && (expected & 0xFFFF) == continuing;
}

/// Whether the first bytes of two places are the same; all 16 of both must be readable, of which `count` are compared.
DECANT_INLINE int decant_xml_same16(const void *left, const void *right, intptr_t count) {
    return memcmp(left, right, (size_t)count) == 0;
}

#endif
