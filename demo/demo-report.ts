/** The one JSON object `farol demo --json` ends with. */
import type { Summary } from '../profiler/witness/diff/summary.ts';
import type { Check } from './planted.ts';

export interface DemoReport {
  readonly ok: boolean;
  readonly seconds: number;
  /** A signed-in link to the web app; works once. */
  readonly web: string | undefined;
  /** True when the captures are replays of a recorded one and measured nothing on this machine. */
  readonly recorded: boolean;
  readonly captures: readonly DemoCapture[];
  readonly diff: DemoDiff | undefined;
  readonly operation: { readonly name: string; readonly complete: boolean; readonly rows: number } | undefined;
  readonly refusal: { readonly name: string; readonly code: string } | undefined;
  /** One question in each way that Farol has: a session, a read token, an MCP token. */
  readonly asked: AskedReport;
  readonly checks: readonly Check[];
}

export interface AskedReport {
  readonly page: AskedWay;
  readonly api: AskedWay;
  readonly mcp: AskedWay;
}

export interface AskedWay {
  /** Undefined when there was none. */
  readonly answer:
    | {
        readonly name: string;
        readonly complete: boolean;
        /** Points of all series. */
        readonly rows: number;
        readonly duration_ms: number;
      }
    | undefined;
  /** Of the write. Undefined when it was not refused. */
  readonly refusal: { readonly name: string; readonly code: string; readonly reason: string } | undefined;
  /** Both are in GET /api/questions, with their outcome. */
  readonly recorded: boolean;
}

export interface DemoCapture {
  readonly request_id: string;
  readonly version: string;
  readonly kind: string;
  readonly outcome: string;
  readonly reason: { readonly code: string; readonly text: string };
  readonly probes: {
    readonly measured: number;
    readonly total: number;
    readonly missing: readonly { readonly probe: string; readonly why: string }[];
  };
  readonly collector: { readonly peak_rss_bytes: number; readonly cgroup_peak_bytes?: number | undefined };
}

export interface DemoDiff {
  readonly baseline: string;
  readonly head: string;
  readonly summary: Summary;
  readonly axes: readonly {
    readonly axis: string;
    readonly state: string;
    readonly changes: readonly {
      readonly key: string;
      readonly change: string;
      readonly before: unknown;
      readonly after: unknown;
    }[];
  }[];
}
