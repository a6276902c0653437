/** Who asks: a signed-in person by their role, or a read token by its scopes. */
import type { Role } from '../api/api.ts';
import type { TokenHolder } from '../tokens/access-tokens.ts';
import type { SignedIn } from './sessions.ts';

export type Asker = AskingPerson | AskingToken;

interface AskingPerson {
  readonly type: 'person';
  readonly id: string;
  readonly name: string;
  /** Id of it. */
  readonly organization: string;
  readonly role: Role;
}

interface AskingToken extends TokenHolder {
  readonly type: 'token';
}

export function asPerson({ person, organization }: SignedIn): Asker {
  return { type: 'person', ...person, organization: organization.id };
}

export function asToken(holder: TokenHolder): Asker {
  return { type: 'token', ...holder };
}
