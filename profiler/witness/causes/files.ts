/** What is done with files for each request: logs, and files that are opened or looked for in vain. */
import type { Text } from '../diff/summary.ts';
import type { CauseRule } from './evidence/cause.ts';
import { differenceOf, factorOf, type Moved, type Sides } from './evidence/evidence.ts';
import { baseName, en, type Figures, pt, shorten, text } from './evidence/words.ts';

const leastFactor = 1.5;
const isMore = ({ each }: Moved): boolean => factorOf(each) >= leastFactor && differenceOf(each) > 0;

const logPath =
  /(?:\.log(?:[.-]\S*)?$|\/logs?\/|[/_-](?:access|error|audit)[._-]?log|^\/dev\/(?:stdout|stderr|pts)|^pipe$|journal\/socket)/u;
const write = 'write ';
/** A line that is written to a file that is in memory: only for the order of causes. */
const lineNs = 5000;

export const logging: CauseRule = (evidence) => {
  const isLog = (key: string): boolean => key.startsWith(write) && logPath.test(key.slice(write.length));
  const [row] = evidence.moved('file_io', isLog).filter(isMore);
  if (row === undefined) return [];
  const path = row.key.slice(write.length);
  const file =
    path === 'pipe' ? text('its output', 'sua saída') : text(shorten(baseName(path)), shorten(baseName(path)));
  const calls = evidence.moved('syscalls', (key) => /^writev? ok$/u.test(key)).filter(isMore);
  const times = evidence.moved('file_io_time', isLog);
  const per = evidence.isPerRequest ? text(' for each request', ' por requisição') : text(' a second', ' por segundo');
  return [
    {
      id: 'logging',
      sentence: text(
        `It logs to ${file.en} ${moreBytes(row.each, en, { times: 'times as much', none: ' (none before)', per: per.en })}.`,
        `Registra em ${file['pt-BR']} ${moreBytes(row.each, pt, { times: 'vezes mais', none: ' (antes nada)', per: per['pt-BR'] })}.`,
      ),
      look: text(
        `Look at the level of the log, and at what writes to ${file.en} for each request.`,
        `Veja o nível do log e o que escreve em ${file['pt-BR']} a cada requisição.`,
      ),
      evidence: [
        row,
        ...calls,
        ...times,
        ...evidence.moved('syscall_names', (key) => /^writev?$/u.test(key)),
        ...evidence.moved('files', (key) => key.startsWith(path)),
        ...evidence.moved('file_io_latency', isLog),
        ...evidence.moved('syscall_latency', (key) => /^writev? ok$/u.test(key)),
      ],
      weight: Math.max(
        lineNs * (calls[0] === undefined ? 1 : differenceOf(calls[0].each)),
        times[0] === undefined ? 0 : differenceOf(times[0].each),
      ),
    },
  ];
};

interface MoreWords {
  readonly times: string;
  readonly none: string;
  readonly per: string;
}

function moreBytes({ before, after }: Sides, { count, bytes }: Figures, { times, none, per }: MoreWords): string {
  if (before === 0) return `${bytes(after)}${per}${none}`;
  return `${count(after / before)} ${times} (${bytes(before)} → ${bytes(after)}${per})`;
}

const leastOpens = 0.1;
/** To find a file in memory, or that there is none: only for the order of causes. */
const openNs = 10_000;
const isOpen = /^(?:open|openat|openat2|stat|newfstatat|statx|access|faccessat2?) /u;
const isRead = /^(?:read|pread64|close|fstat|lseek) ok$/u;
/** Behind the path of a file: how it was opened, and why not. */
const howOpened = / \w+(?: (?<failure>E[A-Z]+))?$/u;

export const files: CauseRule = (evidence) => {
  const opened = evidence
    .moved('files', (key) => !/ (?:create|write)/u.test(key))
    .filter(({ state, each }) => state === 'new' && evidence.isOften(each.after, leastOpens));
  const calls = evidence
    .moved('syscalls', (key) => isOpen.test(key))
    .filter((row) => isMore(row) && evidence.isOften(differenceOf(row.each), leastOpens));
  const [first, ...others] = [...opened, ...calls];
  if (first === undefined) return [];
  const missed = opened.filter(({ key }) => howOpened.exec(key)?.groups?.['failure'] !== undefined);
  const isInVain = opened.length === 0 ? first.key.endsWith('ENOENT') : missed.length * 2 > opened.length;
  const what = nameFiles(isInVain ? missed : opened);
  let count = opened.length === 0 ? differenceOf(first.each) : 0;
  for (const { each } of opened) count += each.after;
  const often = text(en.often(count, evidence.isPerRequest), pt.often(count, evidence.isPerRequest));
  const paths = new Set(opened.map(({ key }) => `read ${key.replace(howOpened, '')}`));
  return [
    {
      id: 'file-per-request',
      sentence: isInVain
        ? text(
            `It looks for files that are not there ${often.en}${what.en}.`,
            `Procura arquivos que não existem ${often['pt-BR']}${what['pt-BR']}.`,
          )
        : text(
            `It opens files ${often.en} that it did not open before${what.en}.`,
            `Abre arquivos ${often['pt-BR']} que antes não abria${what['pt-BR']}.`,
          ),
      look: text(
        'Look for what is read again for each request and could be kept, such as a template or a configuration.',
        'Veja o que é lido de novo a cada requisição e poderia ser guardado, como um modelo ou uma configuração.',
      ),
      evidence: [
        first,
        ...others,
        ...['file_io', 'file_io_time', 'file_io_latency'].flatMap((axis) =>
          evidence.moved(axis, (key) => paths.has(key)),
        ),
        ...evidence.moved('syscall_names', (key) => isOpen.test(`${key} `)),
        ...evidence.moved('syscalls', (key) => isRead.test(key)).filter(isMore),
      ],
      weight: count * openNs,
    },
  ];
};

/** ": item.htm and 3 more". */
function nameFiles(rows: readonly Moved[]): Text {
  const [row] = rows;
  if (row === undefined) return text('', '');
  const name = shorten(baseName(row.key.replace(howOpened, '')));
  const others = rows.length - 1;
  return others === 0
    ? text(`: ${name}`, `: ${name}`)
    : text(`: ${name} and ${others} more`, `: ${name} e mais ${others}`);
}
