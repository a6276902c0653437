/**
 * `farol sources`: what the Agent of this machine can read, under which names, and whether it can.
 *
 * Exit codes: 0 no check failed, 1 a check failed, 2 wrong usage or configuration.
 */
import type { ConnectorSetup } from '../../agent/connectors/connector-setup.ts';
import { type HealthCheck, worstFirst } from '../../tunnel/messages.ts';
import { exitCodes, printJson, printLine, printNote } from './end-with.ts';
import { runLocally } from './run-locally.ts';

interface SourcesOptions {
  readonly offline?: true;
  readonly json?: true;
}

interface ListedSource {
  readonly source: string;
  readonly connector: string;
  readonly about?: string;
  /** Of its worst check; `not_asked` with `--offline`. */
  readonly state: HealthCheck['status'] | 'not_asked';
  /** Of that check, where it is not well. */
  readonly says?: string;
  readonly remedy?: string;
}

export function listSources(options: SourcesOptions): Promise<void> {
  return runLocally('sources', options, async ({ agent, signal }) => {
    const setups = agent.settings.sources.map(({ setup }) => setup);
    const configured = setups.filter(({ isTouched }) => isTouched);
    const checks = options.offline === true ? [] : (await agent.health(undefined, signal)).checks;
    const listed = configured.map((setup) => describe(setup, checks));
    if (options.json === true) printJson({ sources: listed });
    else printForPeople(listed, setups.length - configured.length);
    return listed.some(({ state }) => state === 'failed') ? exitCodes.fault : exitCodes.done;
  });
}

function describe(setup: ConnectorSetup, checks: readonly HealthCheck[]): ListedSource {
  const { source, about, manifest } = setup;
  const known = { source, connector: manifest.id, ...(about !== undefined && { about }) };
  const mine = checks.filter((check) => (check.source ?? check.connector) === source);
  const state = worstFirst.find((status) => mine.some((check) => check.status === status));
  const worst = mine.find(({ status }) => status === state);
  if (state === undefined || worst === undefined) return { ...known, state: 'not_asked' };
  if (state === 'ok' || state === 'skipped') return { ...known, state };
  const { check, summary, remedy } = worst;
  return { ...known, state, says: `${check}: ${summary}`, ...(remedy !== '' && { remedy }) };
}

function printForPeople(listed: readonly ListedSource[], unset: number): void {
  const rows = listed.map(({ source, connector, about = '', state }) => [source, connector, state, about]);
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const [index, row] of rows.entries()) {
    printLine(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    const { says, remedy } = listed[index] ?? {};
    for (const line of [says, remedy]) if (line !== undefined) printLine(`    ${line}`);
  }
  if (listed.length === 0) {
    printNote('No source is configured: set the variables of a connector, or RUNNER_SOURCES_FILE.');
  } else if (unset > 0) printNote(`Not configured: ${unset} ${unset === 1 ? 'connector' : 'connectors'}.`);
}
