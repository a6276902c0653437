/**
 * Carries "something changed" from where it happens to the pages that watch, inside one organization.
 * Nothing is stored: a client that was not listening reads the state again.
 */
import type { LiveEvent } from '../api/api.ts';

export type EventListener = (event: LiveEvent) => void;

export class EventFeed {
  readonly #listeners = new Map<string, Set<EventListener>>();

  publish(organization: string, event: LiveEvent): void {
    for (const listener of this.#listeners.get(organization) ?? []) listener(event);
  }

  /** The returned function ends the subscription. */
  subscribe(organization: string, listener: EventListener): () => void {
    const listeners = this.#listeners.get(organization) ?? new Set();
    this.#listeners.set(organization, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(organization);
    };
  }
}
