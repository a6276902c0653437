/** Verdicts of the seeded processes: one with findings of several levels, the others with what they have. */
import type { CaptureRecord, ProfilingVerdicts } from '../../src/control/api/api.ts';
import { listVersions } from './captured-versions.ts';

type Verdict = ProfilingVerdicts['targets'][number];

const sentences = {
  en: '2.14.0 adds a peer (payments.internal:8443) and a file (/etc/checkout/rates.json), and spends 74 % more CPU in price_quote per unit of work; nothing else beyond noise (≥ 12 %).',
  'pt-BR':
    '2.14.0 acrescenta um par (payments.internal:8443) e um arquivo (/etc/checkout/rates.json) e gasta 74 % mais CPU em price_quote por unidade de trabalho; nada mais além do ruído (≥ 12 %).',
};

/** Milliseconds for each unit of work; the version in the middle was not measured completely. */
const costs = [2.1, 2.12, 2.05, undefined, 2.2, 2.14, 2.18, 2.79];

export function seedHeadlines(captures: readonly CaptureRecord[]): Verdict[] {
  return listVersions(captures).targets.map(({ workload, env, versions }): Verdict => {
    const measured = versions.filter(({ head }) => head !== undefined);
    const [to, from] = measured;
    const last = measured.slice(0, costs.length).toReversed();
    const figures = costs.slice(costs.length - last.length);
    return {
      workload,
      env,
      state: 'ready',
      ...(to !== undefined &&
        from !== undefined && {
          headline: {
            from: from.version,
            to: to.version,
            sentences,
            levels: { confirmed: 0, provisional: 1, suspected: 0, observed: 2 },
          },
        }),
      ...(last.length > 0 && {
        cpu: {
          per: last.length > 1 ? 'work' : 'second',
          versions: last.map(({ version, captures: count }, at) => {
            const ms = figures[at];
            return { version, captures: ms === undefined ? 0 : count, ...(ms !== undefined && { ms }) };
          }),
        },
      }),
    };
  });
}
