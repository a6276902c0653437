/** What the credential of each source may do, and where the sources of one connector differ. */
import { PermissionList } from '../../../src/control/api/permissions.ts';
import { instanceHref } from '../browser/page-addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { ShownPart } from '../parts/shown-part.tsx';
import { Tag } from '../parts/tag.tsx';
import { formatCount } from '../reading/format-number.ts';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';
import { findDifferences, namePlaces } from './source-differences.ts';

type OfConnector = PermissionList['connectors'][number];

export function PoliciesSources() {
  const { sources: w } = allWords().policies;
  const { answer, reload } = useAnswer('/api/permissions', PermissionList, 'fleet');
  if (answer.state === 'ready' && answer.value.connectors.length === 0) return null;
  return (
    <section aria-labelledby="policies-sources">
      <h2 id="policies-sources">{w.title}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {({ connectors }) => (
          <>
            <p>{w.lede}</p>
            <Overview connectors={connectors} />
            {connectors.map((one) => (
              <Differences key={one.connector} of={one} />
            ))}
            {connectors.map((one) => (
              <Excess key={one.connector} of={one} />
            ))}
          </>
        )}
      </AnswerView>
    </section>
  );
}

function Overview({ connectors }: { readonly connectors: readonly OfConnector[] }) {
  const { search, sources: w } = allWords().policies;
  const rows = connectors
    .flatMap(({ title, sources }) => sources.map((source) => ({ title, ...source })))
    .toSorted((one, other) => other.denied - one.denied || other.excess - one.excess);
  return (
    <ShownPart name={w.overview} rows={rows}>
      {(shown) => (
        <>
          <thead>
            <tr>
              <th scope="col">{w.source}</th>
              <th scope="col">{search.connector}</th>
              <th scope="col">{w.agent}</th>
              <th scope="col" class="number">
                {w.allowed}
              </th>
              <th scope="col" class="number">
                {w.denied}
              </th>
              <th scope="col" class="number">
                {w.unknown}
              </th>
              <th scope="col" class="number">
                {w.excess}
              </th>
              <th scope="col">{w.checked}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ title, source, about, instance, at, shortened, ...counts }) => (
              <tr key={`${source} ${instance}`}>
                <th scope="row" class="break">
                  {source}
                  {about !== undefined && <span class="small faint block">{about}</span>}
                </th>
                <td>{title}</td>
                <td class="break">
                  <a href={instanceHref(instance)}>{instance}</a>
                </td>
                <td class="number">{formatCount(counts.allowed, locale.value)}</td>
                <td class="number">
                  <Marked count={counts.denied} tone="bad" />
                </td>
                <td class="number">{formatCount(counts.unknown, locale.value)}</td>
                <td class="number">
                  <Marked count={counts.excess} tone="warn" />
                </td>
                <td>
                  {formatMoment(at, locale.value)}
                  {shortened === true && <span class="small faint block">{w.shortened}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ShownPart>
  );
}

function Marked({ count, tone }: { readonly count: number; readonly tone: 'bad' | 'warn' }) {
  const text = formatCount(count, locale.value);
  return count === 0 ? <>{text}</> : <Tag tone={tone}>{text}</Tag>;
}

function Differences({ of }: { readonly of: OfConnector }) {
  const { search, sources: w } = allWords().policies;
  const differing = findDifferences(of);
  if (of.sources.length < 2) return null;
  if (differing.length === 0) {
    return (
      <>
        <h3>{w.differ(of.title)}</h3>
        <p>{w.same(of.sources.length)}</p>
      </>
    );
  }
  return (
    <ShownPart name={w.differ(of.title)} rows={differing}>
      {(shown) => (
        <>
          <thead>
            <tr>
              <th scope="col">{search.grant}</th>
              <th scope="col">{w.deniedAt}</th>
              <th scope="col">{w.unknownAt}</th>
              <th scope="col">{w.allowedAt}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ grant, denied, unknown, allowed }) => (
              <tr key={grant}>
                <th scope="row" class="mono break">
                  {grant}
                </th>
                {[denied, unknown, allowed].map((places, at) => (
                  <td key={at} class="break">
                    <Places of={of} places={places} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ShownPart>
  );
}

function Excess({ of }: { readonly of: OfConnector }) {
  const { search, sources: w } = allWords().policies;
  if (of.excess.length === 0) return null;
  return (
    <ShownPart name={w.excessOf(of.title)} rows={of.excess}>
      {(shown) => (
        <>
          <thead>
            <tr>
              <th scope="col">{search.grant}</th>
              <th scope="col">{w.source}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ grant, sources }) => (
              <tr key={grant}>
                <th scope="row" class="mono break">
                  {grant}
                </th>
                <td class="break">
                  <Places of={of} places={sources} />
                </td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </ShownPart>
  );
}

function Places({ of, places }: { readonly of: OfConnector; readonly places: readonly number[] }) {
  const { sources: w } = allWords().policies;
  if (places.length === 0) return <span class="faint">–</span>;
  const { names, further } = namePlaces(of, places);
  return (
    <>
      {names.join(', ')}
      {further > 0 && ` ${w.further(further)}`}
    </>
  );
}
