/** Commands of the first steps of pages that have nothing to show yet. */
import { quoteShell } from '../../../profiler/witness/quote-shell.ts';
import { hasOwnAuthority } from '../edge/session.ts';

const curl = (path: string): string =>
  `curl --fail-with-body ${hasOwnAuthority() ? '--cacert ca.pem ' : ''}${quoteShell(`${location.origin}${path}`)}`;

export const emptyCommands = {
  reach: curl('/healthz'),
  createToken: 'farol token create --kind bootstrap --class agent --name first',
  agentLog: 'docker logs --follow farol-agent',
  doctor: 'farol doctor',
  question: "farol run metrics.list --args '{}'",
  policy: `${curl('/policies/aws/edge-read-only.json')} --output edge-read-only.json`,
};
