// The bytes of UTF-8 that the loops in C compare with, by the table of well-formed sequences (RFC 3629 section 4):
//
//   UTF8-2 = C2-DF tail
//   UTF8-3 = E0 A0-BF tail / E1-EC tail tail / ED 80-9F tail / EE-EF tail tail
//   UTF8-4 = F0 90-BF tail tail / F1-F3 tail tail tail / F4 80-8F tail tail
//   tail   = 80-BF

#ifndef CDECANTBYTES_H
#define CDECANTBYTES_H

enum {
    /// The bit in which `[` and `{`, `]` and `}`, and the cases of a letter differ.
    decant_case_bit = 'a' ^ 'A',
    /// The first byte beyond ASCII, and the first one that continues a character.
    decant_utf8_tail = 0x80,
    /// The first byte that continues no character. C0 and C1 begin none either: their characters have a shorter form.
    decant_utf8_lead = 0xC0,
    /// The first byte that begins a character of two bytes.
    decant_utf8_lead_2 = 0xC2,
    /// The first byte that begins a character of three bytes, and after which the second one is at least `decant_utf8_upper_half`.
    decant_utf8_lead_3 = 0xE0,
    /// The byte after which the second one is below `decant_utf8_upper_half`: else they begin a surrogate.
    decant_utf8_lead_before_surrogates = 0xED,
    /// The first byte that begins a character of four bytes, and after which the second one is at least `decant_utf8_upper_part`.
    decant_utf8_lead_4 = 0xF0,
    /// The last byte that begins a character, and after which the second one is below `decant_utf8_upper_part`.
    decant_utf8_last_lead = 0xF4,
    /// The bound of second bytes after E0 and ED.
    decant_utf8_upper_half = 0xA0,
    /// The bound of second bytes after F0 and F4.
    decant_utf8_upper_part = 0x90,
};

#endif
