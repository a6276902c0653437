import type { Me, Role } from '../../../src/control/api.ts';

/** The control plane decides; this only spares a refusal that is certain. */
export function mayActOn(asker: Me['person'], person: { readonly id: string; readonly role: Role }): boolean {
  return asker.role === 'owner' || asker.id === person.id || person.role === 'member';
}
