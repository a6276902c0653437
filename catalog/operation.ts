/** What may be asked: the type of one entry. Data and schemas only; who answers and with which permission is a connector's matter. */
import type { z } from 'zod';
import { withRegionOfRows, withRegions } from './several-regions.ts';

export type OperationAccess = 'read' | 'write';

export interface Operation<
  Name extends string = string,
  Arguments extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
> {
  /** `<domain>.<operation>`. */
  readonly name: Name;
  readonly access: OperationAccess;
  /** One sentence, without the name of a vendor. */
  readonly summary: string;
  /** Strict at every level: an unknown key is refused. */
  readonly arguments: Arguments;
  /** The `data` of the answer; completeness, paging and origin are in the envelope. */
  readonly result: Result;
  /** The list that can be read from several regions in one question; its rows then say their region. */
  readonly ofRegions?: string;
}

/** An entry as it is written down: its schemas are built when they are first used. */
interface OperationSource<Name, Arguments, Result> {
  readonly name: Name;
  readonly access: OperationAccess;
  readonly summary: string;
  readonly arguments: () => Arguments;
  readonly result: () => Result;
  readonly ofRegions?: string;
}

export function defineOperation<
  const Name extends `${string}.${string}`,
  Arguments extends z.ZodObject,
  Result extends z.ZodType,
>(source: OperationSource<Name, Arguments, Result>): Operation<Name, Arguments, Result> {
  const { name, access, summary, ofRegions } = source;
  let args: Arguments | undefined;
  let result: Result | undefined;
  return {
    name,
    access,
    summary,
    ...(ofRegions !== undefined && { ofRegions }),
    get arguments() {
      return (args ??= ofRegions === undefined ? source.arguments() : withRegions(source.arguments()));
    },
    get result() {
      return (result ??= ofRegions === undefined ? source.result() : withRegionOfRows(source.result(), ofRegions));
    },
  };
}
