/** The first screen of a comparison on a terminal: 24 lines of 80 columns with the cost, the causes, and what is new. */
import type { Diff } from '../../diff/diff.ts';
import type { Answer, Cause, Level } from '../../diff/summary.ts';
import { cutTo } from '../../diff/write-value.ts';

const columns = 80;
const lines = 24;

/** What a level lacks, in words that need no glossary. */
const levelWords: Readonly<Record<Level, string>> = {
  confirmed: '',
  provisional: 'a third capture of each version would confirm it',
  likely: 'a second capture of each version would say more',
  suspected: 'something else may explain it, see the caveats',
  observed: 'it was seen; how often that happens by chance is not known',
};

/** `wants`: lines that say what to do next, which have to fit as well. */
export function renderAnswer(diff: Diff, answer: Answer, next: readonly string[]): string[] {
  const { more_causes: more, fresh } = answer;
  const { named, others } = splitCauses(answer);
  const lead = wrap(answer.lead.en);
  const look = named === undefined ? [] : wrap(named.look.en);
  const sure = sayLevel(diff, answer).flatMap((line) => wrap(line));
  const end = ['', ...[answer.account.en, ...answer.limits.en].flatMap((one) => wrap(one)), ...next];
  const room = lines - lead.length - look.length - sure.length - end.length;
  const added = listFresh(diff, fresh, room);
  const alsoRoom = room - added.length;
  const also = listOthers(others, more, alsoRoom);
  return [...lead, ...look, ...sure, ...also, ...added, ...end];
}

/** The one that the lead names, and those that are said beside it. */
export function splitCauses({ causes, names_cause: isNamed }: Pick<Answer, 'causes' | 'names_cause'>): {
  readonly named: Cause | undefined;
  readonly others: readonly Cause[];
} {
  return isNamed ? { named: causes[0], others: causes.slice(1) } : { named: undefined, others: causes };
}

/** "How sure: confirmed (3 + 3 captures).", "How sure: likely (40 to 1 from 12 earlier captures; 1 + 1 captures): …". */
export function sayLevel(
  diff: Diff,
  { level, odds, earlier = 0 }: Pick<Answer, 'level' | 'odds' | 'earlier'>,
): string[] {
  if (level === undefined) return [];
  const { baseline_replicates: before, head_replicates: after } = diff;
  const from = earlier === 0 ? '' : ` from ${earlier} earlier ${earlier === 1 ? 'capture' : 'captures'}`;
  const likely = odds === undefined ? '' : `${odds} to 1${from}; `;
  const why = levelWords[level] === '' ? '' : `: ${levelWords[level]}`;
  return [`How sure: ${level} (${likely}${1 + before.length} + ${1 + after.length} captures)${why}.`];
}

/** Whole sentences only; what finds no room is counted. */
function listOthers(causes: readonly Cause[], more: number, room: number): string[] {
  if (causes.length === 0) return [];
  const listed = ['', 'Also:'];
  let left = causes.length + more;
  for (const { sentence } of causes) {
    const own = wrap(sentence.en, '  ');
    if (listed.length + own.length > room - 1) break;
    listed.push(...own);
    left -= 1;
  }
  return left > 0 ? [...listed, `  … and ${left} more below`] : listed;
}

/** At least one line, and at most six. */
function listFresh({ head }: Diff, fresh: Answer['fresh'], room: number): string[] {
  if (fresh.length === 0) return [];
  const most = Math.max(1, Math.min(6, room - 8));
  const shown = fresh.slice(0, most);
  let left = fresh.length - shown.length;
  for (const { others } of fresh) left += others;
  const rows = shown.map(({ text }) => `  ${cutTo(text.en, columns - 2)}`);
  return [
    '',
    `New in ${head.version}, ask whether it is meant:`,
    ...rows,
    ...(left > 0 ? [`  … and ${left} more below`] : []),
  ];
}

/** Lines of words; a word that is longer than a line has one of its own. */
export function wrap(text: string, indent = ''): string[] {
  const wrapped: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFirst = line === indent;
    if (!isFirst && line.length + 1 + word.length > columns) {
      wrapped.push(line);
      line = indent + word;
    } else line = isFirst ? line + word : `${line} ${word}`;
  }
  return [...wrapped, line];
}
