/** Ask for a capture, see each process with its versions, and what became of each request. */
import { type Me, CapturedVersions, CaptureList } from '../../../src/control/api/api.ts';
import { diffHref, patterns } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { useVerdicts } from '../edge/use-verdicts.ts';
import { isAdmin } from '../edge/session.ts';
import { CaptureLog } from '../captures/capture-log.tsx';
import { CaptureRequestForm } from '../captures/capture-request-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { TargetTable } from '../captures/target-table.tsx';
import { hrefOf, place } from '../browser/router.ts';
import { words } from '../words/words.ts';

const pageSize = '25';

export function ProfilingPage({ me }: { readonly me: Me }) {
  const w = words();
  const query = Object.fromEntries(place.value.query);
  const { workload, env, version, status, cursor } = query;
  const log = useAnswer(
    hrefOf('/api/profiling/captures', { workload, env, version, status, cursor, limit: pageSize }),
    CaptureList,
    'capture',
  );
  const captured = useAnswer('/api/profiling/versions', CapturedVersions, 'capture');
  const verdicts = useVerdicts();
  const targets = captured.answer.state === 'ready' ? captured.answer.value.targets : [];

  return (
    <>
      <PageHead title={w.profiling.title} lede={w.profiling.lede}>
        <a class="page-link" href={diffHref()}>
          {w.profiling.compare}
        </a>
      </PageHead>
      {!me.profiler_enabled && (
        <Notice tone="warn">
          <p>
            {w.profiling.disabled} {isAdmin(me) && <a href={patterns.profilerSetting}>{w.profiling.disabledLink}</a>}
          </p>
        </Notice>
      )}
      <CaptureRequestForm
        targets={targets}
        hour={log.answer.state === 'ready' ? log.answer.value.hour : undefined}
        onQueued={log.reload}
      />
      <TargetTable answer={captured.answer} verdicts={verdicts} onAgain={captured.reload} onQueued={log.reload} />
      <CaptureLog answer={log.answer} onAgain={log.reload} />
    </>
  );
}
