// The kernel, once for each kind of vector: included by JSONTokens.c with `KERNEL(name)` for the names of its functions, and with
// `block`, `load`, `equal`, `at_least`, `white`, `separators`, `prefix_xor` and `write_offsets` defined for that kind.
//
// A mask has a bit for each of the 64 bytes, the lowest for the first. The state that one block passes to the next is kept in its lowest bits.

/// The bits at which escapes begin: in a run of backslashes every second one.
///
/// @param is_escaped Whether the first byte is escaped; then whether that of the next block is.
static inline uint64_t KERNEL(escapes)(uint64_t backslashes, uint64_t *is_escaped) {
    const uint64_t even = 0x5555555555555555;
    backslashes &= ~*is_escaped;
    uint64_t starts = backslashes & ~(backslashes << 1);
    // The carry of the sum clears each run that starts at an even place.
    uint64_t from_even = backslashes & ~(backslashes + (starts & even));
    uint64_t escapes = (from_even & even) | (backslashes & ~from_even & ~even);
    *is_escaped = escapes >> 63;
    return escapes;
}

/// The bits of bytes that break the table of well-formed UTF-8 (RFC 3629 §4).
///
/// @param high The bytes of 0x80 and above.
/// @param continued The bytes at the front that continue a character; then those of the next block.
static inline uint64_t KERNEL(malformed)(block bytes, const uint8_t *place, uint64_t high, uint64_t *continued) {
    uint64_t leads = at_least(bytes, 0xC0), three = at_least(bytes, 0xE0), four = at_least(bytes, 0xF0);
    uint64_t expected = leads << 1 | three << 2 | four << 3 | *continued;
    *continued = leads >> 63 | three >> 62 | four >> 61;
    // C0 and C1 would begin characters that have a shorter form.
    uint64_t wrong = (expected ^ (high & ~leads)) | (leads & ~at_least(bytes, 0xC2));
    if (three == 0) return wrong;
    block next = load(place + 1);
    uint64_t upper = at_least(next, 0xA0);
    // Characters that have a shorter form, and surrogates.
    wrong |= (equal(bytes, 0xE0) & ~upper) | (equal(bytes, 0xED) & upper);
    if (four == 0) return wrong;
    uint64_t above = at_least(next, 0x90);
    // Again, and characters above U+10FFFF.
    return wrong | (equal(bytes, 0xF0) & ~above) | (equal(bytes, 0xF4) & above) | at_least(bytes, 0xF5);
}

/// Where a string that goes on at `start` has its first quotation mark, reverse solidus or control character; or an earlier offset,
/// between two characters, at most 66 bytes before one that is not UTF-8, or before the end of the text.
static intptr_t KERNEL(string_stop)(const uint8_t *text, intptr_t start, intptr_t length) {
    uint64_t continued = 0;
    intptr_t offset = start;
    // UTF-8 is looked at with the byte after the 64, too.
    for (; length - offset > 64; offset += 64) {
        const uint8_t *place = text + offset;
        block bytes = load(place);
        uint64_t stops = equal(bytes, '"') | equal(bytes, '\\') | ~at_least(bytes, 0x20);
        uint64_t high = at_least(bytes, 0x80), wrong = 0, cut = continued;
        if ((high | continued) != 0) wrong = KERNEL(malformed)(bytes, place, high, &continued);
        // Up to the stop, which may be where a character should go on.
        uint64_t before = stops ^ (stops - 1);
        if ((wrong & before) != 0) {
            continued = cut;
            break;
        }
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // A character that is cut begins anew.
    if (continued != 0) {
        do offset--;
        while (offset > start && (text[offset] & 0xC0) == 0x80);
    }
    return offset;
}

static decant_json_piece KERNEL(find_tokens)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    uint32_t *next = offsets;
    const uint32_t *last = offsets + capacity - 128 - decant_json_sentinels;
    uint64_t is_escaped = 0, is_inside = 0, is_other = 0, continued = 0, irregular = 0, tokens = 0;
    uint32_t all_quotes = 0, feeds = 0, returns = 0;
    intptr_t offset = start;
    // What follows a text of a stream is the next one.
    uint8_t rest[128];
    for (; offset < length && next <= last; offset += 64) {
        const uint8_t *place = text + offset;
        if (length - offset < 64) {
            memset(rest, 0, sizeof rest);
            memcpy(rest, place, (size_t)(length - offset));
            place = rest;
        }
        block bytes = load(place);
        uint64_t after_end = length - offset < 64 ? ~(uint64_t)0 << (length - offset) : 0;
        uint64_t backslashes = equal(bytes, '\\');
        uint64_t escapes = 0;
        uint64_t escaped = is_escaped;
        if ((backslashes | is_escaped) != 0) {
            escapes = KERNEL(escapes)(backslashes, &is_escaped);
            escaped |= escapes << 1;
        }
        uint64_t quotes = equal(bytes, '"') & ~escaped;
        all_quotes += (uint32_t)__builtin_popcountll(quotes);
        // From each opening quotation mark up to the byte before the closing one.
        uint64_t inside = prefix_xor(quotes) ^ is_inside;
        is_inside = (uint64_t)((int64_t)inside >> 63);

        uint64_t high = at_least(bytes, 0x80);
        if ((high | continued) != 0) irregular |= KERNEL(malformed)(bytes, place, high, &continued);

        uint64_t controls = ~at_least(bytes, 0x20) & ~after_end;
        uint64_t spaces = white(bytes);
        irregular |= controls & (inside | ~spaces);
        if (counts_lines) {
            feeds += (uint32_t)__builtin_popcountll(equal(bytes, '\n'));
            returns += (uint32_t)__builtin_popcountll(equal(bytes, '\r'));
        }
        spaces |= after_end;
        uint64_t marks = separators(bytes) & ~inside;
        uint64_t other = ~(marks | spaces | inside | quotes);
        uint64_t first_others = other & ~(other << 1 | is_other);
        is_other = other >> 63;
        // Written a turn later, when the bits are there and nothing has to wait for them.
        next = write_offsets(next, (uint32_t)offset - 64, tokens);
        tokens = marks | quotes | first_others | escapes;
    }
    next = write_offsets(next, (uint32_t)offset - 64, tokens);
    if (offset >= length) {
        offset = length;
        for (int index = 0; index < decant_json_sentinels; index++) next[index] = (uint32_t)length;
    }
    return (decant_json_piece){next - offsets, offset, all_quotes, feeds, returns, irregular != 0};
}
