/** Which rows of a long table are in the page: those in sight and some more, each of one height. */
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Fewer rows are all in the page, and may be as high as they need. */
const windowedFrom = 100;
const inSight = 24;
/** Beyond what is in sight, so that a slow frame shows no gap. */
const spare = 24;
/** Until a row was measured. */
const usualPx = 32;

interface RowWindow {
  readonly isWindowed: boolean;
  /** The first and the one after the last row that is in the page. */
  readonly from: number;
  readonly to: number;
  /** Pixels before the first and after the last one. */
  readonly before: number;
  readonly after: number;
  /** For `onScroll` of the region. */
  readonly follow: (region: HTMLElement) => void;
  /** For the body of the table. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
}

/** `fixedPx`: the height that the style sheet gives each row of a windowed table; measured where it is left out. */
export function useRowWindow(count: number, fixedPx = 0): RowWindow {
  const [first, setFirst] = useState(0);
  const shown = useRef(0);
  const rowPx = useRef(fixedPx);
  const body = useRef<HTMLTableSectionElement>(null);
  const isWindowed = count > windowedFrom;
  const start = Math.max(0, Math.min(first, count - inSight));
  const from = isWindowed ? Math.max(0, start - spare) : 0;
  const to = isWindowed ? Math.min(count, start + inSight + spare) : count;
  return {
    isWindowed,
    from,
    to,
    before: from * rowPx.current,
    after: (count - to) * (rowPx.current || usualPx),
    body,
    follow: ({ scrollTop }) => {
      if (!isWindowed) return;
      rowPx.current ||= body.current?.querySelector('tr:not(.row-room)')?.getBoundingClientRect().height ?? 0;
      if (rowPx.current === 0) return;
      const next = Math.floor(scrollTop / rowPx.current);
      // Not for every row: what is spare reaches that far.
      if (Math.abs(next - shown.current) < spare / 2 && next !== 0) return;
      shown.current = next;
      setFirst(next);
    },
  };
}
