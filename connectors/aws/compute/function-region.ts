/** The name of a function may be an ARN, which says its region: asked elsewhere, Lambda would not find it. */
import { Fault } from '../../../src/core/fault.ts';
import type { AwsContext } from '../access/context.ts';
import { chooseRegion } from '../access/regions.ts';

export interface FunctionQuestion {
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
