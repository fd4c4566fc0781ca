// The JSON token kernel, compiled once for each kind of vector. JSONTokens.c includes this file with `KERNEL(name)`
// defined as the name with a prefix for the kind of vector. The type and the functions in the list below have that
// prefix. A kind that defines `HAS_INVALID_LEADS` has a faster method than comparisons for `invalid_leads`, too.
//
// A mask has one bit for each of the 64 bytes, with the lowest bit for the first byte. State that one block passes to
// the next is stored in the lowest bits.

#define block KERNEL(block)
#define load KERNEL(load)
#define equal KERNEL(equal)
#define at_least KERNEL(at_least)
#define quotes_and_controls KERNEL(quotes_and_controls)
#define white KERNEL(white)
#define separators KERNEL(separators)
#define invalid_leads KERNEL(invalid_leads)
#define prefix_xor KERNEL(prefix_xor)
#define write_offsets KERNEL(write_offsets)

/// Returns the bits where escapes begin: every second backslash in a run.
///
/// @param is_escaped Whether the first byte is escaped.
static inline uint64_t KERNEL(escapes)(uint64_t backslashes, uint64_t is_escaped) {
    // Every second bit, from the lowest.
    const uint64_t even = 0x5555555555555555;
    backslashes &= ~is_escaped;
    uint64_t starts = backslashes & ~(backslashes << 1);
    // The carry of the sum clears each run that starts at an even offset.
    uint64_t from_even = backslashes & ~(backslashes + (starts & even));
    return (from_even & even) | (backslashes & ~from_even & ~even);
}

/// Finds the strings of a block. Only this function implements how quotation marks and backslashes delimit strings.
///
/// @param valid The bits of bytes that belong to the text.
/// @param last The index of the highest valid bit.
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

/// Finds the end of an open value; see `decant_json_value_end`.
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

#ifndef HAS_INVALID_LEADS
/// Returns the bits of leading bytes that are invalid, alone or with the next byte: in overlong forms, in surrogates,
/// and above U+10FFFF.
///
/// @param next The block that begins one byte later.
static inline uint64_t invalid_leads(block bytes, block next, uint64_t leads, uint64_t four) {
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
#endif

/// Returns the bits of bytes that violate the table of well-formed UTF-8 (RFC 3629 §4).
///
/// @param high The bytes beyond ASCII.
/// @param continued The leading bytes that continue a character; updated for the next block.
/// @param long_seen Whether a character of three bytes or more has occurred. Where one occurs, others follow, and
/// checking every block costs less than mispredicting which blocks contain them.
static inline uint64_t KERNEL(malformed)(
    block bytes, const uint8_t *source, uint64_t high, uint64_t *continued, uint64_t *long_seen
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
    return wrong | invalid_leads(bytes, load(source + 1), leads, four);
}

/// Returns the offset of the first quotation mark, reverse solidus or control character in a string that continues at
/// `start`; or an earlier offset between two characters, at most 66 bytes before invalid UTF-8 or the end of the text.
static intptr_t KERNEL(string_stop)(const uint8_t *text, intptr_t start, intptr_t length) {
    uint64_t continued = 0, long_seen = 0;
    intptr_t offset = start;
    // The check of UTF-8 also reads the byte after the 64.
    for (; length - offset > 64; offset += 64) {
        block bytes = load(text + offset);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\');
        if (at_least(bytes, decant_utf8_tail) != 0) break;
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // From the first block with a character beyond ASCII, UTF-8 is checked in each block: predicting which blocks need
    // it would cost more.
    for (; length - offset > 64; offset += 64) {
        const uint8_t *source = text + offset;
        block bytes = load(source);
        uint64_t stops = quotes_and_controls(bytes) | equal(bytes, '\\'), cut = continued;
        uint64_t wrong = KERNEL(malformed)(bytes, source, at_least(bytes, decant_utf8_tail), &continued, &long_seen);
        // Only errors up to the stop count; the stop itself may interrupt a character.
        uint64_t before = stops ^ (stops - 1);
        if ((wrong & before) != 0) {
            continued = cut;
            break;
        }
        if (stops != 0) return offset + __builtin_ctzll(stops);
    }
    // Move back to the start of an incomplete character.
    if (continued != 0) {
        do offset--;
        while (offset > start && text[offset] < decant_utf8_lead && text[offset] >= decant_utf8_tail);
    }
    return offset;
}

/// Returns the bits of the letters that may follow a reverse solidus (RFC 8259 §7), without `u`. Letters that are not
/// escaped may be missing.
INLINE uint64_t KERNEL(escape_letters)(block bytes, uint64_t escaped) {
    uint64_t letters = equal(bytes, '"') | equal(bytes, '\\');
    // Most escapes are in JSON or HTML that a string contains.
    if ((escaped & ~letters) == 0) return letters;
    letters |= equal(bytes, 'n') | equal(bytes, 't') | equal(bytes, 'r');
    return letters | equal(bytes, '/') | equal(bytes, 'b') | equal(bytes, 'f');
}

/// Returns the offset of the closing quotation mark of a string that continues at `start`, of its first control
/// character, byte beyond ASCII, or escape that is not of two characters; or an earlier offset between two characters,
/// at most 65 bytes before the end of the text.
static intptr_t KERNEL(escaped_string_stop)(const uint8_t *text, intptr_t start, intptr_t length) {
    uint64_t is_escaped = 0;
    intptr_t offset = start;
    for (; length - offset > 64; offset += 64) {
        block bytes = load(text + offset);
        uint64_t escapes = KERNEL(escapes)(equal(bytes, '\\'), is_escaped);
        uint64_t escaped = escapes << 1 | is_escaped;
        uint64_t stops = (quotes_and_controls(bytes) & ~escaped) | at_least(bytes, decant_utf8_tail);
        stops |= escaped & ~KERNEL(escape_letters)(bytes, escaped);
        if (stops != 0) {
            int stop = __builtin_ctzll(stops);
            return offset + stop - (intptr_t)(escaped >> stop & 1);
        }
        is_escaped = escapes >> 63;
    }
    return offset - (intptr_t)is_escaped;
}

/// The state that one block passes to the next, and the results of all blocks so far.
typedef struct {
    string_state strings;
    uint64_t is_other, continued, irregular, tokens, high;
    uint32_t feeds, returns;
} KERNEL(state);

/// Finds the bits where the tokens of a block begin.
///
/// @param after_end The bits of bytes after the end of the text. These bytes are zero.
INLINE void KERNEL(find)(
    KERNEL(state) *state, block bytes, const uint8_t *source, uint64_t after_end, int counts_lines
) {
    string_bits strings = KERNEL(strings)(bytes, ~(uint64_t)0, 63, &state->strings);
    uint64_t high = at_least(bytes, decant_utf8_tail), wrong = 0;
    state->high |= high;
    if ((high | state->continued) != 0) wrong = KERNEL(malformed)(bytes, source, high, &state->continued, NULL);

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

/// Finds the tokens of a chunk. `counts_lines` is a constant in each caller, so no block tests it.
INLINE decant_json_chunk KERNEL(find_in_chunk)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    uint32_t *next = offsets;
    const uint32_t *last = offsets + capacity - 128 - decant_json_sentinels;
    KERNEL(state) state = {0};
    // The offsets of a block are written one iteration later, when its bits are available without waiting.
    const intptr_t last_block = length - 64;
    intptr_t offset = start;
    for (; offset <= last_block && next <= last; offset += 64) {
        uint64_t tokens = state.tokens;
        KERNEL(find)(&state, load(text + offset), text + offset, 0, counts_lines);
        next = write_offsets(next, (uint32_t)offset - 64, tokens);
    }
    if (offset < length && next <= last) {
        // In a stream, the bytes after the text belong to the next text.
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
    return (decant_json_chunk){
        next - offsets, offset, state.feeds, state.returns, state.high == 0, state.irregular != 0
    };
}

static decant_json_chunk KERNEL(find_tokens)(
    const uint8_t *text, intptr_t start, intptr_t length, int counts_lines, uint32_t *offsets, intptr_t capacity
) {
    if (counts_lines) return KERNEL(find_in_chunk)(text, start, length, 1, offsets, capacity);
    return KERNEL(find_in_chunk)(text, start, length, 0, offsets, capacity);
}

#undef block
#undef load
#undef equal
#undef at_least
#undef quotes_and_controls
#undef white
#undef separators
#undef invalid_leads
#undef prefix_xor
#undef write_offsets
#undef KERNEL
