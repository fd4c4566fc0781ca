#include "CXMLRivals.h"

#include <pugixml.hpp>

#include <string>

namespace {

// In document order, without recursion.
void count_nodes(const pugi::xml_document &document, xml_rival_counts *counts) {
    pugi::xml_node node = document.first_child();
    while (node) {
        if (node.type() == pugi::node_element) {
            counts->elements += 1;
            for (const pugi::xml_attribute &attribute : node.attributes()) {
                (void)attribute;
                counts->attributes += 1;
            }
        } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
            counts->text_bytes += static_cast<int64_t>(std::char_traits<char>::length(node.value()));
        }
        if (node.first_child()) {
            node = node.first_child();
            continue;
        }
        while (node && !node.next_sibling()) node = node.parent();
        if (node) node = node.next_sibling();
    }
}

unsigned int options(bool keeps_space) { return pugi::parse_full | (keeps_space ? pugi::parse_ws_pcdata : 0); }

}  // namespace

int xml_rival_pugixml_tree(const uint8_t *bytes, size_t count, int keeps_space, xml_rival_counts *counts) {
    pugi::xml_document document;
    pugi::xml_parse_result result = document.load_buffer(bytes, count, options(keeps_space), pugi::encoding_utf8);
    if (counts != nullptr) count_nodes(document, counts);
    return static_cast<int>(result.status);
}

int xml_rival_pugixml_tree_in_place(uint8_t *bytes, size_t count, int keeps_space) {
    pugi::xml_document document;
    return static_cast<int>(
        document.load_buffer_inplace(bytes, count, options(keeps_space), pugi::encoding_utf8).status);
}

const char *xml_rival_pugixml_version(void) {
    static const std::string version =
        std::to_string(PUGIXML_VERSION / 1000) + "." + std::to_string(PUGIXML_VERSION % 1000 / 10);
    return version.c_str();
}
