/** What each node that took the capture answered. */
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { bundleHref } from '../browser/addresses.ts';
import { formatBytes } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { DocumentLink, reasonsPage } from '../parts/document-link.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag } from '../parts/tag.tsx';

type Instance = CaptureRecord['instances'][number];

const tones = { pushed: 'good', nothing_to_push: 'idle', failed: 'bad' } as const;

export function InstanceResults({ capture }: { readonly capture: CaptureRecord }) {
  const w = allWords();
  const hasSeveralBundles = capture.instances.filter((one) => one.bundle_id !== undefined).length > 1;
  return (
    <section aria-labelledby="results-title">
      <h2 id="results-title">{w.capture.results}</h2>
      {capture.instances.length === 0 ? (
        <p class="faint">{w.capture.resultsEmpty}</p>
      ) : (
        <TableRegion name={w.capture.results}>
          <thead>
            <tr>
              <th scope="col">{w.capture.instance}</th>
              <th scope="col">{w.capture.outcome}</th>
              <th scope="col">{w.capture.reason}</th>
              <th scope="col">{w.profiling.log.probes}</th>
              <th scope="col">{w.capture.collector}</th>
            </tr>
          </thead>
          <tbody>
            {capture.instances.map((instance) => (
              <tr key={instance.instance}>
                <th scope="row" class="mono">
                  {instance.instance}
                  {hasSeveralBundles && instance.bundle_id !== undefined && (
                    <a class="block small" href={bundleHref(capture.request_id, instance.instance)} download>
                      {w.capture.instanceBundle}
                    </a>
                  )}
                </th>
                <td>
                  <Tag tone={tones[instance.outcome]}>{w.status[instance.outcome]}</Tag>
                </td>
                <td class="cell-text">
                  <ServedText
                    text={instance.reason.text}
                    // Its whole sentence is known, beside what was measured.
                    code={instance.outcome === 'pushed' ? undefined : instance.reason.code}
                  />{' '}
                  <DocumentLink page={reasonsPage} code={instance.reason.code} />
                </td>
                <td class="nowrap">
                  {instance.probes === undefined
                    ? w.time.none
                    : w.probes.some(instance.probes.measured, instance.probes.total)}
                </td>
                <td class="nowrap">
                  <Memory instance={instance} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </section>
  );
}

function Memory({ instance: { collector } }: { readonly instance: Instance }) {
  const w = allWords();
  if (collector === undefined) return <>{w.time.none}</>;
  const { peak_rss_bytes: rss, cgroup_peak_bytes: charge } = collector;
  return (
    <>
      {w.capture.collectorText(formatBytes(rss, locale.value))}
      {charge !== undefined && <span class="faint"> · {w.capture.cgroupText(formatBytes(charge, locale.value))}</span>}
    </>
  );
}
