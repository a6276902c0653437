/** Why the control plane ends a session, whether trying again can help, and what a person must do. */
import { tunnelVersion } from './frame.ts';

export interface RefusalRule {
  /** False: the instance stops until somebody acted. */
  readonly retry: boolean;
  readonly remedy: string;
}

const enrolAgain =
  'an owner or admin allows one re-enrolment of this instance on the Fleet page and creates a bootstrap token; empty its identity directory and start it with that token.';

export const refusals = {
  not_authenticated: {
    retry: true,
    remedy: `The control plane does not know this identity. Check that RUNNER_TUNNEL_URL is the control plane that this instance enrolled with. If it is, its store is older than the enrolment, or the name was enrolled again by another process: ${enrolAgain}`,
  },
  unsupported_version: {
    retry: true,
    remedy: 'Upgrade the older of this instance and the control plane. The identity stays valid.',
  },
  revoked: {
    retry: false,
    remedy: `This instance was revoked on the Fleet page. To bring it back, ${enrolAgain}`,
  },
  reenrolled: {
    retry: false,
    remedy:
      'Another process enrolled under this name. Give this instance a name of its own, or let it be enrolled again after an admin allowed it on the Fleet page.',
  },
  locked: {
    retry: false,
    remedy: `This identity is older than one that connected since: its directory was copied, used by two processes, or restored from a backup. Give each replica its own identity volume (one volume per replica); after that ${enrolAgain}`,
  },
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
    remedy: `This instance pins a command key that the control plane replaced and ended while it was away. Now ${enrolAgain}`,
  },
  superseded: {
    retry: true,
    remedy:
      'A newer connection of this identity was faster. Nothing to do; if it comes again and again, two processes use this identity.',
  },
  replaced: {
    retry: true,
    remedy:
      'Another connection uses this identity. If it is not this process, give each replica its own identity volume.',
  },
  rate_exceeded: { retry: true, remedy: 'This instance sent more frames than the control plane accepts; report it.' },
  handshake_timeout: { retry: true, remedy: 'Look for a proxy that delays or holds back WebSocket frames.' },
  unavailable: {
    retry: true,
    remedy: 'The control plane could not read its store. Retried by itself; its operator reads its log.',
  },
  shutting_down: { retry: true, remedy: 'The control plane is restarting. Nothing to do.' },
  dead: { retry: true, remedy: 'Nothing was heard for 45 seconds. Check the network between the two ends.' },
  frame_too_large: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
  frame_malformed: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
  frame_out_of_order: { retry: true, remedy: 'A proxy lost or repeated frames. Let it pass the connection untouched.' },
  examined: { retry: true, remedy: 'Nothing to do: `farol doctor` asked, and the instance may connect.' },
  frame_unexpected: { retry: true, remedy: 'Run the same version on both ends; report it if it happens again.' },
} as const satisfies Record<string, RefusalRule>;
export type RefusalCode = keyof typeof refusals;

/** What the instance says of a control plane that speaks another version. */
export function otherVersion(spoken: number): string {
  const [older, newer] =
    spoken > tunnelVersion ? ['this instance', 'The control plane'] : ['the control plane', 'This instance'];
  const who = spoken > tunnelVersion ? 'Upgrade' : 'The operator of the control plane upgrades';
  return `${newer} is newer: the control plane speaks version ${spoken} of the tunnel, this instance version ${tunnelVersion}. ${who} ${older}. The identity stays valid.`;
}

/** A code that this version does not know ends the session for good only when it was sent as such. */
export function refusalRule(code: string): RefusalRule {
  return Object.hasOwn(refusals, code)
    ? refusals[code as RefusalCode]
    : { retry: false, remedy: 'See the Fleet page and the log of the control plane.' };
}
