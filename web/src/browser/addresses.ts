/** Every address of the app in one place: what links point to and what the router knows. */
import { hrefOf } from './router.ts';

interface DiffChoice {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const patterns = {
  home: '/',
  welcome: '/welcome',
  profiling: '/profiling',
  capture: '/profiling/captures/:id',
  diff: '/profiling/diff',
  release: '/releases/:workload',
  fleet: '/fleet',
  policies: '/permissions',
  ask: '/ask',
  profilerSetting: '/settings/profiler',
  settings: '/settings',
  tokens: '/settings/tokens',
  enrolment: '/settings/enrolment',
  people: '/settings/people',
  acts: '/settings/acts',
  waysIn: '/settings/sign-in',
} as const;

export function captureHref(requestId: string): string {
  return `/profiling/captures/${encodeURIComponent(requestId)}`;
}

/** Without an instance the control plane answers with the first bundle. Not a page: the browser downloads it. */
export function bundleHref(requestId: string, instance?: string): string {
  return hrefOf(`/api/profiling/captures/${encodeURIComponent(requestId)}/bundle`, { instance });
}

export function diffHref(choice: DiffChoice = {}): string {
  return hrefOf(patterns.diff, { ...choice });
}

/** `without`, `strict`: which policy; `from`, `to`: which versions are compared; `grant`: which rows are selected. */
export function policiesHref(query: Readonly<Record<string, string | undefined>> = {}): string {
  return hrefOf(patterns.policies, query);
}

export function logHref(filter: Readonly<Record<string, string | undefined>> = {}): string {
  return hrefOf(patterns.profiling, filter);
}

/** Without a version: the one that was captured last. An environment without a name is named in the address, too. */
export function releaseHref(workload: string, env: string, version?: string): string {
  const path = `/releases/${encodeURIComponent(workload)}?env=${encodeURIComponent(env)}`;
  return version === undefined ? path : `${path}&version=${encodeURIComponent(version)}`;
}
