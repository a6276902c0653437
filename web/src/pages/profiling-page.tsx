/** Ask for a capture, see what became of each one, and when replicates are due. */
import type { Me } from '../../../src/control/api.ts';
import { CaptureList } from '../../../src/control/api.ts';
import { diffHref, patterns } from '../addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { isAdmin } from '../edge/session.ts';
import { CaptureLog } from '../parts/capture-log.tsx';
import { CaptureRequestForm } from '../parts/capture-request-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { ReplicatesDueList } from '../parts/replicates-due-list.tsx';
import { findReplicatesDue } from '../reading/find-replicates-due.ts';
import { hrefOf, place } from '../router.ts';
import { words } from '../words/words.ts';

const pageSize = '25';
const pushedPath = hrefOf('/api/profiling/captures', { status: 'pushed', limit: '100' });

export function ProfilingPage({ me }: { readonly me: Me }) {
  const w = words();
  const query = Object.fromEntries(place.value.query);
  const { workload, env, version, status, cursor } = query;
  const log = useAnswer(
    hrefOf('/api/profiling/captures', { workload, env, version, status, cursor, limit: pageSize }),
    CaptureList,
    'capture',
  );
  const pushed = useAnswer(pushedPath, CaptureList, 'capture');
  const due = pushed.answer.state === 'ready' ? findReplicatesDue(pushed.answer.value.captures) : [];

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
      <CaptureRequestForm onQueued={log.reload} />
      {due.length > 0 && <ReplicatesDueList due={due} />}
      <CaptureLog answer={log.answer} onAgain={log.reload} />
    </>
  );
}
