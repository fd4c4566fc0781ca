/// Where the bytes of a name in ASCII end, as far as 16 bytes tell.
struct XMLNameRun: Equatable {
    /// The number of bytes in front that can stand in a name; 16 if all can.
    var stop: Int

    /// The number of bytes before the colon among them; 0 if there is none, -1 if it comes first or there are several.
    var colon: Int
}
