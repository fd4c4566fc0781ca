#include "CSimdjson.h"

#include <simdjson.h>

#include <string>

struct simdjson_rival {
    simdjson::dom::parser parser;
};

simdjson_rival *simdjson_rival_create(void) { return new simdjson_rival(); }

void simdjson_rival_destroy(simdjson_rival *rival) { delete rival; }

int simdjson_rival_parse(simdjson_rival *rival, const uint8_t *bytes, size_t count) {
    // Declares the bytes as unpadded, which makes the parser copy them into an internal buffer that it reuses.
    return static_cast<int>(rival->parser.parse(bytes, count, true).error());
}

int64_t simdjson_rival_parse_many(simdjson_rival *rival, const uint8_t *bytes, size_t count) {
    // Debian's build of the library has no threads; its batches have one megabyte.
    simdjson::dom::document_stream stream;
    if (rival->parser.parse_many(bytes, count, 1000000).get(stream)) return -1;
    int64_t documents = 0;
    for (auto document : stream) {
        simdjson::dom::element element;
        if (document.get(element)) return -1;
        documents++;
    }
    return documents;
}

const char *simdjson_rival_version(void) {
    static const std::string version = std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
                                       std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
                                       std::to_string(simdjson::SIMDJSON_VERSION_REVISION);
    return version.c_str();
}

const char *simdjson_rival_kernel(void) {
    static const std::string name = simdjson::get_active_implementation()->name();
    return name.c_str();
}
