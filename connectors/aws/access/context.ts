/**
 * What asking AWS needs of its context, by shape: the context of any connector whose manifest declares
 * the variables of an AWS credential has it, this one's and that of the managed clusters.
 */
import type { ConnectorContext, GuardContext } from '../../../src/connector/context.ts';
import type { Manifest, SecretVariableOf, TextVariableOf } from '../../../src/connector/manifest.ts';
import type { Secret } from '../../../src/core/secret.ts';
import type { credentialVariables } from './variables.ts';

type WithCredential = Omit<Manifest, 'config'> & { readonly config: typeof credentialVariables };

export interface AwsContext extends Pick<
  ConnectorContext,
  'httpTo' | 'clock' | 'log' | 'signal' | 'groupOf' | 'noteUnread' | 'source'
> {
  readonly config: {
    text(variable: TextVariableOf<WithCredential>): string | undefined;
    url(variable: 'AWS_URL'): URL;
    has(variable: keyof typeof credentialVariables): boolean;
  };
  readonly secrets: {
    read(variable: SecretVariableOf<WithCredential>): Promise<Secret | undefined>;
    keep(derived: string, replaced?: Secret): Secret;
  };
  afterwards(limitMs: number): AwsContext;
  within(limitMs: number): AwsContext;
}

export interface AwsOperationContext extends AwsContext, GuardContext {}
