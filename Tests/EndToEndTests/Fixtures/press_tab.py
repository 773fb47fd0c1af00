"""Types a line and a tab in a real shell on a terminal: press_tab.py SHELL SCRIPT TYPED EXPECTED

The line that the shell then shows, or the list below it, must match the regular expression EXPECTED.
"""

import os
import pty
import re
import select
import sys
import time

shell, script, typed, expected = sys.argv[1:]
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
PREPARE = {
    "bash": f"PS1='rea''dy> '; bind 'set enable-bracketed-paste off'; bind 'set show-all-if-ambiguous on'; . {script}\n",
    "zsh": f"autoload -U compinit; compinit -D -u; . {script}; PS1='rea''dy> '\n",
    "fish": f"function fish_prompt; echo -n 'rea''dy> '; end; source {script}\n",
}

child, terminal = pty.fork()
if child == 0:
    os.execvp(START[shell][0], START[shell])
shown = ""
deadline = time.monotonic() + 60


def until(pattern, start=0):
    """Reads on until the terminal shows what matches."""
    global shown
    while not re.search(pattern, shown[start:]):
        if time.monotonic() > deadline:
            sys.exit(f"not shown: {pattern}\n{shown[start:]!r}")
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                text = os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                sys.exit(f"the shell ended\n{shown!r}")
            # What colours and moves the cursor is no part of what is read.
            shown += re.sub(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|\][^\x07]*\x07|[=>])", "", text)
            if "\x1b[c" in text or "\x1b[0c" in text:
                os.write(terminal, b"\x1b[?62c")


os.write(terminal, PREPARE[shell].encode())
until(r"ready> ")
place = len(shown)
os.write(terminal, typed.encode())
until(re.escape(typed[-2:]), place)
os.write(terminal, b"\t")
until(expected, place)
os.close(terminal)
