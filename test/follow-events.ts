/** What a page hears of the control plane's event stream. */
import { get } from 'node:https';
import { LiveEvent } from '../src/control/api/api.ts';

interface Listener {
  readonly ca: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Grows with each event; the stream ends with the control plane. Resolves when the stream is open. */
export function followEvents(origin: string, { ca, headers }: Listener): Promise<readonly LiveEvent[]> {
  const events: LiveEvent[] = [];
  return new Promise((resolve, reject) => {
    get(new URL('/api/events', origin), { ca, headers, agent: false }, (response) => {
      // It is cut off when the control plane stops.
      response.on('error', () => undefined);
      response.setEncoding('utf8').on('data', (chunk: string) => {
        for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gmu)) events.push(LiveEvent.parse(JSON.parse(data)));
        resolve(events);
      });
    }).on('error', reject);
  });
}
