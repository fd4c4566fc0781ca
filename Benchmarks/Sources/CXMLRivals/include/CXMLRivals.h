#ifndef CXMLRIVALS_H
#define CXMLRIVALS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The counts of a parser: attributes including namespace declarations, and bytes of text with references replaced.
typedef struct {
    int64_t elements;
    int64_t attributes;
    int64_t text_bytes;
} xml_rival_counts;

/// libxml2's SAX2 events with namespaces, for the whole text. Returns 0, or libxml2's error code.
int xml_rival_libxml2_events(const uint8_t *bytes, size_t count, xml_rival_counts *counts);

/// The same events from libxml2's push parser, fed in chunks.
int xml_rival_libxml2_push(const uint8_t *bytes, size_t count, size_t chunk, xml_rival_counts *counts);

/// libxml2's tree, created and freed. Also counts its nodes if counts are given.
int xml_rival_libxml2_tree(const uint8_t *bytes, size_t count, xml_rival_counts *counts);

/// libxml2's tree without whitespace between elements, to be freed; NULL if the text is malformed.
void *xml_rival_libxml2_document(const uint8_t *bytes, size_t count);
void xml_rival_libxml2_free(void *document);

/// Prints libxml2's tree to memory. Returns the number of bytes.
size_t xml_rival_libxml2_print(void *document, int is_indented);

/// expat's events with namespaces. Returns 0, or expat's error code.
int xml_rival_expat_events(const uint8_t *bytes, size_t count, xml_rival_counts *counts);

/// pugixml's tree of a copy of the text, created and freed. Without `keeps_space`, whitespace-only text is dropped.
/// Also counts its nodes if counts are given. Returns 0, or pugixml's error code.
int xml_rival_pugixml_tree(const uint8_t *bytes, size_t count, int keeps_space, xml_rival_counts *counts);

/// The same from a text that the parser modifies.
int xml_rival_pugixml_tree_in_place(uint8_t *bytes, size_t count, int keeps_space);

/// Return the versions of the libraries.
const char *xml_rival_libxml2_version(void);
const char *xml_rival_expat_version(void);
const char *xml_rival_pugixml_version(void);

#ifdef __cplusplus
}
#endif

#endif
