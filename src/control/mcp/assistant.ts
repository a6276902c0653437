/** Who asks over MCP: the holder of a token of ours, or a person with a token of the identity provider. */
import { asToken, type Asker } from '../people/asker.ts';
import type { AccessTokenHolder } from '../people/sso/access-token-reader.ts';
import type { TokenHolder } from '../tokens/access-tokens.ts';
import { readsScope } from '../tokens/token-scopes.ts';

/** `isPerson`: id and name are those of a person. */
export interface Assistant extends TokenHolder {
  readonly isPerson?: true;
}

export function asAssistant({ person, organization, scopes }: AccessTokenHolder): Assistant {
  return { id: person.id, name: person.name, organization, scopes, isPerson: true };
}

/** Asks every read and no write: an owner whose assistant asks is a member here. */
export function askerOfAssistant({ isPerson, ...holder }: Assistant): Asker {
  const { id, name, organization, scopes } = holder;
  if (isPerson === true) return { type: 'person', id, name, organization, role: 'member' };
  return asToken({ ...holder, scopes: [...scopes, readsScope] });
}
