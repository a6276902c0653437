/** The fleet as one table: a row an instance. Where it is long, only the rows in sight are in the page. */
import { useMemo } from 'preact/hooks';
import type { InstanceSummary } from '../../../src/control/api/api.ts';
import { RowRoom } from '../parts/row-room.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { SortHeader } from '../parts/sort-header.tsx';
import { isNarrow } from '../parts/is-narrow.ts';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useRowWindow } from '../parts/use-row-window.ts';
import { When } from '../parts/when.tsx';
import { type FleetColumn, fleetColumns, sortFleet } from './order-fleet.ts';
import type { Sorting } from '../reading/sorting.ts';
import { allWords, words } from '../words/words.ts';
import { instanceHref } from '../browser/page-addresses.ts';

export const stateTones = {
  live: 'good',
  offline: 'warn',
  revoked: 'idle',
  locked: 'bad',
} as const satisfies Record<InstanceSummary['state'], Tone>;

/** As `fleet.css` has them: a line, or a card where it is narrow. */
const rowPx = () => (isNarrow() ? 112 : 40);

interface FleetTableProps {
  readonly instances: readonly InstanceSummary[];
  readonly sorting: Sorting<FleetColumn>;
  readonly onSort: (sorting: Sorting<FleetColumn>) => void;
}

export function FleetTable({ instances, sorting, onSort }: FleetTableProps) {
  const { fleet: w } = allWords();
  const rows = useMemo(() => sortFleet(instances, sorting), [instances, sorting]);
  const { isWindowed, from, to, before, after, follow } = useRowWindow(rows.length, rowPx());
  return (
    <div
      class={`table-region fleet-table ${isWindowed ? 'fleet-windowed' : 'stacks'}`}
      role="region"
      aria-label={words().table.region(w.title)}
      tabIndex={0}
      onScroll={({ currentTarget }) => follow(currentTarget)}
    >
      <table aria-rowcount={rows.length + 1}>
        <caption class="unseen">{w.title}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {fleetColumns.map((column) => (
              <SortHeader
                key={column}
                column={column}
                text={w.columns[column]}
                sorting={sorting}
                isNumber={false}
                onSort={onSort}
              />
            ))}
            <th scope="col">{w.columns.first}</th>
          </tr>
        </thead>
        <tbody>
          <RowRoom height={before} />
          {rows.slice(from, to).map((one, at) => (
            <FleetRow key={one.instance} one={one} place={from + at + 2} />
          ))}
          <RowRoom height={after} />
        </tbody>
      </table>
    </div>
  );
}

function FleetRow({ one, place }: { readonly one: InstanceSummary; readonly place: number }) {
  const w = allWords();
  const { columns: names } = w.fleet;
  return (
    <tr aria-rowindex={place}>
      <th scope="row">
        <a href={instanceHref(one.instance)} class="mono">
          {one.instance}
        </a>
      </th>
      <td data-column={names.class}>{w.fleet.classes[one.class]}</td>
      <td data-column={names.version}>{one.version ?? w.time.none}</td>
      <td data-column={names.state}>
        <Tag tone={stateTones[one.state]}>{w.fleet.states[one.state]}</Tag>{' '}
        {one.state !== 'live' && (
          <span class="small faint nowrap">
            <When at={one.last_seen} />
          </span>
        )}
      </td>
      <td data-column={names.connectors}>
        <ConnectorCounts counts={one.connectors} />
      </td>
      <td class="fleet-first" data-column={names.first}>
        <Need one={one} />
      </td>
    </tr>
  );
}

/** What it needs before anything else, in words. */
function Need({ one: { state, remedy, first } }: { readonly one: InstanceSummary }) {
  const { fleet: w } = allWords();
  if (state === 'live' && first === undefined) return <span class="faint">{w.needsNothing}</span>;
  if (remedy !== undefined) return <ServedText text={remedy} />;
  if (first === undefined) return null;
  return (
    <>
      <span class="mono small">{first.source ?? first.connector}</span> <ServedText text={first.text} />
    </>
  );
}

/** How many connectors of an instance work, and how many do not. A state without any is left out. */
const tones = {
  failed: 'bad',
  degraded: 'warn',
  pending: 'warn',
  ok: 'good',
  skipped: 'idle',
} as const satisfies Record<string, Tone>;
const states = ['failed', 'degraded', 'pending', 'ok', 'skipped'] as const;

function ConnectorCounts({ counts }: { readonly counts: InstanceSummary['connectors'] }) {
  const { fleet: w } = allWords();
  if (counts === undefined) return <span class="faint small">{w.noReport}</span>;
  return (
    <span class="tags fleet-counts">
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Tag key={state} tone={tones[state]}>
            {w.connectorCounts[state](counts[state])}
          </Tag>
        ))}
    </span>
  );
}
