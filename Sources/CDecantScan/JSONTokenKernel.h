// The kernel, once for each kind of vector: included by JSONTokens.c with `KERNEL(name)` for the names of its functions, and with
// `block`, `load`, `equal`, `at_least`, `quotes_and_controls`, `white`, `separators`, `prefix_xor` and `write_offsets` defined for
// that kind; also `wrong_leads`, where there is something faster than comparisons.
//
// A mask has a bit for each of the 64 bytes, the lowest for the first. The state that one block passes to the next is kept in its lowest bits.

/// The bits at which escapes begin: in a run of backslashes every second one.
///
/// @param is_escaped Whether the first byte is escaped.
static inline uint64_t KERNEL(escapes)(uint64_t backslashes, uint64_t is_escaped) {
    // Every second bit, from the lowest.
    const uint64_t even = 0x5555555555555555;
    backslashes &= ~is_escaped;
    uint64_t starts = backslashes & ~(backslashes << 1);
    // The carry of the sum clears each run that starts at an even place.
    uint64_t from_even = backslashes & ~(backslashes + (starts & even));
    return (from_even & even) | (backslashes & ~from_even & ~even);
}

/// Finds the strings of a block. This is the one function that knows how quotation marks and backslashes delimit them.
///
/// @param valid The bits of bytes that belong to the text.
/// @param last The highest of them.
INLINE string_bits KERNEL(strings)(block bytes, uint64_t valid, int last, string_state *state) {
    uint64_t backslashes = equal(bytes, '\\') & valid;
    uint64_t escapes = 0, escaped = state->is_escaped;
    if ((backslashes | escaped) != 0) {
        escapes = KERNEL(escapes)(backslashes, escaped);
        state->is_escaped = escapes >> last & 1;
        escaped |= escapes << 1;
    }
    uint64_t quotes = equal(bytes, '"') & valid & ~escaped;
    uint64_t inside = prefix_xor(quotes) ^ state->is_inside;
    state->is_inside = (uint64_t)((int64_t)(inside << (63 - last)) >> 63);
    return (string_bits){quotes, escapes, inside};
}

/// Finds the end of a value that goes on; see `decant_json_value_end`.
static intptr_t KERNEL(value_end)(decant_json_extent *extent, const uint8_t *bytes, intptr_t count) {
    for (intptr_t offset = 0; offset < count; offset += 64) {
        int last = count - offset >= 64 ? 63 : (int)(count - offset) - 1;
        uint64_t valid = ~(uint64_t)0 >> (63 - last);
        block part = load(bytes + offset);
        string_bits strings = KERNEL(strings)(part, valid, last, &extent->strings);
        if (extent->depth == 0) {
            if (strings.quotes != 0) return offset + __builtin_ctzll(strings.quotes) + 1;
            continue;
        }
        uint64_t outside = valid & ~strings.inside;
        uint64_t opens = (equal(part, '[') | equal(part, '{')) & outside;
        uint64_t closes = (equal(part, ']') | equal(part, '}')) & outside;
        if (extent->depth > __builtin_popcountll(closes)) {
            extent->depth += __builtin_popcountll(opens) - __builtin_popcountll(closes);
            continue;
        }
        for (uint64_t bits = opens | closes; bits != 0; bits &= bits - 1) {
            if (bits & -bits & opens) {
                extent->depth++;
            } else if (--extent->depth == 0) {
                return offset + __builtin_ctzll(bits) + 1;
            }
        }
    }
    return 0;
}

#ifndef wrong_leads
/// The bits of leading bytes that no character has, or none with the byte after it: those of characters that have a shorter form,
/// of surrogates, and of what is above U+10FFFF.
///
/// @param next The same bytes without the first, and the one after them.
static inline uint64_t KERNEL(wrong_leads)(block bytes, block next, uint64_t leads, uint64_t four) {
    uint64_t upper = at_least(next, decant_utf8_upper_half);
    uint64_t wrong = leads & ~at_least(bytes, decant_utf8_lead_2);
    wrong |= equal(bytes, decant_utf8_lead_3) & ~upper;
    wrong |= equal(bytes, decant_utf8_lead_before_surrogates) & upper;
    if (four == 0) return wrong;
    upper = at_least(next, decant_utf8_upper_part);
    wrong |= equal(bytes, decant_utf8_lead_4) & ~upper;
    wrong |= equal(bytes, decant_utf8_last_lead) & upper;
    return wrong | at_least(bytes, decant_utf8_last_lead + 1);
}
#define wrong_leads KERNEL(wrong_leads)
#endif

/// The bits of bytes that break the table of well-formed UTF-8 (RFC 3629 §4).
///
/// @param high The bytes beyond ASCII.
/// @param continued The bytes at the front that continue a character; then those of the next block.
/// @param long_seen Whether there was a character of three bytes or more. Where there is one, there are others, and
/// checking each block for what can be invalid in them costs less than mispredicting which blocks have them.
static inline uint64_t KERNEL(malformed)(
    block bytes, const uint8_t *place, uint64_t high, uint64_t *continued, uint64_t *long_seen
) {
    uint64_t leads = at_least(bytes, decant_utf8_lead), three = at_least(bytes, decant_utf8_lead_3);
    if (three == 0 && (long_seen == NULL || *long_seen == 0)) {
        uint64_t wrong = (leads << 1 | *continued) ^ (high & ~leads);
        *continued = leads >> 63;
        return wrong | (leads & ~at_least(bytes, decant_utf8_lead_2));
    }
    if (long_seen != NULL) *long_seen = 1;
    uint64_t four = at_least(bytes, decant_utf8_lead_4);
    uint64_t wrong = (leads << 1 | three << 2 | four << 3 | *continued) ^ (high & ~leads);
    *continued = leads >> 63 | three >> 62 | four >> 61;
    return wrong | wrong_leads(bytes, load(place + 1), leads, four);
}

/// Where a string that goes on at `start` has its first quotation mark, reverse solidus or control character; or an earlier offset,
/// between two characters, at most 66 bytes before one that is not UTF-8, or before the end of the text.
static intptr_t KERNEL(string_stop)(const uint8_t *text, intptr_t start, intptr_t length) {
    uint64_t continued = 0, long_seen = 0;
    intptr_t offset = start;
    // UTF-8 is checked with the byte after the 64, too.
    for (; length - offset > 64; offset += 64) {
        block bytes = load(text + offset);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\');
        if (at_least(bytes, decant_utf8_tail) != 0) break;
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // From the first character beyond ASCII on, UTF-8 is checked in each block: predicting which ones need it would cost more.
    for (; length - offset > 64; offset += 64) {
        const uint8_t *place = text + offset;
        block bytes = load(place);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\'), cut = continued;
        uint64_t wrong = KERNEL(malformed)(bytes, place, at_least(bytes, decant_utf8_tail), &continued, &long_seen);
        // Up to the stop, which may be where a character should go on.
        uint64_t before = stops ^ (stops - 1);
        if ((wrong & before) != 0) {
            continued = cut;
            break;
        }
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // A character that is cut is left to the caller.
    if (continued != 0) {
        do offset--;
        while (offset > start && text[offset] < decant_utf8_lead && text[offset] >= decant_utf8_tail);
    }
    return offset;
}

/// What one block passes to the next, and what was found in all so far.
typedef struct {
    string_state strings;
    uint64_t is_other, continued, irregular, tokens, high;
    uint32_t feeds, returns;
} KERNEL(state);

/// Finds the bits at which tokens of a block begin.
///
/// @param after_end The bits of bytes that are not in the text, which are zeros.
INLINE void KERNEL(find)(KERNEL(state) *state, block bytes, const uint8_t *place, uint64_t after_end, int counts_lines) {
    string_bits strings = KERNEL(strings)(bytes, ~(uint64_t)0, 63, &state->strings);
    uint64_t high = at_least(bytes, decant_utf8_tail), wrong = 0;
    state->high |= high;
    if ((high | state->continued) != 0) wrong = KERNEL(malformed)(bytes, place, high, &state->continued, NULL);

    uint64_t spaces = white(bytes);
    state->irregular |= wrong | (~at_least(bytes, ' ') & ~after_end & (strings.inside | ~spaces));
    if (counts_lines) {
        state->feeds += (uint32_t)__builtin_popcountll(equal(bytes, '\n'));
        state->returns += (uint32_t)__builtin_popcountll(equal(bytes, '\r'));
    }
    uint64_t marks = separators(bytes);
    uint64_t other = ~(marks | spaces | strings.inside | strings.quotes | after_end);
    uint64_t others = other & ~(other << 1 | state->is_other);
    state->tokens = (marks & ~strings.inside) | strings.quotes | strings.escapes | others;
    state->is_other = other >> 63;
}

/// Finds the tokens of a chunk. Whether it counts line ends is a constant for each caller, so that no block tests it.
INLINE decant_json_chunk KERNEL(find_in_chunk)(
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
    return (decant_json_chunk){next - offsets, offset, state.feeds, state.returns, state.high == 0, state.irregular != 0};
}

static decant_json_chunk KERNEL(find_tokens)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    if (counts_lines) return KERNEL(find_in_chunk)(text, start, length, 1, offsets, capacity);
    return KERNEL(find_in_chunk)(text, start, length, 0, offsets, capacity);
}

#undef wrong_leads
