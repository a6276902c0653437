/**
 * From which address a request comes. Behind a reverse proxy every connection has the proxy's address;
 * `X-Forwarded-For` says more, and anybody can send it. It is therefore read from its right end, and a
 * hop counts only when the one that wrote it is a configured proxy.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

interface Bits {
  readonly width: 32 | 128;
  readonly value: bigint;
}

interface Network {
  readonly bits: Bits;
  readonly prefix: number;
}

/** Reverse proxies whose `X-Forwarded-For` is believed. */
export class TrustedProxies {
  static readonly none = new TrustedProxies([]);
  readonly #networks: readonly Network[];

  private constructor(networks: readonly Network[]) {
    this.#networks = networks;
  }

  /** Addresses and networks separated by commas: `10.0.0.5, 10.1.0.0/16, fd00::/8`. Returns what is wrong with the first wrong one. */
  static parse(text: string): TrustedProxies | { readonly wrong: string } {
    const networks: Network[] = [];
    for (const part of text.split(',').map((one) => one.trim())) {
      const network = parseNetwork(part);
      if ('wrong' in network) return network;
      networks.push(network);
    }
    return new TrustedProxies(networks);
  }

  get isEmpty(): boolean {
    return this.#networks.length === 0;
  }

  has(address: string): boolean {
    const bits = toBits(address);
    return (
      bits !== undefined &&
      this.#networks.some(
        (one) => one.bits.width === bits.width && first(one.bits, one.prefix) === first(bits, one.prefix),
      )
    );
  }
}

/** Also for connections that are not requests of the application, such as the upgrade of a tunnel. */
export function clientAddressOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  proxies: TrustedProxies,
): string {
  let address = plain(socket.remoteAddress ?? '');
  const header = headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  while (hops.length > 0 && proxies.has(address)) {
    const hop = readHop(hops.pop()?.trim() ?? '');
    // A proxy that passes no address on is the last one that is known.
    if (hop === undefined) break;
    address = hop;
  }
  return address;
}

/** What is counted as one caller: an IPv4 address, or the /64 of an IPv6 address, which one machine has to itself. */
export function addressGroup(address: string): string {
  const bits = toBits(address);
  return bits?.width === 128 ? `${first(bits, 64).toString(16)}::/64` : plain(address);
}

/** What is counted together where many addresses are: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export function networkGroup(address: string): string {
  const bits = toBits(address);
  const prefix = bits?.width === 128 ? 48 : 24;
  return bits === undefined ? address : `${first(bits, prefix).toString(16)}/${prefix}`;
}

function parseNetwork(text: string): Network | { readonly wrong: string } {
  const [address = '', prefixText, ...rest] = text.split('/');
  const bits = address.includes('%') ? undefined : toBits(address);
  if (bits === undefined || rest.length > 0) return { wrong: `"${text}" is not an address or a network` };
  if (prefixText === undefined) return { bits, prefix: bits.width };
  const prefix = /^\d{1,3}$/u.test(prefixText) ? Number(prefixText) : 0;
  if (prefix < 1 || prefix > bits.width) return { wrong: `"${text}" needs a prefix from 1 to ${bits.width}` };
  const hostBits = BigInt(bits.width - prefix);
  if ((bits.value >> hostBits) << hostBits !== bits.value) return { wrong: `"${text}" has bits set behind its prefix` };
  return { bits, prefix };
}

function first({ value, width }: Bits, prefix: number): bigint {
  return value >> BigInt(width - prefix);
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` and `[2001:db8::1]:4711`, as proxies write them. */
function readHop(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : plain(bare);
}

/** The zone of a link-local address is a name that its host, or the author of a header, chose. An IPv4 address is itself where it is written as IPv6. */
function plain(written: string): string {
  const address = written.replace(/%.*$/u, '');
  if (isIP(address) !== 6) return address;
  const value = joinGroups(groupsOf(address), 16n);
  if (value >> 32n !== 0xffffn) return address;
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
}

/** Undefined for text that is not an address. An IPv4 address written as IPv6 is the IPv4 address. */
function toBits(text: string): Bits | undefined {
  const address = plain(text);
  switch (isIP(address)) {
    case 4:
      return { width: 32, value: joinGroups(address.split('.').map(Number), 8n) };
    case 6:
      return { width: 128, value: joinGroups(groupsOf(address), 16n) };
    default:
      return undefined;
  }
}

function groupsOf(address: string): number[] {
  // A tail in IPv4 notation is two groups.
  const [, start = address, dotted] = /^(.*:)(\d+(?:\.\d+){3})$/u.exec(address) ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? '').split('.').map(Number);
  const written = dotted === undefined ? address : `${start}${hex(a, b)}:${hex(c, d)}`;
  const [head = '', tail] = written.split('::');
  const parse = (text: string): number[] => (text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16)));
  const [left, right] = [parse(head), parse(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => 0), ...right];
}

function hex(high: number, low: number): string {
  return (high * 256 + low).toString(16);
}

function joinGroups(groups: readonly number[], bitsEach: bigint): bigint {
  return groups.reduce((value, group) => (value << bitsEach) | BigInt(group), 0n);
}
