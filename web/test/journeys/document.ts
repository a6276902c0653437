/** docs/journeys.md: how long each journey takes, step by step. */
import type { Locale } from '../../src/words/words.ts';
import { languages, leftToMachine, mostSeconds } from './journey.ts';
import { costs, type Mode, modes, mostKeys, type StepTime, wordsPerMinute } from './newcomer.ts';

export interface Recording {
  readonly title: string;
  readonly mode: Mode;
  readonly language: Locale;
  readonly steps: readonly StepTime[];
}

const modeNames: Readonly<Record<Mode, string>> = { pointer: 'mouse', touch: 'touch', keyboard: 'keyboard' };
const languageNames = { en: 'English', 'pt-BR': 'Portuguese' } as const satisfies Record<Locale, string>;

export function renderDocument(recordings: readonly Recording[]): string {
  const titles = [...new Set(recordings.map(({ title }) => title))];
  const ways = languages.flatMap((language) => modes.map((mode) => ({ mode, language })));
  const secondsOf = (title: string, mode: Mode, language: Locale): string => {
    const found = recordings.find((one) => one.title === title && one.mode === mode && one.language === language);
    if (found === undefined) throw new Error(`no recording of “${title}” by ${mode} in ${language}`);
    const seconds = total(found.steps);
    if (seconds > mostSeconds) throw new Error(`“${title}” by ${mode} in ${language} takes ${format(seconds)} s`);
    return format(seconds);
  };
  const table = [
    row(['Journey', ...ways.map(({ mode, language }) => `${languageNames[language]}, ${modeNames[mode]}`)]),
    row(['---', ...ways.map(() => '--:')]),
    ...titles.map((title) => row([title, ...ways.map(({ mode, language }) => secondsOf(title, mode, language))])),
  ];
  const sections = recordings
    .filter(({ mode, language }) => mode === 'pointer' && language === 'en')
    .flatMap(({ title, steps }) => [
      `## ${title}`,
      '',
      row(['Step', 'Seconds']),
      row(['---', '--:']),
      ...steps.map((one) => row([one.step, format(one.person + one.machine)])),
      '',
      `${format(total(steps))} s with a mouse, ${secondsOf(title, 'touch', 'en')} s by touch, ${secondsOf(title, 'keyboard', 'en')} s by keyboard alone.`,
      '',
    ]);
  return `${[...intro, ...table, '', ...sections].join('\n').trimEnd()}\n`;
}

/** The steps that a document names, by the title of the journey. */
export function readSteps(text: string): ReadonlyMap<string, readonly string[]> {
  const [, ...sections] = text.split(/^## /mu);
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const rows = lines.flatMap((line) => /^\| (?<step>.+?) +\| +[\d.]+ \|$/u.exec(line)?.groups?.['step'] ?? []);
      return [title, rows] as const;
    }),
  );
}

const { key, point, press, moveHand, prepare } = costs;

const intro = [
  '# Journeys of a newcomer',
  '',
  `What somebody does in the web app in their first days, each in at most ${mostSeconds} seconds. \`node web/test/journeys/write-journeys.ts\` takes every journey in a browser and writes this page. \`web/test/journeys/journeys.test.ts\` holds the limit, with ${leftToMachine} s of it left to the machine. It also fails if a journey opens a document, a page scrolls sideways, or an element needs more than ${mostKeys} keys.`,
  '',
  `The times are those of the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user performance time with interactive systems", 1980): ${key} s for each key, also on the keyboard of a phone; ${point} s for pointing, ${press} s for the button or a tap, ${moveHand} s for moving the hand between mouse and keys, ${prepare} s for preparing an act. Text that must be read is counted at ${wordsPerMinute} words a minute (Brysbaert, "How many words do we read per minute?", 2019). What the machine really took until the next part of the page was shown is measured and added. The person is signed in and begins on the first page; a Profiler with the process in its target list is there for the capture. Time outside the page is not counted: running a copied command, the 65 s of a capture, writing the message that carries an address. The control plane is the one of the tests (\`web/dev-server/main.ts\`), over loopback.`,
  '',
  `Seconds in all, with a mouse and by keyboard alone on a screen of 1280 × 800, by touch on one of 390 × 844:`,
  '',
];

function total(steps: readonly StepTime[]): number {
  return steps.reduce((sum, { person, machine }) => sum + person + machine, 0);
}

function format(seconds: number): string {
  return seconds.toFixed(1);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
