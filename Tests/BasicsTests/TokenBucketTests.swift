import Basics
import TestSupport
import Testing

@Suite struct TokenBucketTests {
    private func bucket(_ perSecond: Double, _ burst: Int) -> TokenBucket {
        TokenBucket(perSecond: perSecond, burst: burst, at: .noon)
    }

    @Test func `a full bucket lets a burst through, and then the rate`() {
        var bucket = bucket(2, 5)
        #expect(bucket.available(at: .noon) == 5)
        bucket.take(5, at: .noon)
        #expect(bucket.available(at: .noon) == 0)
        #expect(bucket.wait(at: .noon) == .milliseconds(500))
        #expect(bucket.available(at: .noon(plus: 1)) == 2)
        #expect(bucket.available(at: .noon(plus: 1_000)) == 5)
    }

    @Test(arguments: [(0.001, 1), (0.3, 1), (1, 1), (7, 3), (333, 10), (10_000, 10_000)])
    func `at the instant of the next token there is one, and no sooner`(perSecond: Double, burst: Int) {
        var (bucket, now) = (bucket(perSecond, burst), SteadyInstant.noon)
        bucket.take(burst, at: now)
        for _ in 0..<50 {
            let next = now.advanced(by: bucket.wait(at: now))
            #expect(bucket.available(at: next) >= 1)
            #expect(bucket.available(at: next.advanced(by: .milliseconds(-1))) == 0)
            bucket.take(bucket.available(at: next), at: next)
            now = next
        }
    }

    @Test func `in the long run no more passes than the rate`() {
        var (bucket, passed) = (bucket(3, 4), 0)
        for millisecond in stride(from: 0, through: 100_000, by: 7) {
            let now = SteadyInstant.noon.advanced(by: .milliseconds(millisecond))
            let count = bucket.available(at: now)
            bucket.take(count, at: now)
            passed += count
        }
        #expect((303...304).contains(passed))
    }

    @Test func `two buckets have the same limits whatever they hold`() {
        var (bucket, other) = (bucket(2, 5), bucket(2, 5))
        bucket.take(3, at: .noon)
        #expect(bucket.hasLimits(of: other))
        other = self.bucket(2, 6)
        #expect(!bucket.hasLimits(of: other))
        other = self.bucket(3, 5)
        #expect(!bucket.hasLimits(of: other))
    }
}
