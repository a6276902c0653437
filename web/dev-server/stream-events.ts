import type { ServerResponse } from 'node:http';
import { LiveEvent } from '../../src/control/api/api.ts';
import type { FakeState } from './fake-state.ts';
import { Refusal } from './refusal.ts';

/** Streams changes until the page goes away or a test turns streaming off. */
export function streamEvents(response: ServerResponse, state: FakeState): void {
  if (!state.isStreaming) {
    throw new Refusal(503, 'too_many_streams', 'Too many pages have live updates open; try again later.');
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  const watch = (event: LiveEvent): void => {
    response.write(`data: ${JSON.stringify(LiveEvent.parse(event))}\n\n`);
  };
  state.watchers.add(watch);
  response.on('close', () => state.watchers.delete(watch));
}
