/** What limits the headline, in full sentences: how often reports are wrong here, and how much could be judged. */
import type { AxisDiff } from '../../diff/diff.ts';
import type { Testable } from '../../judge/statistics/testable.ts';
import type { OwnRate } from '../../diff/verdict.ts';
import type { NoteFacts } from './summary-facts.ts';
import { renderNumber } from '../../diff/write-value.ts';

interface NoteWords {
  readonly requests: (before: string, after: string) => string;
  readonly notKnown: (comparisons: number) => string;
  readonly rate: (wrong: number, comparisons: number, low: string, high: string) => string;
  readonly testable: (keys: number, of: number) => string;
  readonly next: (seconds: number, keys: number) => string;
}

export const englishNotes: NoteWords = {
  requests: (before, after) =>
    `A request is a message that the target received or a connection that it accepted: ${before} → ${after} a second.`,
  notKnown: (comparisons) =>
    `Own false-alarm rate not known yet (${comparisons} ${comparisons === 1 ? 'comparison' : 'comparisons'} of captures of one version).`,
  rate: (wrong, comparisons, low, high) =>
    `Own false-alarm rate: ${wrong} of ${comparisons} comparisons of captures of one version called something changed (95 % interval ${low} to ${high} %).`,
  testable: (keys, of) => `${keys} of ${of} rows happened often enough to be judged alone`,
  next: (seconds, keys) => `; a window of ${seconds} s would add ${keys} ${keys === 1 ? 'row' : 'rows'}`,
};

export const portugueseNotes: NoteWords = {
  requests: (before, after) =>
    `Uma requisição é uma mensagem que o alvo recebeu ou uma conexão que ele aceitou: ${before} → ${after} por segundo.`,
  notKnown: (comparisons) =>
    `Taxa própria de alarmes falsos ainda desconhecida (${comparisons} ${comparisons === 1 ? 'comparação' : 'comparações'} de capturas de uma mesma versão).`,
  rate: (wrong, comparisons, low, high) =>
    `Taxa própria de alarmes falsos: ${wrong} de ${comparisons} comparações de capturas de uma mesma versão apontaram alguma mudança (intervalo de 95 %: ${low} a ${high} %).`,
  testable: (keys, of) => `${keys} de ${of} linhas ocorreram o bastante para serem julgadas sozinhas`,
  next: (seconds, keys) => `; uma janela de ${seconds} s acrescentaria ${keys} ${keys === 1 ? 'linha' : 'linhas'}`,
};

/** None where nothing was judged. */
export function writeNotes({ work, ownRate, testable }: NoteFacts, say: NoteWords): string[] {
  const notes: string[] = [];
  if (work !== undefined) notes.push(say.requests(renderNumber(work.before), renderNumber(work.after)));
  if (ownRate !== undefined) notes.push(writeRate(ownRate, say));
  if (testable !== undefined) {
    const { keys, of, next } = testable;
    notes.push(`${say.testable(keys, of)}${next === undefined ? '' : say.next(next.windowSec, next.keys)}.`);
  }
  return notes;
}

function writeRate({ comparisons, false: wrong, low, high }: OwnRate, say: NoteWords): string {
  if (low === undefined || high === undefined) return say.notKnown(comparisons);
  return say.rate(wrong, comparisons, percent(low), percent(high));
}

function percent(share: number): string {
  return String(Math.round(share * 100));
}

/** Of all axes together; undefined of none. The next keys are those that need the least. */
export function addTestable(axes: readonly Listed[]): Testable | undefined {
  if (axes.length === 0) return undefined;
  let [keys, of] = [0, 0];
  for (const one of axes) {
    keys += one.keys;
    of += one.of;
  }
  const windows = axes.flatMap(({ next }) => next ?? []);
  if (windows.length === 0) return { keys, of };
  const windowSec = Math.min(...windows.map((one) => one.window_sec));
  const added = windows.filter((one) => one.window_sec === windowSec).reduce((sum, one) => sum + one.keys, 0);
  return { keys, of, next: { windowSec, keys: added } };
}

type Listed = NonNullable<AxisDiff['testable']>;
