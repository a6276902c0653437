/** The checks of an instance by source: open where somebody must act, folded where nobody must. */
import type { FleetInstance } from '../../../src/control/api/api.ts';
import { CheckTable, sourceNameOf } from './check-table.tsx';
import { When } from '../parts/when.tsx';
import { allWords } from '../words/words.ts';

type Checks = FleetInstance['checks'];
type Words = NonNullable<FleetInstance['about']>;

/** What is broken comes before what only waits. */
const needing = ['failed', 'degraded', 'pending_configuration'] as const;

interface InstanceChecksProps {
  readonly checks: Checks;
  readonly at: string | undefined;
  /** What the sources file says of each source. */
  readonly about: Words;
  readonly isShortened: boolean;
}

export function InstanceChecks({ checks, at, about, isShortened }: InstanceChecksProps) {
  const { fleet: w } = allWords();
  const urgent = bySource(checks.filter(({ status }) => urgencyOf(status) < needing.length));
  const fine = bySource(checks.filter(({ status }) => status === 'ok'));
  const skipped = bySource(checks.filter(({ status }) => status === 'skipped'));
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
      {isShortened && <p>{w.shortened}</p>}
      {urgent.map(([source, ofOne]) => (
        <section key={source} aria-labelledby={titleIdOf(ofOne)}>
          <h3 id={titleIdOf(ofOne)} class="mono">
            {source} {wordsOf(ofOne, about)}
          </h3>
          <CheckTable checks={ofOne} name={`${w.checks}: ${source}`} />
        </section>
      ))}
      <Folded title={w.okChecks(count(fine))} groups={fine} about={about} />
      <Folded title={w.skippedChecks(count(skipped))} groups={skipped} about={about} />
    </section>
  );
}

type Groups = readonly (readonly [source: string, checks: Checks])[];

interface FoldedProps {
  readonly title: string;
  readonly groups: Groups;
  readonly about: Words;
}

function Folded({ title, groups, about }: FoldedProps) {
  if (groups.length === 0) return null;
  return (
    <details class="disclosure">
      <summary>{title}</summary>
      {groups.map(([source, checks]) => (
        <details key={source} class="disclosure" open={groups.length === 1}>
          <summary>
            <span class="mono">{source}</span> {wordsOf(checks, about)} <span class="small faint">{checks.length}</span>
          </summary>
          <CheckTable checks={checks} name={`${title}: ${source}`} />
        </details>
      ))}
    </details>
  );
}

/** Names have nothing that an id may not have. */
function titleIdOf([check]: Checks): string {
  return `needs-${check?.source ?? check?.connector ?? ''}`;
}

function wordsOf([check]: Checks, about: Words) {
  const source = check?.source ?? '';
  // A source may be called `constructor`.
  return Object.hasOwn(about, source) ? <span class="small faint">{about[source]}</span> : null;
}

/** The source whose worst check is worst first. */
function bySource(checks: Checks): Groups {
  const sorted = checks.toSorted((a, b) => urgencyOf(a.status) - urgencyOf(b.status));
  return [...Map.groupBy(sorted, sourceNameOf)];
}

function urgencyOf(status: Checks[number]['status']): number {
  const at = needing.findIndex((one) => one === status);
  return at === -1 ? needing.length : at;
}

function count(groups: Groups): number {
  return groups.reduce((sum, [, checks]) => sum + checks.length, 0);
}
