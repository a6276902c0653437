/** The choice of a flame graph, shared with the address: a link restores it, and choosing rewrites the link. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { selectedRow } from '../parts/selected-row.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { place } from '../browser/router.ts';
import { type FlameChoice, readChoice, writeChoice } from './flame-choice.ts';

/** Keys that are held down choose faster than a browser lets an address change. */
const settleMs = 150;

type Choose = (change: Partial<FlameChoice>) => void;

export function useFlameChoice(): readonly [FlameChoice, Choose] {
  const [choice, setChoice] = useState(() => readChoice(place.peek().query));
  const here = place.value;
  const known = useRef(here);

  // A link of this page, or going back.
  useEffect(() => {
    if (known.current === here) return;
    known.current = here;
    setChoice(readChoice(here.query));
  }, [here]);

  useEffect(() => {
    const timer = setTimeout(() => {
      rewriteAddress(choice);
      if (choice.frame !== undefined) selectedRow.value = { axis: functionAxis, key: choice.frame };
    }, settleMs);
    return () => clearTimeout(timer);
  }, [choice]);

  return [choice, useCallback((change) => setChoice((before) => ({ ...before, ...change })), [])];
}

/** Past the router: the page is the same, and drawing it again for each step of a selection would take too long. */
function rewriteAddress(choice: FlameChoice): void {
  const { pathname, search, hash } = location;
  const query = writeChoice(new URLSearchParams(search), choice).toString();
  const written = query === '' ? '' : `?${query}`;
  if (written !== search) history.replaceState(null, '', `${pathname}${written}${hash}`);
}
