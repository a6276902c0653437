/** Why the control plane ends a session, whether trying again can help, and what a person must do. */
export interface RefusalRule {
  /** False: the instance stops until somebody acted. */
  readonly retry: boolean;
  readonly remedy: string;
}

const oneVolume =
  'Give each replica its own identity volume (one volume per replica); never copy or restore one. ' +
  'Then allow one re-enrolment of this instance on the Fleet page, empty its identity directory and start it with a new bootstrap token.';

export const refusals = {
  not_authenticated: {
    retry: true,
    remedy:
      'The control plane does not know this identity. Check RUNNER_TUNNEL_URL; if the control plane was rebuilt, empty the identity directory and enrol again with a new bootstrap token.',
  },
  unsupported_version: { retry: true, remedy: 'Upgrade the older of this instance and the control plane.' },
  revoked: {
    retry: false,
    remedy:
      'This instance was revoked on the Fleet page. To bring it back, allow one re-enrolment there, empty the identity directory and start it with a new bootstrap token.',
  },
  reenrolled: {
    retry: false,
    remedy:
      'Another process enrolled under this name. Give this instance a name of its own, or let it be enrolled again after an admin allowed it on the Fleet page.',
  },
  locked: { retry: false, remedy: `Two processes used the same identity. ${oneVolume}` },
  not_enabled: {
    retry: false,
    remedy:
      'An owner or admin must enable this class of instance in the settings of the organization; then start it again.',
  },
  profiler_disabled: {
    retry: false,
    remedy:
      'The Profiler was disabled for this organization. An owner or admin can enable it in the Profiler settings; then start it again.',
  },
  command_key_retired: {
    retry: false,
    remedy:
      'This instance pins a command key that the control plane has replaced and ended while it was away. An owner or admin must allow one re-enrolment of it on the Fleet page; then empty its identity directory and start it with a new bootstrap token.',
  },
  superseded: { retry: true, remedy: 'A newer connection of this instance was faster. Nothing to do.' },
  replaced: {
    retry: true,
    remedy:
      'Another connection uses this identity. If it is not this process, give each replica its own identity volume.',
  },
  rate_exceeded: { retry: true, remedy: 'This instance sent more frames than the control plane accepts; report it.' },
  handshake_timeout: { retry: true, remedy: 'Look for a proxy that delays or holds back WebSocket frames.' },
  unavailable: { retry: true, remedy: 'The control plane could not read its store. See its log.' },
  shutting_down: { retry: true, remedy: 'The control plane is restarting. Nothing to do.' },
  dead: { retry: true, remedy: 'Nothing was heard for 45 seconds. Check the network between the two ends.' },
  frame_too_large: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
  frame_malformed: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
  frame_out_of_order: { retry: true, remedy: 'A proxy lost or repeated frames. Let it pass the connection untouched.' },
  frame_unexpected: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
} as const satisfies Record<string, RefusalRule>;
export type RefusalCode = keyof typeof refusals;

/** A code that this version does not know ends the session for good only when it was sent as such. */
export function refusalRule(code: string): RefusalRule {
  return Object.hasOwn(refusals, code)
    ? refusals[code as RefusalCode]
    : { retry: false, remedy: 'See the Fleet page and the log of the control plane.' };
}
