import type { CompletedCommand, CompletedOption, Values } from './completion-data.ts';

/** Works in bash 3.2 and newer. */
export function renderBash(commands: readonly CompletedCommand[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`);
  return `# Completion of farol for bash: source <(farol completion bash)
_farol() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local called=farol commands= options= values= i
  # An equals sign is a word of its own.
  if [ "$current" = = ]; then
    current=
  elif [ "$before" = = ]; then
    before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$called \${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) called="$called \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case $called in
${commands.map(renderCommand).join('\n')}
  esac
  case $values in
    :file) compopt -o default 2>/dev/null ;;
    :folder) compopt -o dirnames 2>/dev/null ;;
    :nothing) ;;
    *)
      if [[ $current == -* ]]; then values=$options; elif [ -z "$values" ]; then values=$commands; fi
      COMPREPLY=($(compgen -W "$values" -- "$current"))
      ;;
  esac
}
complete -F _farol farol
`;
}

function renderCommand({ path, commands, options, values }: CompletedCommand): string {
  const valued = options.filter(({ takesValue }) => takesValue).map(renderOption);
  const words = Array.isArray(values) ? values : [];
  const listed = [...commands.map(({ name }) => name), ...words].join(' ');
  const ofArgument = typeof values === 'string' ? [`        *) [[ $current == -* ]] || values=:${values} ;;`] : [];
  return `    '${path}')
      commands='${listed}'
      options='${options.flatMap(({ names }) => names).join(' ')}'${caseOf([...valued, ...ofArgument])}
      ;;`;
}

/** Which values follow the word before, in the syntax that bash and zsh share. */
export function caseOf(arms: readonly string[]): string {
  return arms.length === 0 ? '' : `\n      case $before in\n${arms.join('\n')}\n      esac`;
}

export function renderOption({ names, values }: CompletedOption): string {
  return `        ${names.join(' | ')}) values='${wordsOf(values)}' ;;`;
}

function wordsOf(values: Values): string {
  if (values === undefined) return ':nothing';
  return typeof values === 'string' ? `:${values}` : values.join(' ');
}
