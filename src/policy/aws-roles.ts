/** The documents by which one base credential of AWS assumes a role in each account: who may assume, and who is trusted. Pure. */

export interface TrustStatement {
  readonly Sid: 'FarolTrust';
  readonly Effect: 'Allow';
  readonly Principal: { readonly AWS: readonly string[] };
  readonly Action: readonly ['sts:AssumeRole'];
  readonly Condition?: { readonly StringEquals: { readonly 'sts:ExternalId': readonly string[] } };
}

export interface AssumeStatement {
  readonly Sid: 'FarolAssumeRoles';
  readonly Effect: 'Allow';
  readonly Action: readonly ['sts:AssumeRole'];
  readonly Resource: readonly string[];
}

interface Document<Statement> {
  readonly Version: '2012-10-17';
  readonly Statement: readonly [Statement];
}

export interface Trusted {
  /** ARNs of the base credentials. */
  readonly principals: readonly string[];
  /** Each is enough; without one, none is required. */
  readonly externalIds: readonly string[];
}

/** Placeholders that the person who applies the document fills in. */
export const trustPlaceholders: Trusted = { principals: ['<base-arn>'], externalIds: ['<external-id>'] };
export const rolePlaceholder = 'arn:<partition>:iam::<account>:role/<role>';

/** Trust policy of the role: the base credential and nobody else, and only with the external id. */
export function buildTrustPolicy({ principals, externalIds }: Trusted): Document<TrustStatement> {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'FarolTrust',
        Effect: 'Allow',
        Principal: { AWS: sorted(principals) },
        Action: ['sts:AssumeRole'],
        ...(externalIds.length > 0 && { Condition: { StringEquals: { 'sts:ExternalId': sorted(externalIds) } } }),
      },
    ],
  };
}

/** Policy of the base credential: exactly these roles. */
export function buildAssumePolicy(roles: readonly string[]): Document<AssumeStatement> {
  return {
    Version: '2012-10-17',
    Statement: [{ Sid: 'FarolAssumeRoles', Effect: 'Allow', Action: ['sts:AssumeRole'], Resource: sorted(roles) }],
  };
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
