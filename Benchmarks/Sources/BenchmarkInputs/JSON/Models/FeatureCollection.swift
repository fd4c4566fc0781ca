/// The contents of the file `canada`, in the terms of GeoJSON.
package struct FeatureCollection: Decodable {
    package let type: String
    package let features: [Feature]

    package struct Feature: Decodable {
        package let type: String
        package let properties: [String: String]
        package let geometry: Geometry
    }

    package struct Geometry: Decodable {
        package let type: String
        package let coordinates: [[[Double]]]
    }
}
