extension ResponseBody {
    /// The length of the line end at a position: 2 for CR LF, 1 for LF, 0 if there is none.
    func lineEndLength(at position: Int) -> Int {
        guard position < count else { return 0 }
        if self[position] == 0x0A { return 1 }
        return self[position] == 0x0D && position + 1 < count && self[position + 1] == 0x0A ? 2 : 0
    }
}
