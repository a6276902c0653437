/** Portuguese for the sentences of a comparison that arrive in English and have no code: caveats and reasons. */

type Write = (...parts: string[]) => string;

const differing: Readonly<Record<string, string>> = {
  kernel: 'o kernel',
  'CPU model': 'o modelo de CPU',
  'number of CPUs': 'o número de CPUs',
  'warm-up in seconds': 'o aquecimento em segundos',
  'number of processes': 'o número de processos',
};
const outcomes: Readonly<Record<string, string>> = {
  failed: 'falhou',
  nothing_to_push: 'não tinha nada a enviar',
};

/** "a and b", of values that hold no such word themselves. */
const both = (text: string): string => text.replaceAll(' and ', ' e ');

function state(word: string, why: string): string {
  if (word === 'measured') return 'medido';
  return `${word === 'not measured' ? 'não medido' : 'medido em parte'} (${all(why, '; ')})`;
}

const replicates = (text: string): string =>
  both(text).replaceAll(' replicates of ', ' réplicas de ').replaceAll(' replicate of ', ' réplica de ');

const occasions = (text: string): string =>
  text
    .replaceAll(' has ', ' tem ')
    .replaceAll(' captures', ' capturas')
    .replaceAll(' capture', ' captura')
    .replaceAll(' occasions', ' ocasiões')
    .replaceAll(' occasion', ' ocasião');

const states = '(measured|not measured|measured in part)(?: \\((.*)\\))?';

/** "v2: not measured (why)": what one side has of an axis. */
const factPattern = new RegExp(`^(\\S+): ${states}$`, 'su');

function fact(text: string): string {
  const [, version = '', word = '', why = ''] = factPattern.exec(text) ?? [];
  return version === '' ? text : `${version}: ${state(word, why)}`;
}

/** The first pattern that matches a whole sentence writes it. */
const patterns: readonly (readonly [RegExp, Write])[] = [
  [/^(.+) differs: (.+)$/su, (what = '', values = '') => `difere ${differing[what] ?? what}: ${both(values)}`],
  [
    /^the load of the two sides differs by a factor of (.+)$/u,
    (by) => `a carga dos dois lados difere por um fator de ${by}`,
  ],
  [
    new RegExp(`^a replicate of (.+) is left out: ${states}$`, 'su'),
    (version, word = '', why = '') => `uma réplica de ${version} ficou de fora: ${state(word, why)}`,
  ],
  [/^(\S+: (?:not )?measured.*); (\S+: (?:not )?measured.*)$/su, (a = '', b = '') => `${fact(a)}; ${fact(b)}`],
  [
    /^measured on different architectures: (.+)$/u,
    (which = '') => `medidos em arquiteturas diferentes: ${both(which)}`,
  ],
  [/^measured by different probes: (.+)$/u, (which = '') => `medidos por sondas diferentes: ${both(which)}`],
  [
    /^keys were made by different aggregators \((.+)\)$/u,
    (which = '') => `as chaves foram formadas por agregadores diferentes (${both(which)})`,
  ],
  [
    /^measured by probes whose numbers mean something else: (.+)$/u,
    (which = '') => `medidos por sondas cujos números significam outra coisa: ${both(which)}`,
  ],
  [
    /^measured with different probe programs \(collector (.+)\)$/u,
    (which = '') => `medidos com programas de sonda diferentes (coletor ${both(which)})`,
  ],
  [
    /^two captures measured the same machine at the same time$/u,
    () => 'duas capturas mediram a mesma máquina ao mesmo tempo',
  ],
  [
    /^captures of (.+?) ran different executables: (.+)$/u,
    (version, which = '') => `capturas de ${version} executaram binários diferentes: ${both(which)}`,
  ],
  [
    /^a capture of (.+?) measured two builds of (.+) at once$/u,
    (version, path) => `uma captura de ${version} mediu dois builds de ${path} ao mesmo tempo`,
  ],
  [
    /^(\d+) keys? (?:has|have) fewer than (\d+) durations on a side and cannot be compared$/u,
    (keys, least) =>
      `${keys} ${keys === '1' ? 'chave tem' : 'chaves têm'} menos de ${least} durações de um lado e não ${keys === '1' ? 'pode ser comparada' : 'podem ser comparadas'}`,
  ],
  [
    /^(\d+) events? (?:was|were) lost in (.+): a key that it did not show may have happened$/su,
    (lost, version) =>
      `${lost} ${lost === '1' ? 'evento se perdeu' : 'eventos se perderam'} em ${version}: uma chave que não apareceu nela pode ter ocorrido`,
  ],
  [
    /^no noise floor: (.+?) missing(?: \((.+): captures too close to each other count as one\))?; request them .*$/u,
    (missing = '', close = '') =>
      `sem piso de ruído: falta ${replicates(missing)}${close === '' ? '' : ` (${occasions(close)}: capturas próximas demais contam como uma)`}; peça-as (tipo réplica). Até lá são medições, não um veredito.`,
  ],
  [/^(.+) is the latest version captured before (.+)$/u, (a, b) => `${a} é a última versão capturada antes de ${b}`],
  [/^version (.+) was asked for$/u, (version) => `a versão ${version} foi pedida`],
  [/^it has no outcome yet$/u, () => 'ainda não tem resultado'],
  [/^its outcome is (\w+)$/u, (outcome = '') => `a captura ${outcomes[outcome] ?? outcome}`],
  [/^the collector wrote no data for this axis$/u, () => 'o coletor não gravou dados para este eixo'],
  [/^this axis was not part of the capture$/u, () => 'este eixo não fez parte da captura'],
  [/^(\S+): (\d+) of (\d+) events were lost$/u, (probe, lost, of) => `${probe}: ${lost} de ${of} eventos se perderam`],
  [/^only (\d+) % of the requested window was measured$/u, (share) => `só ${share} % da janela pedida foi medida`],
  [/^the functions of (.+?) have no names: (.+)$/u, (name, why) => `as funções de ${name} não têm nomes: ${why}`],
  [
    /^(\d+) keys were cut at the limit of (\d+)$/u,
    (keys, most) => `${keys} chaves foram cortadas no limite de ${most}`,
  ],
];

/** Undefined of a sentence that is not known: it stays English, and is marked as such. */
export function translateSentence(text: string): string | undefined {
  for (const [pattern, write] of patterns) {
    const [whole, ...parts] = pattern.exec(text) ?? [];
    if (whole !== undefined) return write(...parts.map((part) => part ?? ''));
  }
  return undefined;
}

/** What is not known of a list stays as it is. */
function all(text: string, between: string): string {
  return text
    .split(between)
    .map((one) => translateSentence(one) ?? one)
    .join(between);
}
