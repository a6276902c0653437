/**
 * Sides of which a capture measured two builds at once: of CPU time and functions only what the build of each version
 * used is compared. What else the target did, and its work, is known of all its processes together.
 */
import type { SideIdentity } from '../identity/judge-identity.ts';
import { separableAxes, takeBuilds } from '../../bundle/vector/take-builds.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from './views.ts';

export interface SeparatedSides {
  readonly before: readonly CaptureVector[];
  readonly after: readonly CaptureVector[];
}

/** Undefined where no side is mixed, or it is not known which build a mixed one means. */
export function separateSides(
  before: readonly CaptureVector[],
  after: readonly CaptureVector[],
  { own }: SideIdentity,
): SeparatedSides | undefined {
  if (own === undefined) return undefined;
  return {
    before: before.map((one) => takeBuilds(one, own.before)),
    after: after.map((one) => takeBuilds(one, own.after)),
  };
}

export function isSeparable({ source }: AxisView): boolean {
  return separableAxes.has(source);
}

/** Threads are not known by build: their sum is the only row. */
export function viewOfBuild(view: AxisView): AxisView {
  if (view.axis !== 'cpu_time') return view;
  return { ...view, keyOf: (key) => (key === 'total' ? 'all threads' : undefined) };
}

/** What a reader has to know before reading a number. */
export function explainSeparation({ mixed = '', own, basis }: SideIdentity): string[] {
  if (own === undefined) return [];
  const counted = [basis.before, basis.after].map(({ executables }) => executables.join(' and '));
  return [
    `${mixed}; CPU time is compared between the processes of ${counted.join(' and of ')}, per second and at most suspected, because the work of one build is not known`,
  ];
}
