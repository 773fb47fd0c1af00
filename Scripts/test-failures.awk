# Prints what failed, from the log of a test run: errors of the compiler and of processes, each test's issues with what
# was expected, the tests that never ended, and the summaries of the runs last. Plain POSIX awk: Debian's is mawk.

/^[^ ]+ Test "/ && match($0, /"[^"]*"/) {
    test = substr($0, RSTART, RLENGTH)
    if ($0 ~ /" started\.$/) open[test] = 1
    else if ($0 ~ / (passed|failed) after / || $0 ~ /" skipped/) delete open[test]
}

# A run that was ended leaves the tests open that it was at.
/^error: not done after / { for (test in open) { print "never ended: " test; delete open[test] } }

/(^|: )([Ff]atal )?[Ee]rror: / && !/ recorded an issue/ { if (!known[$0]++ && errors++ < 40) print }

/ recorded an issue/ { isDetail = !known[$0]++ && issues++ < 40; if (isDetail) print; next }
/^↳/ { if (isDetail) print "    " substr($0, 1, 400); next }
{ isDetail = 0 }

# A run that has its summary has ended with all its tests, even where two wrote their lines into one.
/ Test run with [0-9]+ test/ { summaries[++runs] = $0; for (test in open) delete open[test] }

END {
    if (issues > 40) print "and " issues - 40 " more issues"
    for (test in open) print "never ended: " test
    for (run = 1; run <= runs; run++) print summaries[run]
}
