/** The scopes as the permission document lists them. */
import type { Grant } from '../../src/connector/manifest.ts';
import { accessOf, grants } from './grants.ts';

export const botScopes: readonly {
  readonly scope: string;
  readonly access: 'read' | 'write';
  readonly purpose: string;
}[] = Object.entries<Grant>(grants).map(([scope, grant]) => ({
  scope,
  access: accessOf(grant),
  purpose: grant.purpose,
}));
