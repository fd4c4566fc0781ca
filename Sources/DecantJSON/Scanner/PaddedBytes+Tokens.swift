// Unsafe only in that it relies on the bound of PaddedBytes: every token ends at the zeros behind the text at the latest.
//
// The functions are transparent because the optimizer does not put ones of this size in line, whatever it is asked for, and
// the scanner's state would then go through memory for each token: half of the speed.

import CDecantScan
import DecantDocument

extension PaddedBytes {
    /// Reads the name of a member, and the colon behind it, up to its value.
    @_transparent
    func name(at position: Int, _ lines: some JSONLineCounting) -> JSONToken {
        guard _fastPath(self[position] == 0x22) else { return JSONToken(stoppedAt: position, expecting: .member) }
        let end = endOfName(from: position &+ 1)
        guard _fastPath(end.isValid) else {
            return JSONToken(stoppedAt: end.position, expecting: .name)
        }
        var next = end.position &+ 1
        if self[next] != 0x3A {
            next = skipWhiteSpace(at: next, lines)
            guard self[next] == 0x3A else { return JSONToken(stoppedAt: next, expecting: .colon) }
        }
        next = skipWhiteSpace(at: next &+ 1, lines)
        return token(of: end, from: position, to: next)
    }

    /// Reads a valid name, without the colon behind it.
    func name(endingAnywhereFrom quote: Int) -> JSONToken {
        let end = JSONStringEnd(in: self, from: quote + 1)
        return token(of: end, from: quote, to: end.position + 1)
    }

    /// Reads a string.
    @_transparent
    func string(at quote: Int) -> JSONToken {
        let end = endOfString(from: quote &+ 1)
        guard _fastPath(end.isValid) else {
            return JSONToken(stoppedAt: end.position, expecting: .string, from: quote)
        }
        return token(of: end, from: quote, to: end.position &+ 1)
    }

    /// Reads a value that is no string, array or object.
    @_transparent
    func numberOrWord(_ byte: UInt8, at position: Int, numberLimit: Int) -> JSONToken {
        if byte == 0x2D || byte &- 0x30 < 10 { return number(byte, at: position, limit: numberLimit) }
        return word(byte, at: position)
    }

    @_transparent
    func token(of string: JSONStringEnd, from quote: Int, to end: Int) -> JSONToken {
        let length = UInt64(truncatingIfNeeded: string.position &- quote &- 1)
        return JSONToken(string.kind, offset: quote &+ 1, payload: length, end: end)
    }

    /// Finds the end of a string (RFC 8259 §7); most are plain and short.
    @_transparent
    func endOfString(from start: Int) -> JSONStringEnd {
        let stop = start &+ stringStop(at: start)
        if _fastPath(self[stop] == 0x22) { return JSONStringEnd(position: stop, kind: .string) }
        return JSONStringEnd(in: self, from: stop)
    }

    /// Finds the end of a name.
    ///
    /// The next token cannot be looked for before the end of this one is found. The lengths of names repeat, so that the
    /// processor can predict them and need not wait; those of strings do not.
    @_transparent
    func endOfName(from start: Int) -> JSONStringEnd {
        let stop = start &+ decant_predicted(stringStop(at: start))
        if _fastPath(self[stop] == 0x22) { return JSONStringEnd(position: stop, kind: .string) }
        return JSONStringEnd(in: self, from: stop)
    }

    /// Reads one of the three literal names (RFC 8259 §3).
    @_transparent
    func word(_ byte: UInt8, at position: Int) -> JSONToken {
        if byte == 0x6E, word32(at: position) == 0x6C6C_756E {
            return JSONToken(.null, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == 0x74, word32(at: position) == 0x6575_7274 {
            return JSONToken(.true, offset: position, payload: 0, end: position &+ 4)
        }
        if byte == 0x66, word32(at: position &+ 1) == 0x6573_6C61 {
            return JSONToken(.false, offset: position, payload: 0, end: position &+ 5)
        }
        return JSONToken(stoppedAt: position, expecting: .value)
    }
}
