#include "CSimdjson.h"

#include <simdjson.h>

#include <string>

struct simdjson_rival {
    simdjson::dom::parser parser;
    simdjson::ondemand::parser demand;
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

namespace {

void add(std::string_view text, simdjson_rival_sums &sums) {
    sums.text += text.size() + (text.empty() ? 0 : static_cast<unsigned char>(text[0]));
}

void add(const std::string &text, simdjson_rival_sums &sums) { add(std::string_view(text), sums); }

template <typename String> void visit(simdjson::dom::element element, simdjson_rival_sums &sums) {
    using simdjson::dom::element_type;
    sums.values++;
    switch (element.type()) {
    case element_type::OBJECT:
        for (auto member : element.get_object().value_unsafe()) {
            add(String(member.key), sums);
            visit<String>(member.value, sums);
        }
        break;
    case element_type::ARRAY:
        for (auto child : element.get_array().value_unsafe()) visit<String>(child, sums);
        break;
    case element_type::STRING: add(String(element.get_string().value_unsafe()), sums); break;
    case element_type::INT64: sums.integers += element.get_int64().value_unsafe(); break;
    case element_type::UINT64: sums.integers += static_cast<int64_t>(element.get_uint64().value_unsafe()); break;
    case element_type::DOUBLE: sums.doubles += element.get_double().value_unsafe(); break;
    case element_type::BOOL: sums.integers += element.get_bool().value_unsafe(); break;
    default: break;
    }
}

template <typename Value> simdjson::error_code visit_scalar(Value &value, simdjson_rival_sums &sums) {
    using simdjson::ondemand::json_type;
    simdjson::error_code error = simdjson::SUCCESS;
    json_type type;
    if ((error = value.type().get(type))) return error;
    switch (type) {
    case json_type::string: {
        std::string_view text;
        if ((error = value.get_string().get(text))) return error;
        add(text, sums);
        break;
    }
    case json_type::number: {
        simdjson::ondemand::number number;
        if ((error = value.get_number().get(number))) return error;
        if (number.is_double()) sums.doubles += number.get_double();
        else sums.integers += number.is_uint64() ? static_cast<int64_t>(number.get_uint64()) : number.get_int64();
        break;
    }
    case json_type::boolean: {
        bool flag;
        if ((error = value.get_bool().get(flag))) return error;
        sums.integers += flag;
        break;
    }
    default: {
        bool is_null;
        if ((error = value.is_null().get(is_null))) return error;
        break;
    }
    }
    return error;
}

template <typename Value> simdjson::error_code visit_demanded(Value &value, simdjson_rival_sums &sums) {
    using simdjson::ondemand::json_type;
    simdjson::error_code error = simdjson::SUCCESS;
    sums.values++;
    json_type type;
    if ((error = value.type().get(type))) return error;
    if (type == json_type::object) {
        simdjson::ondemand::object object;
        if ((error = value.get_object().get(object))) return error;
        for (auto member : object) {
            std::string_view key;
            simdjson::ondemand::value child;
            if ((error = member.unescaped_key().get(key))) return error;
            add(key, sums);
            if ((error = member.value().get(child))) return error;
            if ((error = visit_demanded(child, sums))) return error;
        }
        return error;
    }
    if (type == json_type::array) {
        simdjson::ondemand::array array;
        if ((error = value.get_array().get(array))) return error;
        for (auto element : array) {
            simdjson::ondemand::value child;
            if ((error = element.get(child))) return error;
            if ((error = visit_demanded(child, sums))) return error;
        }
        return error;
    }
    return visit_scalar(value, sums);
}

} // namespace

int simdjson_rival_read(
    simdjson_rival *rival, const uint8_t *bytes, size_t count, int copies, simdjson_rival_sums *sums) {
    simdjson::dom::element document;
    if (auto error = rival->parser.parse(bytes, count, true).get(document)) return static_cast<int>(error);
    if (copies) visit<std::string>(document, *sums);
    else visit<std::string_view>(document, *sums);
    return 0;
}

int simdjson_rival_read_many(
    simdjson_rival *rival, const uint8_t *bytes, size_t count, simdjson_rival_sums *sums) {
    simdjson::ondemand::document_stream stream;
    if (auto error = rival->demand.iterate_many(bytes, count, 1000000).get(stream)) return static_cast<int>(error);
    for (auto &&item : stream) {
        simdjson::ondemand::document_reference document;
        if (auto error = std::move(item).get(document)) return static_cast<int>(error);
        if (auto error = visit_demanded(document, *sums)) return static_cast<int>(error);
    }
    return 0;
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
