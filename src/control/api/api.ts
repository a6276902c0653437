/** Bodies of the control plane's HTTP interface: what the routes answer and the web app and CLI read. */
import { z } from 'zod';
import { actors } from '../../core/fault.ts';
import { FleetExpiry, FleetInstance } from './fleet.ts';
import { Headline } from './headline.ts';
import { OperationResult, WireFault, CaptureReason, CollectorMemory, ProbeTally } from '../../tunnel/messages.ts';

export * from './acts.ts';
export * from './audit.ts';
export * from './asking.ts';
export * from './comparison.ts';
export * from './markers.ts';
export * from './fleet.ts';
export * from './people.ts';
export * from './sign-in.ts';
export * from './tokens.ts';

/** What retention removed, when, and by which limit: `limit` is days for `age` and gigabytes for `size`. */
export const RemovedCapture = z.strictObject({
  workload: z.string(),
  version: z.string(),
  removed_at: z.string(),
  reason: z.enum(['age', 'size']),
  variable: z.string(),
  limit: z.number().int(),
});
export type RemovedCapture = z.infer<typeof RemovedCapture>;

export const ApiError = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    /** Who must act, where the refusal is one of the faults that instances know too. */
    actor: z.enum(actors).optional(),
    field: z.string().optional(),
    message: z.string(),
    request_id: z.string(),
    /** With the code `capture_removed`. */
    removed: RemovedCapture.optional(),
  }),
  retry_after_seconds: z.number().int().optional(),
});
export type ApiError = z.infer<typeof ApiError>;

const seconds = { duration: z.int().min(5).max(300), warmup: z.int().min(0).max(60) };
/** Generators of Go would give both spellings one name, which does not compile. */
const aliasOf = (field: string, goName: string) => ({ description: `Alias of ${field}.`, 'x-go-name': goName });

/** POST /api/profiling/captures. Lengths are characters; control and invisible characters are refused; one spelling of a field at a time. */
export const CaptureRequest = z.strictObject({
  workload: z.string().min(1).max(255).describe('Process name exactly as in the target list.'),
  version: z.string().min(1).max(128).describe('Version that just shipped; the key of the comparison.'),
  env: z.string().max(64).default('').describe('Environment label; empty is legitimate.'),
  kind: z.enum(['head', 'replicate']).default('head'),
  duration_sec: seconds.duration.default(60),
  warmup_sec: seconds.warmup.default(5).describe('Discarded before the measurement.'),
  image: z
    .string()
    .max(327)
    .optional()
    .describe('Digest of the deployed image: sha256:<64 digits> or name@sha256:<64 digits>.'),
  durationSec: seconds.duration.optional().meta(aliasOf('duration_sec', 'DurationSecAlias')),
  warmupSec: seconds.warmup.optional().meta(aliasOf('warmup_sec', 'WarmupSecAlias')),
});

/** 202 of POST /api/profiling/captures and of the form, POST /api/profiling/requests. */
export const CaptureAccepted = z.strictObject({
  request_id: z.string(),
  status: z.literal('queued'),
  deduped: z.boolean(),
});
export type CaptureAccepted = z.infer<typeof CaptureAccepted>;

export const CaptureProgressView = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('waiting') }),
  z.strictObject({
    step: z.literal('running'),
    taken_by: z.array(z.string()),
    since: z.string(),
    phase: z.string().optional(),
  }),
]);

export const InstanceResult = z.strictObject({
  instance: z.string(),
  outcome: z.enum(['pushed', 'nothing_to_push', 'failed']),
  reason: CaptureReason,
  probes: ProbeTally.optional(),
  collector: CollectorMemory.optional(),
  bundle_id: z.string().optional(),
});

/** GET /api/profiling/captures/{id} and each item of the list. Times are RFC 3339 in UTC. */
export const CaptureRecord = z.strictObject({
  request_id: z.string(),
  workload: z.string(),
  version: z.string(),
  env: z.string(),
  kind: z.enum(['head', 'replicate']),
  duration_sec: z.number().int(),
  warmup_sec: z.number().int(),
  /** Of the version, as it was requested. */
  image: z.string().optional(),
  /** `id`: of a person, as in `Me`; absent for a token. */
  requested_by: z.strictObject({ type: z.enum(['token', 'person']), name: z.string(), id: z.string().optional() }),
  requested_at: z.string(),
  status: z.enum(['queued', 'pushed', 'nothing_to_push', 'failed']),
  progress: CaptureProgressView.optional(),
  outcome: z.enum(['pushed', 'nothing_to_push', 'failed']).optional(),
  reason: CaptureReason.optional(),
  /** When the first Profiler took it; absent while none has. */
  started_at: z.string().optional(),
  finished_at: z.string().optional(),
  instances: z.array(InstanceResult),
  /** The bundle is a replay of a recorded capture, not a measurement of this machine. */
  recorded: z.boolean(),
});
export type CaptureRecord = z.infer<typeof CaptureRecord>;

/**
 * GET /api/profiling/captures/{id}/processes?instance: what each process of the target did, most CPU time first.
 * `hits`: events by probe. What was not measured, or of a process not counted apart, is absent.
 */
export const CaptureProcesses = z.strictObject({
  instance: z.string(),
  processes: z.array(
    z.strictObject({
      pid: z.number().int(),
      comm: z.string(),
      exe_path: z.string(),
      /** Started by the target inside the window. */
      forked: z.boolean(),
      present_at_end: z.boolean(),
      cpu_ns: z.number().int().optional(),
      samples: z.number().int().optional(),
      hits: z.record(z.string(), z.number().int()).optional(),
    }),
  ),
  /** Processes that are not listed. What they did is in every axis of the bundle. */
  further: z.number().int(),
});
export type CaptureProcesses = z.infer<typeof CaptureProcesses>;

/** GET /api/profiling/captures/{id}/overview?instance: each axis with one number, and the builds that were measured. */
export const CaptureOverview = z.strictObject({
  instance: z.string(),
  /** Messages received and connections accepted by the target, a second; absent where none were counted. */
  work_per_sec: z.number().optional(),
  /** Ways in which a comparison counts these axes. */
  views: z.number().int(),
  measured_sec: z.number(),
  requested_sec: z.number(),
  builds: z.strictObject({
    listed: z.array(
      z.strictObject({
        exe_path: z.string(),
        /** Of size, first and last MiB. */
        exe_sha256: z.string(),
        build_id: z.string().optional(),
        processes: z.number().int(),
      }),
    ),
    /** Processes whose build is not known, because there were too many to list. */
    unlisted_processes: z.number().int(),
  }),
  /** Processes of the same executable and family that the capture did not measure; the lowest pids of them. */
  relatives_outside: z.strictObject({ count: z.number().int(), pids: z.array(z.number().int()) }).optional(),
  axes: z.array(
    z.strictObject({
      axis: z.string(),
      state: z.enum(['complete', 'partial', 'missing']),
      why: z.array(z.string()),
      /** What would make a measured axis more exact, and what it does not list. */
      hints: z.array(z.string()).optional(),
      /** Of an axis of keys, such as files: how many were seen. */
      keys: z.number().int().optional(),
      /** Of an axis of amounts: all of it, in its unit. */
      total: z.strictObject({ value: z.number(), unit: z.string() }).optional(),
    }),
  ),
});
export type CaptureOverview = z.infer<typeof CaptureOverview>;

/** GET /api/profiling/captures?workload&env&version&status&limit&cursor */
export const CaptureList = z.strictObject({
  captures: z.array(CaptureRecord),
  next_cursor: z.string().optional(),
  /** Retention limits. `removed_until`: requests up to then were removed, except baselines of comparisons; absent while none was. */
  retention: z
    .strictObject({ days: z.number().int(), gigabytes: z.number().int(), removed_until: z.string().optional() })
    .optional(),
  /**
   * Requests that the organization may still queue in this rolling hour. While there is none: `next_at`, when there is room
   * again; `used_by`, the processes that used it, the most requests first.
   */
  hour: z
    .strictObject({
      left: z.number().int(),
      of: z.number().int(),
      next_at: z.string().optional(),
      used_by: z.array(z.strictObject({ workload: z.string(), requests: z.number().int() })).optional(),
    })
    .optional(),
});
export type CaptureList = z.infer<typeof CaptureList>;
/** The same under a name of its own: the page of an instance shares no script with the first page. */
export const CapturesOfInstance = CaptureList.extend({});

/** GET /api/profiling/versions: the versions that have pushed captures, the one deployed last first. */
export const CapturedVersions = z.strictObject({
  targets: z.array(
    z.strictObject({
      workload: z.string(),
      env: z.string(),
      versions: z.array(
        z.strictObject({
          version: z.string(),
          latest_at: z.string(),
          /** Measured captures: heads and replicates. */
          captures: z.number().int(),
          /** There are replays of recorded captures. */
          recorded: z.boolean(),
          /** The first measured head since the version was deployed last, which a replicate repeats. */
          head: z
            .strictObject({
              request_id: z.string(),
              duration_sec: z.number().int(),
              warmup_sec: z.number().int(),
              image: z.string().optional(),
            })
            .optional(),
          /** Of the latest versions with a head: until when replicates count, and how many more a confirmed verdict needs. `closed`: no further one counts. */
          confirmation: z
            .strictObject({
              state: z.enum(['open', 'closed']),
              closes_at: z.string(),
              /** Captures that count; those shortly after another one count with it. */
              occasions: z.number().int(),
              missing: z.number().int(),
              /** Before then another capture counts with the last one. */
              next_at: z.string().optional(),
            })
            .optional(),
        }),
      ),
    }),
  ),
  /** False: earlier captures exist that are not listed. */
  complete: z.boolean(),
});
export type CapturedVersions = z.infer<typeof CapturedVersions>;

/**
 * GET /api/profiling/verdicts: of each process and environment, the newest first, how its latest two versions compare,
 * and what its last versions cost. `pending`: still being compared; ask again.
 */
export const ProfilingVerdicts = z.strictObject({
  targets: z.array(
    z.strictObject({
      workload: z.string(),
      env: z.string(),
      state: z.enum(['pending', 'ready', 'failed']),
      /** Absent while there are no two versions to compare. */
      headline: Headline.optional(),
      /** Milliseconds of CPU by version, oldest first. A version without a complete measure has no figure. */
      cpu: z
        .strictObject({
          per: z.enum(['work', 'second']),
          versions: z.array(
            z.strictObject({ version: z.string(), captures: z.number().int(), ms: z.number().optional() }),
          ),
        })
        .optional(),
    }),
  ),
});
export type ProfilingVerdicts = z.infer<typeof ProfilingVerdicts>;

/** GET /api/fleet */
export const Fleet = z.strictObject({
  instances: z.array(FleetInstance),
  /** The first end first. */
  expiries: z.array(FleetExpiry),
});
export type Fleet = z.infer<typeof Fleet>;

/** GET and PUT /api/settings/profiler */
export const ProfilerSetting = z.strictObject({
  enabled: z.boolean(),
  changed_by: z.string().optional(),
  changed_at: z.string().optional(),
});
export type ProfilerSetting = z.infer<typeof ProfilerSetting>;

/** POST /api/operations/{name} */
export const OperationRequest = z.strictObject({
  args: z.unknown(),
  source: z.string().optional(),
  instance: z.string().optional(),
});
export const OperationResponse = z.strictObject({
  operation: z.string(),
  instance: z.string(),
  result: OperationResult,
});
export type OperationResponse = z.infer<typeof OperationResponse>;
/** The answer of a refused or failed operation, with the status of its kind. `layer`: the Agent said so, and not the control plane. */
export const OperationRefusal = z.strictObject({
  error: WireFault.extend({ request_id: z.string(), layer: z.literal('agent').optional() }),
});
export type OperationRefusal = z.infer<typeof OperationRefusal>;

/** POST /api/profiling/requests, the form: everything else keeps its default. */
export const CaptureForm = z.strictObject({ workload: z.string(), version: z.string(), env: z.string().optional() });

/** `data:` of each message of GET /api/events. Names what changed and nothing of it: the page reads it again. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('capture'), request_id: z.string() }),
  z.strictObject({ type: z.literal('fleet') }),
  z.strictObject({ type: z.literal('marker') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Body of PUT /api/settings/profiler */
export const ProfilerEnable = z.strictObject({ enabled: z.boolean() });

/** GET /api/settings/profiler/history, newest first. */
export const ProfilerChange = z.strictObject({ enabled: z.boolean(), changed_by: z.string(), changed_at: z.string() });
export type ProfilerChange = z.infer<typeof ProfilerChange>;
export const ProfilerHistory = z.strictObject({ changes: z.array(ProfilerChange) });
