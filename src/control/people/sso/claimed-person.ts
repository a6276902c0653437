/** Who somebody is by the claims of the provider: name and role. */
import { removeHidden } from '../../../core/text/hidden-characters.ts';
import type { Role } from '../../api/api.ts';
import { hasRole } from '../../api/authority.ts';
import type { RoleRules } from './sso-settings.ts';

type Claims = Readonly<Record<string, unknown>>;

const longestName = 80;

/** The highest role that a value gives. Undefined: none, and there is no default. */
export function roleOf(claims: Claims, { claim, values, otherwise }: RoleRules): Role | undefined {
  let highest = otherwise;
  for (const value of claim === undefined ? [] : textsOf(findClaim(claims, claim))) {
    const role = values.get(value);
    if (role !== undefined && (highest === undefined || hasRole(role, highest))) highest = role;
  }
  return highest;
}

/** A claim may have dots in its name; otherwise they lead into it. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Claims)[part];
  }
  return found;
}

/** Shown, and never used to find anybody. */
export function nameOf(claims: Claims): string {
  for (const claim of ['name', 'preferred_username', 'email', 'sub']) {
    const text = claims[claim];
    const shown = typeof text === 'string' ? removeHidden(text).trim() : '';
    if (shown !== '') return Array.from(shown).slice(0, longestName).join('');
  }
  return 'without a name';
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string');
}
