/** The log of capture requests: filter, table, pages. Filter and page are in the address, so that it can be shared. */
import type { CaptureList, CaptureRecord } from '../../../src/control/api/api.ts';
import { captureHref, logHref, patterns } from '../browser/addresses.ts';
import { hasOwnAuthority } from '../edge/session.ts';
import type { Answer } from '../edge/use-answer.ts';
import { place } from '../browser/router.ts';
import { formatDay } from '../reading/format-time.ts';
import { firstCapture } from './first-capture.ts';
import { renderCli } from './render-command.ts';
import { locale, words } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { CancelCapture } from './cancel-capture.tsx';
import { CaptureLogFilter } from './capture-log-filter.tsx';
import { CaptureStatus } from './capture-status.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';
import { declareInstrumentation } from './declare-instrumentation.ts';
import { useEffect, useState } from 'preact/hooks';
import type { firstSteps } from '../words/first-steps.ts';
import { Copyable } from '../parts/copyable.tsx';

interface CaptureLogProps {
  readonly answer: Answer<CaptureList>;
  readonly onAgain: () => void;
}

export function CaptureLog({ answer, onAgain }: CaptureLogProps) {
  const w = words();
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title">{w.profiling.log.title}</h2>
      <CaptureLogFilter />
      <AnswerView answer={answer} onAgain={onAgain}>
        {({ captures, next_cursor: nextCursor, retention }) => (
          <>
            {captures.length === 0 ? <EmptyLog /> : <LogTable captures={captures} onCancelled={onAgain} />}
            <Pages nextCursor={nextCursor} />
            {retention !== undefined && <Kept retention={retention} />}
          </>
        )}
      </AnswerView>
    </section>
  );
}

/** How far back the log reaches. */
function Kept({ retention }: { readonly retention: NonNullable<CaptureList['retention']> }) {
  const w = words();
  const { days, gigabytes, removed_until: until } = retention;
  return (
    <p class="small faint">
      {w.removed.kept(days, gigabytes)}
      {until !== undefined && ` ${w.removed.until(formatDay(until, locale.value))}`}
    </p>
  );
}

interface LogTableProps {
  readonly captures: readonly CaptureRecord[];
  readonly onCancelled: () => void;
}

function LogTable({ captures, onCancelled }: LogTableProps) {
  const w = words();
  return (
    <TableRegion name={w.profiling.log.caption}>
      <thead>
        <tr>
          <th scope="col">{w.profiling.log.capture}</th>
          <th scope="col" class="plain">
            {w.profiling.log.status}
          </th>
          <th scope="col" class="plain">
            {w.profiling.log.reason}
          </th>
          <th scope="col" class="plain">
            {w.profiling.log.probes}
          </th>
          <th scope="col" class="plain">
            {w.profiling.log.by}
          </th>
          <th scope="col" class="plain">
            {w.profiling.log.at}
          </th>
        </tr>
      </thead>
      <tbody>
        {captures.map((capture) => (
          <tr key={capture.request_id}>
            <th scope="row">
              <a href={captureHref(capture.request_id)} class="capture-name">
                <span class="mono">{capture.workload}</span> <strong>{capture.version}</strong>
              </a>
              <span class="small faint capture-kind">
                {w.kind[capture.kind]}
                {capture.env !== '' && ` · ${capture.env}`}
              </span>
            </th>
            <td>
              <CaptureStatus capture={capture} />
              <CancelCapture capture={capture} onCancelled={onCancelled} />
            </td>
            <td class="cell-text cell-wide">{capture.status !== 'pushed' && <Reason capture={capture} />}</td>
            <td class="nowrap">
              <ProbeCount capture={capture} />
            </td>
            <td class="nowrap">
              {capture.requested_by.name}
              {capture.requested_by.type === 'token' && <span class="small faint"> · {w.profiling.log.viaToken}</span>}
            </td>
            <td class="nowrap">
              <When at={capture.requested_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

/** Why it ended as it did, or how far it is. Of one that was pushed, its outcome and its probes say it all. */
export function Reason({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const { reason, progress } = capture;
  if (reason !== undefined) return <ServedText text={reason.text} code={reason.code} />;
  if (progress?.step === 'running') {
    const by = progress.taken_by.join(', ');
    return (
      <>
        {w.profiling.log.running(by)} <When at={progress.since} />
        {progress.phase !== undefined && (
          <> · {w.profiling.log.phases.get(progress.phase) ?? <ServedText text={progress.phase} />}</>
        )}
      </>
    );
  }
  return <>{w.profiling.log.waiting}</>;
}

function EmptyLog() {
  const w = words();
  const isFiltered = place.value.query.size > 0;
  return (
    <div class="empty">
      <p>{isFiltered ? w.profiling.log.none : w.profiling.log.empty}</p>
      {isFiltered ? (
        <p>
          <a href={logHref()}>{w.profiling.log.clear}</a>
        </p>
      ) : (
        <FirstSteps request={renderCli(firstCapture(hasOwnAuthority()))} />
      )}
    </div>
  );
}

function Pages({ nextCursor }: { readonly nextCursor: string | undefined }) {
  const w = words();
  const { cursor, ...filter } = Object.fromEntries(place.value.query);
  if (cursor === undefined && nextCursor === undefined) return null;
  return (
    <nav class="pages" aria-label={w.profiling.log.pages}>
      {cursor !== undefined && <a href={logHref(filter)}>{w.profiling.log.newest}</a>}
      {nextCursor !== undefined && <a href={logHref({ ...filter, cursor: nextCursor })}>{w.profiling.log.older}</a>}
    </nav>
  );
}

/** `20 of 20` in a table: how much of the instrumentation measured. */
function ProbeCount({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const declaration = declareInstrumentation(capture);
  if (declaration.state === 'full') return <>{w.probes.full}</>;
  if (declaration.state === 'some') {
    return <strong class="probes-some">{w.probes.some(declaration.measured, declaration.total)}</strong>;
  }
  return null;
}

/** What to do before the first capture. Its texts are loaded when they are shown. `request` is the command that requests a capture. */
function FirstSteps({ request }: { readonly request: string }) {
  const [loaded, setLoaded] = useState<typeof firstSteps | 'failed'>();
  useEffect(() => {
    import('../words/first-steps.ts').then(
      (texts) => setLoaded(texts.firstSteps),
      () => setLoaded('failed'),
    );
  }, []);
  if (loaded === undefined) return null;
  if (loaded === 'failed') return <p role="alert">{words().failure.scriptMissing}</p>;
  return (
    <ol class="steps">
      {loaded[locale.value].map(({ title, parts }) => (
        <li key={title}>
          <h3>{title}</h3>
          {parts.map(({ text, link, command }, at) => (
            <div key={at}>
              <p>
                {text} {link && <a href={patterns[link[0]]}>{link[1]}</a>}
              </p>
              {command !== undefined && <Copyable text={command || request} name={`${title}, ${at + 1}`} />}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
