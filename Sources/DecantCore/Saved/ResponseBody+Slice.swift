extension ResponseBody {
    /// The bytes at some positions, without a copy.
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside of the body")
        return storage[start + range.lowerBound..<start + range.upperBound]
    }
}
