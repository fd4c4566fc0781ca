/// One of the words of a text, as a list of simple values is written (XML Schema part 2 §2.5.1.2).
struct XMLWord: BitwiseCopyable {
    /// The word.
    let slice: XMLSlice

    /// The element or attribute that it is in.
    let owner: XMLDecodedPlace
}
