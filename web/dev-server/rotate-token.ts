/** Rotates a token of the fake control plane. */
import type { z } from 'zod';
import { type TokenCreated, TokenRotate } from '../../src/control/api/api.ts';
import { found, type Asked } from './route.ts';
import { newId } from './fake-state.ts';

export function rotateToken({ state, session, params, body }: Asked): z.infer<typeof TokenCreated> {
  const { overlap_hours: hours } = TokenRotate.parse(body);
  const before = found(state.tokens.find((one) => one.id === params['id']));
  const now = Date.now();
  const value = newId(
    { capture: 'rpcap', read: 'rapi', mcp: 'rmcp', incident: 'rinc', bootstrap: 'rboot' }[before.kind],
  );
  const token = {
    ...before,
    id: newId('tok'),
    starts_with: value.slice(0, value.indexOf('_') + 5),
    created_by: session.person.name,
    created_at: new Date(now).toISOString(),
    last_used_at: undefined,
  };
  const ends = new Date(now + hours * 3_600_000).toISOString();
  const ended = { ...before, replaced_by: token.id, expires_at: ends };
  state.tokens = [token, ...state.tokens.map((one) => (one === before ? ended : one))];
  return { token, value };
}
