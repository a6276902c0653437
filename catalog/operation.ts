/** What may be asked: the type of one entry. Data and schemas only; who answers and with which permission is a connector's matter. */
import type { z } from 'zod';

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
}

/** An entry as it is written down: its schemas are built when they are first used. */
interface OperationSource<Name, Arguments, Result> {
  readonly name: Name;
  readonly access: OperationAccess;
  readonly summary: string;
  readonly arguments: () => Arguments;
  readonly result: () => Result;
}

export function defineOperation<
  const Name extends `${string}.${string}`,
  Arguments extends z.ZodObject,
  Result extends z.ZodType,
>(source: OperationSource<Name, Arguments, Result>): Operation<Name, Arguments, Result> {
  const { name, access, summary } = source;
  let args: Arguments | undefined;
  let result: Result | undefined;
  return {
    name,
    access,
    summary,
    get arguments() {
      return (args ??= source.arguments());
    },
    get result() {
      return (result ??= source.result());
    },
  };
}
