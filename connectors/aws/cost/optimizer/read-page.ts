/** One page of recommendations of one kind. */
import type { GetRecommendationError } from '@aws-sdk/client-compute-optimizer';
import type { DataOf } from '../../../../catalog/index.ts';
import type { UpstreamCall } from '../../../../src/connector/manifest.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { Command } from '../../access/send.ts';
import { known } from '../../members.ts';
import type { Page } from '../../paging.ts';
import type { Recommendation } from './to-recommendation.ts';

export type Failure = DataOf<'cost.listRecommendations'>['failures'][number];

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly limit: number;
  readonly nextToken: string | undefined;
}

type PageOfOneKind = Page<Recommendation> & { readonly errors: readonly Failure[] };

/** Reads one page of one kind. */
export type Reader = (asked: Asked) => Promise<PageOfOneKind>;

/** `PageCommand` is the command of `call`. @throws Fault as `ask`. */
export async function askPage<Output>(
  { context, region, limit, nextToken }: Asked,
  call: UpstreamCall,
  PageCommand: new (input: { maxResults: number; nextToken: string | undefined }) => Command<Output>,
): Promise<Output> {
  const { ComputeOptimizerClient: Client } = await import('@aws-sdk/client-compute-optimizer');
  return ask(context, { call, region, Client, command: new PageCommand({ maxResults: limit, nextToken }) });
}

interface AnsweredPage {
  readonly nextToken?: string | undefined;
  readonly errors?: readonly GetRecommendationError[] | undefined;
}

/** `list` under its own name in the answer. */
export function toPage<Assessed>(
  { nextToken, errors = [] }: AnsweredPage,
  list: readonly Assessed[] | undefined,
  toOne: (assessed: Assessed) => Recommendation,
): PageOfOneKind {
  return { items: (list ?? []).map(toOne), next: nextToken, errors: errors.map(toFailure) };
}

function toFailure({ identifier, code, message }: GetRecommendationError): Failure {
  return {
    resource: need(identifier, 'errors[].identifier'),
    code: need(code, 'errors[].code'),
    ...known({ message }),
  };
}
