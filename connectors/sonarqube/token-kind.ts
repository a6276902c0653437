/** Tokens that were made for analyses: SonarQube accepts them, and no permission of their user lets them read a project. */
import type { ConnectorContext } from '../../src/connector/context.ts';
import { refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { credentialKinds } from './grants.ts';
import type { manifest } from './manifest.ts';
import { makeToken } from './symptoms.ts';

export type SonarContext = ConnectorContext<typeof manifest>;

type Kind = (typeof credentialKinds)[number];

/** By its beginning; undefined for a token without one, as Cloud and servers before 9.5 make them. */
export async function kindOfToken({ secrets }: Pick<SonarContext, 'secrets'>): Promise<Kind | undefined> {
  const token = (await secrets.read('SONARQUBE_TOKEN'))?.reveal() ?? '';
  return credentialKinds.find(({ prefix }) => prefix !== undefined && token.startsWith(prefix));
}

/** The same fault, but for a permission that is missing to a token that can never have it. */
export async function refineByKind(context: SonarContext, error: unknown): Promise<unknown> {
  if (!(error instanceof Fault) || error.kind !== 'permission_missing') return error;
  const kind = await kindOfToken(context);
  if (kind?.verdict !== 'rejected') return error;
  const { data, remedy } = cannotRead(kind);
  return refineFault(error, 'credential_rejected', data, remedy);
}

export function cannotRead({ title }: Kind): Fault<'credential_rejected'> {
  return new Fault(
    'credential_rejected',
    { kind: inSentence(title), reason: 'rejected' },
    `A ${inSentence(title)} pushes analyses and never has Browse, regardless of the permissions of its user. ${makeToken}`,
  );
}

export function inSentence(title: string): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
