/** Ask for a capture, see each process with its versions, and what became of each request. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Me, CapturedVersions, CaptureList } from '../../../src/control/api/api.ts';
import { diffHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { useVerdicts } from '../edge/use-verdicts.ts';
import { isAdmin } from '../edge/session.ts';
import { CaptureLog } from '../captures/capture-log.tsx';
import { CaptureRequestForm } from '../captures/capture-request-form.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { TargetTable } from '../captures/target-table.tsx';
import { hrefOf, place } from '../browser/router.ts';
import { words } from '../words/words.ts';

const pageSize = '25';

const nameYourself = lazyPage(async () => (await import('../people/name-yourself.tsx')).loadNameYourself());
const profilerOff = lazyPage(async () => (await import('../captures/enable-profiler.tsx')).loadProfilerOff());

export function ProfilingPage({ me }: { readonly me: Me }) {
  const w = words();
  const query = Object.fromEntries(place.value.query);
  const { workload, env, version, status, cursor } = query;
  const wasOff = useRef(!me.profiler_enabled);
  const log = useAnswer(
    hrefOf('/api/profiling/captures', { workload, env, version, status, cursor, limit: pageSize }),
    CaptureList,
    'capture',
  );
  const captured = useAnswer('/api/profiling/versions', CapturedVersions, 'capture');
  const verdicts = useVerdicts();
  const targets = captured.answer.state === 'ready' ? captured.answer.value.targets : [];
  const wasUsed = place.value.query.size > 0 || (log.answer.state === 'ready' && log.answer.value.captures.length > 0);

  return (
    <>
      <PageHead title={w.profiling.title}>
        {targets.length > 0 && (
          <a class="page-link" href={diffHref()}>
            {w.profiling.compare}
          </a>
        )}
      </PageHead>
      {me.unnamed === true && <nameYourself.Page me={me} />}
      {isAdmin(me) && <EndingTokens />}
      {me.profiler_enabled ? (
        <CaptureRequestForm
          targets={targets}
          hour={log.answer.state === 'ready' ? log.answer.value.hour : undefined}
          onQueued={log.reload}
          takesFocus={wasOff.current}
        />
      ) : (
        <profilerOff.Page me={me} />
      )}
      <TargetTable answer={captured.answer} verdicts={verdicts} onAgain={captured.reload} onQueued={log.reload} />
      {(me.profiler_enabled || wasUsed) && <CaptureLog answer={log.answer} onAgain={log.reload} />}
    </>
  );
}

/** Loaded after the page is shown, which it leaves as it is while no token ends. */
function EndingTokens() {
  const [loaded, setLoaded] = useState<FunctionComponent | 'failed' | undefined>(undefined);
  useEffect(() => {
    import('../tokens/token-expiries.tsx')
      .then(async ({ loadTokensEnding }) => loadTokensEnding())
      .then(
        (Part) => setLoaded(() => Part),
        () => setLoaded('failed'),
      );
  }, []);
  if (loaded === 'failed') return <p role="alert">{words().failure.scriptMissing}</p>;
  const Part = loaded;
  return Part === undefined ? null : <Part />;
}
