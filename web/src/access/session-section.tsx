/** Own sessions: where one is signed in, since when, and ending those on other devices. */
import { useState } from 'preact/hooks';
import { SessionList, type SessionView } from '../../../src/control/api/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { wordDevice } from '../parts/word-device.ts';
import { allWords } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { FailureNotice, toApiFailure } from '../parts/failure-notice.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { When } from '../parts/when.tsx';

export function SessionSection() {
  const w = allWords();
  const { answer, reload } = useAnswer('/api/sessions', SessionList);
  const [failure, setFailure] = useState<ApiFailure | undefined>(undefined);
  const end = async ({ id }: SessionView): Promise<void> => {
    setFailure(undefined);
    try {
      await callApiForNothing('DELETE', `/api/sessions/${encodeURIComponent(id)}`);
    } catch (error) {
      setFailure(toApiFailure(error));
    }
    reload();
  };
  return (
    <section class="panel" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{w.waysIn.sessions}</h2>
      <p>{w.waysIn.sessionsText}</p>
      <AnswerView answer={answer} onAgain={reload}>
        {({ sessions }) => <SessionTable sessions={sessions} onEnd={(one) => void end(one)} />}
      </AnswerView>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </section>
  );
}

interface SessionTableProps {
  readonly sessions: readonly SessionView[];
  readonly onEnd: (session: SessionView) => void;
}

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const w = allWords();
  return (
    <TableRegion name={w.waysIn.sessions}>
      <thead>
        <tr>
          <th scope="col">{w.waysIn.device}</th>
          <th scope="col">{w.waysIn.way}</th>
          <th scope="col">{w.waysIn.began}</th>
          <th scope="col">{w.waysIn.seen}</th>
          <th scope="col">{w.waysIn.ends}</th>
          <th scope="col">
            <span class="unseen">{w.waysIn.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => {
          const device = wordDevice(session.device, w.waysIn);
          return (
            <tr key={session.id}>
              <th scope="row">{device}</th>
              <td>{session.way === undefined ? w.time.none : w.waysIn.ways[session.way]}</td>
              <td class="nowrap">
                <When at={session.created_at} />
              </td>
              <td class="nowrap">
                <When at={session.last_seen_at} />
              </td>
              <td class="nowrap">
                <When at={session.expires_at} exact />
              </td>
              <td>
                {session.current ? (
                  w.waysIn.current
                ) : (
                  <button
                    type="button"
                    class="small-button"
                    aria-label={w.waysIn.endOf(device)}
                    onClick={() => onEnd(session)}
                  >
                    {w.waysIn.end}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableRegion>
  );
}
