#include "CXMLRivals.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <string.h>

// Disables libxml2's limits and network access.
static const int options = XML_PARSE_HUGE | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                  const xmlChar **namespaces, int attribute_count, int defaulted_count, const xmlChar **attributes) {
    xml_rival_counts *counts = context;
    counts->elements += 1;
    counts->attributes += attribute_count + namespace_count;
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}

static void text(void *context, const xmlChar *start, int count) {
    xml_rival_counts *counts = context;
    counts->text_bytes += count;
}

static xmlSAXHandler handler(void) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start;
    handler.endElementNs = end;
    handler.characters = text;
    handler.ignorableWhitespace = text;
    handler.cdataBlock = text;
    return handler;
}

int xml_rival_libxml2_events(const uint8_t *bytes, size_t count, xml_rival_counts *counts) {
    xmlSAXHandler sax = handler();
    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt((const char *)bytes, (int)count);
    if (parser == NULL) return -1;
    xmlSAXHandlerPtr own = parser->sax;
    parser->sax = &sax;
    parser->userData = counts;
    xmlCtxtUseOptions(parser, options);
    xmlParseDocument(parser);
    int error = parser->wellFormed ? 0 : parser->errNo;
    parser->sax = own;
    xmlFreeParserCtxt(parser);
    return error;
}

int xml_rival_libxml2_push(const uint8_t *bytes, size_t count, size_t chunk, xml_rival_counts *counts) {
    xmlSAXHandler sax = handler();
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&sax, counts, NULL, 0, NULL);
    if (parser == NULL) return -1;
    xmlCtxtUseOptions(parser, options);
    for (size_t offset = 0; offset < count; offset += chunk) {
        size_t length = count - offset < chunk ? count - offset : chunk;
        xmlParseChunk(parser, (const char *)bytes + offset, (int)length, 0);
    }
    xmlParseChunk(parser, NULL, 0, 1);
    int error = parser->wellFormed ? 0 : parser->errNo;
    xmlFreeParserCtxt(parser);
    return error;
}

// Counts in document order, without recursion.
static void count_nodes(const xmlNode *node, xml_rival_counts *counts) {
    while (node != NULL) {
        if (node->type == XML_ELEMENT_NODE) {
            counts->elements += 1;
            for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
                counts->attributes += 1;
            for (const xmlNs *declaration = node->nsDef; declaration != NULL; declaration = declaration->next)
                counts->attributes += 1;
        } else if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
            counts->text_bytes += (int64_t)strlen((const char *)node->content);
        }
        if (node->children != NULL && node->type == XML_ELEMENT_NODE) {
            node = node->children;
            continue;
        }
        while (node != NULL && node->next == NULL) node = node->parent;
        if (node != NULL) node = node->next;
    }
}

int xml_rival_libxml2_tree(const uint8_t *bytes, size_t count, xml_rival_counts *counts) {
    xmlDocPtr document = xmlReadMemory((const char *)bytes, (int)count, NULL, NULL, options);
    if (document == NULL) return -1;
    if (counts != NULL) count_nodes(document->children, counts);
    xmlFreeDoc(document);
    return 0;
}

void *xml_rival_libxml2_document(const uint8_t *bytes, size_t count) {
    return xmlReadMemory((const char *)bytes, (int)count, NULL, NULL, options | XML_PARSE_NOBLANKS);
}

size_t xml_rival_libxml2_print(void *document, int is_indented) {
    xmlChar *text = NULL;
    int count = 0;
    xmlDocDumpFormatMemoryEnc(document, &text, &count, "UTF-8", is_indented);
    xmlFree(text);
    return (size_t)count;
}

void xml_rival_libxml2_free(void *document) { xmlFreeDoc(document); }

const char *xml_rival_libxml2_version(void) { return LIBXML_DOTTED_VERSION; }
