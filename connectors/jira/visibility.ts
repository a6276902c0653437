/** What an empty list means: that there is nothing, or that nothing may be seen. Jira answers both with 200. */
import type { Answer } from '../../src/connector/connector.ts';
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
    const because = `Nothing came; whether the account has ${permission} could not be asked (${error.kind}).`;
    return { complete: false, because };
  }
}
