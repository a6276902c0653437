/**
 * Commands of the first steps of pages that have nothing to show yet. Imports nothing, so that the scripts of other pages
 * stay as they are.
 */
export interface EmptyCommands {
  readonly reach: string;
  readonly createToken: string;
  readonly agentLog: string;
  readonly doctor: string;
  readonly question: string;
  readonly policy: string;
}

/** `origin`: of the page. `hasOwnAuthority`: the command must name the authority of the control plane. */
export function emptyCommands(origin: string, hasOwnAuthority: boolean): EmptyCommands {
  const curl = (path: string): string =>
    `curl --fail-with-body ${hasOwnAuthority ? '--cacert ca.pem ' : ''}${origin}${path}`;
  return {
    reach: curl('/healthz'),
    createToken: 'farol token create --kind bootstrap --class agent --name first',
    agentLog: 'docker logs --follow farol-agent',
    doctor: 'farol doctor',
    question: "farol run metrics.list --args '{}'",
    policy: `${curl('/policies/aws/edge-read-only.json')} --output edge-read-only.json`,
  };
}
