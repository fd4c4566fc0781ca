"""The contents of each format's performance document: columns, comparisons, and panels of the chart."""

from __future__ import annotations

from dataclasses import dataclass, field

DOCUMENT, DECODABLE = "Decant, document", "Decant, Decodable"


@dataclass
class Suite:
    """A format and the texts of its page; competitors have the names that the program SideBySide uses."""

    title: str
    #: All competitors, in the order of the speed table.
    columns: list[str]
    #: The pairs to compare.
    ratios: list[tuple[str, str]]
    #: The comparisons that describe in words where the rival is faster.
    losses: list[tuple[str, str]]
    #: The panels of the chart, each with the pair that it compares.
    panels: list[tuple[str, str, str]]
    #: Debian packages whose version is in no header, by the name of the rival.
    packages: dict[str, str] = field(default_factory=dict)
    #: The figures of typical programs, each with the words that the page has for it.
    programs: list[tuple[str, str]] = field(default_factory=list)
    #: Whether pixels are counted; otherwise, bytes of text.
    counts_pixels: bool = False


TREE, SIMDJSON, SERIALIZATION, DECODER = "Decant, eager tree", "simdjson, DOM", "JSONSerialization", "JSONDecoder"
CURSOR, STRING, VIEWS = "Decant, read by cursor", "Decant, read as String", "Decant, read by views"
RIVAL_VIEW, RIVAL_STRING = "simdjson, read as string_view", "simdjson, read as std::string"

JSON = Suite(
    title="JSON",
    columns=[
        DOCUMENT, SIMDJSON, SERIALIZATION, "orjson", "Python json", CURSOR, RIVAL_VIEW, STRING, VIEWS, RIVAL_STRING,
        TREE, "Decant, eager tree without nulls",
        "JSONSerialization and removal of nulls", DECODABLE, "Decant, direct", DECODER, "memcpy",
    ],
    ratios=[
        (DOCUMENT, SERIALIZATION), (DOCUMENT, SIMDJSON), (DOCUMENT, "orjson"), (CURSOR, RIVAL_VIEW),
        (STRING, RIVAL_STRING), (VIEWS, RIVAL_STRING), (TREE, VIEWS), (TREE, SERIALIZATION), (DECODABLE, DECODER),
        ("Decant, direct", DECODER),
    ],
    losses=[
        (DOCUMENT, SIMDJSON), (DOCUMENT, "orjson"), (CURSOR, RIVAL_VIEW), (STRING, RIVAL_STRING), (DECODABLE, DECODER),
        (TREE, "orjson"),
    ],
    panels=[
        ("Bytes to a validated document, JSONSerialization = 1", DOCUMENT, SERIALIZATION),
        ("Bytes to a validated document, simdjson’s DOM = 1", DOCUMENT, SIMDJSON),
        ("Bytes to a tree of Swift values, JSONSerialization = 1", TREE, SERIALIZATION),
        ("Bytes to Decodable types, JSONDecoder = 1", DECODABLE, DECODER),
    ],
    programs=[
        ("1,000 objects, .convertFromSnakeCase / JSONDecoder", "1,000 objects, with `.convertFromSnakeCase`"),
        ("the program in README.md / JSONDecoder", "the program in README.md: a response of 30 members, dates"),
        ("1,000 objects, .keys { } / JSONDecoder", "1,000 objects, with a function for keys"),
        ("typical objects / JSONDecoder", "1,000 typical objects with dates: a UUID, URLs, amounts of money"),
        ("first decode / JSONDecoder, decodable", "the first decode of a process, 176 bytes"),
        ("first decode / JSONDecoder, direct", "the first decode of a process, by `@JSONDirect`"),
        ("debug build / JSONDecoder, decodable", "1,000 objects in a debug build; `JSONDecoder` is always optimized"),
    ],
)

EVENTS, STRINGS, CHUNKS = "Decant, events", "Decant, events as String", "Decant, events from chunks"
PARSER, PARSER_NAMESPACES = "XMLParser, empty delegate", "XMLParser, empty delegate, namespaces"
SAX, TREE_OF_NODES = "libxml2, SAX2", "XMLDocument"
PUGIXML, PUGIXML_COPY = "pugixml, tree in place", "pugixml, tree of a copy"
PRINTED, INDENTED = "printed", "printed, indented"

XML = Suite(
    title="XML",
    columns=[
        EVENTS, STRINGS, CHUNKS, SAX, "libxml2, SAX2 from chunks", "expat", PARSER, PARSER_NAMESPACES,
        "XMLParser, counting delegate", DOCUMENT, "libxml2, tree", PUGIXML, PUGIXML_COPY,
        PUGIXML + ", with whitespace", TREE_OF_NODES, "lxml", "ElementTree", "memcpy",
        *(f"{name}, {form}" for form in (PRINTED, INDENTED) for name in ("Decant", "libxml2")),
    ],
    ratios=[
        *((f"Decant, {form}", f"libxml2, {form}") for form in (PRINTED, INDENTED)),
        (EVENTS, PARSER), (EVENTS, PARSER_NAMESPACES), (EVENTS, SAX), (EVENTS, "expat"), (STRINGS, PARSER),
        (CHUNKS, EVENTS), (CHUNKS, "libxml2, SAX2 from chunks"), (DOCUMENT, TREE_OF_NODES),
        (DOCUMENT, "libxml2, tree"), (DOCUMENT, PUGIXML), (DOCUMENT, PUGIXML_COPY), (DOCUMENT, "lxml"),
    ],
    losses=[
        (EVENTS, PARSER), (EVENTS, SAX), (EVENTS, "expat"), (STRINGS, SAX), (CHUNKS, "libxml2, SAX2 from chunks"),
        (DOCUMENT, "libxml2, tree"), (DOCUMENT, PUGIXML), (DOCUMENT, PUGIXML_COPY), (DOCUMENT, "lxml"),
    ],
    panels=[
        ("Bytes to events, XMLParser with an empty delegate = 1", EVENTS, PARSER),
        ("Bytes to events, libxml2’s SAX2 = 1", EVENTS, SAX),
        ("Bytes to events made of Swift’s strings, XMLParser with an empty delegate = 1", STRINGS, PARSER),
        ("Bytes to a tree, XMLDocument = 1", DOCUMENT, TREE_OF_NODES),
        ("Bytes to a tree, libxml2’s = 1", DOCUMENT, "libxml2, tree"),
    ],
)

VALUES, LISTS, LIST_DECODER = "Decant, owned values", "PropertyListSerialization", "PropertyListDecoder"

PROPERTY_LISTS = Suite(
    title="property lists",
    columns=[DOCUMENT, VALUES, LISTS, "libplist", "plistlib", DECODABLE, LIST_DECODER, "memcpy"],
    ratios=[
        (DOCUMENT, LISTS), (DOCUMENT, "libplist"), (VALUES, LISTS), (VALUES, "libplist"), (VALUES, "plistlib"),
        (DECODABLE, LIST_DECODER),
    ],
    losses=[
        (DOCUMENT, "libplist"), (VALUES, "libplist"), (VALUES, "plistlib"), (VALUES, LISTS), (DECODABLE, LIST_DECODER),
    ],
    panels=[
        ("Bytes to a validated document, PropertyListSerialization = 1", DOCUMENT, LISTS),
        ("Bytes to Swift values, PropertyListSerialization = 1", VALUES, LISTS),
        ("Bytes to Swift values, libplist = 1", VALUES, "libplist"),
        ("Bytes to Decodable types, PropertyListDecoder = 1", DECODABLE, LIST_DECODER),
    ],
    packages={"libplist": "libplist-dev"},
)

DECANT, THUMBNAIL = "Decant", "Decant, 256 pixels"
LIBPNG, GIFLIB, PIXBUF, TURBO = "libpng", "giflib", "gdk-pixbuf", "TurboJPEG"
BOX = "TurboJPEG and box filter to 256 pixels"
LIBRARIES = [LIBPNG, GIFLIB, TURBO, "libtiff", "libwebp", "libavif", PIXBUF, "stb_image", "libvips", "Pillow"]

IMAGES = Suite(
    title="images",
    columns=[DECANT, *LIBRARIES, THUMBNAIL, BOX],
    ratios=[*((DECANT, rival) for rival in LIBRARIES), (THUMBNAIL, BOX)],
    losses=[*((DECANT, rival) for rival in LIBRARIES), (THUMBNAIL, BOX)],
    panels=[
        ("PNG, libpng = 1", DECANT, LIBPNG),
        ("GIF, giflib = 1", DECANT, GIFLIB),
        ("JPEG, TurboJPEG = 1", DECANT, TURBO),
        ("A large JPEG to 256 pixels, TurboJPEG and a box filter = 1", THUMBNAIL, BOX),
        ("TIFF, libtiff = 1", DECANT, "libtiff"),
        ("WebP, libwebp = 1", DECANT, "libwebp"),
        ("AVIF, libavif = 1", DECANT, "libavif"),
        ("All that gdk-pixbuf reads, gdk-pixbuf = 1", DECANT, PIXBUF),
        ("All that Pillow reads, Pillow = 1", DECANT, "Pillow"),
    ],
    packages={"TurboJPEG": "libturbojpeg0-dev", "stb_image": "libstb-dev"},
    counts_pixels=True,
)

STREAM, WHOLE, BYTES, ARRAY = "Decant, 64 KiB", "Decant, whole", "Decant, byte by byte", "Decant, new array"
CODED, PLAIN, CODED_VALUE = "Decant, gzip to document", "Decant, plain to document", "Decant, gzip to Decodable"
ZLIB, LIBDEFLATE, LIBRARY = "zlib, 64 KiB", "libdeflate, whole", "the library of C, 64 KiB"

CODINGS = Suite(
    title="content codings",
    columns=[
        STREAM, ZLIB, "ISA-L, 64 KiB", LIBRARY, BYTES, WHOLE, LIBDEFLATE, "ISA-L, whole", ARRAY, "zlib-ng", "brotli",
        "zstandard", CODED, PLAIN, CODED_VALUE, "zlib and JSONDecoder",
    ],
    ratios=[
        (STREAM, ZLIB), (STREAM, "ISA-L, 64 KiB"), (STREAM, LIBRARY), (WHOLE, LIBDEFLATE), (WHOLE, "ISA-L, whole"),
        (ARRAY, "zlib-ng"), (STREAM, "brotli"), (STREAM, "zstandard"), (CODED_VALUE, "zlib and JSONDecoder"),
        (STREAM, BYTES),
    ],
    losses=[(STREAM, ZLIB), (STREAM, LIBRARY), (WHOLE, LIBDEFLATE), (ARRAY, "zlib-ng")],
    panels=[
        ("gzip in chunks of 64 KiB, zlib = 1", STREAM, ZLIB),
        ("gzip at once, libdeflate = 1", WHOLE, LIBDEFLATE),
        ("br and zstd in chunks of 64 KiB, libbrotlidec and libzstd = 1", STREAM, LIBRARY),
        ("gzip to Decodable types, zlib and JSONDecoder = 1", CODED_VALUE, "zlib and JSONDecoder"),
    ],
)

STREAM_ITEMS, SMALL_PIECES = "Decant, chunks of 64 KiB", "Decant, chunks of 64 bytes"
STREAM_VALUES, BY_LINE, MANY = "Decant, to Decodable", "split and JSONDecoder", "simdjson, iterate_many"
MANY_VALUES = "simdjson, iterate_many, every value read"
WHOLE_DOCUMENT = "Decant, whole document"

STREAMS = Suite(
    title="streams",
    columns=[
        STREAM_ITEMS, SMALL_PIECES, "Decant, chunks of 8 KiB", MANY, CURSOR, MANY_VALUES, WHOLE_DOCUMENT,
        STREAM_VALUES, "Decant, direct", BY_LINE, "httpx-sse", "ijson", "msgspec", "python-multipart",
        "Python email", "memcpy",
    ],
    ratios=[
        (STREAM_ITEMS, MANY), (CURSOR, MANY_VALUES), (STREAM_ITEMS, WHOLE_DOCUMENT), (STREAM_VALUES, BY_LINE),
        ("Decant, direct", BY_LINE), (STREAM_ITEMS, "httpx-sse"), (STREAM_ITEMS, "ijson"),
        (STREAM_VALUES, "msgspec"), (STREAM_ITEMS, "python-multipart"), (STREAM_ITEMS, "Python email"),
    ],
    losses=[(STREAM_ITEMS, MANY), (CURSOR, MANY_VALUES), (STREAM_VALUES, BY_LINE)],
    panels=[
        ("JSON Lines to documents, simdjson’s iterate_many = 1", STREAM_ITEMS, MANY),
        ("Items to Decodable types, splitting and JSONDecoder = 1", STREAM_VALUES, BY_LINE),
    ],
)

SUITES = {
    "json": JSON, "xml": XML, "plist": PROPERTY_LISTS, "images": IMAGES, "codings": CODINGS, "streams": STREAMS,
}
