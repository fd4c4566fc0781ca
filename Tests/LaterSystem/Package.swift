// swift-tools-version: 6.2

import PackageDescription

// A package that Scripts/tools/apple-check must reject.
let package = Package(
    name: "LaterSystem",
    platforms: [.macOS(.v13)],
    products: [.library(name: "LaterSystem", targets: ["LaterSystem"])],
    targets: [.target(name: "LaterSystem")]
)
