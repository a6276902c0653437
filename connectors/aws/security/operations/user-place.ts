/** Where in the list of users an answer ended: the vendor's marker of a page, and how many of its users were read. */
import { Fault } from '../../../../src/core/fault.ts';

export interface UserPlace {
  readonly marker: string | undefined;
  readonly skip: number;
}

export function renderPlace({ marker = '', skip }: UserPlace): string {
  return `${skip}:${marker}`;
}

/** @throws Fault `invalid_arguments` for what this did not render. */
export function parsePlace(after: string | undefined): UserPlace {
  if (after === undefined) return { marker: undefined, skip: 0 };
  const [, skip, marker] = /^(\d{1,4}):(.*)$/su.exec(after) ?? [];
  if (skip === undefined) {
    throw new Fault('invalid_arguments', { field: 'cursor' }, 'Leave the cursor out to begin the list again.');
  }
  return { marker: marker === '' ? undefined : marker, skip: Number(skip) };
}
