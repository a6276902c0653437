/**
 * What an empty list or a ticket that is not found means: that there is nothing, or that nothing may be seen. Jira
 * gives one answer for both, and says beside it which permissions the account has.
 */
import type { Answer } from '../../src/connector/connector.ts';
import { refineFault, symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { JiraClient } from './client.ts';
import { type Permission, permissionKeys } from './grants.ts';

interface Question {
  readonly permission: Permission;
  /** For one ticket; in any project when left out. */
  readonly ticket?: string;
  /** What it means while the permission is held. */
  readonly none: string;
  readonly hidden: string;
}

export async function explainNothing(
  client: JiraClient,
  { permission, ticket, none, hidden }: Question,
): Promise<Pick<Answer, 'complete' | 'because'>> {
  const key = permissionKeys[permission];
  try {
    const held = await client.heldOf([key], ticket === undefined ? {} : { ticket });
    return held.has(key) ? { complete: true, because: none } : { complete: false, because: hidden };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const because = `Nothing was returned; whether the account has ${permission} could not be checked (${error.kind}).`;
    return { complete: false, because };
  }
}

const ofTicket = new Set(['ticket_hidden', 'ticket_forbidden']);

/** Reads a ticket; one that is not found is put down to its project or to the ticket, by what the account may browse. */
export async function readTicket<T>(client: JiraClient, key: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Fault) || !ofTicket.has(symptomOf(error)?.id ?? '')) throw error;
    throw await placeOf(error, client, key);
  }
}

async function placeOf(fault: Fault, client: JiraClient, key: string): Promise<Fault> {
  const project = key.slice(0, key.lastIndexOf('-'));
  const canBrowse = await mayBrowse(client, project);
  if (canBrowse === undefined) return fault;
  return canBrowse
    ? refineFault(
        fault,
        'not_found_or_hidden',
        { what: 'ticket' },
        `The account may browse ${project}, so no permission of the project is missing. First compare the key with tickets.search, because a ticket may have been deleted; then ask an administrator of the project whether a security level of the ticket excludes the account.`,
      )
    : refineFault(
        fault,
        'not_found_or_hidden',
        { what: 'project' },
        `The account may not browse the project ${project}. First compare the key with tickets.listProjects; if it is right, then grant Browse Projects to the account in the permission scheme of the project (Project settings → Permissions).`,
      );
}

/** Undefined where that cannot be asked. Jira calls a project that the account may not browse not found. */
async function mayBrowse(client: JiraClient, project: string): Promise<boolean | undefined> {
  const browse = permissionKeys['Browse projects'];
  try {
    return (await client.heldOf([browse], { project })).has(browse);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.kind === 'not_found_or_hidden' ? false : undefined;
  }
}
