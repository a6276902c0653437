/** What one person may give to another or do to another, at the moment it is asked. */
import type { Role } from './api.ts';

const ranks: Readonly<Record<Role, number>> = { member: 1, admin: 2, owner: 3 };

export function hasRole(held: Role, needed: Role): boolean {
  return ranks[held] >= ranks[needed];
}

export interface Ranked {
  readonly id: string;
  readonly role: Role;
}

/** A person grants at most their own role, and members grant none. */
export function mayInviteAs(giver: Ranked, role: Role): boolean {
  return hasRole(giver.role, 'admin') && hasRole(giver.role, role);
}

/** An owner acts on anybody; an admin on members, or a sign-in link for an equal would be a way to act as that person. */
export function mayActOn(asker: Ranked, person: Ranked): boolean {
  if (asker.role === 'owner' || asker.id === person.id) return true;
  return hasRole(asker.role, 'admin') && !hasRole(person.role, asker.role);
}

export interface Granted {
  /** The person to sign in; null makes a new one. */
  readonly person_id: string | null;
  readonly role: Role;
  /** Null: created on the machine, by an operator with every right. */
  readonly created_by_id: string | null;
}

/**
 * Whether a link still gives what it says: its maker must be there and be allowed to make it again now.
 * `find` knows the people who have access.
 */
export function isStillGranted(link: Granted, find: (id: string) => Ranked | undefined): boolean {
  const person = link.person_id === null ? undefined : find(link.person_id);
  if (link.person_id !== null && person === undefined) return false;
  if (link.created_by_id === null) return true;
  const maker = find(link.created_by_id);
  if (maker === undefined) return false;
  return person === undefined ? mayInviteAs(maker, link.role) : mayActOn(maker, person);
}
