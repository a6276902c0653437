/**
 * The audit list as a real table. Where it is long, only the rows in sight are in the page, each of one height; older
 * records are read when their end comes into sight.
 */
import { useRef, useState } from 'preact/hooks';
import type { AuditEntry } from '../../../src/control/api.ts';
import { Tag, type Tone } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';
import { allWords, words } from '../words/words.ts';
import { sayWhat, sayWhere, sayWho } from './audit-text.ts';

/** Fewer rows are all in the page, and their cells may be as high as they need. */
const windowedFrom = 100;
const inSight = 24;
/** Beyond what is in sight, so that a slow frame shows no gap. */
const spare = 24;
/** In characters. */
const widths = [44, 24, 56, 18, 34];

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Undefined when there are no older records. */
  readonly onEnd: (() => void) | undefined;
}

export function AuditTable({ entries, onEnd }: AuditTableProps) {
  const w = allWords().audit;
  const isWindowed = entries.length > windowedFrom;
  const [first, setFirst] = useState(0);
  const rowPx = useRef(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const from = isWindowed ? Math.max(0, Math.min(first, entries.length - inSight) - spare) : 0;
  const to = isWindowed ? Math.min(entries.length, first + inSight + spare) : entries.length;

  const follow = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): void => {
    if (onEnd !== undefined && scrollTop > 0 && scrollTop + clientHeight * 2 > scrollHeight) onEnd();
    if (!isWindowed) return;
    rowPx.current ||= body.current?.querySelector('tr:not(.ask-room)')?.getBoundingClientRect().height ?? 0;
    if (rowPx.current === 0) return;
    const next = Math.floor(scrollTop / rowPx.current);
    // Not for every row: what is spare reaches that far.
    if (Math.abs(next - first) >= spare / 2 || next === 0) setFirst(next);
  };
  return (
    <div
      class={isWindowed ? 'table-region ask-windowed' : 'table-region ask-all'}
      role="region"
      aria-label={words().table.region(w.title)}
      tabIndex={0}
      onScroll={({ currentTarget }) => follow(currentTarget)}
    >
      <table aria-rowcount={onEnd === undefined ? entries.length + 1 : -1}>
        <caption class="unseen">{w.title}</caption>
        {isWindowed && (
          <colgroup>
            {widths.map((width, at) => (
              <col key={at} style={{ width: `${width}ch` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{w.when}</th>
            <th scope="col">{w.who}</th>
            <th scope="col">{w.what}</th>
            <th scope="col">{w.outcome}</th>
            <th scope="col">{w.way}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {from > 0 && <Room height={from * rowPx.current} />}
          {entries.slice(from, to).map((entry, at) => (
            <Row key={entry.id} entry={entry} index={from + at + 2} />
          ))}
          {to < entries.length && <Room height={(entries.length - to) * (rowPx.current || 32)} />}
        </tbody>
      </table>
    </div>
  );
}

function Row({ entry, index }: { readonly entry: AuditEntry; readonly index: number }) {
  const w = allWords();
  const [who, what, where] = [sayWho(entry), sayWhat(entry), sayWhere(entry)];
  return (
    <tr aria-rowindex={index}>
      <th scope="row" class="nowrap">
        <When at={entry.at} exact />
      </th>
      <td title={who}>{who}</td>
      <td title={what}>{what}</td>
      <td>
        <Tag tone={toneOf(entry.outcome)}>{entry.outcome === 'unknown' ? w.audit.outcomes.unknown : entry.outcome}</Tag>
      </td>
      <td title={where}>{where}</td>
    </tr>
  );
}

function Room({ height }: { readonly height: number }) {
  return <tr class="ask-room" aria-hidden="true" style={{ height: `${height}px` }} />;
}

function toneOf(outcome: string): Tone {
  if (outcome === 'ok') return 'good';
  return outcome === 'unknown' || outcome === 'outcome_unknown' ? 'warn' : 'bad';
}
