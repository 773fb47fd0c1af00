# Prints what failed, from the log of a test run: compiler errors, each test's issues with their details, a process that
# crashed, and the summaries of the runs last.
function isMark(line) { return line ~ /^(✘|􀢄)/ }

/^(.*: )?error: / || /^Fatal error: |: Fatal error: |^\*\*\* / { if (!seen[$0]++) other[++others] = $0 }

isMark($0) && / recorded an issue/ {
    if (!seen[$0]++) issues[++count] = $0
    isInIssue = 1
    next
}
isInIssue && /^(↳|􀄵|±|[^✔✘◇􁁛􀢄􀟈])/ && !/^(Building|Build|\[|Test Suite)/ {
    if (lines[count]++ < 12) details[count] = details[count] "\n    " substr($0, 1, 300)
    next
}
{ isInIssue = 0 }
isMark($0) && / Test run with / { summaries[++runs] = $0 }

END {
    print "\n-- what failed; the whole log is .build/test.log"
    for (i = 1; i <= others && i <= 60; i++) print other[i]
    for (i = 1; i <= count && i <= 60; i++) print issues[i] details[i]
    if (count > 60) print "and " count - 60 " more issues"
    for (i = 1; i <= runs; i++) print summaries[i]
}
