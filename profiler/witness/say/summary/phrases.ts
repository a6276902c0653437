/** How findings are put into words: for each language one table, checked against the other by its type. */
import { costsEn, costsPt, type Noun, nounsEn, nounsPt } from './axis-words.ts';
import { totalKey } from '../../diff/read-diff.ts';
import { renderAmount } from '../../diff/write-value.ts';
import type { OneSided } from '../../diff/verdict.ts';
import type { Finding, MergedKind, RelatedNote, SummaryWindow } from '../../diff/summary.ts';

export interface Phrases {
  /** "adds a peer (x)", "adds 2 peers (x, y)". `keys`: as they are shown, joined. */
  readonly added: (axis: string, count: number, keys: string) => string;
  readonly stopped: (axis: string, count: number, keys: string) => string;
  /** "spends 74 % more CPU time in f". `key`: as it is shown. */
  readonly changed: (finding: Finding, key: string) => string;
  /** "none before, 0.492 calls for each request after". */
  readonly oneSided: (oneSided: OneSided) => string;
  readonly per: Readonly<Record<'second' | 'work', string>>;
  /** What looks like a change and is none. `what` and `where`: as `partsOf` tells them apart, joined. */
  readonly related: (kind: RelatedNote['kind'], what: string, where: string) => string;
  readonly cost: Readonly<Record<RelatedNote['cost'], string>>;
  /** Behind a key under which others are counted as well. */
  readonly standsFor: (kind: MergedKind, what: string) => string;
  readonly moreRelated: (count: number) => string;
  readonly and: string;
  /** Begins the sentence of a comparison with findings. */
  readonly subject: (version: string) => string;
  readonly nothing: (from: string, to: string, detectable: string | undefined) => string;
  readonly nothingElse: (detectable: string) => string;
  readonly more: (count: number) => string;
  readonly noVerdict: (lacking: string) => string;
  readonly lacking: (occasions: number, version: string) => string;
  /** "likely (19 to 1, from 10 earlier captures)". */
  readonly likely: (odds: number, earlier: number) => string;
  readonly confirms: (missing: number, version: string, until: string) => string;
  readonly ended: Readonly<Record<NonNullable<SummaryWindow['ended']>, (version: string) => readonly string[]>>;
  readonly undecided: (undecided: number, judged: number) => string;
  readonly notComparable: (axes: number) => string;
  /** Where the cause of what was found may be. */
  readonly sameBinary: string;
  /** The share of CPU samples in code that nobody can name: "76 % of v1", of each version, joined. */
  readonly unread: (shares: string) => string;
  readonly ofVersion: (share: string, version: string) => string;
  readonly tooNoisy: (axes: string) => string;
  readonly percent: (part: number) => string;
}

const relatedEn: Readonly<Record<RelatedNote['kind'], (what: string, where: string) => string>> = {
  renamed: (what, where) => `${what} is now called ${where}`,
  inlined: (what, where) => `${what} was inlined into ${where}`,
  outlined: (what, where) => `${what} was taken out of ${where}`,
  moved: (what, where) => `CPU time moved from ${what} to ${where}`,
};

const relatedPt: typeof relatedEn = {
  renamed: (what, where) => `${what} agora se chama ${where}`,
  inlined: (what, where) => `${what} foi incorporada (inline) em ${where}`,
  outlined: (what, where) => `${what} foi separada de ${where}`,
  moved: (what, where) => `CPU: o tempo passou de ${what} para ${where}`,
};

const standsForEn: Readonly<Record<MergedKind, (what: string) => string>> = {
  renamed: (what) => `renamed from ${what}`,
  inlined: (what) => `with ${what} inlined`,
  outlined: (what) => `with ${what} taken out of it`,
};

const standsForPt: typeof standsForEn = {
  renamed: (what) => `antes ${what}`,
  inlined: (what) => `com ${what} incorporada`,
  outlined: (what) => `com ${what} separada`,
};

/** From here on a ratio is read more easily than a percentage. */
const readAsFactor = 3;

function list(nouns: Readonly<Record<string, Noun>>, axis: string, count: number, keys: string): string {
  const [one, many] = nouns[axis] ?? [axis, axis];
  return `${count === 1 ? one : `${count} ${many}`} (${keys})`;
}

/** "74 %": how far a ratio is from one. */
function percentOf(ratio: number): string {
  return `${Math.round(Math.abs(ratio - 1) * 100)} %`;
}

/** Axes of which several have the same words: of a whole one its name is said. */
const alike: ReadonlySet<string> = new Set([
  'file_io_time',
  'off_cpu',
  'off_cpu_sites',
  'locks',
  'memory_faults',
  'fault_sites',
  'memory_calls',
  'allocation_calls',
  'memory_growth',
]);

/** A whole axis has no key to name. */
function ofAll(axis: string): string {
  return alike.has(axis) ? ` (${axis})` : '';
}

/** What a finding says of a side that has none; undefined where both have some. */
export function oneSidedOf({ only, amount, unit, per }: Finding): OneSided | undefined {
  if (only === undefined || amount === undefined || unit === undefined || per === undefined) return undefined;
  return { only, amount, unit, per };
}

const perEn = { second: 'per second', work: 'for each request' } as const;
const perPt = { second: 'por segundo', work: 'por requisição' } as const;
const unitsPt: Readonly<Record<string, string>> = { calls: 'chamadas', events: 'eventos', faults: 'page faults' };

function oneSidedEn({ only, amount, unit, per }: OneSided): string {
  const much = `${renderAmount(amount, unit)} ${perEn[per]}`;
  return only === 'after' ? `none before, ${much} after` : `none after, ${much} before`;
}

function oneSidedPt({ only, amount, unit, per }: OneSided): string {
  const figure = renderAmount(amount, unit, (word) => unitsPt[word] ?? word).replace('.', ',');
  const much = `${figure} ${perPt[per]}`;
  return only === 'after' ? `nada antes, ${much} depois` : `nada depois, ${much} antes`;
}

function changedEn(finding: Finding, shown: string): string {
  const { axis, key, ratio = 1 } = finding;
  const [verb, what, where] = costsEn[axis] ?? ['has', axis, 'of'];
  const object = `${what}${key === totalKey ? ofAll(axis) : ` ${where} ${shown}`}`;
  const oneSided = oneSidedOf(finding);
  if (oneSided !== undefined) {
    return `${oneSided.only === 'after' ? '' : 'no longer '}${verb} ${object} (${oneSidedEn(oneSided)})`;
  }
  const less = what.endsWith('s') ? 'fewer' : 'less';
  const amount =
    ratio >= readAsFactor ? `${ratio.toFixed(1)} times the` : `${percentOf(ratio)} ${ratio > 1 ? 'more' : less}`;
  return `${verb} ${amount} ${object}`;
}

function changedPt(finding: Finding, shown: string): string {
  const { axis, key, ratio = 1 } = finding;
  const [verb, article, what, where] = costsPt[axis] ?? ['tem', 'o', axis, 'de'];
  const object = `${what}${key === totalKey ? ofAll(axis) : ` ${where} ${shown}`}`;
  const oneSided = oneSidedOf(finding);
  if (oneSided !== undefined) {
    return `${oneSided.only === 'after' ? verb : `não ${verb} mais`} ${object} (${oneSidedPt(oneSided)})`;
  }
  const amount =
    ratio >= readAsFactor
      ? `${ratio.toFixed(1).replace('.', ',')} vezes ${article}`
      : `${percentOf(ratio)} ${ratio > 1 ? 'mais' : 'menos'}`;
  return `${verb} ${amount} ${object}`;
}

function sayEarlierEn(earlier: number): string {
  if (earlier === 0) return 'without earlier captures';
  return `from ${earlier} earlier ${earlier === 1 ? 'capture' : 'captures'}`;
}

function sayEarlierPt(earlier: number): string {
  if (earlier === 0) return 'sem capturas anteriores';
  return `de ${earlier} ${earlier === 1 ? 'captura anterior' : 'capturas anteriores'}`;
}

export const english: Phrases = {
  added: (axis, count, keys) => `adds ${list(nounsEn, axis, count, keys)}`,
  stopped: (axis, count, keys) => `no longer has ${list(nounsEn, axis, count, keys)}`,
  changed: changedEn,
  oneSided: oneSidedEn,
  per: perEn,
  related: (kind, what, where) => relatedEn[kind](what, where),
  cost: { same: 'same cost together', undecided: 'whether at the same cost is undecided' },
  standsFor: (kind, what) => standsForEn[kind](what),
  moreRelated: (count) => `${count} more like this`,
  and: ' and ',
  subject: (version) => `${version} `,
  nothing: (from, to, detectable) =>
    `${from} → ${to}: nothing changed beyond noise${detectable === undefined ? '' : ` (${detectable} or more)`}.`,
  nothingElse: (detectable) => `; nothing else beyond noise (${detectable} or more)`,
  more: (count) => `; ${count} more ${count === 1 ? 'finding' : 'findings'}`,
  noVerdict: (lacking) => `No verdict on amounts yet: ${lacking} missing.`,
  lacking: (occasions, version) => `${occasions} ${occasions === 1 ? 'replicate' : 'replicates'} of ${version}`,
  likely: (odds, earlier) => `likely (${odds} to 1, ${sayEarlierEn(earlier)})`,
  confirms: (missing, version, until) =>
    `Until ${until}, ${missing} more ${missing === 1 ? 'replicate' : 'replicates'} of ${version} can confirm it.`,
  ended: {
    confirmed: () => ['Confirmed: the confirmation window is closed.'],
    went_away: () => ['What two captures of each version had suggested went away.'],
    not_confirmed: () => ['No change was confirmed.'],
    closed_without_replicates: (version) => [`The confirmation window of ${version} closed without enough replicates.`],
    nothing_to_confirm: () => [],
  },
  undecided: (undecided, judged) => `${undecided} of ${judged} rows are undecided.`,
  notComparable: (axes) => `${axes} ${axes === 1 ? 'measurement is' : 'measurements are'} not comparable.`,
  sameBinary: 'Both versions ran the same executables: look for a cause in configuration, flags, data and libraries.',
  unread: (shares) =>
    `${shares} ran in code that is not understood: interpreted, made at run time, or without symbols.`,
  ofVersion: (share, version) => `${share} of the CPU samples of ${version}`,
  tooNoisy: (axes) => `Too noisy here to be judged: ${axes}.`,
  percent: (part) => `${Math.round(part * 100)} %`,
};

export const portuguese: Phrases = {
  added: (axis, count, keys) => `acrescenta ${list(nounsPt, axis, count, keys)}`,
  stopped: (axis, count, keys) => `não tem mais ${list(nounsPt, axis, count, keys)}`,
  changed: changedPt,
  oneSided: oneSidedPt,
  per: perPt,
  related: (kind, what, where) => relatedPt[kind](what, where),
  cost: { same: 'mesmo custo em conjunto', undecided: 'sem decisão sobre o custo em conjunto' },
  standsFor: (kind, what) => standsForPt[kind](what),
  moreRelated: (count) => `mais ${count} como ${count === 1 ? 'esta' : 'estas'}`,
  and: ' e ',
  subject: (version) => `${version} `,
  nothing: (from, to, detectable) =>
    `${from} → ${to}: nada mudou além do ruído${detectable === undefined ? '' : ` (${detectable} ou mais)`}.`,
  nothingElse: (detectable) => `; nada mais além do ruído (${detectable} ou mais)`,
  more: (count) => `; mais ${count} ${count === 1 ? 'achado' : 'achados'}`,
  noVerdict: (lacking) => `Ainda sem veredito sobre quantidades: falta ${lacking}.`,
  lacking: (occasions, version) => `${occasions} ${occasions === 1 ? 'réplica' : 'réplicas'} de ${version}`,
  likely: (odds, earlier) => `provável (${odds} para 1, ${sayEarlierPt(earlier)})`,
  confirms: (missing, version, until) =>
    `Até ${until}, mais ${missing} ${missing === 1 ? 'réplica' : 'réplicas'} de ${version} pode${missing === 1 ? '' : 'm'} confirmar.`,
  ended: {
    confirmed: () => ['Confirmado: a janela de confirmação está fechada.'],
    went_away: () => ['O que duas capturas de cada versão sugeriam desapareceu.'],
    not_confirmed: () => ['Nenhuma mudança foi confirmada.'],
    closed_without_replicates: (version) => [`A janela de confirmação de ${version} fechou sem réplicas suficientes.`],
    nothing_to_confirm: () => [],
  },
  undecided: (undecided, judged) => `${undecided} de ${judged} linhas sem decisão.`,
  notComparable: (axes) => `${axes} ${axes === 1 ? 'medição não é comparável' : 'medições não são comparáveis'}.`,
  sameBinary:
    'As duas versões executaram os mesmos binários: procure a causa em configuração, flags, dados e bibliotecas.',
  unread: (shares) =>
    `${shares} estavam em código que não é compreendido: interpretado, gerado em tempo de execução ou sem símbolos.`,
  ofVersion: (share, version) => `${share} das amostras de CPU de ${version}`,
  tooNoisy: (axes) => `Ruído demais aqui para julgar: ${axes}.`,
  percent: (part) => `${Math.round(part * 100)} %`,
};
