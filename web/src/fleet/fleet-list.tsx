/** Every enrolled Agent and Profiler in one line each, and how the first one is enrolled. */
import { useState } from 'preact/hooks';
import { InstanceList, type Me, type TokenCreated } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { isAdmin } from '../edge/session.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { FleetExpiries } from './fleet-expiries.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { filterFleet, fleetColumns, type FleetFilter, fleetStates, needsSomebody } from './order-fleet.ts';
import { readSorting, writeSorting } from '../reading/sorting.ts';
import { hrefOf, navigate, place } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { FleetTable } from './fleet-table.tsx';
import { TokenCreateForm } from '../tokens/token-create-form.tsx';
import { TokensEnding } from '../tokens/token-expiries.tsx';
import { TokenShownOnce } from '../tokens/token-shown-once.tsx';
import { PageSteps } from '../parts/page-steps.tsx';

export function FleetList({ me }: { readonly me: Me }) {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/instances', InstanceList, 'fleet');
  // The first connection must not take away the token that is being used for the next ones.
  const [isEnrolling, setEnrolling] = useState(false);
  return (
    <>
      <PageHead title={w.fleet.title} lede={w.fleet.lede} />
      <AnswerView answer={answer} onAgain={reload}>
        {({ instances, expiries }) => (
          <>
            <FleetExpiries expiries={expiries} />
            {isAdmin(me) && <TokensEnding />}
            {(instances.length === 0 || isEnrolling) && (
              <EnrolSection isAllowed={isAdmin(me)} onEnrolling={setEnrolling} />
            )}
            {instances.length > 0 && <Found instances={instances} />}
          </>
        )}
      </AnswerView>
    </>
  );
}

function Found({ instances }: { readonly instances: InstanceList['instances'] }) {
  const { fleet: w } = allWords();
  const { query } = place.value;
  const filter = readFilter(query);
  const found = filterFleet(instances, filter);
  const isFiltered = filter.q !== '' || filter.class !== '' || filter.state !== '';
  const live = instances.filter(({ state }) => state === 'live').length;
  return (
    <>
      <FilterForm
        filter={filter}
        onChange={(change) => show({ ...filter, ...change, sort: query.get('sort') ?? '' })}
      />
      <p role="status" class="small faint">
        {isFiltered ? w.found(found.length, instances.length) : w.counts(live, instances.length)}
        {' · '}
        {w.needing(instances.filter(needsSomebody).length)} {isFiltered && <a href={patterns.fleet}>{w.clear}</a>}
      </p>
      {found.length === 0 ? (
        <p class="empty">{w.none}</p>
      ) : (
        <FleetTable
          instances={found}
          sorting={readSorting(query.get('sort'), fleetColumns)}
          onSort={(sorting) => show({ ...filter, sort: writeSorting(sorting) })}
        />
      )}
    </>
  );
}

/** In the address, so that a link shows what its sender saw. */
function show(query: FleetFilter & { readonly sort: string }): void {
  navigate(hrefOf(patterns.fleet, { ...query }), { replace: true });
}

function readFilter(query: URLSearchParams): FleetFilter {
  const [wanted, state] = [query.get('class'), query.get('state')];
  return {
    q: query.get('q') ?? '',
    class: wanted === 'agent' || wanted === 'profiler' ? wanted : '',
    state: fleetStates.find((one) => one === state) ?? '',
  };
}

interface FilterFormProps {
  readonly filter: FleetFilter;
  readonly onChange: (change: Partial<FleetFilter>) => void;
}

function FilterForm({ filter, onChange }: FilterFormProps) {
  const { fleet: w } = allWords();
  return (
    <form class="form-row list-filter" role="search" aria-label={w.filter} onSubmit={(event) => event.preventDefault()}>
      <TextField name="q" label={w.search} value={filter.q} onInput={(q) => onChange({ q })} />
      <SelectField
        name="class"
        label={w.columns.class}
        value={filter.class}
        options={[
          ['', w.all],
          ['agent', w.classes.agent],
          ['profiler', w.classes.profiler],
        ]}
        onChange={(next) => onChange({ class: next })}
      />
      <SelectField
        name="state"
        label={w.columns.state}
        value={filter.state}
        options={[['', w.all], ...fleetStates.map((one) => [one, one === 'needs' ? w.needs : w.states[one]] as const)]}
        onChange={(state) => onChange({ state })}
      />
    </form>
  );
}

/** Enrols the first instance where nothing is enrolled yet: a bootstrap token, and the commands that use it. */
interface EnrolSectionProps {
  /** Whether this person may create tokens. */
  readonly isAllowed: boolean;
  /** Hears whether a token is on the screen. */
  readonly onEnrolling: (isEnrolling: boolean) => void;
}

function EnrolSection({ isAllowed, onEnrolling }: EnrolSectionProps) {
  const w = allWords();
  const [created, setCreated] = useState<TokenCreated | undefined>(undefined);
  const show = (next: TokenCreated | undefined): void => {
    setCreated(next);
    onEnrolling(next !== undefined);
  };
  return (
    <section class="panel" aria-labelledby="enrol">
      <h2 id="enrol">{w.fleet.empty}</h2>
      <p class="measure">{isAllowed ? w.fleet.emptyText : w.fleet.emptyMember}</p>
      {isAllowed && <TokenCreateForm kind="bootstrap" onCreated={show} />}
      <PageSteps of="fleet" />
      {created !== undefined && <TokenShownOnce created={created} onClose={() => show(undefined)} />}
    </section>
  );
}
