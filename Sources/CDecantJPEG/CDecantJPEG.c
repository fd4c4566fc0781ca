#include "CDecantJPEG.h"

#include <string.h>

#ifdef DECANT_JPEG

#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is not installed: apt-get install libjpeg-dev (Fedora: libjpeg-turbo-devel, \
Alpine: libjpeg-turbo-dev, Homebrew: jpeg-turbo), or build without the trait JPEG"
#else
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>

// The state of the library's callbacks, reached through the `client_data` of their argument.
typedef struct {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    const decant_jpeg_request *request;
    decant_jpeg_outcome *outcome;
    /// Whether all bytes were read, so an artificial end was inserted.
    int is_dry;
    /// Whether data was missing after that.
    int is_short;
    /// The number of progress reports.
    unsigned steps;
    /// The number of rows with data.
    JDIMENSION sound_rows;
} decant_jpeg_state;

static decant_jpeg_state *state_of(j_common_ptr info) { return info->client_data; }

// MARK: errors and warnings

static void take_words(decant_jpeg_state *state, decant_jpeg_message *message) {
    char words[JMSG_LENGTH_MAX];
    state->errors.format_message((j_common_ptr)&state->info, words);
    snprintf(message->words, sizeof message->words, "%s", words);
    message->offset = state->is_dry || !state->source.next_input_byte
        ? state->request->count : state->source.next_input_byte - state->request->bytes;
}

static _Noreturn void fail(decant_jpeg_state *state, int32_t end) {
    state->outcome->end = end;
    take_words(state, &state->outcome->failure);
    longjmp(state->failed, 1);
}

static void error_exit(j_common_ptr info) {
    int code = info->err->msg_code;
    int is_memory = code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
    int is_cut = state_of(info)->is_dry;
    fail(state_of(info), is_memory ? DECANT_JPEG_NO_MEMORY : is_cut ? DECANT_JPEG_TRUNCATED : DECANT_JPEG_DAMAGED);
}

// Limits the valid rows once data is missing: to the rows up to the row of units where the shortage was noticed.
static void note_shortage(decant_jpeg_state *state) {
    if (state->is_short) return;
    if (!state->request->accepts_partial) fail(state, DECANT_JPEG_TRUNCATED);
    state->is_short = 1;
    struct jpeg_decompress_struct *info = &state->info;
    if (info->input_scan_number > 1) return;
    uint64_t unit = (uint64_t)info->max_v_samp_factor * DCTSIZE * (uint64_t)state->request->eighths / 8;
    uint64_t rows = (info->input_iMCU_row + (uint64_t)1) * unit;
    if (rows < state->sound_rows) state->sound_rows = (JDIMENSION)rows;
}

static void emit_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    decant_jpeg_state *state = state_of(info);
    info->err->num_warnings++;
    if (state->is_dry) {
        if (info->err->msg_code == JWRN_HIT_MARKER) note_shortage(state);
        return;
    }
    int64_t index = state->outcome->warning_count++;
    if (index < DECANT_JPEG_WARNINGS) take_words(state, &state->outcome->warnings[index]);
}

static void output_message(j_common_ptr info) { (void)info; }

// MARK: the bytes

static void init_source(j_decompress_ptr info) { (void)info; }

// Inserts the missing end, so the library can finish the data it has.
static boolean fill_input_buffer(j_decompress_ptr info) {
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    decant_jpeg_state *state = state_of((j_common_ptr)info);
    state->is_dry = 1;
    state->source.next_input_byte = end;
    state->source.bytes_in_buffer = sizeof end;
    // Arithmetic coding reads zeros beyond the end, which cannot be distinguished from valid data.
    if (info->arith_code && info->global_state > 202) note_shortage(state);
    return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
    struct jpeg_source_mgr *source = info->src;
    if (count <= 0) return;
    if ((size_t)count >= source->bytes_in_buffer) {
        fill_input_buffer(info);
    } else {
        source->next_input_byte += count;
        source->bytes_in_buffer -= (size_t)count;
    }
}

static void term_source(j_decompress_ptr info) { (void)info; }

// MARK: progress

static void monitor(j_common_ptr info) {
    decant_jpeg_state *state = state_of(info);
    if (state->info.input_scan_number > state->request->scans) fail(state, DECANT_JPEG_TOO_MANY_SCANS);
    if (state->steps++ % 8 == 0 && state->request->is_cancelled()) fail(state, DECANT_JPEG_CANCELLED);
}

// MARK: rows

static uint32_t product(uint32_t left, uint32_t right) {
    uint32_t value = left * right + 128;
    return (value + (value >> 8)) >> 8;
}

// Inks are stored inverted, as Adobe's and all other programs do, with or without a marker.
static void pixels_of_inks(const JSAMPLE *source, uint32_t *target, JDIMENSION count) {
    for (JDIMENSION index = 0; index < count; index++, source += 4) {
        uint32_t black = source[3];
        target[index] = product(source[0], black) | product(source[1], black) << 8 | product(source[2], black) << 16
            | 0xFF000000u;
    }
}

static void pixels_of_grays(const JSAMPLE *source, uint32_t *target, JDIMENSION count) {
    for (JDIMENSION index = 0; index < count; index++) target[index] = source[index] * 0x010101u | 0xFF000000u;
}

enum { ROWS_AT_ONCE = 16 };

static void read_rows(decant_jpeg_state *state) {
    struct jpeg_decompress_struct *info = &state->info;
    const decant_jpeg_request *request = state->request;
    int is_direct = info->out_color_space == JCS_EXT_RGBA;
    JSAMPARRAY scratch = NULL;
    if (!is_direct) {
        JDIMENSION length = info->output_width * (JDIMENSION)info->output_components;
        scratch = info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, length, ROWS_AT_ONCE);
    }
    while (info->output_scanline < state->sound_rows) {
        uint32_t *target = request->pixels + (size_t)info->output_scanline * info->output_width;
        JDIMENSION count = info->output_height - info->output_scanline;
        if (count > ROWS_AT_ONCE) count = ROWS_AT_ONCE;
        JSAMPROW rows[ROWS_AT_ONCE];
        for (JDIMENSION row = 0; row < count; row++) {
            rows[row] = is_direct ? (JSAMPROW)(target + (size_t)row * info->output_width) : scratch[row];
        }
        count = jpeg_read_scanlines(info, rows, count);
        for (JDIMENSION row = 0; row < count && !is_direct; row++, target += info->output_width) {
            if (info->output_components == 1) pixels_of_grays(rows[row], target, info->output_width);
            else pixels_of_inks(rows[row], target, info->output_width);
        }
        JDIMENSION done = info->output_scanline;
        state->outcome->rows = (int32_t)(done < state->sound_rows ? done : state->sound_rows);
    }
}

// Whether all coefficients are complete, although the end of the data is missing.
static int has_all_coefficients(const struct jpeg_decompress_struct *info) {
    for (int component = 0; component < info->num_components; component++) {
        if (!info->comp_info[component].quant_table) return 0;
        for (int index = 0; index < DCTSIZE2 && info->coef_bits; index++) {
            if (info->coef_bits[component][index] != 0) return 0;
        }
    }
    return 1;
}

static void decode(decant_jpeg_state *state) {
    struct jpeg_decompress_struct *info = &state->info;
    const decant_jpeg_request *request = state->request;
    jpeg_read_header(info, TRUE);
    if (state->is_dry) fail(state, DECANT_JPEG_TRUNCATED);
    if (info->num_components != request->components) ERREXIT(info, JERR_BAD_J_COLORSPACE);
    info->scale_num = (unsigned)request->eighths;
    info->scale_denom = 8;
    info->out_color_space =
        request->components == 1 ? JCS_GRAYSCALE : request->components == 3 ? JCS_EXT_RGBA : JCS_CMYK;
    jpeg_calc_output_dimensions(info);
    if (info->output_width != (JDIMENSION)request->width || info->output_height != (JDIMENSION)request->height) {
        ERREXIT(info, JERR_SOF_DUPLICATE);
    }
    state->sound_rows = info->output_height;
    info->mem->max_memory_to_use = (long)request->memory;
    jpeg_start_decompress(info);
    int has_several = jpeg_has_multiple_scans(info);
    if (state->is_dry && has_several && !has_all_coefficients(info)) note_shortage(state);
    read_rows(state);
    state->outcome->end = state->is_short ? DECANT_JPEG_TRUNCATED
        : state->is_dry                   ? DECANT_JPEG_NO_END
                                          : DECANT_JPEG_DONE;
    if (state->is_short) take_words(state, &state->outcome->failure);
}

void decant_jpeg_decode(const decant_jpeg_request *request, decant_jpeg_outcome *outcome) {
    decant_jpeg_state state;
    memset(&state, 0, sizeof state);
    memset(outcome, 0, sizeof *outcome);
    state.request = request;
    state.outcome = outcome;
    state.info.err = jpeg_std_error(&state.errors);
    state.errors.error_exit = error_exit;
    state.errors.emit_message = emit_message;
    state.errors.output_message = output_message;
    state.info.client_data = &state;
    if (!setjmp(state.failed)) {
        jpeg_create_decompress(&state.info);
        state.source.init_source = init_source;
        state.source.fill_input_buffer = fill_input_buffer;
        state.source.skip_input_data = skip_input_data;
        state.source.resync_to_restart = jpeg_resync_to_restart;
        state.source.term_source = term_source;
        state.source.next_input_byte = request->bytes;
        state.source.bytes_in_buffer = (size_t)request->count;
        state.info.src = &state.source;
        state.progress.progress_monitor = monitor;
        state.info.progress = &state.progress;
        decode(&state);
    }
    jpeg_destroy_decompress(&state.info);
}

#endif
#endif

// MARK: markers, which need no library

enum { RST0 = 0xD0, EOI = 0xD9, SOS = 0xDA };

int64_t decant_jpeg_scans(const uint8_t *bytes, intptr_t count, intptr_t *usable, int *has_end) {
    int64_t scans = 1;
    const uint8_t *next = bytes, *end = bytes + count;
    *usable = count;
    *has_end = 0;
    while (next < end && (next = memchr(next, 0xFF, (size_t)(end - next)))) {
        const uint8_t *start = next;
        while (next < end && *next == 0xFF) next++;
        if (next == end) break;
        if (*next == EOI) {
            *has_end = 1;
            break;
        }
        uint8_t marker = *next++;
        if (marker <= 1 || (marker >= RST0 && marker < EOI)) continue;
        intptr_t length = end - next < 2 ? 2 : next[0] << 8 | next[1];
        if (length > end - next) {
            *usable = start - bytes;
            break;
        }
        if (marker == SOS) scans++;
        next += length;
    }
    return scans;
}
