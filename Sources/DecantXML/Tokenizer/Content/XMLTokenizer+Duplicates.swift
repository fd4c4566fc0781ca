extension XMLTokenizer {
    /// How many attributes are compared one by one.
    static var mostPairwise: Int { 32 }

    /// Throws if the last attribute has the name of one before it (XML 1.0 §3.1, Unique Att Spec).
    ///
    /// With many attributes that is left to the end of the tag.
    ///
    /// - Parameter end: Where the attribute ends.
    /// - Throws: That there are two.
    @inline(never)
    func refuseRepetition(reached end: Int) throws(XMLFault) {
        let last = attributeList.count - 1
        guard last < Self.mostPairwise else { return }
        let name = view(attributeList[last].name.slice)
        for earlier in 0..<last where view(attributeList[earlier].name.slice) == name {
            throw repetitionFault(attributeList[last].name, reached: end - 1)
        }
    }

    /// Throws if any two of many attributes have the same name.
    @inline(never)
    func refuseRepetitions() throws(XMLFault) {
        let repetition = XMLHashSlots.firstRepetition(among: attributeList.count) { index in
            view(attributeList[index].name.slice).hash()
        } isEqual: { earlier, later in
            view(attributeList[earlier].name.slice) == view(attributeList[later].name.slice)
        }
        if let repetition { throw repetitionFault(attributeList[repetition.later].name) }
    }
}
