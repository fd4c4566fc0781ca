/// The contents of the file `mesh`.
package struct Mesh: Decodable {
    package let batches: [Batch]
    package let positions: [Double]
    package let tex0: [Double]
    package let colors: [UInt32]
    package let influences: [[Double]]
    package let normals: [Double]
    package let indices: [Int]

    package struct Batch: Decodable {
        package let indexRange: [Int]
        package let vertexRange: [Int]
        package let usedBones: [Int]
    }
}
