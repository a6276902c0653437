/** The comparison of a release with the version before it: what it says first, or what is missing and who does it. */
import { CaptureList } from '../../../src/control/api/api.ts';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { captureHref, diffHref, patterns } from '../browser/addresses.ts';
import { firstCapture } from '../captures/first-capture.ts';
import { renderCli } from '../captures/render-command.ts';
import { DiffAnswer } from '../diff/diff-answer.tsx';
import { ComparisonAddress } from '../diff/row-link.tsx';
import type { ApiFailure } from '../edge/api-failure.ts';
import { hasOwnAuthority, isProfilerEnabled } from '../edge/session.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Notice } from '../parts/notice.tsx';
import { RemovedText } from '../parts/removed-text.tsx';
import { allWords } from '../words/words.ts';
import { ofTarget, type TargetName } from './target-paths.ts';

interface ReleaseAnswerProps {
  readonly target: TargetName;
  readonly version: string;
  readonly answer: Answer<ComparisonSummary>;
  readonly onAgain: () => void;
}

export function ReleaseAnswer({ target, version, answer, onAgain }: ReleaseAnswerProps) {
  const { title } = allWords().release.answer;
  return (
    <section class="release-answer" aria-label={title}>
      {answer.state === 'failed' && isMissing(answer.failure) ? (
        <Missing target={target} version={version} failure={answer.failure} />
      ) : (
        <AnswerView answer={answer} onAgain={onAgain}>
          {(diff) => <Compared diff={diff} />}
        </AnswerView>
      )}
    </section>
  );
}

function Compared({ diff }: { readonly diff: ComparisonSummary }) {
  const { whole } = allWords().release.answer;
  const { workload, env, baseline, head } = diff;
  const href = diffHref({ workload, env, from: baseline.version, to: head.version });
  return (
    <ComparisonAddress.Provider value={href}>
      <DiffAnswer diff={diff} />
      <p>
        <a href={href}>{whole(baseline.version, head.version)}</a>
      </p>
    </ComparisonAddress.Provider>
  );
}

function isMissing({ facts: { code } }: ApiFailure): boolean {
  return code === 'no_head' || code === 'no_baseline' || code === 'capture_removed';
}

type MissingProps = Pick<ReleaseAnswerProps, 'target' | 'version'> & { readonly failure: ApiFailure };

function Missing({ target, version, failure }: MissingProps) {
  const { answer: say } = allWords().release;
  const { code, removed } = failure.facts;
  const queued = ofTarget('/api/profiling/captures', target, { version, status: 'queued', limit: '1' });
  const { answer } = useAnswer(queued, CaptureList, 'capture');
  const running = answer.state === 'ready' ? answer.value.captures[0]?.request_id : undefined;
  return (
    <Notice tone="info">
      <h2 class="lead-text">{say.none}</h2>
      {removed !== undefined && <RemovedText removed={removed} />}
      {removed === undefined && code === 'no_baseline' && <p>{say.noBaseline(version)}</p>}
      {code === 'no_head' && <CaptureNeeded target={target} version={version} />}
      {running !== undefined && (
        <p>
          <a href={captureHref(running)}>{say.running}</a>
        </p>
      )}
    </Notice>
  );
}

function CaptureNeeded({ target, version }: Pick<MissingProps, 'target' | 'version'>) {
  const { answer: say } = allWords().release;
  if (!isProfilerEnabled()) {
    return (
      <p>
        {say.disabled} <a href={patterns.profilerSetting}>{say.settings}</a>
      </p>
    );
  }
  return (
    <>
      <p>{say.noHead(version)}</p>
      <Copyable text={renderCli(firstCapture(hasOwnAuthority(), { ...target, version }))} name={say.command} />
    </>
  );
}
