/**
 * What the target was asked to do within the window: messages that it received, and connections that it accepted. Of a
 * server these are what its clients sent: answers of its own backends come in pieces whose number follows no load.
 */
import type { Bundle } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';

type Work = NonNullable<Bundle['work']>;

/** A target that receives less than this part from its clients is no server, such as a consumer that answers health checks. */
const leastOfServers = 0.05;

export function workOf(network: CollectorAxes['network']): Work | undefined {
  if (network === undefined) return undefined;
  const received = network.traffic.filter(({ direction }) => direction === 'received');
  const all = sumOf(received);
  const fromClients = sumOf(received.filter(({ role }) => role === 'accept'));
  const messages = fromClients >= all * leastOfServers ? fromClients : all;
  // Over UDP the record counts datagrams here, and they are messages.
  const accepted = network.peers.filter(
    ({ role, protocol, outcome }) => role === 'accept' && protocol !== 'udp' && outcome === 'ok',
  );
  const blocks = Array<number>(12).fill(0);
  let accepts = 0;
  for (const one of accepted) {
    accepts += one.count;
    for (const [block, count] of one.blocks.entries()) blocks[block] = (blocks[block] ?? 0) + count;
  }
  return { messages_received: { amount: messages }, accepts: { amount: accepts, blocks } };
}

function sumOf(traffic: readonly { readonly messages: number }[]): number {
  let sum = 0;
  for (const { messages } of traffic) sum += messages;
  return sum;
}
