// The bytes of UTF-8 for comparisons in C, from the table of well-formed sequences (RFC 3629 section 4):
//
//   UTF8-2 = C2-DF tail
//   UTF8-3 = E0 A0-BF tail / E1-EC tail tail / ED 80-9F tail / EE-EF tail tail
//   UTF8-4 = F0 90-BF tail tail / F1-F3 tail tail tail / F4 80-8F tail tail
//   tail   = 80-BF

#ifndef CDECANTBYTES_H
#define CDECANTBYTES_H

enum {
    /// The bit that differs between `[` and `{`, between `]` and `}`, and between the cases of a letter.
    decant_case_bit = 'a' ^ 'A',
    /// The first byte beyond ASCII, and the first continuation byte.
    decant_utf8_tail = 0x80,
    /// The first byte after the continuation bytes. C0 and C1 begin no character: their characters have a shorter form.
    decant_utf8_lead = 0xC0,
    /// The first byte of the smallest two-byte character.
    decant_utf8_lead_2 = 0xC2,
    /// The first byte of the smallest three-byte character. The second byte must be at least `decant_utf8_upper_half`.
    decant_utf8_lead_3 = 0xE0,
    /// A byte whose second byte must be below `decant_utf8_upper_half`; larger ones encode surrogates.
    decant_utf8_lead_before_surrogates = 0xED,
    /// The first byte of the smallest four-byte character. The second byte must be at least `decant_utf8_upper_part`.
    decant_utf8_lead_4 = 0xF0,
    /// The first byte of the largest character. The second byte must be below `decant_utf8_upper_part`.
    decant_utf8_last_lead = 0xF4,
    /// The bound of second bytes after E0 and ED.
    decant_utf8_upper_half = 0xA0,
    /// The bound of second bytes after F0 and F4.
    decant_utf8_upper_part = 0x90,
};

#endif
