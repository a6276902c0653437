/** What the target was asked to do within the window: messages that it received, and connections that it accepted. */
import type { Bundle } from './bundle.ts';
import type { CollectorAxes } from './collector-record.ts';

type Work = NonNullable<Bundle['work']>;

export function workOf(network: CollectorAxes['network']): Work | undefined {
  if (network === undefined) return undefined;
  let messages = 0;
  for (const { direction, messages: some } of network.traffic) if (direction === 'received') messages += some;
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
