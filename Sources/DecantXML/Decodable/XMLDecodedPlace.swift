// A decoder, a container and each step of a coding path is a place: what of the document it is about, and how the type came
// to it. Together with the reference to what all decoders share it fills an existential's buffer of 24 bytes exactly, so
// that handing a decoder to a type allocates nothing.
//
// Example: <feed><item id="7"/><item/></feed>, decoded as struct Feed { var item: [Item] }, struct Item { var id: Int }
//   level 0  top        the node of “feed”
//   level 1  named      the node of the first “item”: all that have the name are meant
//   level 2  listed     the node of one “item”, and its position among them
//   level 3  attribute  the number of “id” in the list of all attributes

/// The part of a document that is decoded.
struct XMLDecodedPlace: BitwiseCopyable, Equatable {
    /// The node, the attribute or the word.
    var index: UInt32

    /// The index among its siblings; for ``Kind/content``, the key that led there.
    var position: UInt32

    /// The number of steps of the coding path that lead there.
    var level: UInt32

    /// The kind of the place.
    var kind: Kind

    /// The spelling of the key that led there.
    var form = XMLNameForm.local

    /// Further facts about the place, which leaves a byte of its sixteen to the value that holds it.
    private var flags = Flags()

    /// Creates a place.
    init(_ kind: Kind, _ index: Int, position: Int = 0, level: Int) {
        self.index = UInt32(truncatingIfNeeded: index)
        self.position = UInt32(truncatingIfNeeded: position)
        self.level = UInt32(truncatingIfNeeded: level)
        self.kind = kind
    }

    /// The node, the attribute or the word.
    var number: Int { Int(index) }

    /// The level of what is in it.
    var inside: Int { Int(level) + 1 }
}

extension XMLDecodedPlace {
    private struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        static let isMarked = Flags(rawValue: 1)
        static let isListItem = Flags(rawValue: 2)
    }

    /// Whether the key said that it means an attribute.
    var isMarked: Bool {
        get { flags.contains(.isMarked) }
        set { flags.formSymmetricDifference(newValue == isMarked ? [] : .isMarked) }
    }

    /// Whether a list handed it out that can go on with something else if a choice takes something else (XMLChoices.swift).
    var isListItem: Bool {
        get { flags.contains(.isListItem) }
        set { flags.formSymmetricDifference(newValue == isListItem ? [] : .isListItem) }
    }

    /// The kinds of places that can be decoded.
    enum Kind: UInt8, BitwiseCopyable {
        /// The element at which decoding began.
        case top

        /// The elements with a name in an element: all of them as a list, the first as anything else.
        case named

        /// One of the elements with a name.
        case listed

        /// One of all elements in an element.
        case child

        /// The content of an element: its text, or all elements in it.
        case content

        /// An element under its own name, as the case of an enumeration.
        case own

        /// An attribute.
        case attribute

        /// One of the words of a text.
        case word

        /// A text between elements, as an item of a list.
        case text

        /// A text between elements, as the case of an enumeration.
        case ownText

        /// Whether it is an element, or what is in one.
        var isElement: Bool { rawValue < Kind.attribute.rawValue }
    }
}

/// One of the words of a text, as a list of simple values is written (XML Schema part 2 §2.5.1.2).
struct XMLWord: BitwiseCopyable {
    /// The word.
    let slice: XMLSlice

    /// The element or attribute that it is in.
    let owner: XMLDecodedPlace
}
