/** The selected row of a comparison, and the one that a reader asked to be brought to. */
import { signal } from '@preact/signals';
import { readRow, type RowChoice, writeRow } from '../reading/row-choice.ts';
import { navigate, place } from '../browser/router.ts';

export const selectedRow = signal<RowChoice | undefined>(undefined);

/** Until the row is on the screen. */
export const wantedRow = signal<RowChoice | undefined>(undefined);

/** The address after a row is selected. */
export function rowHref(row: RowChoice): string {
  const { path, query } = place.value;
  return `${path}?${writeRow(query, row).toString()}`;
}

/** A new entry in the history of the browser, so that going back undoes it. */
export function selectRow(row: RowChoice): void {
  // The flame graph rewrites the address past the router.
  navigate(`${location.pathname}?${writeRow(new URLSearchParams(location.search), row).toString()}`);
  selectedRow.value = row;
}

/** After the address has changed: a link, going back, or the first view. */
export function followAddress(query: URLSearchParams): void {
  selectedRow.value = readRow(query);
}
