/**
 * The fleet as assistants read it. To list it, every report of the organization is read and parsed, so all assistants of
 * an organization share what was read within the last second.
 */
import type { Clock } from '../../../core/clock.ts';
import type { Fleet } from '../../api/api.ts';
import type { FleetView } from '../../fleet/fleet-view.ts';

export const sharedForMs = 1000;
const maxOrganizations = 100;

export type FleetReader = Pick<FleetView, 'show' | 'detail'>;

export class RecentFleet implements FleetReader {
  readonly #fleet: FleetReader;
  readonly #clock: Clock;
  /** By organization, the one that was read first comes first; monotonic milliseconds. */
  readonly #recent = new Map<string, { readonly at: number; readonly read: Promise<Fleet> }>();

  constructor(fleet: FleetReader, clock: Clock) {
    this.#fleet = fleet;
    this.#clock = clock;
  }

  /** At most a second old. Rejects as the store does; a failure is not shared any further. */
  async show(organization: string): Promise<Fleet> {
    const now = this.#clock.monotonic();
    const known = this.#recent.get(organization);
    if (known !== undefined && now - known.at < sharedForMs) return known.read;
    const begun = { at: now, read: this.#fleet.show(organization) };
    this.#recent.delete(organization);
    this.#recent.set(organization, begun);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > maxOrganizations && oldest !== undefined) this.#recent.delete(oldest);
    try {
      return await begun.read;
    } catch (error) {
      if (this.#recent.get(organization) === begun) this.#recent.delete(organization);
      throw error;
    }
  }

  /** One report, read now. */
  detail(organization: string, instance: string): ReturnType<FleetReader['detail']> {
    return this.#fleet.detail(organization, instance);
  }
}
