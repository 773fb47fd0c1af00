extension Shell {
    /// What the shell reads: a function that asks the program what may stand at the cursor.
    var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # taskd completions for bash
        _taskd() {
            local line lines=() replaced=$2 ahead=${COMP_LINE:0:COMP_POINT-${#2}}
            COMPREPLY=()
            if [[ $ahead == *[\"\'] ]]; then
                # All at once are typed without the quotation mark, which they need.
                if ((COMP_TYPE == 42)); then return; fi
            else
                # Right behind a colon or an equals sign nothing has been typed of the word that bash replaces.
                case "$replaced" in : | =) replaced= ;; esac
            fi
            mapfile -t lines < <("${COMP_WORDS[0]/#\~/$HOME}" __complete bash -- "${COMP_LINE:0:COMP_POINT}" "$replaced" 2>/dev/null)
            if [[ ${lines[0]-} == :files ]]; then
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$2")
                return
            fi
            for line in "${lines[@]}"; do
                # What a value is is shown beside it, unless the shell would type it.
                if ((${#lines[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ $line == *$'\t'* ]]; then
                    COMPREPLY+=("${line%%$'\t'*}  (${line#*$'\t'})")
                else
                    COMPREPLY+=("${line%%$'\t'*}")
                fi
            done
            if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=] ]]; then compopt -o nospace; fi
        }
        complete -o nosort -F _taskd taskd

        """#

    private static let zshScript = #"""
        #compdef taskd
        # taskd completions for zsh
        _taskd() {
            local line
            local -a lines values texts
            lines=("${(@f)$(${words[1]} __complete zsh -- "${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
            if [[ ${lines[1]} == :files ]]; then
                _files
                return
            fi
            for line in "${lines[@]}"; do
                [[ -n $line ]] || continue
                values+=("${line%%$'\t'*}")
                if [[ $line == *$'\t'* ]]; then texts+=("${line%%$'\t'*}  -- ${line#*$'\t'}"); else texts+=("$line"); fi
            done
            if (( ${#values} == 1 )) && [[ ${values[1]} == *[:=] ]]; then
                compadd -S '' -- "${values[@]}"
            elif (( ${#values} )); then
                compadd -M 'm:{a-z}={A-Z}' -V taskd -l -d texts -- "${values[@]}"
            fi
        }
        if [[ ${funcstack[1]} == _taskd ]]; then
            _taskd "$@"
        else
            compdef _taskd taskd
        fi

        """#

    private static let fishScript = #"""
        # taskd completions for fish
        function __taskd_complete
            set -l program (commandline -opc)[1]
            set -l lines ($program __complete fish -- (commandline -cp | string collect) 2>/dev/null)
            if test "$lines[1]" = :files
                __fish_complete_path (commandline -ct)
            else
                printf '%s\n' $lines
            end
        end
        complete -c taskd -e
        complete -c taskd -k -f -a '(__taskd_complete)'

        """#
}
