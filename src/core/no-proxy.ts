/** The list of NO_PROXY: what is reached without a proxy. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

export interface NoProxy {
  /** What is wrong with it, as the end of a sentence about the variable. Entries are named by their place. */
  readonly problems: readonly string[];
  /** The entry that names this host and port. */
  match(hostname: string, port: number): string | undefined;
}

interface Entry {
  readonly text: string;
  readonly port: number | undefined;
  readonly names: (host: string) => boolean;
}

export function readNoProxy(value: string): NoProxy {
  const entries: Entry[] = [];
  const problems: string[] = [];
  const texts = value.split(/[\s,]+/u).filter((text) => text !== '');
  for (const [at, text] of texts.entries()) {
    const entry = parseEntry(text);
    if (typeof entry === 'string') problems.push(`has ${entry} (entry ${at + 1})`);
    else entries.push({ text, ...entry });
  }
  return {
    problems,
    match: (hostname, port) => {
      const host = hostname.replaceAll(/^\[|\]$|\.$/gu, '').toLowerCase();
      return entries.find((entry) => (entry.port === undefined || entry.port === port) && entry.names(host))?.text;
    },
  };
}

const highestPort = 65_535;

/** What it matches, or what is wrong with it. */
function parseEntry(text: string): Omit<Entry, 'text'> | string {
  if (text === '*') return { port: undefined, names: () => true };
  if (text.includes('://')) return 'an address with a scheme';
  if (text.includes('/')) return parseNetwork(text);
  const [, host = text, digits] = (isIP(text) === 0 && /^(.*):(\d+)$/u.exec(text)) || [];
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > highestPort)) return 'a port that does not exist';
  const names = parseHost(host);
  return typeof names === 'string' ? names : { port, names };
}

function parseNetwork(text: string): Omit<Entry, 'text'> | string {
  const [, network = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/u.exec(text) ?? [];
  const address = bare(network);
  const prefix = Number(digits);
  const isNetwork = isIP(address) !== 0 && digits !== '' && prefix <= (isIPv4(address) ? 32 : 128);
  if (!isNetwork || address.includes('%')) return 'a network that is not <address>/<prefix length>';
  return { port: undefined, names: within((list) => list.addSubnet(address, prefix, familyOf(address))) };
}

type Names = Entry['names'];

function parseHost(text: string): Names | string {
  const address = bare(text);
  if (address.includes('%')) return 'an address with a zone';
  if (isIP(address) !== 0) return within((list) => list.addAddress(address, familyOf(address)));
  const [first = '', last = '', ...more] = text.split('-');
  if (isIPv4(first) && isIPv4(last) && more.length === 0) return parseRange(first, last);
  return parseDomain(text);
}

function parseRange(first: string, last: string): Names | string {
  try {
    return within((list) => list.addRange(first, last, 'ipv4'));
  } catch {
    return 'a range that ends before it begins';
  }
}

const label = String.raw`[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?`;
const domain = new RegExp(String.raw`^${label}(?:\.${label})*$`, 'u');

/** A leading dot says no more than the name alone, as curl, Python and Node have it; in Go it leaves the name itself out. */
function parseDomain(text: string): Names | string {
  const [, prefix = '', name = ''] = /^(\*?\.)?(.*?)\.?$/u.exec(text) ?? [];
  if (name.includes('*')) return 'a wildcard that is not *.<domain>';
  const wanted = name.includes('_') ? name.toLowerCase() : domainToASCII(name);
  if (!domain.test(wanted)) return 'something that is no host name, address or network';
  if (/(?:^|\.)\d+$/u.test(wanted)) return 'an incomplete address: write a network as <address>/<prefix length>';
  const isBelow = (host: string): boolean => host.endsWith(`.${wanted}`);
  return prefix === '*.' ? isBelow : (host) => host === wanted || isBelow(host);
}

function within(fill: (list: BlockList) => void): Names {
  const list = new BlockList();
  fill(list);
  return (host) => isIP(host) !== 0 && list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

function bare(text: string): string {
  return /^\[(.*)\]$/u.exec(text)?.[1] ?? text;
}
