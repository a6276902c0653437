/** Who is signed in. The cookie itself is out of reach of scripts; this holds what `GET /api/me` answered. */
import { signal } from '@preact/signals';
import type { Me } from '../../../src/control/api/api.ts';
import { writePreference } from '../browser/preferences.ts';

export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'signed_in'; readonly me: Me }
  | { readonly state: 'signed_out'; readonly why: 'none' | 'expired' | 'left' };

export const session = signal<Session>({ state: 'unknown' });

export function beginSession(me: Me): void {
  session.value = { state: 'signed_in', me };
}

/** Without an earlier session the reason is `none`, so that a first page load does not show "expired". */
export function endSession(why: 'expired' | 'left'): void {
  const wasSignedIn = session.peek().state === 'signed_in';
  if (session.peek().state === 'signed_out') return;
  for (const name of ['recent', 'questions', 'releases'] as const) writePreference(name, '');
  session.value = { state: 'signed_out', why: wasSignedIn ? why : 'none' };
}

export function csrfToken(): string {
  const now = session.peek();
  return now.state === 'signed_in' ? now.me.csrf : '';
}

/** Whether commands for pipelines must name the authority of the control plane. */
export function hasOwnAuthority(): boolean {
  const now = session.value;
  return now.state === 'signed_in' && now.me.own_authority === true;
}

/** Whether the organization accepts capture requests. */
export function isProfilerEnabled(): boolean {
  const now = session.value;
  return now.state === 'signed_in' && now.me.profiler_enabled;
}

export function isAdmin(me: Me): boolean {
  return me.person.role === 'owner' || me.person.role === 'admin';
}
