#include "CXMLRivals.h"

#include <expat.h>

static void XMLCALL start(void *context, const XML_Char *name, const XML_Char **attributes) {
    xml_rival_counts *counts = context;
    counts->elements += 1;
    for (; *attributes != NULL; attributes += 2) counts->attributes += 1;
}

static void XMLCALL declare(void *context, const XML_Char *prefix, const XML_Char *uri) {
    xml_rival_counts *counts = context;
    counts->attributes += 1;
}

static void XMLCALL end(void *context, const XML_Char *name) {}

static void XMLCALL text(void *context, const XML_Char *start, int count) {
    xml_rival_counts *counts = context;
    counts->text_bytes += count;
}

int xml_rival_expat_events(const uint8_t *bytes, size_t count, xml_rival_counts *counts) {
    XML_Parser parser = XML_ParserCreateNS(NULL, '\n');
    if (parser == NULL) return -1;
    XML_SetUserData(parser, counts);
    XML_SetElementHandler(parser, start, end);
    XML_SetStartNamespaceDeclHandler(parser, declare);
    XML_SetCharacterDataHandler(parser, text);
    enum XML_Status status = XML_Parse(parser, (const char *)bytes, (int)count, 1);
    int error = status == XML_STATUS_OK ? 0 : (int)XML_GetErrorCode(parser);
    XML_ParserFree(parser);
    return error;
}

const char *xml_rival_expat_version(void) { return XML_ExpatVersion(); }
