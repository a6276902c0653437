/** The processes of a capture's target on one instance: what each used, and how often each probe saw it. */
import { CaptureProcesses as Processes } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatCount, formatNanoseconds } from '../reading/format-number.ts';
import { hrefOf } from '../browser/router.ts';
import { allWords, locale } from '../words/words.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { TableRegion } from '../parts/table-region.tsx';

type Process = Processes['processes'][number];

interface CaptureProcessesProps {
  readonly requestId: string;
  readonly instance: string;
  /** Whether the page also lists processes of other instances. */
  readonly showInstance: boolean;
}

export function CaptureProcesses({ requestId, instance, showInstance }: CaptureProcessesProps) {
  const w = allWords();
  const { answer, reload } = useAnswer(
    hrefOf(`/api/profiling/captures/${encodeURIComponent(requestId)}/processes`, { instance }),
    Processes,
  );
  const title = showInstance ? w.processes.titleOn(instance) : w.processes.title;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <AnswerView answer={answer} onAgain={reload}>
        {({ processes, further }) => (
          <>
            <ProcessTable processes={processes} name={title} />
            {further > 0 && (
              <p class="small faint">{w.processes.further(further, formatCount(further, locale.value))}</p>
            )}
          </>
        )}
      </AnswerView>
    </section>
  );
}

function ProcessTable({ processes, name }: { readonly processes: readonly Process[]; readonly name: string }) {
  const w = allWords();
  const show = (value: number | undefined, format: (value: number, locale: string) => string): string =>
    value === undefined ? w.processes.notMeasured : format(value, locale.value);
  return (
    <TableRegion name={name}>
      <thead>
        <tr>
          <th scope="col">{w.processes.program}</th>
          <th scope="col" class="number">
            {w.processes.pid}
          </th>
          <th scope="col" class="number">
            {w.processes.cpu}
          </th>
          <th scope="col" class="number">
            {w.processes.samples}
          </th>
          <th scope="col">{w.processes.events}</th>
        </tr>
      </thead>
      <tbody>
        {processes.map((process, place) => (
          // An id may be given again inside a window.
          <tr key={place}>
            <th scope="row" class="cell-text">
              <span class="mono">{process.comm}</span>
              <span class="small faint block break">{process.exe_path}</span>
              <Lifetime process={process} />
            </th>
            <td class="number figure">{process.pid}</td>
            <td class="number figure nowrap">{show(process.cpu_ns, formatNanoseconds)}</td>
            <td class="number figure">{show(process.samples, formatCount)}</td>
            <td class="cell-text">
              <Events process={process} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}

function Lifetime({ process: { forked, present_at_end: isThere } }: { readonly process: Process }) {
  const w = allWords();
  const facts = [...(forked ? [w.processes.started] : []), ...(isThere ? [] : [w.processes.ended])];
  return facts.length === 0 ? null : <span class="small faint block">{facts.join(' · ')}</span>;
}

function Events({ process: { hits, pid } }: { readonly process: Process }) {
  const w = allWords();
  if (hits === undefined) return <span class="faint">{w.processes.notApart}</span>;
  const seen = Object.entries(hits)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);
  if (seen.length === 0) return <span class="faint">{w.processes.noEvents}</span>;
  const probes = w.processes.probes(seen.length);
  return (
    <details class="disclosure">
      <summary aria-label={w.processes.eventsOf(pid, probes)}>{probes}</summary>
      <dl class="counts">
        {seen.map(([probe, count]) => (
          <div key={probe}>
            <dt class="mono">{probe}</dt>
            <dd class="figure">{formatCount(count, locale.value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
