/** The latest captures in which a Profiler took part. */
import { type CaptureRecord, CapturesOfInstance } from '../../../src/control/api/api.ts';
import { captureHref } from '../browser/addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';
import { hrefOf } from '../browser/router.ts';
import { allWords } from '../words/words.ts';

const shown = '10';

export function InstanceCaptures({ instance }: { readonly instance: string }) {
  const w = allWords();
  const path = hrefOf('/api/profiling/captures', { instance, limit: shown });
  const { answer, reload } = useAnswer(path, CapturesOfInstance, 'capture');
  return (
    <section aria-labelledby="captures-title">
      <h2 id="captures-title">{w.fleet.captures}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {({ captures }) =>
          captures.length === 0 ? (
            <p class="faint">{w.fleet.noCaptures}</p>
          ) : (
            <TableRegion name={w.fleet.captures}>
              <thead>
                <tr>
                  <th scope="col">{w.profiling.log.capture}</th>
                  <th scope="col">{w.profiling.log.status}</th>
                  <th scope="col">{w.profiling.log.reason}</th>
                  <th scope="col">{w.profiling.log.at}</th>
                </tr>
              </thead>
              <tbody>
                {captures.map((capture) => (
                  <tr key={capture.request_id}>
                    <th scope="row">
                      <a href={captureHref(capture.request_id)}>
                        <span class="mono">{capture.workload}</span> <strong>{capture.version}</strong>
                      </a>
                    </th>
                    <Answered capture={capture} instance={instance} />
                    <td class="nowrap">
                      <When at={capture.requested_at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </TableRegion>
          )
        }
      </AnswerView>
    </section>
  );
}

const tones = { pushed: 'good', nothing_to_push: 'idle', failed: 'bad' } as const;

/** What this Profiler answered, which may differ from what became of the capture. */
function Answered({ capture, instance }: { readonly capture: CaptureRecord; readonly instance: string }) {
  const w = allWords();
  const result = capture.instances.find((one) => one.instance === instance);
  return (
    <>
      <td>
        {result === undefined ? (
          <Tag tone="busy">{w.status.queued}</Tag>
        ) : (
          <Tag tone={tones[result.outcome]}>{w.status[result.outcome]}</Tag>
        )}
      </td>
      <td class="cell-text">
        {result === undefined ? w.time.none : <ServedText text={result.reason.text} code={result.reason.code} />}
      </td>
    </>
  );
}
