import { caseOf, renderOption } from './bash.ts';
import type { CompletedCommand } from './completion-data.ts';

export function renderZsh(commands: readonly CompletedCommand[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`);
  return `#compdef farol
# Completion of farol for zsh: farol completion zsh > "\${fpath[1]}/_farol"
_farol() {
  local called=farol before=\${words[CURRENT-1]} values= i
  local -a commands options arguments
  if [[ $PREFIX == --*=* ]]; then
    before=\${PREFIX%%=*}
    compset -P '*='
  fi
  for ((i = 2; i < CURRENT; i++)); do
    case "$called \${words[i]}" in
      ${paths.join(' | ')}) called="$called \${words[i]}" ;;
    esac
  done
  case $called in
${commands.map(renderCommand).join('\n')}
  esac
  case $values in
    :file) _files ;;
    :folder) _files -/ ;;
    :nothing) ;;
    '')
      if [[ $PREFIX == -* ]]; then
        _describe option options
      else
        (( $#commands )) && _describe command commands
        (( $#arguments )) && compadd -- $arguments
      fi
      ;;
    *) compadd -- \${=values} ;;
  esac
}
if [ "\${funcstack[1]}" = _farol ]; then _farol "$@"; else compdef _farol farol; fi
`;
}

function renderCommand({ path, commands, options, values }: CompletedCommand): string {
  const valued = options.filter(({ takesValue }) => takesValue).map(renderOption);
  const listed = Array.isArray(values) ? `\n      arguments=(${values.join(' ')})` : '';
  const ofArgument = typeof values === 'string' ? [`        *) [[ $PREFIX == -* ]] || values=:${values} ;;`] : [];
  return `    '${path}')
      commands=(${commands.map(({ name, description }) => describe(name, description)).join(' ')})
      options=(${options.flatMap(({ names, description }) => names.map((one) => describe(one, description))).join(' ')})${listed}${caseOf([...valued, ...ofArgument])}
      ;;`;
}

function describe(name: string, description: string): string {
  return `'${name.replaceAll(':', String.raw`\:`)}:${description.replaceAll("'", String.raw`'\''`)}'`;
}
