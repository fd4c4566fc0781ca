/// The table of what is decoded by both decoders, in parts.
enum ParityCases {}
