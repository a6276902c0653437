/**
 * The audit list as a real table. Where it is long, only the rows in sight are in the page, each of one height; older
 * records are read when their end comes into sight.
 */
import type { AuditEntry } from '../../../src/control/api/api.ts';
import { RowRoom } from '../parts/row-room.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useRowWindow } from '../parts/use-row-window.ts';
import { When } from '../parts/when.tsx';
import { allWords, words } from '../words/words.ts';
import { sayOutcome, sayWhat, sayWhere, sayWho } from './audit-text.ts';

/** In characters. */
const widths = [44, 24, 56, 26, 34];

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** Undefined when there are no older records. */
  readonly onEnd: (() => void) | undefined;
}

export function AuditTable({ entries, onEnd }: AuditTableProps) {
  const w = allWords().audit;
  const { isWindowed, from, to, before, after, follow, body } = useRowWindow(entries.length);

  const scroll = (region: HTMLElement): void => {
    const { scrollTop, clientHeight, scrollHeight } = region;
    if (onEnd !== undefined && scrollTop > 0 && scrollTop + clientHeight * 2 > scrollHeight) onEnd();
    follow(region);
  };
  return (
    <div
      class={`table-region audit-region ${isWindowed ? 'ask-windowed' : onEnd === undefined ? 'stacks' : 'stacks ask-all'}`}
      role="region"
      aria-label={words().table.region(w.title)}
      tabIndex={0}
      onScroll={({ currentTarget }) => scroll(currentTarget)}
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
          <RowRoom height={before} />
          {entries.slice(from, to).map((entry, at) => (
            <Row key={entry.id} entry={entry} index={from + at + 2} />
          ))}
          <RowRoom height={after} />
        </tbody>
      </table>
    </div>
  );
}

function Row({ entry, index }: { readonly entry: AuditEntry; readonly index: number }) {
  const [who, what, where] = [sayWho(entry), sayWhat(entry), sayWhere(entry)];
  return (
    <tr aria-rowindex={index}>
      <th scope="row" class="nowrap">
        <When at={entry.at} exact />
      </th>
      <td title={who} class="audit-who">
        {who}
      </td>
      <td title={what}>{what}</td>
      <td title={entry.outcome} data-plain="">
        <Tag tone={toneOf(entry.outcome)}>{sayOutcome(entry)}</Tag>
      </td>
      <td title={where} data-plain="">
        {where}
      </td>
    </tr>
  );
}

function toneOf(outcome: string): Tone {
  if (outcome === 'ok') return 'good';
  return outcome === 'unknown' || outcome === 'outcome_unknown' ? 'warn' : 'bad';
}
