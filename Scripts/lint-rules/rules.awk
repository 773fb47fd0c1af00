# The rules of Scripts/lint-sources. Prints FILE:LINE: REASON and exits 1 when anything was found.
# Paths are relative to the checkout. Plain POSIX awk: Debian's is mawk.

function report(reason) { reportAt(FILENAME, FNR, reason) }

function reportAt(file, line, reason) {
    printf "%s:%d: %s\n", file, line, reason
    found = 1
}

function forbid(pattern, reason) { if (code ~ pattern) report(reason) }

# A pattern at the start of a word.
function word(pattern) { return "(^|[^A-Za-z0-9_])" pattern }

BEGIN {
    wordEnd = "([^A-Za-z0-9_]|$)"
    unfinished = word("(TODO|FIXME|XXX)" wordEnd)

    nowOfType = "(^|[^A-Za-z0-9_\\\\])[A-Z][A-Za-z0-9_]*(\\(\\))?\\.now" wordEnd
    nowImplicit = "(^|[^]A-Za-z0-9_)}?!>\\\\])\\.now" wordEnd
    dateNow = word("(Date(\\.init)?\\((\\)|timeIntervalSinceNow)|timeIntervalSinceNow" wordEnd ")")
    timeOfSystem = word("(clock_gettime|gettimeofday|CFAbsoluteTimeGetCurrent|mach_absolute_time|time\\(nil)")
    realClock = word("(ContinuousClock|SuspendingClock)" wordEnd) "|clock: *\\.(continuous|suspending)" wordEnd
    realSleep = word("(Task(<[^>]*>+)?|Thread|(Continuous|Suspending)Clock(\\(\\))?)\\.sleep" wordEnd)
    realSleep = realSleep "|" word("(usleep|nanosleep)\\(")

    # Of SQLite 3.39 and later; SQLiteLibrary.oldestVersion says which is needed.
    newerSQL = word("(IS (NOT )?DISTINCT FROM|(RIGHT|FULL) (OUTER )?JOIN)" wordEnd)
    newerSQL = newerSQL "|" word("(unhex|octet_length|timediff|concat|concat_ws|string_agg|jsonb[a-z_]*|unistr)\\(")
}

FNR == 1 { enterFile() }

{
    # Comments may name what code may not do.
    code = $0
    sub(/^[ \t]*\/\/.*/, "", code)
    sub(/[ \t]\/\/.*/, "", code)

    if ($0 ~ unfinished) report("finish it, or write down in the issue tracker what is left")
    forbid(word("Task\\.detached"), "a detached task escapes cancellation and priority: use a task group")
    checkUnchecked()
    if (root == "Sources") checkSource()
    if (root == "Tests") checkTest()
}

END {
    reportUnexplained()
    exit found
}

function enterFile(   part) {
    reportUnexplained()
    split(FILENAME, part, "/")
    root = part[1]
    module = part[2]
    isExplained = 0
    isMarkedTest = 0
}

function checkSource() {
    if (FILENAME !~ /^Sources\/Basics\/Time\/(UTC|Steady)Clock\.swift$/) checkTime()
    forbid(word("try!"), "handle the error or pass it on; try! ends the daemon")
    forbid(word("as!"), "use as? and say what happens otherwise; as! ends the daemon")
    forbid(word("fatalError\\("), "throw, or state the broken invariant with preconditionFailure")
    forbid(word("DispatchQueue" wordEnd), "use a task group or a run() loop instead of a queue")
    if (module == "StorageSQLite") forbid(newerSQL, "the oldest SQLite that taskd allows has no such thing")
    if (isImport()) checkImport(importedModule())
}

function checkTime() {
    currentTime = nowOfType "|" nowImplicit "|" dateNow "|" timeOfSystem
    forbid(currentTime, "time is passed in: take a clock or a `now:` parameter")
    forbid(realClock, "time is passed in: take a UTCClock")
    forbid(realSleep, "sleep on the clock that was passed in")
}

function isImport() { return code ~ /^[ \t]*([@A-Za-z_()]+[ \t]+)*import[ \t]+/ }

function importedModule(   name) {
    name = code
    sub(/^.*import[ \t]+/, "", name)
    sub(/^(struct|class|actor|enum|protocol|typealias|func|let|var)[ \t]+/, "", name)
    sub(/[^A-Za-z0-9_].*/, "", name)
    return name
}

function checkImport(name) {
    if (module == "Recurrence") report("Recurrence imports nothing, not even " name)
    if (name ~ /^GRDB/ && module != "StorageSQLite") report("only StorageSQLite imports " name)
    if (name ~ /^Hummingbird/ && module != "HTTPAPI" && module != "ServerTestSupport") report("only HTTPAPI imports " name)
    if (name == "Subprocess" && module != "Notify") report("only Notify imports " name)
    if (name == "Mustache" && module != "Notify" && module != "taskd") report("only Notify and taskd import " name)
    if (name == "AsyncHTTPClient" && module != "Notify" && module != "TaskdClient") {
        report("only Notify and TaskdClient import " name)
    }
}

function checkTest(   name) {
    forbid(realSleep, "tests do not wait: move a TestClock, or await what is to happen")
    if (isImport() && importedModule() == "XCTest") report("XCTest cases are not run: write Swift Testing's @Test")

    if (code ~ "@Test" wordEnd) isMarkedTest = 1
    if (code !~ word("func[ \t]")) return
    name = code
    sub(/^.*func[ \t]+/, "", name)
    if (!isMarkedTest && name ~ /^(test[A-Za-z0-9_]*[(<]|`[^`]* [^`]*`)/) report("this test never runs: it lacks @Test")
    isMarkedTest = 0
}

# The reason stands on the same line, in the comment right above, or on the line below, as a body's first.
function checkUnchecked() {
    if ($0 ~ /\/\/ @unchecked:/) {
        isExplained = 1
        unexplainedLine = 0
    } else if ($0 !~ /^[ \t]*\/\//) {
        wasExplained = isExplained
        isExplained = 0
    }
    reportUnexplained()
    if (code !~ /@unchecked[ \t]+(Swift\.)?Sendable/) return
    if (isExplained || wasExplained) return
    unexplainedFile = FILENAME
    unexplainedLine = FNR
}

function reportUnexplained() {
    if (unexplainedLine) {
        reportAt(unexplainedFile, unexplainedLine, "say which rule makes it safe in a `// @unchecked:` comment here")
    }
    unexplainedLine = 0
}
