// Prints a checksum of the results of each function in the C headers, for the same synthetic inputs. Scripts/tools/neon
// builds this file for several processors, with and without vectors, and compares the output. The inputs consist of
// bytes that the functions treat specially and of random bytes.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "CDecantInflate.h"
#include "CDecantPixels.h"
#include "CDecantScan.h"
#include "CDecantStreams.h"

enum { rounds = 20000, size = 512 };

// MARK: - Inputs and checksums

static uint64_t state;

static uint32_t any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static intptr_t below(uint32_t end) { return (intptr_t)(any() % end); }

/// FNV-1a of all results of a function.
static uint64_t checksum;

static void add(const void *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) {
        checksum = (checksum ^ ((const uint8_t *)bytes)[index]) * 0x100000001B3;
    }
}

static void add_number(int64_t number) { add(&number, sizeof number); }

static void begin(void) {
    state = 0x9E3779B97F4A7C15;
    checksum = 0xCBF29CE484222325;
}

static void end(const char *name) { printf("%s %016llx\n", name, (unsigned long long)checksum); }

static uint8_t source[4 * size + 128], above[4 * size + 128], target[16 * size + 128];

static void fill_any(uint8_t *bytes, intptr_t count) {
    for (intptr_t index = 0; index < count; index++) bytes[index] = (uint8_t)any();
}

/// Bytes of a few kinds, with likely runs of one kind and changes between kinds.
static void fill_text(uint8_t *bytes, intptr_t count) {
    static const char special[] = "\"\\\"\\<&]\r\n\t'>:-._/09azAZ[]{},: \x01\x1F\x20\x7F";
    static const char *const characters[] = {
        "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8D\xB7", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBD", "\xEE\x80\x80",
        "\xC1\x81", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x80\x80\x80", "\x80", "\xC3", "\xE2\x82",
        "\xFF", "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF", "\xDF\xBF", "\xC2\x80"};
    uint32_t kind = any() % 6, rare = 1 + any() % 40;
    for (intptr_t index = 0; index < count;) {
        uint32_t choice = any() % rare;
        if (choice != 0 || kind == 0) {
            bytes[index++] = (uint8_t)("abcdefgXYZ-_.019 "[any() % 17]);
        } else if (kind == 1 || kind == 2) {
            bytes[index++] = (uint8_t)special[any() % (sizeof special - 1)];
        } else if (kind == 3) {
            bytes[index++] = (uint8_t)any();
        } else {
            const char *character = characters[any() % (kind == 4 ? 7 : 20)];
            for (; *character && index < count; character++) bytes[index++] = (uint8_t)*character;
        }
    }
    memset(bytes + count, 0, 64);
}

// MARK: - Scanners

static void scan_text(void) {
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        decant_text_counts counts = decant_count_long_text(source + below(16), below(30));
        add_number(counts.feeds);
        add_number(counts.returns);
        add_number(counts.scalars);
    }
    end("count_text");
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        const uint8_t *text = source + below(size);
        add_number(decant_json_string_stop(text));
        add_number(decant_json_long_string_stop(source, text - source, size));
        add_number(decant_json_escaped_string_stop(source, text - source, size));
        add_number((intptr_t)decant_json_copy(text, target));
        add(target, 64);
    }
    end("json_string");
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        for (int part = 0; part < 8; part++) {
            const uint8_t *text = source + below(size);
            decant_xml_name name = decant_xml_name_stop(text);
            add_number(name.stop);
            add_number(name.colon);
            add_number(decant_xml_text_end(text));
            add_number(decant_xml_value_end(text, any() & 1 ? '"' : '\''));
            add_number(decant_xml_find(text, any() & 1 ? '>' : '-'));
            intptr_t count = below(17), distance = below(3);
            memcpy(target, text, 16);
            if (count < 16 && distance != 0) target[count] ^= 1;
            add_number(decant_xml_same16(text, target, count));
            add_number(decant_xml_same16(text, target, count < 16 ? count + 1 : count));
        }
    }
    end("xml_ends");
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        add_number(decant_xml_valid_groups(source, size / 16));
        for (int part = 0; part < 8; part++) add_number(decant_xml_valid_groups(source + below(size - 64), 4));
    }
    end("xml_valid_groups");
    begin();
    for (int round = 0; round < rounds; round++) {
        uint64_t cell = (uint64_t)any();
        decant_count_line_end(&cell, (uint8_t)("\n\ra"[below(3)]));
        add_number((int64_t)cell);
        add_number(decant_predicted(below(40)));
        double power = decant_power_of_ten(below(23));
        add(&power, sizeof power);
        add_number((int64_t)decant_power_of_five(below(600)));
    }
    end("numbers");
}

/// Adds the tokens of one kernel. Skips the tokens of an irregular text, because they are never read and differ between
/// kernels.
static void add_tokens(decant_json_kernel kernel, intptr_t start, intptr_t length, intptr_t capacity, int counts) {
    static uint32_t offsets[4 * size];
    decant_json_chunk chunk = decant_json_find_tokens(kernel, source, start, length, counts, offsets, capacity);
    add_number(chunk.is_irregular);
    add_number(chunk.end);
    if (chunk.is_irregular) return;
    add_number(chunk.count);
    add_number(chunk.feeds);
    add_number(chunk.returns);
    add(offsets, (size_t)chunk.count * sizeof offsets[0]);
    if (chunk.end == length) add(offsets + chunk.count, decant_json_sentinels * sizeof offsets[0]);
}

static void scan_tokens(void) {
    begin();
    for (int round = 0; round < rounds; round++) {
        intptr_t length = below(size), start = below(4) == 0 ? below((uint32_t)length + 1) : 0;
        intptr_t capacity = below(2) ? 4 * size : 200 + below(200);
        int counts = (int)below(2);
        fill_text(source, size);
        uint64_t before = checksum, first = 0;
        for (int kernel = decant_json_kernel_basic; kernel <= decant_json_kernel_avx512; kernel++) {
            if (!decant_json_has_kernel((decant_json_kernel)kernel)) continue;
            checksum = before;
            add_tokens((decant_json_kernel)kernel, start, length, capacity, counts);
            if (kernel == decant_json_kernel_basic) first = checksum;
            if (checksum != first) {
                printf("json_tokens: kernel %d differs in round %d\n", kernel, round);
                exit(1);
            }
        }
    }
    end("json_tokens");
}

/// Adds the value ends of each kernel, for bytes split in two.
static void scan_values(void) {
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        intptr_t start = below(size), count = below((uint32_t)(size - start) + 1), cut = below((uint32_t)count + 1);
        int64_t depth = below(4);
        uint64_t before = checksum, first = 0;
        for (int kernel = decant_json_kernel_basic; kernel <= decant_json_kernel_avx512; kernel++) {
            if (!decant_json_has_kernel((decant_json_kernel)kernel)) continue;
            checksum = before;
            decant_json_extent extent = {{0, depth == 0 ? ~(uint64_t)0 : 0}, depth};
            intptr_t end = decant_json_value_end((decant_json_kernel)kernel, &extent, source + start, cut);
            if (end == 0) {
                add(&extent, sizeof extent);
                end = decant_json_value_end((decant_json_kernel)kernel, &extent, source + start + cut, count - cut);
            }
            add_number(end);
            if (kernel == decant_json_kernel_basic) first = checksum;
            if (checksum != first) {
                printf("json_values: kernel %d differs in round %d\n", kernel, round);
                exit(1);
            }
        }
    }
    end("json_values");
}

static void scan_streams(void) {
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_text(source, size);
        uint32_t high = 0;
        intptr_t start = below(size), count = below((uint32_t)(size - start) + 1);
        add_number(decant_line_end(source + start, count, &high));
        add_number(decant_find_last_byte(source + start, source[start], count));
        add_number(high != 0);
        add_number(decant_find_byte(source + start, '"', count));
    }
    end("streams");
}

// MARK: - Checksums

/// Computes checksums as DecantInflate does: in groups if the processor supports them, and the remainder byte by byte.
static void sum_up(void) {
    static uint8_t bytes[173 * 32];
    begin();
    for (int round = 0; round < rounds / 10; round++) {
        fill_any(bytes, sizeof bytes);
        intptr_t count = below(sizeof bytes), step = decant_crc32_step_size(), done = 0;
        uint32_t crc = any();
        if (step > 0 && count >= step) {
            uint8_t folded[16];
            if (step == 128) decant_crc32_wide_fold(crc, bytes, count / step, folded);
            else decant_crc32_fold(crc, bytes, count / step, folded);
            crc = decant_crc32_few(0, folded, 16);
            done = count / step * step;
        }
        add_number(decant_crc32_few(crc, bytes + done, count - done));
        uint32_t sum = any() % 65521, sums = any() % 65521;
        done = 0;
        if (decant_adler32_has_groups()) {
            decant_adler32_groups(&sum, &sums, bytes, count / 32);
            done = count / 32 * 32;
        }
        for (; done < count; done++) sums += sum += bytes[done];
        add_number(sum);
        add_number(sums);
    }
    end("checksums");
}

// MARK: - Pixels

static void undo_filters(void) {
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_any(source, sizeof source);
        fill_any(above, sizeof above);
        memset(target, 0, sizeof target);
        intptr_t count = below(40);
        unsigned filter = (unsigned)below(5);
        decant_png_rgb(filter, source, above, target, count);
        add(target, (size_t)(4 * count));
        decant_png_rgba(filter, source, above, target, count);
        add(target, (size_t)(4 * count));
        static const intptr_t steps[] = {1, 2, 3, 4, 6, 8};
        intptr_t step = steps[below(6)];
        decant_png_plain(filter, source, above, target, count, step);
        add(target, (size_t)(step * count));
    }
    end("png_filters");
}

static void make_pixels(void) {
    static uint32_t table[256], words[size + 16];
    static uint16_t deep[4 * size + 64];
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_any(source, sizeof source);
        fill_any((uint8_t *)table, sizeof table);
        fill_any((uint8_t *)words, sizeof words);
        intptr_t count = below(60);
        size_t bytes = 4 * (size_t)count;
        decant_table_pixels_over(source, words, count, table, (uint8_t)any());
        add(words, bytes);
        unsigned bits = 1u << below(4);
        decant_table_row(source, words, count, table, bits);
        add(words, bytes);
        add_number(decant_largest_sample(source, count, bits));
        decant_gray_pixels(source, words, count);
        add(words, bytes);
        decant_gray_alpha_pixels(source, words, count);
        add(words, bytes);
        int64_t key = below(2) ? -1 : (int64_t)any();
        intptr_t channels = 1 + below(4);
        decant_deep_row_to_8(source, words, count, channels, key);
        add(words, bytes);
        decant_deep_to_16(source, deep, count, channels, key);
        add(deep, 2 * bytes);
        decant_bgr_pixels(source, words, count);
        add(words, bytes);
        decant_bgra_pixels(source, words, count, below(2) ? 0xFF000000u : 0);
        add(words, bytes);
        decant_premultiply(words, count);
        add(words, bytes);
        decant_clear_key(words, count, words[0] & 0xFFFFFFu);
        add(words, bytes);
        const uint32_t fields[] = {11, 31, 5, 63, 0, 31, 15, 1};
        decant_field_pixels(source, words, count, below(2) ? 2 : 4, fields, above);
        add(words, bytes);
    }
    end("pixels");
}

static void make_tiff_pixels(void) {
    static uint32_t table[256], words[size + 16];
    static int32_t tables[5 * 256];
    static uint16_t deep[8 * size + 64], wide[4 * size + 64];
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_any(source, sizeof source);
        fill_any((uint8_t *)table, sizeof table);
        for (int index = 0; index < 5 * 256; index++) tables[index] = (int32_t)(any() & 0xFFFFFF) - 0x800000;
        intptr_t count = below(60);
        size_t bytes = 4 * (size_t)count;
        static const unsigned whole[] = {1, 2, 3, 4, 5, 7, 8, 10, 12, 14, 15, 16, 24, 32, 64};
        static const unsigned fractions[] = {16, 24, 32, 64};
        int is_fraction = (int)below(2);
        unsigned bits = is_fraction ? fractions[below(4)] : whole[below(15)];
        // Numbers near 1 are rare in random bits.
        if (is_fraction) {
            for (intptr_t index = 0; index < count; index++) {
                source[index * (intptr_t)(bits / 8)] = (uint8_t)(0x30 + below(16));
            }
        }
        decant_tiff_samples(source, deep, count, 1, bits, is_fraction, is_fraction || below(2));
        add(deep, 2 * (size_t)count);
        fill_any((uint8_t *)deep, sizeof deep);
        decant_tiff_gray_16(deep, wide, count, 1, below(2) ? 0xFFFF : 0);
        add(wide, 2 * bytes);
        decant_tiff_rgb_16(deep, wide, count, 4);
        add(wide, 2 * bytes);
        decant_tiff_cmyk_16(deep, wide, count, 5);
        decant_tiff_alpha_16(deep + 4, wide, count, 5);
        add(wide, 2 * bytes);
        decant_tiff_unassociate_16(wide, count);
        add(wide, 2 * bytes);
        decant_tiff_shallow(wide, target, 4 * count);
        decant_tiff_unassociate_8(target, count);
        add(target, bytes);
        decant_tiff_palette(source, words, count, 2, table, (int)below(2));
        decant_tiff_opaque(words, count / 2);
        add(words, bytes);
        decant_tiff_ycbcr(source, words, count, 3, tables);
        add(words, bytes);
        decant_tiff_unblock(source, target, count, 2, 2, below(2));
        add(target, 3 * (size_t)count);
        decant_tiff_turn_bits(source, target, count);
        add(target, (size_t)count);
    }
    end("tiff_pixels");
}

static void make_smaller(void) {
    static uint16_t sums16[4 * 64];
    static uint32_t sums[4 * 64];
    static double deep_sums[4 * 64];
    static uint16_t deep[4 * 64], deep_target[4 * 64];
    begin();
    for (int round = 0; round < rounds; round++) {
        fill_any(source, 4 * 64);
        fill_any((uint8_t *)deep, sizeof deep);
        intptr_t width = 1 + below(64), narrow = 1 + below((uint32_t)width), rows = 1 + below(20);
        int has_alpha = (int)below(2);
        for (intptr_t row = 0; row < rows; row++) {
            if (has_alpha) decant_area_add_alpha(source, sums, width, 1);
            else if (row % 3 == 0) decant_area_add_part(source, sums, 4 * width, 1);
            else decant_area_add(source, sums16, 4 * width);
            decant_area_add_deep(deep, deep_sums, width, 1, has_alpha);
        }
        decant_area_add_sums(sums16, sums, 4 * width, 1);
        decant_area_row(sums, width, target, narrow, rows, has_alpha);
        add(target, 4 * (size_t)narrow);
        decant_area_deep_row(deep_sums, width, deep_target, narrow, rows, has_alpha);
        add(deep_target, 8 * (size_t)narrow);
        add_number(decant_row_is_opaque((const uint32_t *)target, narrow));
    }
    end("area");
}

int main(void) {
    scan_text();
    scan_tokens();
    scan_values();
    scan_streams();
    sum_up();
    undo_filters();
    make_pixels();
    make_tiff_pixels();
    make_smaller();
    return 0;
}
