/** The guide for an operator whose Agent or Profiler does not work: situation, first line of the log, what to do. */
import { code, type Page, renderTable } from './page.ts';
import { type Situation, type SituationName, situations } from './troubleshooting/situations.ts';

const page = 'docs/guides/trouble.md';

export function render(): Page[] {
  const notice =
    '<!-- Generated from scripts/generate/troubleshooting/situations.ts, which test/trouble holds. Change that and run `npm run generate`. -->';
  return [{ path: page, text: `${[notice, ...blocks()].join('\n\n')}\n` }];
}

const sections: Readonly<Record<string, readonly SituationName[]>> = {
  'It does not reach the control plane': [
    'wrong name',
    'wrong port',
    'web page',
    'no TLS',
    'proxy away',
    'proxy password',
    'no authority file',
    'other authority',
    'certificate time',
    'clock',
  ],
  'It does not enrol': [
    'no token',
    'wrong path',
    'token expired',
    'token used',
    'token unknown',
    'token of another kind',
    'not enabled',
    'identity lost',
  ],
  'Its identity directory cannot be used': [
    'disk full at first',
    'disk full later',
    'audit volume full',
    'another owner',
    'file of another owner',
    'open to everybody',
    'damaged',
    'rolled back',
    'newer records',
  ],
  'The control plane does not let it in': [
    'two processes',
    'old copy',
    'unknown identity',
    'revoked',
    'disabled',
    'newer control plane',
    'older control plane',
  ],
};

function blocks(): string[] {
  const listed = new Set(Object.values(sections).flat());
  const missing = Object.keys(situations).filter((name) => !listed.has(name as SituationName));
  if (missing.length > 0) throw new Error(`in no section of ${page}: ${missing.join(', ')}`);
  return [
    '# When something is wrong',
    'Run `farol doctor` where the program runs, as its user and with its variables. Its first line names what keeps an Agent or a Profiler from working; the second says who must act and what to do. It ends with 1 then, and changes nothing: a running session goes on.',
    'Without it, read the first warning or error of the log. `cause` says what happened, `remedy` what to do: in the same words as below, where `…` is filled in. A program that refuses to boot prints each problem as a line. For "the agent failed" a Profiler says "the profiler failed". "Retries" means that the program runs on and connects by itself once the cause is gone.',
    '**An identity that works is never replaced.** Empty an identity directory only where this page says so: the same instance then needs a new token and the permission of an owner or admin.',
    ...Object.entries(sections).flatMap(([title, names]) => [
      `## ${title}`,
      renderTable(
        ['situation', 'first line of the log', 'then', 'what to do'],
        names.map((name) => toRow(situations[name])),
      ),
    ]),
    'A control plane that was restored from a backup lets instances in that connected since; its log says so. Only one that enrolled after the backup is unknown to it.',
    'Other words of a log, a page or a pipeline: [Troubleshooting](../reference/troubleshooting.md). The control plane has a doctor too: `farol doctor control`.',
  ];
}

function toRow({ title, line, code: codeOf, act, ends }: Situation): string[] {
  return [
    title,
    `${line}${codeOf === undefined ? '' : ` (${codesIn(codeOf)})`}`,
    ends === undefined ? 'retries' : `ends with ${ends}`,
    act,
  ];
}

/** A pattern names the codes of several systems. */
function codesIn(codeOf: string | RegExp): string {
  if (typeof codeOf === 'string') return code(codeOf);
  const names = codeOf.source.replaceAll(/[$^]/gu, '');
  const [, prefix = '', group] = /^(.*?)\(\?:(.*)\)$/u.exec(names) ?? [];
  return (group ?? names)
    .split('|')
    .map((name) => code(`${prefix}${name}`))
    .join(' or ');
}
