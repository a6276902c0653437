/**
 * Turns paths and peers into keys that mean the same thing in two captures. What differs from run to
 * run by its nature (process ids, dates, temporary names, identifiers) becomes a placeholder; what
 * names a thing (versions, languages, numbers in names) stays.
 */
import { isIPv4, isIPv6 } from 'node:net';

export class Normaliser {
  readonly #pids: ReadonlySet<string>;
  readonly #values = new Map<string, Set<string>>();

  /** Ids of the target's processes: wherever one stands alone in a path it is a process id. */
  constructor(pids: Iterable<number>) {
    this.#pids = new Set([...pids].map(String));
  }

  path(path: string): string {
    let key = path;
    for (const { placeholder, pattern } of pathRules) {
      key = key.replaceAll(pattern, (whole, ...groups: unknown[]) => this.#replace(placeholder, whole, groups));
    }
    key = key.replaceAll(/(?<![\d{])\d+(?![\d}])/gu, (digits) =>
      this.#pids.has(digits) ? this.#note('pid', digits) : digits,
    );
    return isTemporary(key) ? this.#temporary(key) : key;
  }

  /** The peer of an outgoing connection stays literal; incoming ones are grouped, because clients come and go. */
  peer(address: string, role: 'connect' | 'accept'): string {
    if (role === 'connect' || isLoopback(address)) return address;
    if (isIPv4(address)) return this.#group(`${address.split('.').slice(0, 3).join('.')}.0/24`, address);
    if (isIPv6(address)) return this.#group(`${firstGroups(address, 4)}::/64`, address);
    return this.path(address);
  }

  /** Placeholder → number of distinct values it stands for. */
  templates(): Record<string, number> {
    return Object.fromEntries([...this.#values].map(([name, values]) => [`{${name}}`, values.size]));
  }

  #replace(placeholder: string, whole: string, groups: readonly unknown[]): string {
    const named = groups.at(-1);
    const { before = '', value = whole, after = '' } = isGroups(named) ? named : {};
    return `${before}${this.#note(placeholder, value)}${after}`;
  }

  #temporary(path: string): string {
    return path
      .split('/')
      .map((segment) =>
        segment.replace(randomSuffix, (_whole, before: string, value: string, after: string) =>
          looksRandom(value) ? `${before}${this.#note('tmp', value)}${after}` : `${before}${value}${after}`,
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

interface PathRule {
  readonly placeholder: string;
  /** Group `value` is replaced; `before` and `after` stay. Without groups the whole match is replaced. */
  readonly pattern: RegExp;
}

const date = String.raw`20\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])`;

/** In this order: an earlier placeholder is never part of a later match, because none matches braces. */
const pathRules: readonly PathRule[] = [
  { placeholder: 'uuid', pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu },
  { placeholder: 'pid', pattern: /(?<before>^\/proc\/)(?<value>\d+)(?=\/|$)/gu },
  { placeholder: 'tid', pattern: /(?<before>\/task\/)(?<value>\d+)(?=\/|$)/gu },
  { placeholder: 'fd', pattern: /(?<before>\/fd(?:info)?\/)(?<value>\d+)(?=\/|$)/gu },
  { placeholder: 'pid', pattern: /(?<before>\/perf-)(?<value>\d+)(?<after>\.map$)/gu },
  { placeholder: 'inode', pattern: /(?<before>\b(?:socket|pipe):\[)(?<value>\d+)(?<after>\])/gu },
  {
    placeholder: 'time',
    pattern: new RegExp(String.raw`(?<=${date}[T_. -])(?<value>\d\d[:_-]?\d\d(?:[:_-]?\d\d)?(?:\.\d+)?Z?)`, 'gu'),
  },
  { placeholder: 'date', pattern: new RegExp(String.raw`(?<!\d)(?<value>${date})(?!\d)`, 'gu') },
  { placeholder: 'epoch', pattern: /(?<![\d.])(?<value>1[5-9]\d{8}(?:\d{3}){0,3})(?!\d)/gu },
  {
    placeholder: 'hex',
    pattern: /(?<![\dA-Za-z])(?<value>(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{12,})(?![\dA-Za-z])/gu,
  },
  { placeholder: 'number', pattern: /(?<![\d.])(?<value>\d{7,})(?!\d)/gu },
  // Numbered rotations: access.log.3, access.log.3.gz. A shared library's version is not one of them.
  {
    placeholder: 'n',
    pattern: /(?<before>\.(?:log|out|err|jsonl?|txt|csv)[.-])(?<value>\d{1,4})(?<after>(?:\.(?:gz|xz|zst|bz2))?$)/gu,
  },
];

const temporaryRoots = ['/tmp/', '/var/tmp/', '/dev/shm/', '/run/user/'];

function isTemporary(path: string): boolean {
  return temporaryRoots.some((root) => path.startsWith(root));
}

/** mkstemp, mkdtemp and their kin end a name, or its stem, with six or more characters they made up. */
const randomSuffix = /^(.*?)([A-Za-z0-9]{6,12})((?:\.[A-Za-z0-9]{1,5})?)$/u;

/** Made-up names mix kinds of characters in a way that words and versions do not: an inner capital or digit. */
function looksRandom(text: string): boolean {
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u].filter((kind) => kind.test(text)).length;
  return kinds === 3 || (kinds === 2 && !/^(?:[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+[a-z]+)$/u.test(text));
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function firstGroups(address: string, groups: number): string {
  return address
    .split(':')
    .slice(0, groups)
    .filter((one) => one !== '')
    .join(':');
}

function isGroups(value: unknown): value is { before?: string; value?: string; after?: string } {
  return typeof value === 'object' && value !== null;
}
