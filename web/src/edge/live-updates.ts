/**
 * Learns what changed: from the control plane's event stream while it holds, by asking again every few
 * seconds while it does not. Subscribers hear only *that* something changed and read it again.
 */
import { signal } from '@preact/signals';
import { LiveEvent } from '../../../src/control/api/api.ts';

export type Connection = 'connecting' | 'live' | 'polling';
export type Topic = LiveEvent['type'];

export const connection = signal<Connection>('connecting');
export const pollEverySec = 5;

const reconnectAfterMs = 5000;
const subscribers = new Set<{ readonly topic: Topic; readonly run: () => void }>();

/** The returned function ends the subscription. */
export function onChange(topic: Topic, run: () => void): () => void {
  const entry = { topic, run };
  subscribers.add(entry);
  return () => subscribers.delete(entry);
}

/** Runs until the returned function is called. Never throws: a lost stream is a state, not an error. */
export function followChanges(): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(() => {
    if (connection.peek() === 'polling') announceAll();
  }, pollEverySec * 1000);

  const open = (): void => {
    source = new EventSource('/api/events');
    source.addEventListener('open', () => {
      connection.value = 'live';
      announceAll();
    });
    source.addEventListener('message', (message: MessageEvent<string>) => announce(message.data));
    source.addEventListener('error', () => {
      connection.value = 'polling';
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(open, reconnectAfterMs);
    });
  };
  open();

  return () => {
    source?.close();
    clearInterval(poll);
    clearTimeout(retry);
    connection.value = 'connecting';
  };
}

function announce(data: string): void {
  const event = LiveEvent.safeParse(parseJson(data));
  if (!event.success) return announceAll();
  for (const { topic, run } of subscribers) if (topic === event.data.type) run();
}

/** After a gap, or for a message of a newer control plane, everything may have changed. */
function announceAll(): void {
  for (const { run } of subscribers) run();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
