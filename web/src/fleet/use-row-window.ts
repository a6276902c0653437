/** Which rows of a long table are in the page: those in sight and some more, each of one height. */
import { useRef, useState } from 'preact/hooks';

/** Fewer rows are all in the page, and may be as high as they need. */
const windowedFrom = 100;
const inSight = 24;
/** Beyond what is in sight, so that a slow frame shows no gap. */
const spare = 24;

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
}

/** `rowPx`: the height that the style sheet gives each row of a windowed table. */
export function useRowWindow(count: number, rowPx: number): RowWindow {
  const [first, setFirst] = useState(0);
  const shown = useRef(0);
  const isWindowed = count > windowedFrom;
  const start = Math.max(0, Math.min(first, count - inSight));
  const from = isWindowed ? Math.max(0, start - spare) : 0;
  const to = isWindowed ? Math.min(count, start + inSight + spare) : count;
  return {
    isWindowed,
    from,
    to,
    before: from * rowPx,
    after: (count - to) * rowPx,
    follow: ({ scrollTop }) => {
      const next = Math.floor(scrollTop / rowPx);
      // Not for every row: what is spare reaches that far.
      if (!isWindowed || (Math.abs(next - shown.current) < spare / 2 && next !== 0)) return;
      shown.current = next;
      setFirst(next);
    },
  };
}
