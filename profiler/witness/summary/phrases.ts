/** How findings are put into words: for each language one table, checked against the other by its type. */
import { totalKey } from '../total-key.ts';
import type { Finding } from './summary.ts';

export interface Phrases {
  /** "adds a peer (x)", "adds 2 peers (x, y)". `keys`: as they are shown, joined. */
  readonly added: (axis: string, count: number, keys: string) => string;
  readonly stopped: (axis: string, count: number, keys: string) => string;
  /** `change`: "74 % more", "a third of", as `amount` says it. */
  readonly changed: (finding: Finding, change: string, key: string) => string;
  readonly amount: (ratio: number) => string;
  readonly per: Readonly<Record<'second' | 'work', string>>;
  readonly and: string;
  /** Begins the sentence of a comparison with findings. */
  readonly subject: (version: string) => string;
  readonly nothing: (from: string, to: string, detectable: string | undefined) => string;
  readonly nothingElse: (detectable: string) => string;
  readonly more: (count: number) => string;
  readonly noVerdict: (lacking: string) => string;
  readonly lacking: (occasions: number, version: string) => string;
  readonly confirms: (missing: number, version: string, until: string) => string;
  readonly closed: (version: string) => string;
  readonly undecided: (undecided: number, judged: number) => string;
  readonly notComparable: (axes: number) => string;
  readonly sameBinary: string;
  readonly tooNoisy: (axes: string) => string;
  readonly percent: (part: number) => string;
}

/** Singular and plural of what an axis lists. */
type Noun = readonly [one: string, many: string];

const nounsEn: Readonly<Record<string, Noun>> = {
  capabilities: ['a privilege', 'privileges'],
  network: ['a peer', 'peers'],
  processes: ['a program or exit', 'programs or exits'],
  executable_memory: ['a way of making memory executable', 'ways of making memory executable'],
  file_changes: ['a file change', 'file changes'],
  files: ['a file', 'files'],
  signals: ['a signal', 'signals'],
  syscall_names: ['a system call', 'system calls'],
};

const nounsPt: Readonly<Record<string, Noun>> = {
  capabilities: ['um privilégio', 'privilégios'],
  network: ['um par de rede', 'pares de rede'],
  processes: ['um programa ou término', 'programas ou términos'],
  executable_memory: ['uma forma de tornar memória executável', 'formas de tornar memória executável'],
  file_changes: ['uma alteração de arquivo', 'alterações de arquivos'],
  files: ['um arquivo', 'arquivos'],
  signals: ['um sinal', 'sinais'],
  syscall_names: ['uma chamada de sistema', 'chamadas de sistema'],
};

const list = (nouns: Readonly<Record<string, Noun>>, axis: string, count: number, keys: string): string => {
  const [one, many] = nouns[axis] ?? [axis, axis];
  return `${count === 1 ? one : `${count} ${many}`} (${keys})`;
};

/** What a target does more or less of: verb, what is counted, and what joins a key to it. */
type Verb = readonly [verb: string, object: string, link: string];

const verbsEn: Readonly<Record<string, Verb>> = {
  cpu_stacks: ['spends', 'CPU time', 'in '],
  cpu_time: ['spends', 'CPU time', 'in '],
  syscalls: ['makes', 'calls', 'of '],
  file_io: ['moves', 'bytes', 'by '],
  network_bytes: ['moves', 'bytes', ''],
  off_cpu: ['waits', 'time', 'for '],
  off_cpu_sites: ['waits', 'time', 'in '],
  locks: ['waits', 'time for locks', 'in '],
  allocation_sites: ['allocates', 'bytes', 'in '],
  memory_faults: ['has', 'page faults', 'of '],
};

const verbsPt: typeof verbsEn = {
  cpu_stacks: ['gasta', 'tempo de CPU', 'em '],
  cpu_time: ['gasta', 'tempo de CPU', 'em '],
  syscalls: ['faz', 'chamadas', 'de '],
  file_io: ['move', 'bytes', 'por '],
  network_bytes: ['move', 'bytes', ''],
  off_cpu: ['espera', 'tempo', 'por '],
  off_cpu_sites: ['espera', 'tempo', 'em '],
  locks: ['espera', 'tempo por locks', 'em '],
  allocation_sites: ['aloca', 'bytes', 'em '],
  memory_faults: ['tem', 'page faults', 'de '],
};

/** A whole axis has no key to name; where it has no words of its own, its name says what is counted. */
function writeChange([verb, object, link]: Verb, { axis, key }: Finding, change: string, shown: string): string {
  if (key !== totalKey) return `${verb} ${change} ${object} ${link}${shown}`;
  return `${verb} ${change} ${object}${whole.has(axis) ? ` (${axis.replaceAll('_', ' ')})` : ''}`;
}

/** Axes of which several have the same words. */
const whole: ReadonlySet<string> = new Set(['file_io', 'network_bytes', 'off_cpu', 'off_cpu_sites']);

/** From here on a ratio is read more easily than a percentage. */
const readAsFactor = 3;

export const english: Phrases = {
  added: (axis, count, keys) => `adds ${list(nounsEn, axis, count, keys)}`,
  stopped: (axis, count, keys) => `no longer has ${list(nounsEn, axis, count, keys)}`,
  changed: (finding, change, key) =>
    writeChange(verbsEn[finding.axis] ?? ['has', finding.axis.replaceAll('_', ' '), 'of '], finding, change, key),
  amount: (ratio) =>
    ratio >= readAsFactor
      ? `${ratio.toFixed(1)} times the`
      : `${Math.round(Math.abs(ratio - 1) * 100)} % ${ratio > 1 ? 'more' : 'less'}`,
  per: { second: 'per second', work: 'per unit of work' },
  and: ' and ',
  subject: (version) => `${version} `,
  nothing: (from, to, detectable) =>
    `${from} → ${to}: nothing changed beyond noise${detectable === undefined ? '' : ` (${detectable} or more)`}.`,
  nothingElse: (detectable) => `; nothing else beyond noise (${detectable} or more)`,
  more: (count) => `; ${count} more ${count === 1 ? 'finding' : 'findings'}`,
  noVerdict: (lacking) => `No verdict on amounts yet: ${lacking} missing.`,
  lacking: (occasions, version) => `${occasions} ${occasions === 1 ? 'replicate' : 'replicates'} of ${version}`,
  confirms: (missing, version, until) =>
    `Until ${until}, ${missing} more ${missing === 1 ? 'replicate' : 'replicates'} of ${version} can confirm it.`,
  closed: (version) => `The confirmation window of ${version} closed without enough replicates.`,
  undecided: (undecided, judged) => `${undecided} of ${judged} keys are undecided.`,
  notComparable: (axes) => `${axes} ${axes === 1 ? 'axis is' : 'axes are'} not comparable.`,
  sameBinary: 'Both versions ran the same executables: no difference is a change of the code.',
  tooNoisy: (axes) => `Too noisy here to be judged: ${axes}.`,
  percent: (part) => `${Math.round(part * 100)} %`,
};

export const portuguese: Phrases = {
  added: (axis, count, keys) => `acrescenta ${list(nounsPt, axis, count, keys)}`,
  stopped: (axis, count, keys) => `não tem mais ${list(nounsPt, axis, count, keys)}`,
  changed: (finding, change, key) =>
    writeChange(verbsPt[finding.axis] ?? ['tem', finding.axis.replaceAll('_', ' '), 'de '], finding, change, key),
  amount: (ratio) =>
    ratio >= readAsFactor
      ? `${ratio.toFixed(1).replace('.', ',')} vezes o`
      : `${Math.round(Math.abs(ratio - 1) * 100)} % ${ratio > 1 ? 'mais' : 'menos'}`,
  per: { second: 'por segundo', work: 'por unidade de trabalho' },
  and: ' e ',
  subject: (version) => `${version} `,
  nothing: (from, to, detectable) =>
    `${from} → ${to}: nada mudou além do ruído${detectable === undefined ? '' : ` (${detectable} ou mais)`}.`,
  nothingElse: (detectable) => `; nada mais além do ruído (${detectable} ou mais)`,
  more: (count) => `; mais ${count} ${count === 1 ? 'achado' : 'achados'}`,
  noVerdict: (lacking) => `Ainda sem veredito sobre quantidades: falta ${lacking}.`,
  lacking: (occasions, version) => `${occasions} ${occasions === 1 ? 'réplica' : 'réplicas'} de ${version}`,
  confirms: (missing, version, until) =>
    `Até ${until}, mais ${missing} ${missing === 1 ? 'réplica' : 'réplicas'} de ${version} pode${missing === 1 ? '' : 'm'} confirmar.`,
  closed: (version) => `A janela de confirmação de ${version} fechou sem réplicas suficientes.`,
  undecided: (undecided, judged) => `${undecided} de ${judged} chaves sem decisão.`,
  notComparable: (axes) => `${axes} ${axes === 1 ? 'eixo não é comparável' : 'eixos não são comparáveis'}.`,
  sameBinary: 'As duas versões executaram os mesmos binários: nenhuma diferença é uma mudança do código.',
  tooNoisy: (axes) => `Ruído demais aqui para julgar: ${axes}.`,
  percent: (part) => `${Math.round(part * 100)} %`,
};
