/**
 * Turns paths and peers into keys that mean the same thing in two captures. What differs from run to
 * run by its nature (process ids, dates, temporary names, identifiers) becomes a placeholder; what
 * names a thing (versions, languages, numbers in names) stays. A name that was made up at random and
 * reads like a word cannot be recognised alone and stays here; `normalise-paths.ts` compares it with its siblings.
 */
import { isIPv4, isIPv6 } from 'node:net';

export class Normaliser {
  readonly #pids: ReadonlySet<string>;
  readonly #values = new Map<string, Set<string>>();

  /** Ids of the target's processes. Short ones name too many other things to be searched for in a path. */
  constructor(pids: Iterable<number>) {
    this.#pids = new Set([...pids].map(String).filter((pid) => pid.length >= leastPidDigits));
  }

  path(path: string): string {
    const inTemporary = isTemporary(path);
    let key = this.#apply(identifierRules, path);
    if (inTemporary) key = this.#scrambled(key);
    key = this.#apply(pathRules, key);
    return inTemporary ? this.#temporary(key) : key;
  }

  /** The peer of an outgoing connection stays literal; incoming ones are grouped, because clients come and go. */
  peer(address: string, role: 'connect' | 'accept'): string {
    const plain = unmapped(address);
    if (role === 'connect' || isLoopback(plain)) return plain;
    if (isIPv4(plain)) return this.#group(`${plain.split('.').slice(0, 3).join('.')}.0/24`, plain);
    if (isIPv6(plain)) return this.#group(`${firstFourGroups(plain)}::/64`, plain);
    return this.path(plain);
  }

  /** Of a name that a program made up. */
  temporary(name: string): string {
    return this.#note('tmp', name);
  }

  /** Of a peer that is reached at another port each time. */
  port(port: number): string {
    return this.#note('port', String(port));
  }

  /** Placeholder → number of distinct values it replaces. */
  templates(): Record<string, number> {
    return Object.fromEntries([...this.#values].map(([name, values]) => [`{${name}}`, values.size]));
  }

  #apply(rules: readonly PathRule[], path: string): string {
    let key = path;
    for (const { placeholder, pattern } of rules) {
      key = key.replaceAll(pattern, (whole, ...groups: unknown[]) => this.#replace(placeholder, whole, groups));
    }
    return key;
  }

  #replace(placeholder: string, whole: string, groups: readonly unknown[]): string {
    const named = groups.at(-1);
    const { before = '', value = whole, after = '' } = isGroups(named) ? named : {};
    const isPid = placeholder !== 'n' && this.#pids.has(value);
    if (placeholder === 'own pid' && (!isPid || (before !== '' && hasRandomLook(before)))) return whole;
    return `${before}${this.#note(isPid ? 'pid' : placeholder, value)}${after}`;
  }

  /** Before any number is looked for: a row of digits inside a made-up name is none. */
  #scrambled(path: string): string {
    return path
      .replaceAll(pythonName, (_, before: string, name: string) => `${before}${this.#note('tmp', name)}`)
      .replaceAll(scrambledName, (whole) => (hasRandomLook(whole) ? this.#note('tmp', whole) : whole));
  }

  #temporary(path: string): string {
    return path
      .split('/')
      .map((segment) =>
        segment.replace(randomSuffix, (whole, before: string, value: string, after: string) =>
          hasRandomLook(value) ? `${before}${this.#note('tmp', value)}${after}` : whole,
        ),
      )
      .join('/');
  }

  #note(placeholder: string, value: string): string {
    const seen = this.#values.get(placeholder) ?? new Set();
    this.#values.set(placeholder, seen.add(value));
    return `{${placeholder}}`;
  }

  #group(network: string, address: string): string {
    this.#note('peer', address);
    return network;
  }
}

const leastPidDigits = 3;

interface PathRule {
  readonly placeholder: string;
  /** Group `value` is replaced; `before` and `after` stay. Without groups the whole match is replaced. */
  readonly pattern: RegExp;
}

const year = String.raw`(?<!\d)20\d\d`;
const month = String.raw`(?:0[1-9]|1[0-2])`;
const day = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const date = String.raw`${year}(?:[-_./]?)${month}(?:[-_./]?)${day}`;
const clock = String.raw`(?:[01]\d|2[0-3])[:_-]?[0-5]\d(?:[:_-]?[0-5]\d(?:\.\d+)?)?Z?`;

/** Names made of digits and letters that are one thing and are never cut in two. */
const identifierRules: readonly PathRule[] = [
  { placeholder: 'uuid', pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu },
];

/** In this order: an earlier placeholder is never part of a later match, because none matches braces. */
const pathRules: readonly PathRule[] = [
  { placeholder: 'pid', pattern: /(?<before>^\/proc\/)(?<value>\d+)(?=\/|$)/gu },
  { placeholder: 'tid', pattern: /(?<before>^\/proc\/[^/]+\/task\/)(?<value>\d+)(?=\/|$)/gu },
  {
    placeholder: 'fd',
    pattern: /(?<before>^(?:\/dev|\/proc\/[^/]+(?:\/task\/[^/]+)?)\/fd(?:info)?\/)(?<value>\d+)(?=\/|$)/gu,
  },
  { placeholder: 'pid', pattern: /(?<before>\/perf-)(?<value>\d+)(?<after>\.map$)/gu },
  { placeholder: 'inode', pattern: /(?<before>\b[a-z]+:\[)(?<value>\d+)(?<after>\])/gu },
  // A hash before a date: digits of a hash may read as one. A digit followed by a letter distinguishes them.
  {
    placeholder: 'id',
    pattern: /(?<![\dA-Za-z])(?<!\d\.)(?=[a-f]*\d+[a-f]|[A-F]*\d+[A-F])(?:[\da-f]{8,}|[\dA-F]{8,})(?![\dA-Za-z])/gu,
  },
  { placeholder: 'time', pattern: new RegExp(String.raw`(?<=${date}[T_. -])(?<value>${clock})(?!\d)`, 'gu') },
  { placeholder: 'date', pattern: new RegExp(String.raw`${date}(?!\d)`, 'gu') },
  { placeholder: 'date', pattern: new RegExp(String.raw`${year}-${month}(?![\d-])`, 'gu') },
  // Numbered rotations: access.log.3, access.log.3.gz, syslog.1, app.2.log. A shared library's version is none of them.
  {
    placeholder: 'n',
    pattern: /(?<before>\.(?:log|out|err|jsonl?|txt|csv)[._-])(?<value>\d{1,3})(?<after>(?:\.(?:gz|xz|zst|bz2))?$)/gu,
  },
  {
    placeholder: 'n',
    pattern: /(?<before>\/logs?\/(?:.*\/)?[A-Za-z_-]+\.)(?<value>\d{1,3})(?<after>(?:\.(?:gz|xz|zst|bz2))?$)/gu,
  },
  {
    placeholder: 'n',
    pattern: /(?<before>(?<!\d)\.)(?<value>\d{1,3})(?<after>\.(?:log|out|err)(?:\.(?:gz|xz|zst|bz2))?$)/gu,
  },
  // Hashes, container ids, epochs, counters: one value does not show which of them a long number is.
  {
    placeholder: 'id',
    pattern: /(?<![\dA-Za-z])(?<!\d\.)(?<value>[\da-f]{8,}|\d{7})(?![\dA-Za-z])(?:\.\d+(?![\dA-Za-z.]))?/gu,
  },
  { placeholder: 'id', pattern: /(?<=[A-Za-z])(?<value>\d{7,})(?![\dA-Za-z])/gu },
  // Segment files with a zero-padded counter.
  { placeholder: 'n', pattern: /(?<![\dA-Za-z.])(?<value>0\d{4,6})(?![\dA-Za-z])/gu },
  // Last, so that it cuts no longer number or hash in two. A number of its own in a name, or at the end of a
  // word. Part of a dotted version it is not; neither is the user id in /run/user.
  {
    placeholder: 'own pid',
    pattern: /(?<!\/run\/user\/)(?<![\dA-Za-z{]|\d\.)(?<before>[A-Za-z]*)(?<value>\d{3,7})(?![\dA-Za-z}]|\.\d)/gu,
  },
];

const temporaryRoots = ['/tmp/', '/var/tmp/', '/dev/shm/', '/run/user/'];

function isTemporary(path: string): boolean {
  return temporaryRoots.some((root) => path.startsWith(root));
}

/** A whole word of a name with a digit in its middle: no counter, date or process id looks like that. */
const scrambledName =
  /(?<![\dA-Za-z{])(?=[A-Za-z\d]*\d[A-Za-z])[A-Za-z\d]{6,12}(?![\dA-Za-z}])(?=(?:\.[A-Za-z\d]{1,5})?(?:\/|$))/gu;
/** mkstemp, mkdtemp and their kin end a name, or its stem, with six or more characters they made up. */
const randomSuffix = /^(.*?)([A-Za-z0-9]{6,12})((?:\.[A-Za-z0-9]{1,5})?)$/u;
/** Python's tempfile: eight characters after `tmp`, underscores among them. The form is proof enough. */
const pythonName = /(\/tmp)([a-z\d_]{8})(?=(?:\.[A-Za-z\d]{1,5})?(?:\/|$))/gu;

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** A dual-stack socket shows IPv4 peers as `::ffff:10.0.0.7`: the same peer under another name. */
function unmapped(address: string): string {
  const inner = /^::ffff:([\d.]+)$/iu.exec(address)?.[1];
  return inner !== undefined && isIPv4(inner) ? inner : address;
}

/** The network half of an IPv6 address, its left-out zeros restored. */
function firstFourGroups(address: string): string {
  const [plain = ''] = address.split('%');
  const [left = '', right] = plain.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4).join(':').toLowerCase();
}

function isGroups(value: unknown): value is { before?: string; value?: string; after?: string } {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a name was probably made up by a program. Words, camelCase names and words with a number
 * behind them were not. A made-up name of six characters reads like a word about once in twenty.
 */
const word = /^(?:[A-Z]?[a-z]+|[A-Z]{2,})/u;
const vowel = /[aeiouy]/iu;

/** `text` holds letters, digits and underscores. */
function hasRandomLook(text: string): boolean {
  const stem = text.replace(/\d{0,4}$/u, '');
  if (stem === '') return true;
  return !stem.split('_').every((part) => part === '' || isMadeOfWords(part));
}

/** One word in the row may be as short as two letters: `MyCache` reads as words, `AbEdIf` does not. */
function isMadeOfWords(text: string): boolean {
  let rest = text;
  let short = 0;
  while (rest !== '') {
    const next = word.exec(rest)?.[0];
    if (next === undefined || !vowel.test(next)) return false;
    if (next.length < 3) short++;
    rest = rest.slice(next.length);
  }
  return short <= 1;
}
