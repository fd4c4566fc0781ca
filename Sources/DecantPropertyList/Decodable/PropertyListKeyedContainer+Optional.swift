extension PropertyListKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        let value = optional(key)
        return value < 0 ? nil : try state.bool(value, inside)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        let value = optional(key)
        return value < 0 ? nil : try state.string(value, inside)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        let value = optional(key)
        return value < 0 ? nil : try state.double(value, inside)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        let value = optional(key)
        return value < 0 ? nil : try state.float(value, inside)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let value = optional(key)
        return value < 0 ? nil : try state.value(type, value, inside)
    }
}
