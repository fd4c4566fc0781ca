// The kernel, once for each kind of vector: included by JSONTokens.c with `KERNEL(name)` for the names of its functions, and with
// `block`, `load`, `equal`, `at_least`, `quotes_and_controls`, `white`, `separators`, `prefix_xor` and `write_offsets` defined for
// that kind; also `wrong_leads`, where there is something faster than comparisons.
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

#ifndef wrong_leads
/// The bits of leading bytes that no character has, or none with the byte after it: those of characters that have a shorter form,
/// of surrogates, and of what is above U+10FFFF.
///
/// @param next The same bytes without the first, and the one after them.
static inline uint64_t KERNEL(wrong_leads)(block bytes, block next, uint64_t leads, uint64_t four) {
    uint64_t upper = at_least(next, 0xA0);
    uint64_t wrong = (leads & ~at_least(bytes, 0xC2)) | (equal(bytes, 0xE0) & ~upper) | (equal(bytes, 0xED) & upper);
    if (four == 0) return wrong;
    uint64_t above = at_least(next, 0x90);
    return wrong | (equal(bytes, 0xF0) & ~above) | (equal(bytes, 0xF4) & above) | at_least(bytes, 0xF5);
}
#define wrong_leads KERNEL(wrong_leads)
#endif

/// The bits of bytes that break the table of well-formed UTF-8 (RFC 3629 §4).
///
/// @param high The bytes of 0x80 and above.
/// @param continued The bytes at the front that continue a character; then those of the next block.
/// @param long_seen Whether there was a character of three bytes or more. Where there was one there are others, and to look at
/// each block for what can be wrong with them costs less than to predict wrongly which one has them.
static inline uint64_t KERNEL(malformed)(
    block bytes, const uint8_t *place, uint64_t high, uint64_t *continued, uint64_t *long_seen
) {
    uint64_t leads = at_least(bytes, 0xC0), three = at_least(bytes, 0xE0);
    if (three == 0 && (long_seen == NULL || *long_seen == 0)) {
        uint64_t wrong = (leads << 1 | *continued) ^ (high & ~leads);
        *continued = leads >> 63;
        // C0 and C1 would begin characters that have a shorter form.
        return wrong | (leads & ~at_least(bytes, 0xC2));
    }
    if (long_seen != NULL) *long_seen = 1;
    uint64_t four = at_least(bytes, 0xF0);
    uint64_t wrong = (leads << 1 | three << 2 | four << 3 | *continued) ^ (high & ~leads);
    *continued = leads >> 63 | three >> 62 | four >> 61;
    return wrong | wrong_leads(bytes, load(place + 1), leads, four);
}

/// Where a string that goes on at `start` has its first quotation mark, reverse solidus or control character; or an earlier offset,
/// between two characters, at most 66 bytes before one that is not UTF-8, or before the end of the text.
static intptr_t KERNEL(string_stop)(const uint8_t *text, intptr_t start, intptr_t length) {
    uint64_t continued = 0, long_seen = 0;
    intptr_t offset = start;
    // UTF-8 is looked at with the byte after the 64, too.
    for (; length - offset > 64; offset += 64) {
        block bytes = load(text + offset);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\');
        if (at_least(bytes, 0x80) != 0) break;
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // From the first character beyond ASCII on, UTF-8 is looked at in each block: to predict which ones need it would cost more.
    for (; length - offset > 64; offset += 64) {
        const uint8_t *place = text + offset;
        block bytes = load(place);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\'), cut = continued;
        uint64_t wrong = KERNEL(malformed)(bytes, place, at_least(bytes, 0x80), &continued, &long_seen);
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

/// What one block passes to the next, and what was found in all so far.
typedef struct {
    uint64_t is_escaped, is_inside, is_other, continued, irregular, tokens, high;
    uint32_t feeds, returns;
} KERNEL(state);

/// Finds the bits at which tokens of a block begin.
///
/// @param after_end The bits of bytes that are not in the text, which are zeros.
INLINE void KERNEL(find)(KERNEL(state) *state, block bytes, const uint8_t *place, uint64_t after_end, int counts_lines) {
    uint64_t backslashes = equal(bytes, '\\');
    uint64_t escapes = 0, escaped = state->is_escaped;
    if ((backslashes | escaped) != 0) {
        escapes = KERNEL(escapes)(backslashes, &state->is_escaped);
        escaped |= escapes << 1;
    }
    uint64_t quotes = equal(bytes, '"') & ~escaped;
    // From each opening quotation mark up to the byte before the closing one.
    uint64_t inside = prefix_xor(quotes) ^ state->is_inside;
    state->is_inside = (uint64_t)((int64_t)inside >> 63);

    uint64_t high = at_least(bytes, 0x80), wrong = 0;
    state->high |= high;
    if ((high | state->continued) != 0) wrong = KERNEL(malformed)(bytes, place, high, &state->continued, NULL);

    uint64_t spaces = white(bytes);
    state->irregular |= wrong | (~at_least(bytes, 0x20) & ~after_end & (inside | ~spaces));
    if (counts_lines) {
        state->feeds += (uint32_t)__builtin_popcountll(equal(bytes, '\n'));
        state->returns += (uint32_t)__builtin_popcountll(equal(bytes, '\r'));
    }
    uint64_t marks = separators(bytes);
    uint64_t other = ~(marks | spaces | inside | quotes | after_end);
    state->tokens = (marks & ~inside) | quotes | escapes | (other & ~(other << 1 | state->is_other));
    state->is_other = other >> 63;
}

/// Finds the tokens of a piece. Whether it counts line ends is a constant for each caller, so that no block tests it.
INLINE decant_json_piece KERNEL(find_in_piece)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    uint32_t *next = offsets;
    const uint32_t *last = offsets + capacity - 128 - decant_json_sentinels;
    KERNEL(state) state = {0};
    // The offsets of a block are written a turn later, when the bits are there and nothing has to wait for them.
    const intptr_t last_block = length - 64;
    intptr_t offset = start;
    for (; offset <= last_block && next <= last; offset += 64) {
        uint64_t tokens = state.tokens;
        KERNEL(find)(&state, load(text + offset), text + offset, 0, counts_lines);
        next = write_offsets(next, (uint32_t)offset - 64, tokens);
    }
    if (offset < length && next <= last) {
        // What follows a text of a stream is the next one.
        uint8_t rest[128] = {0};
        memcpy(rest, text + offset, (size_t)(length - offset));
        next = write_offsets(next, (uint32_t)offset - 64, state.tokens);
        KERNEL(find)(&state, load(rest), rest, ~(uint64_t)0 << (length - offset), counts_lines);
        offset += 64;
    }
    next = write_offsets(next, (uint32_t)offset - 64, state.tokens);
    if (offset >= length) {
        offset = length;
        for (int index = 0; index < decant_json_sentinels; index++) next[index] = (uint32_t)length;
    }
    return (decant_json_piece){next - offsets, offset, state.feeds, state.returns, state.high == 0, state.irregular != 0};
}

static decant_json_piece KERNEL(find_tokens)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    if (counts_lines) return KERNEL(find_in_piece)(text, start, length, 1, offsets, capacity);
    return KERNEL(find_in_piece)(text, start, length, 0, offsets, capacity);
}

#undef wrong_leads
