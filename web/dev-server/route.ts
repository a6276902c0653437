/** What a route of the fake is, and how it says that something is not there. */
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Role } from '../../src/control/api/api.ts';
import type { FakeState, Session } from './fake-state.ts';
import { Refusal } from './refusal.ts';

export interface Asked {
  readonly state: FakeState;
  /** Set on every route whose `role` is. */
  readonly session: Session;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** `undefined`: anybody. */
  readonly role?: Role;
  readonly body?: z.ZodType;
  /** `undefined`: 204. */
  readonly answer?: z.ZodType;
  readonly status?: number;
  readonly run: (asked: Asked) => unknown;
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal(404, 'not_found', 'It does not exist.');
  return value;
}
