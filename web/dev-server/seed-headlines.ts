/** Verdicts of the seeded processes: one with findings of several levels, the others with what they have. */
import type { CaptureRecord, ProfilingVerdicts, CapturedVersions } from '../../src/control/api/api.ts';

/** The versions with pushed captures, as the control plane lists them. `captures` newest first. */
export function listVersions(captures: readonly CaptureRecord[]): CapturedVersions {
  const pushed = captures.filter(({ status }) => status === 'pushed');
  const targets = Map.groupBy(pushed, ({ workload, env }) => JSON.stringify([workload, env]));
  return {
    targets: [...targets.values()].map((rows) => ({
      workload: rows[0]?.workload ?? '',
      env: rows[0]?.env ?? '',
      versions: [...Map.groupBy(rows, ({ version }) => version)].map(([version, own]) => {
        const measured = own.filter(({ recorded }) => !recorded);
        const head = measured.find(({ kind }) => kind === 'head');
        return {
          version,
          latest_at: own[0]?.requested_at ?? '',
          captures: measured.length,
          recorded: measured.length < own.length,
          ...(head !== undefined && {
            head: {
              request_id: head.request_id,
              duration_sec: head.duration_sec,
              warmup_sec: head.warmup_sec,
              image: head.image,
            },
            confirmation: describeWindow(head, measured, rows[0]?.version === version),
          }),
        };
      }),
    })),
    complete: true,
  };
}

const dayMs = 86_400_000;
const spacingMs = 900_000;

/** As if those that were taken were far enough from each other. */
function describeWindow(head: CaptureRecord, measured: readonly CaptureRecord[], isLatest: boolean) {
  const captures = measured.length;
  const nextAt = Date.parse(measured[0]?.requested_at ?? '') + spacingMs;
  const closesAt = Date.parse(head.requested_at) + dayMs;
  const isOpen = isLatest && closesAt > Date.now() && captures < 3;
  return {
    state: isOpen ? ('open' as const) : ('closed' as const),
    closes_at: new Date(closesAt).toISOString(),
    occasions: Math.min(3, captures),
    missing: Math.max(0, 3 - captures),
    ...(isOpen && nextAt > Date.now() && { next_at: new Date(nextAt).toISOString() }),
  };
}

type Verdict = ProfilingVerdicts['targets'][number];

const sentences = {
  en: '2.14.0 adds a peer (payments.internal:8443) and a file (/etc/checkout/rates.json), and spends 74 % more CPU in price_quote for each request; nothing else beyond noise (≥ 12 %).',
  'pt-BR':
    '2.14.0 acrescenta um par (payments.internal:8443) e um arquivo (/etc/checkout/rates.json) e gasta 74 % mais CPU em price_quote por requisição; nada mais além do ruído (≥ 12 %).',
};

const lead = {
  en: 'checkout-api 2.14.0 uses 37 % more CPU (2.04 ms → 2.79 ms for each request) at 105 requests/s. It spends CPU in price_quote (pricing.c:53): 1.74 ms instead of 1.00 ms for each request (1.7 ×).',
  'pt-BR':
    'checkout-api 2.14.0 usa 37 % mais CPU (2,04 ms → 2,79 ms por requisição) com 105 requisições/s. Gasta CPU em price_quote (pricing.c:53): 1,74 ms em vez de 1,00 ms por requisição (1,7 ×).',
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
            // Those of captures that earlier versions took have none.
            ...(workload === 'checkout-api' && { lead }),
            sentences,
            levels: { confirmed: 0, provisional: 1, suspected: 0, likely: 0, observed: 2 },
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
