/** Functions of Lambda. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readKept } from '../../cached-page.ts';
import { withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toFunction, unreadOf } from './to-function.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { AwsContext } from '../../access/context.ts';

/** The name of a function may be an ARN, which says its region: asked elsewhere, Lambda would not find it. */
interface FunctionQuestion {
  readonly region?: string | undefined;
  readonly name: string | undefined;
  /** Argument that holds the name. */
  readonly field: string;
}

/** @throws Fault `invalid_arguments` for a region that is not configured, or not that of the ARN. */
export function regionOfFunction(context: AwsContext, { region, name, field }: FunctionQuestion): string {
  const told = /^(?:arn:[a-z-]+:lambda:)?([a-z]{2}(?:-[a-z]+)+-\d{1,2}):/u.exec(name ?? '')?.[1];
  if (region === undefined || told === undefined || region === told) return chooseRegion(context, region ?? told);
  throw new Fault('invalid_arguments', { field }, `Leave the region out, or name ${told}: the function is there.`);
}

/** Lambda sends no more functions at once, whatever is asked for. */
const largestPage = 50;
/** Leaves half of the calls of one question for further tries. */
const mostPages = 10;

export const functionOperations = {
  'compute.listFunctions': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { LambdaClient: Client, ListFunctionsCommand } = await import('@aws-sdk/client-lambda');
      const missing: string[] = [];
      const answer = await answerPage(
        { operation: 'compute.listFunctions', args, region, what: 'functions' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: Math.min(args.limit, largestPage),
            pages: mostPages,
            async read(Marker, MaxItems) {
              const command = new ListFunctionsCommand({ Marker, MaxItems });
              const page = await ask(context, { call: 'lambda:ListFunctions', region, Client, command });
              return { items: page.Functions ?? [], next: page.NextMarker };
            },
          }),
        (functions) => {
          missing.push(...functions.flatMap(unreadOf));
          return { region, functions: functions.map((one) => toFunction(one, region)) };
        },
      );
      return withMissing(answer, missing);
    },
  },

  'compute.getFunction': {
    async run(args, context) {
      const region = regionOfFunction(context, { ...args, field: 'name' });
      const { LambdaClient: Client, GetFunctionConfigurationCommand } = await import('@aws-sdk/client-lambda');
      const command = new GetFunctionConfigurationCommand({ FunctionName: args.name });
      const one = await ask(context, { call: 'lambda:GetFunctionConfiguration', region, Client, command });
      const data = { region, function: toFunction(one, region) };
      return withMissing({ data, complete: true, truncated: false }, unreadOf(one));
    },
  },
} satisfies AwsOperations<'compute.listFunctions' | 'compute.getFunction'>;
