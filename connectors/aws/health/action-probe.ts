/**
 * How a check asks whether one action of the policy is allowed: with the smallest read there is, or about
 * a name that cannot exist. AWS decides about permissions first, so that it says of such a name that
 * nothing is there to those alone who may look.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import type { Command, ServiceClient } from '../access/send.ts';

export interface Sendable {
  readonly Client: ServiceClient;
  readonly command: Command<unknown>;
  /** Stores a name from the answer, for the probes that need one. */
  readonly learn?: (output: never) => void;
}

export interface ActionProbe {
  readonly call: UpstreamCall;
  /** Asked in every run: the smallest read of its service, or a list whose names others need. */
  readonly always?: true;
  /** Where it is asked, when not in the first configured region. */
  readonly at?: 'home' | 'prices';
  /** Error codes that mean "allowed, and nothing of that name exists". */
  readonly absences?: readonly string[];
  /** What it needs of `names` and may lack; AWS answers absence and denial alike here, so a real name is needed. */
  readonly needs?: { readonly name: FoundName; readonly from: UpstreamCall; readonly what: string };
  prepare(names: Names): Promise<Sendable>;
}

export type FoundName = 'queue' | 'user' | 'accessKey' | 'database';

export interface Names {
  readonly region: string;
  readonly partition: string;
  readonly account: () => Promise<string>;
  readonly nowMs: number;
  /** False when the check has to end. */
  readonly hasTime: () => boolean;
  readonly found: Partial<Record<FoundName, string>>;
}

/** Names that cannot exist by chance, each legal where it is used. */
export const absent = {
  name: 'farol-asks-permission',
  zone: 'Z0000000000000FAROL',
  query: '00000000-0000-4000-8000-000000000000',
} as const;

/** The compiler checks that `learn` reads what the command answers. */
export function sendable<Output>(
  Client: ServiceClient,
  command: Command<Output>,
  learn?: (output: Output) => void,
): Sendable {
  return { Client, command, ...(learn !== undefined && { learn }) };
}
