/// A number that tasks are put in order by, as an integer of the same order: an integer can stand in a cursor.
package struct OrderColumn {
    /// The number.
    package let number: Double
    /// The integer.
    package let key: Int64

    package init(_ number: Double) {
        // The two zeros are one place.
        self.number = number == 0 ? 0 : number
        key = Self.turned(Int64(bitPattern: self.number.bitPattern))
    }

    package init(key: Int64) {
        number = Double(bitPattern: UInt64(bitPattern: Self.turned(key)))
        self.key = key
    }

    /// The bits of positive numbers are in order; those of negative ones in the opposite order.
    private static func turned(_ bits: Int64) -> Int64 { bits < 0 ? bits ^ .max : bits }
}
