/** A release on one page: of one version of a process in one environment. */
import { useEffect } from 'preact/hooks';
import { CapturedVersions } from '../../../src/control/api/api.ts';
import { patterns, releaseHref } from '../browser/addresses.ts';
import { navigate, place } from '../browser/router.ts';
import type { Target } from '../captures/find-replicates-due.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { ReleaseView } from '../release/release-view.tsx';
import { allWords } from '../words/words.ts';

export function ReleasePage({ workload }: { readonly workload: string }) {
  const { release: say, profiling } = allWords();
  const { query } = place.value;
  const captured = useAnswer('/api/profiling/versions', CapturedVersions, 'capture');
  const targets = captured.answer.state === 'ready' ? captured.answer.value.targets : undefined;
  const target = targets && findTarget(targets, workload, query.get('env') ?? undefined);
  const env = query.get('env') ?? target?.env;
  const version = query.get('version') ?? target?.versions[0]?.version;
  const isNamed = query.has('env') && query.has('version');
  // So that a copied link stays with what is shown.
  useEffect(() => {
    if (isNamed || env === undefined || version === undefined) return;
    const others = [...query].filter(([name]) => name !== 'env' && name !== 'version');
    const rest = new URLSearchParams(others).toString();
    navigate(`${releaseHref(workload, env, version)}${rest === '' ? '' : `&${rest}`}`, { replace: true });
  }, [isNamed, workload, env, version, query]);

  if (!isNamed || env === undefined || version === undefined) {
    return (
      <>
        <PageHead title={`${workload}: ${say.pageTitle}`} />
        <AnswerView answer={captured.answer} onAgain={captured.reload}>
          {() => (
            <Notice tone="info" role="status">
              <p>
                {say.nothing} {say.nothingRemedy} <a href={patterns.profiling}>{profiling.title}</a>
              </p>
            </Notice>
          )}
        </AnswerView>
      </>
    );
  }
  const versions = target?.versions ?? [];
  const names = [...new Set([version, ...versions.map((one) => one.version)])];
  return (
    <>
      <PageHead title={say.title(workload, version)}>
        {env !== '' && <span class="faint">{env}</span>}
        <div class="release-version">
          <SelectField
            label={say.version}
            value={version}
            options={names.map((one) => [one, one])}
            onChange={(next) => navigate(releaseHref(workload, env, next))}
          />
        </div>
      </PageHead>
      <ReleaseView
        key={JSON.stringify([env, version])}
        target={{ workload, env }}
        version={version}
        versions={versions}
      />
    </>
  );
}

/** Without an environment: the one that was captured last. */
function findTarget(targets: readonly Target[], workload: string, env: string | undefined): Target | undefined {
  return targets.find((one) => one.workload === workload && one.env === (env ?? one.env));
}
