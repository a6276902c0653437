/** The checks of an instance by connector: open where somebody must act, folded where nobody must. */
import type { FleetInstance } from '../../../src/control/api/api.ts';
import { CheckTable } from './check-table.tsx';
import { When } from '../parts/when.tsx';
import { allWords } from '../words/words.ts';

type Checks = FleetInstance['checks'];

/** What is broken comes before what only waits. */
const needing = ['failed', 'degraded', 'pending_configuration'] as const;

interface InstanceChecksProps {
  readonly checks: Checks;
  readonly at: string | undefined;
}

export function InstanceChecks({ checks, at }: InstanceChecksProps) {
  const { fleet: w } = allWords();
  const urgent = byConnector(checks.filter(({ status }) => urgencyOf(status) < needing.length));
  const fine = byConnector(checks.filter(({ status }) => status === 'ok'));
  const skipped = byConnector(checks.filter(({ status }) => status === 'skipped'));
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">{w.needsFirst}</h2>
      {checks.length === 0 && <p class="faint">{w.noChecks}</p>}
      {at !== undefined && (
        <p class="small faint">
          {w.checksAt} <When at={at} />
        </p>
      )}
      {checks.length > 0 && urgent.length === 0 && <p>{w.needsNothing}</p>}
      {urgent.map(([connector, ofOne]) => (
        <section key={connector} aria-labelledby={`needs-${connector}`}>
          <h3 id={`needs-${connector}`} class="mono">
            {connector}
          </h3>
          <CheckTable checks={ofOne} name={`${w.checks}: ${connector}`} />
        </section>
      ))}
      <Folded title={w.okChecks(count(fine))} groups={fine} />
      <Folded title={w.skippedChecks(count(skipped))} groups={skipped} />
    </section>
  );
}

type Groups = readonly (readonly [connector: string, checks: Checks])[];

function Folded({ title, groups }: { readonly title: string; readonly groups: Groups }) {
  if (groups.length === 0) return null;
  return (
    <details class="disclosure">
      <summary>{title}</summary>
      {groups.map(([connector, checks]) => (
        <details key={connector} class="disclosure" open={groups.length === 1}>
          <summary>
            <span class="mono">{connector}</span> <span class="small faint">{checks.length}</span>
          </summary>
          <CheckTable checks={checks} name={`${title}: ${connector}`} />
        </details>
      ))}
    </details>
  );
}

/** The connector whose worst check is worst first. */
function byConnector(checks: Checks): Groups {
  const sorted = checks.toSorted((a, b) => urgencyOf(a.status) - urgencyOf(b.status));
  return [...Map.groupBy(sorted, ({ connector }) => connector)];
}

function urgencyOf(status: Checks[number]['status']): number {
  const at = needing.findIndex((one) => one === status);
  return at === -1 ? needing.length : at;
}

function count(groups: Groups): number {
  return groups.reduce((sum, [, checks]) => sum + checks.length, 0);
}
