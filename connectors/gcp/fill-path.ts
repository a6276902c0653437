/** From a declared call and the values of its braces to the request that is sent. */
import { Fault } from '../../src/core/fault.ts';

type NamesIn<Call extends string> = Call extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** A value for each brace of the call. */
export type PathOf<Call extends string> = Readonly<Record<NamesIn<Call>, string>>;

export interface FilledCall {
  readonly verb: 'GET' | 'POST';
  readonly host: string;
  /** Below the host. */
  readonly path: string;
}

/** @throws Fault `invalid_arguments` for a value that would leave its place in the path. */
export function fillPath(call: string, values: Readonly<Record<string, string>>): FilledCall {
  const [verb, target = ''] = call.split(' ');
  const [, host = '', ...rest] = target.split('/');
  const path = `/${rest.join('/')}`.replaceAll(/\{(\w+)\}/gu, (_brace, name: string) =>
    encodePart(name, values[name] ?? ''),
  );
  return { verb: verb === 'POST' ? 'POST' : 'GET', host, path };
}

/** A dot or two would climb in the path, however they are escaped. The domain of a legacy project stands before a colon. */
function encodePart(name: string, value: string): string {
  if (value !== '' && !/^\.{1,2}$/u.test(value)) return encodeURIComponent(value).replaceAll('%3A', ':');
  throw new Fault('invalid_arguments', { field: name }, `Give the name of a ${name} as a list of them tells it.`);
}
