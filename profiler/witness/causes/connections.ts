/** Connections that are opened for each request, and those that are reused; attempts that fail. */
import type { Text } from '../diff/summary.ts';
import type { CauseRule, FoundCause } from './evidence/cause.ts';
import { differenceOf, type Evidence, factorOf, type Moved } from './evidence/evidence.ts';
import { type Peer, readPeer } from './evidence/peers.ts';
import { en, pt, text } from './evidence/words.ts';

/** A connection that stays open serves many requests: fewer than this for each are pools that grow and shrink. */
const leastForEach = 0.2;
const leastFactor = 3;
/** What a handshake costs both ends at the least, in nanoseconds: only for the order of causes. */
const handshakeNs = 100_000;

const calls = /^(?:socket|connect|setsockopt|getsockopt|getsockname|getpeername|epoll_ctl|close|ioctl|shutdown|bind) /u;

export const connections: CauseRule = (evidence) => {
  const opened = evidence.moved('peer_connections', (key) => !key.startsWith('connect udp '));
  const rows = [...opened, ...closings(evidence)].flatMap((row) => {
    const peer = readPeer(row.key.replace(closed, ''));
    return peer === undefined ? [] : [{ row, peer }];
  });
  const isMore = ({ each }: Moved): boolean =>
    evidence.isOften(each.after, leastForEach) && factorOf(each) >= leastFactor;
  const isLess = ({ each }: Moved): boolean =>
    evidence.isOften(each.before, leastForEach) && factorOf(each) <= 1 / leastFactor;
  const failed = rows.filter(({ row, peer }) => peer.failure !== undefined && isMore(row));
  const made = rows.filter(({ peer }) => peer.failure === undefined);
  return [
    ...failing(evidence, failed),
    ...made.flatMap(({ row, peer }): FoundCause[] => {
      if (isMore(row)) return [opens(evidence, row, peer.name)];
      return isLess(row) ? [reused(evidence, row, peer.name)] : [];
    }),
  ];
};

function opens(evidence: Evidence, row: Moved, name: string): FoundCause {
  const { each, perSecond } = row;
  const [a, b] = [perSecond.before, perSecond.after];
  const { isPerRequest } = evidence;
  const before = sayBefore(evidence, row);
  return {
    id: 'connection-per-request',
    sentence: text(
      `It opens a new connection to ${name} ${en.often(each.after, isPerRequest)}${before.en} (${en.rates(a, b)}).`,
      `Abre uma conexão nova com ${name} ${pt.often(each.after, isPerRequest)}${before['pt-BR']} (${pt.rates(a, b)}).`,
    ),
    look: text(
      `Look where the client of ${name} is made, and whether it keeps its connections (keep-alive, pool size, idle timeout).`,
      `Veja onde o cliente de ${name} é criado e se ele mantém as conexões (keep-alive, tamanho do pool, tempo ocioso).`,
    ),
    evidence: [row, ...about(evidence, row)],
    weight: differenceOf(each) * handshakeNs,
  };
}

/** A peer that nobody asked before had no connections that could be used again. */
function sayBefore(evidence: Evidence, { key, each }: Moved): Text {
  if (evidence.isOften(each.before, leastForEach)) return text('', '');
  const asked = evidence.each('peer_questions', key.replace(closed, ''));
  return each.before > 0 || (asked?.before ?? 0) > 0
    ? text(', and reused them before', ', e antes as reutilizava')
    : text(', and none before', ', e antes nenhuma');
}

function reused(evidence: Evidence, row: Moved, name: string): FoundCause {
  const { each, perSecond } = row;
  const [a, b] = [perSecond.before, perSecond.after];
  const { isPerRequest } = evidence;
  return {
    id: 'connections-reused',
    sentence: text(
      `It reuses its connections to ${name}; before, it opened one ${en.often(each.before, isPerRequest)} (${en.rates(a, b)}).`,
      `Reutiliza as conexões com ${name}; antes abria uma ${pt.often(each.before, isPerRequest)} (${pt.rates(a, b)}).`,
    ),
    look: text(
      `Nothing to do if it is meant: fewer handshakes with ${name} are less work for both.`,
      `Nada a fazer se é intencional: menos conexões novas com ${name} são menos trabalho para os dois lados.`,
    ),
    evidence: [row, ...about(evidence, row)],
    weight: differenceOf(each) * handshakeNs,
  };
}

const closed = /^closed(?:_by_peer)? (?=connect tcp )/u;

/** What is closed was opened: of peers whose connections vary too much to be judged, or were opened before. */
function closings(evidence: Evidence): readonly Moved[] {
  const known = new Set(evidence.moved('peer_connections').map(({ key }) => key));
  return evidence.moved('network_events', (key) => closed.test(key) && !known.has(key.replace(closed, '')));
}

interface Attempts {
  readonly row: Moved;
  readonly peer: Peer;
}

function others(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' and one other' : ` and ${count} others`;
}

function outros(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' e a mais um' : ` e a outros ${count}`;
}

/** Of all peers together: what is tried after one has failed is the next one. */
function failing(evidence: Evidence, failed: readonly Attempts[]): FoundCause[] {
  const [first] = failed;
  if (first === undefined) return [];
  const { row, peer } = first;
  const [a, b] = [row.perSecond.before, row.perSecond.after];
  const { isPerRequest } = evidence;
  const names = text(`${peer.name}${others(failed.length - 1)}`, `${peer.name}${outros(failed.length - 1)}`);
  return [
    {
      id: 'retries',
      sentence: text(
        `It tries to connect to ${names.en} ${en.often(row.each.after, isPerRequest)} and fails with ${peer.failure ?? ''} (${en.rates(a, b)}).`,
        `Tenta conectar-se a ${names['pt-BR']} ${pt.often(row.each.after, isPerRequest)} e falha com ${peer.failure ?? ''} (${pt.rates(a, b)}).`,
      ),
      look: text(
        `Look whether ${peer.name} is a right address and should answer, and how often failed attempts are repeated.`,
        `Veja se ${peer.name} é um endereço certo e deveria responder, e quantas vezes tentativas falhas são repetidas.`,
      ),
      evidence: [row, ...failed.slice(1).map((one) => one.row), ...failed.flatMap((one) => about(evidence, one.row))],
      // An attempt that fails is repeated, or asks the next one.
      weight: failed.reduce((sum, one) => sum + differenceOf(one.row.each), 0) * handshakeNs,
    },
  ];
}

/** The other findings of the same peer, and the system calls of connections that moved in the same direction. */
function about(evidence: Evidence, { key, each }: Moved): Moved[] {
  const place = key.replace(closed, '').replace(/ E[A-Z0-9]+$/u, '');
  const isSame = (other: Moved): boolean => differenceOf(other.each) > 0 === differenceOf(each) > 0;
  const names = ['network', 'network_events', 'network_bytes', 'network_connect_times', 'network_lifetimes'];
  const ofPeer = names.flatMap((axis) => evidence.moved(axis, (own) => own.includes(place)));
  const ofCalls = ['syscalls', 'syscall_names'].flatMap((axis) =>
    evidence.moved(axis, (own) => calls.test(`${own} `)).filter(isSame),
  );
  return [...ofPeer, ...ofCalls];
}
