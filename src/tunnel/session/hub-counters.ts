/** Plain numbers that a metrics page reads. Only `live` goes down. */
export interface HubCounters {
  accepted: number;
  opened: number;
  live: number;
  locked: number;
  commands: number;
  reports: number;
  storeFailures: number;
  /** Connections refused before the WebSocket handshake, by reason. */
  rejected: Record<string, number>;
  /** Sessions that ended, by code. */
  ended: Record<string, number>;
}

export function makeHubCounters(): HubCounters {
  return {
    accepted: 0,
    opened: 0,
    live: 0,
    locked: 0,
    commands: 0,
    reports: 0,
    storeFailures: 0,
    rejected: {},
    ended: {},
  };
}
