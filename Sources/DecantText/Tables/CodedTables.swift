/// The labels and index tables of the WHATWG Encoding Standard as generated: text that ``TableExpansion`` expands.
enum CodedTables {}
