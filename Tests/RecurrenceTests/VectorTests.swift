import Recurrence
import Testing

struct VectorTests {
    static let rfc5545 = Vector.load("rfc5545-examples")
    static let rfc7529 = Vector.load("rfc7529-examples")
    static let sample = Vector.load("sample")

    @Test func `the vector files are all there`() {
        #expect(Self.rfc5545.count == 47)
        #expect(Self.rfc7529.count == 10)
        #expect(Self.sample.count == 150)
    }

    @Test(arguments: rfc5545 + sample)
    func `a vector holds`(vector: Vector) throws {
        let expansion = try vector.expansion()
        #expect(expansion.occurrences == vector.expect)
        #expect(expansion.isComplete == vector.complete)
    }

    @Test(arguments: rfc5545 + sample)
    func `a vector holds where gaps are skipped`(vector: Vector) throws {
        guard vector.expectSkip != nil || !vector.hasGap else { return }
        let expansion = try vector.expansion(EvaluationPolicy(gap: .skip))
        #expect(expansion.occurrences == vector.expectSkip ?? vector.expect)
    }

    @Test(arguments: rfc7529)
    func `a vector of RFC 7529 holds`(vector: Vector) throws {
        let expansion = try vector.expansion()
        #expect(expansion.occurrences == vector.expect)
        #expect(expansion.isComplete == vector.complete)
    }
}
