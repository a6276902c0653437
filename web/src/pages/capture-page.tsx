/** One capture: what was instrumented, what was asked, what came of it. */
import { CaptureRecord, type RemovedCapture } from '../../../src/control/api/api.ts';
import { bundleHref, diffHref, logHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Reason } from '../captures/capture-log.tsx';
import { CaptureIncidents } from '../captures/capture-incidents.tsx';
import { CancelCapture } from '../captures/cancel-capture.tsx';
import { CaptureProcesses } from '../captures/capture-processes.tsx';
import { CaptureOverview } from '../captures/capture-overview.tsx';
import { CaptureProgress } from '../captures/capture-progress.tsx';
import { CaptureStatus } from '../captures/capture-status.tsx';
import { DocumentLink, reasonsPage } from '../parts/document-link.tsx';
import { Fact } from '../parts/fact.tsx';
import { FlameSection } from '../flame/flame-section.tsx';
import { InstanceResults } from '../captures/instance-results.tsx';
import { DeclaredInstrumentation, IncompleteInstrumentation } from '../captures/instrumentation.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { RemovedText } from '../parts/removed-text.tsx';
import { ReplicatesOfVersion } from '../captures/replicates-of-version.tsx';
import { When } from '../parts/when.tsx';
import { formatDuration } from '../reading/format-time.ts';
import { hrefOf } from '../browser/router.ts';
import { allWords } from '../words/words.ts';
import { NotFoundPage } from '../parts/not-found-page.tsx';

export function CapturePage({ requestId }: { readonly requestId: string }) {
  const w = allWords();
  const { answer, reload } = useAnswer(
    `/api/profiling/captures/${encodeURIComponent(requestId)}`,
    CaptureRecord,
    'capture',
  );
  if (answer.state === 'failed' && answer.failure.facts.status === 404) {
    return <NotFoundPage text={w.capture.notFound} />;
  }
  if (answer.state === 'failed' && answer.failure.facts.removed !== undefined) {
    return <RemovedCapturePage removed={answer.failure.facts.removed} />;
  }
  return (
    <AnswerView answer={answer} onAgain={reload}>
      {(capture) => (
        <>
          <IncompleteInstrumentation capture={capture} />
          <PageHead title={w.capture.title(capture.workload, capture.version)}>
            <CaptureStatus capture={capture} />
            <DeclaredInstrumentation capture={capture} />
          </PageHead>
          {capture.recorded && (
            <Notice tone="warn">
              <p>{w.recordedExplained}</p>
            </Notice>
          )}
          <CaptureIncidents capture={capture} />
          <CaptureProgress capture={capture} />
          {capture.status !== 'pushed' && (
            <p class="lede">
              <Reason capture={capture} />
            </p>
          )}
          <Actions capture={capture} onCancelled={reload} />
          <ReplicatesOfVersion capture={capture} />
          <OverviewsOf capture={capture} />
          <InstanceResults capture={capture} />
          <ProcessesOf capture={capture} />
          <RequestFacts capture={capture} />
        </>
      )}
    </AnswerView>
  );
}

function RemovedCapturePage({ removed }: { readonly removed: RemovedCapture }) {
  const w = allWords();
  return (
    <>
      <PageHead title={w.removed.title} />
      <RemovedText removed={removed} />
      <p>
        <a href={logHref({ workload: removed.workload })}>{w.capture.log}</a>
      </p>
    </>
  );
}

interface ActionsProps {
  readonly capture: CaptureRecord;
  readonly onCancelled: () => void;
}

function Actions({ capture, onCancelled }: ActionsProps) {
  const w = allWords();
  const { request_id: requestId, workload, env, version } = capture;
  const isPushed = capture.status === 'pushed';
  return (
    <div class="actions">
      {isPushed ? (
        <>
          <a class="button primary" href={diffHref({ workload, env, to: version })}>
            {w.capture.diff}
          </a>
          <a class="button" href={bundleHref(requestId)} download>
            {w.capture.bundle}
          </a>
        </>
      ) : (
        <span class="faint small">{w.capture.diffNone}</span>
      )}
      <a href={logHref({ workload, env })}>{w.capture.log}</a>
      <CancelCapture capture={capture} onCancelled={onCancelled} />
    </div>
  );
}

function FlameOf({ capture }: { readonly capture: CaptureRecord }) {
  const { request_id: requestId, instances } = capture;
  const sources = instances
    .filter((one) => one.bundle_id !== undefined)
    .map(({ instance }) => ({ name: instance, path: flamePath(requestId, instance) }));
  return sources.length === 0 ? null : <FlameSection of={capture} sources={sources} isOpenAtFirst />;
}

function flamePath(requestId: string, instance: string): string {
  return hrefOf(`/api/profiling/captures/${encodeURIComponent(requestId)}/flame`, { instance });
}

/** Of each instance that has a bundle. The flame graph has a choice of instances, so it is shown once. */
function OverviewsOf({ capture }: { readonly capture: CaptureRecord }) {
  const pushed = capture.instances.filter((one) => one.bundle_id !== undefined);
  return (
    <>
      {pushed.map(({ instance, probes }, place) => (
        <CaptureOverview
          key={instance}
          requestId={capture.request_id}
          instance={instance}
          showInstance={pushed.length > 1}
          probes={probes?.measured ?? 0}
        >
          {place === 0 && <FlameOf capture={capture} />}
        </CaptureOverview>
      ))}
    </>
  );
}

/** Of each instance that has a bundle. */
function ProcessesOf({ capture: { request_id: requestId, instances } }: { readonly capture: CaptureRecord }) {
  const pushed = instances.filter((one) => one.bundle_id !== undefined);
  return (
    <>
      {pushed.map(({ instance }) => (
        <CaptureProcesses key={instance} requestId={requestId} instance={instance} showInstance={pushed.length > 1} />
      ))}
    </>
  );
}

function RequestFacts({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const { requested_by: by, requested_at: at, finished_at: finishedAt } = capture;
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">{w.capture.request}</h2>
      <dl class="facts">
        <Fact name={w.capture.workload}>
          <span class="mono">{capture.workload}</span>
        </Fact>
        <Fact name={w.capture.version}>{capture.version}</Fact>
        <Fact name={w.capture.env}>
          {capture.env === '' ? <span class="faint">{w.capture.noEnv}</span> : capture.env}
        </Fact>
        <Fact name={w.capture.kind}>{w.kind[capture.kind]}</Fact>
        <Fact name={w.capture.window}>{w.profiling.due.window(capture.duration_sec, capture.warmup_sec)}</Fact>
        <Fact name={w.capture.by}>{by.type === 'token' ? w.capture.byToken(by.name) : by.name}</Fact>
        <Fact name={w.capture.at}>
          <When at={at} exact />
        </Fact>
        {finishedAt !== undefined && (
          <Fact name={w.capture.finished}>
            <When at={finishedAt} exact />
            <span class="faint small">
              {' '}
              {w.capture.took(formatDuration((Date.parse(finishedAt) - Date.parse(at)) / 1000))}
            </span>
          </Fact>
        )}
        {capture.reason !== undefined && (
          <Fact name={w.capture.reason}>
            <DocumentLink page={reasonsPage} code={capture.reason.code} />
          </Fact>
        )}
        <Fact name={w.capture.id}>
          <span class="mono break">{capture.request_id}</span>
        </Fact>
      </dl>
    </section>
  );
}
