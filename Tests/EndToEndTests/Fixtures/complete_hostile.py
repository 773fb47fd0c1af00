"""Completes hostile names in a real bash: complete_hostile.py SCRIPT

Each name is that of a profile; it is begun in every way, completed by a tab and run by a return. Nothing that a name holds
may be run, and the word that bash makes of what was inserted must be the name, or what was typed where it is not offered.
"""

import json
import os
import pathlib
import pty
import select
import sys
import time

RUN = "touch $HOME/RUN"
NAMES = [
    f"ua$({RUN})", f"ub`{RUN}`", f"uc${{x:=`{RUN}`}}", f'ud"$({RUN})x', f"ue\\$({RUN})\\", "uf!!x", f"ug';{RUN};'",
    'uh"end"', f'ui";{RUN};"x', f"uj`\u0301 ;{RUN};`\u0301", f"uk=$({RUN}):x", "ul ~*?[a]{b,c}#|&<>", f"um\\`{RUN}\\`",
    f"un$'\\x41'$({RUN})", f"uo$(\n{RUN}\n)", "up$HOME", f"+$({RUN})", f"@$({RUN})", f'"$({RUN})"x', f"$(({RUN}))", "~root", "=x", ":y",
    "'z",
]  # fmt: skip
PAIR = [f"va$({RUN})1", f"va$({RUN})2"]
CONTROLS = {"\n", "\r"}


def begun(name):
    """The ways to begin a name: the typed word, the mark that closes it, and whether all of the name can stand in it."""
    length = 2 if name.startswith("u") else 1
    head, rest = name[:length], name[length:]
    double = head.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    bare = "".join(f"\\{c}" if c in "\"'$~" else c for c in head)
    offered = not CONTROLS & set(name)
    double_offered = offered and "!" not in name
    yield "--profile " + bare, "", head, offered
    yield '--profile "' + double, '"', head, double_offered
    yield '--profile="' + double, '"', head, double_offered
    if "'" not in head:
        yield "--profile '" + head, "'", head, offered and "'" not in name
    if head[0] == "u":
        yield '--profile u"' + head[1:], '"', head, double_offered
    if rest[:2] == "$(":
        yield '--profile "' + double + "\\$(", '"', head + "$(", offered
        yield '--profile="' + double + "\\$", '"', head + "$", offered
        yield '--profile "' + double + "$", '"', head + "$", offered


def cases():
    for name in NAMES:
        for typed, closing, head, offered in begun(name):
            option = "--profile=" if typed.startswith("--profile=") else ""
            yield typed, "" if offered else closing, option + (name if offered else head)
    yield '--profile "v', '2"', PAIR[1]
    yield '--profile="v', '2"', "--profile=" + PAIR[1]
    yield "--profile v", "2", PAIR[1]


home = pathlib.Path(os.environ["HOME"])
settings = "".join(f"  {json.dumps(name)}:\n    url: http://127.0.0.1:1\n" for name in NAMES + PAIR)
(home / "client.yaml").write_text("profiles:\n" + settings)
(home / "bashrc").write_text(f"""
bind 'set enable-bracketed-paste off'
taskd() {{
    if [[ $1 == __complete ]]; then command taskd "$@"; return; fi
    printf '%s' "${{@: -1}}" >$HOME/word.new
    mv $HOME/word.new $HOME/word
}}
. {sys.argv[1]}
PS1='> '
touch $HOME/ready
""")
child, terminal = pty.fork()
if child == 0:
    os.environ["TASKD_CLIENT_CONFIG"] = str(home / "client.yaml")
    os.execvp("bash", ["bash", "--noprofile", "--rcfile", str(home / "bashrc"), "-i"])


def wait(file, what, patience=20):
    deadline = time.monotonic() + patience
    shown = b""
    while not (home / file).exists():
        if time.monotonic() > deadline:
            return f"{what}: {shown!r}"
        if select.select([terminal], [], [], 0.01)[0]:
            shown += os.read(terminal, 65536)
    return None


failures = [failure] if (failure := wait("ready", "bash does not begin")) else []
(home / "ready").unlink(missing_ok=True)
tried = [] if failures else [(typed + "\t" + closing, word) for typed, closing, word in cases()]
# All at once: what is inserted would lack the quotation marks.
tried += [('--profile "ua\x1b*"', "ua"), ("--profile 'ua\x1b*'", "ua")] if tried else []
for typed, expected in tried:
    if len(failures) >= 3:
        break
    (home / "word").unlink(missing_ok=True)
    os.write(terminal, f"taskd list {typed}\r".encode())
    failure = wait("word", repr(typed))
    if failure:
        failures.append(failure)
        os.write(terminal, b"\x03")
        time.sleep(0.2)
    elif (word := (home / "word").read_text()) != expected:
        failures.append(f"{typed!r} became {word!r}, not {expected!r}")
    if (home / "RUN").exists():
        failures.append(f"{typed!r} ran what the name holds")
        (home / "RUN").unlink()
os.close(terminal)
print(f"{len(tried)} words")
sys.exit("\n".join(failures) or 0)
