// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "recurrence-benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "taskd", path: "../..")],
    targets: [
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "RecurrenceBenchmark",
            dependencies: ["AllocationCounter", .product(name: "Recurrence", package: "taskd")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
