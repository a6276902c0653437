/** Health checks with status, finding and remedy. Evidence is what the instance allowed out: status, code, request id. */
import type { FleetInstance } from '../../../src/control/api/api.ts';
import { allWords, locale } from '../words/words.ts';
import { DocumentLink, faultsPage } from '../parts/document-link.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { formatAgo } from '../reading/format-time.ts';

type Check = FleetInstance['checks'][number];

const tones = {
  ok: 'good',
  degraded: 'warn',
  pending_configuration: 'warn',
  skipped: 'idle',
  failed: 'bad',
} as const satisfies Record<Check['status'], Tone>;

/** Of a source with a name of its own, its connector too. */
export function sourceNameOf({ connector, source }: Pick<Check, 'connector' | 'source'>): string {
  return source === undefined ? connector : `${source} · ${connector}`;
}

export function CheckTable({ checks, name }: { readonly checks: readonly Check[]; readonly name: string }) {
  const w = allWords();
  return (
    <TableRegion name={name}>
      <thead>
        <tr>
          <th scope="col">{w.fleet.check}</th>
          <th scope="col">{w.fleet.status}</th>
          <th scope="col">{w.fleet.finding}</th>
          <th scope="col">{w.fleet.remedy}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={`${check.source ?? check.connector} ${check.check}`}>
            <th scope="row">
              <span class="mono">{check.check}</span>
              <span class="small faint block">{sourceNameOf(check)}</span>
            </th>
            <td>
              <Tag tone={tones[check.status]}>{w.fleet.statuses[check.status]}</Tag>
            </td>
            <td class="cell-text">
              <ServedText text={check.summary} />
              <Details check={check} />
              {check.judged !== undefined && <JudgedGrants judged={check.judged} />}
            </td>
            <td class="cell-text">{check.remedy === '' ? w.time.none : <ServedText text={check.remedy} />}</td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

function Details({ check }: { readonly check: Check }) {
  const w = allWords();
  const { status, code, requestId } = check.evidence;
  const evidence = [status, code, requestId].filter((one) => one !== undefined).join(' · ');
  const lines = [
    check.layer !== undefined && w.fleet.layer(check.layer),
    check.missing.length > 0 && w.fleet.missing(check.missing.join(', ')),
    check.excess.length > 0 && w.fleet.excess(check.excess.join(', ')),
    check.status !== 'ok' && check.affects.length > 0 && w.fleet.affects(check.affects.join(', ')),
    check.fault !== undefined && check.status !== 'skipped' && w.fleet.actor(w.fleet.actors[check.fault.actor]),
    evidence !== '' && w.fleet.evidence(evidence),
  ].filter((line) => line !== false);
  return (
    <>
      {lines.map((line) => (
        <span key={line} class="small faint block">
          {line}
        </span>
      ))}
      {check.fault !== undefined && <DocumentLink page={faultsPage} code={check.fault.code} />}
    </>
  );
}

/** What a check knows of each permission, and since when; what is allowed and lately seen to be comes last. */
type Verdict = NonNullable<FleetInstance['checks'][number]['judged']>[number];

const order = { denied: 0, undecided: 1, allowed: 2, not_asked: 3 } as const satisfies Record<
  Verdict['verdict'],
  number
>;

function JudgedGrants({ judged }: { readonly judged: readonly Verdict[] }) {
  const w = allWords();
  const allowed = judged.filter(({ verdict }) => verdict === 'allowed').length;
  const sorted = judged.toSorted((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <details class="disclosure">
      <summary>{w.fleet.judged(allowed, judged.length)}</summary>
      <ul class="small">
        {sorted.map(({ grant, verdict, at, old, because }) => (
          <li key={grant}>
            <span class="mono">{grant}</span> {w.fleet.verdicts[verdict]}
            {at !== undefined && `, ${w.fleet.judgedAt(formatAgo(at, Date.now(), locale.value))}`}
            {old === true && `, ${w.fleet.old}`}
            {because !== undefined && (
              <span class="faint block">
                <ServedText text={because} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
