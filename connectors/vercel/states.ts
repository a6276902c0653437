/** States of a deployment, in the catalog's words and the vendor's. */
export const vendorStates = {
  queued: 'QUEUED',
  initializing: 'INITIALIZING',
  building: 'BUILDING',
  ready: 'READY',
  failed: 'ERROR',
  canceled: 'CANCELED',
  deleted: 'DELETED',
} as const;

export type State = keyof typeof vendorStates;

const states = new Map<string, State>(Object.entries(vendorStates).map(([state, word]) => [word, state as State]));

/** The vendor's own word is returned too; an unknown word is returned alone. */
export function stateOf(word: string | null | undefined): { state?: State; providerState?: string } {
  if (word === null || word === undefined) return {};
  const state = states.get(word);
  return { ...(state !== undefined && { state }), providerState: word };
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
