/**
 * The declaration at the top of a capture page: `fully instrumented`, or `N of M probes`
 * with each one that did not measure and why.
 */
import type { CaptureRecord } from '../../../src/control/api.ts';
import { declareInstrumentation, type MissingProbe } from '../reading/declare-instrumentation.ts';
import { words } from '../words/words.ts';
import { RecordedTag } from './capture-status.tsx';
import { ServedText } from './served-text.tsx';

export function Instrumentation({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const declaration = declareInstrumentation(capture);
  return (
    <section class={`declaration declaration-${declaration.state}`} aria-label={w.probes.label}>
      {declaration.state === 'full' && (
        <p>
          <strong class="declaration-word">{w.probes.full}</strong> {w.probes.fullText(declaration.total)}
        </p>
      )}
      {declaration.state === 'some' && (
        <>
          <p>
            <strong class="declaration-word">{w.probes.some(declaration.measured, declaration.total)}</strong>{' '}
            {w.probes.someText}
          </p>
          <MissingProbes missing={declaration.missing} showInstance={capture.instances.length > 1} />
        </>
      )}
      {declaration.state === 'pending' && (
        <p>
          <strong class="declaration-word">{w.probes.pending}</strong> {w.probes.pendingText}
        </p>
      )}
      {declaration.state === 'unreported' && (
        <p>
          <strong class="declaration-word">{w.probes.none}</strong> {w.probes.noneText}
        </p>
      )}
      {capture.recorded && (
        <p>
          <RecordedTag /> {w.recordedExplained}
        </p>
      )}
    </section>
  );
}

interface MissingProbesProps {
  readonly missing: readonly MissingProbe[];
  readonly showInstance: boolean;
}

function MissingProbes({ missing, showInstance }: MissingProbesProps) {
  const w = words();
  return (
    <dl class="missing">
      {missing.map(({ instance, probe, why }) => (
        <div key={`${instance} ${probe}`}>
          <dt>
            <span class="mono">{probe}</span>
            {showInstance && <span class="small"> {w.probes.on(instance)}</span>}
          </dt>
          <dd>
            <ServedText text={why} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
