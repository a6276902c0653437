/**
 * The commands that enrol instances, ready to paste, for each way in which Farol is installed. The page, the API and the
 * command line show the same ones. Each writes the token to a file that only its owner reads: in an argument every user
 * of the machine could read it.
 */
import { type EnrolCommand, EnrolWay } from '../api/api.ts';
import type { EnrolTarget } from './enrol-target.ts';
import { renderByHand } from './enrol-by-hand.ts';
import { renderOnDocker } from './enrol-on-docker.ts';
import { renderOnHost } from './enrol-on-host.ts';
import { renderOnKubernetes } from './enrol-on-kubernetes.ts';

const renderers: Readonly<Record<EnrolWay, (target: EnrolTarget) => string>> = {
  docker: renderOnDocker,
  kubernetes: renderOnKubernetes,
  host: renderOnHost,
  hand: renderByHand,
};

/** As secret as the token, which every command contains. */
export function renderEnrolCommands(target: EnrolTarget): EnrolCommand[] {
  return EnrolWay.options.map((way) => ({ way, command: renderers[way](target) }));
}
