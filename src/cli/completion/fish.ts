import type { CompletedCommand, CompletedOption, Values } from './completion-data.ts';

export function renderFish(commands: readonly CompletedCommand[]): string {
  const paths = commands.slice(1).map(({ path }) => quote(path));
  return `# Completion of farol for fish: farol completion fish > ~/.config/fish/completions/farol.fish
function __farol_is
    set -l called farol
    for word in (commandline -opc)[2..]
        switch "$called $word"
            case ${paths.join(' ')}
                set called "$called $word"
        end
    end
    test "$called" = "$argv[1]"
end
complete -c farol -f
${commands.flatMap(renderCommand).join('\n')}
`;
}

function renderCommand({ path, commands, options, values }: CompletedCommand): string[] {
  const start = `complete -c farol -n ${quote(`__farol_is "${path}"`)}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...options.map((option) => `${start} ${renderOption(option)}`),
    ...(values === undefined ? [] : [`${start} ${renderValues(values)}`]),
  ];
}

function renderOption({ names, description, takesValue, values }: CompletedOption): string {
  const flags = names.map((one) => (one.startsWith('--') ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`));
  const value = takesValue ? ` -r ${values === undefined ? '-f' : renderValues(values)}` : '';
  return `${flags.join(' ')}${value} -d ${quote(description)}`;
}

function renderValues(values: NonNullable<Values>): string {
  if (values === 'file') return '-F';
  return values === 'folder' ? "-a '(__fish_complete_directories)'" : `-f -a ${quote(values.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
