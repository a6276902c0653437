/** Plays the tunnels of Profilers: the connected ones accept every capture that they are offered. */
import type { LiveSession, TunnelHub } from '../src/tunnel/port.ts';

export class TakingHub implements TunnelHub {
  /** What was sent: `capture.start 1.41 to node-1`. An offer may be sent again, which changes nothing. */
  readonly sent = new Set<string>();
  readonly #live = new Set<string>();

  connect(instance: string): void {
    this.#live.add(instance);
  }

  live(): LiveSession[] {
    return [...this.#live].map((instance) => ({
      organization: 'acme',
      instance,
      class: 'profiler',
      generation: 1,
      versions: {},
      catalogDigest: undefined,
      targets: 1,
      since: 0,
    }));
  }

  command({ instance }: { instance: string }, name: string, request: unknown): Promise<never> {
    const { version = '' } = request as { version?: string };
    this.sent.add(`${name} ${version} to ${instance}`);
    return Promise.resolve({ answer: 'taken', processes: 1 } as never);
  }

  onReport(): void {}

  onChange(): () => void {
    return () => undefined;
  }

  disconnect(): number {
    return 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
