/**
 * `farol health`: runs the checks of this machine's connectors, as the Agent does by itself.
 *
 * Exit codes: 0 no check failed, 1 a check failed, 2 wrong usage or configuration.
 */
import { registry } from '../../../connectors/registry.ts';
import { actorWords } from '../../core/fault.ts';
import type { HealthCheck } from '../../tunnel/messages.ts';
import { suggest } from '../help/suggest.ts';
import { exitCodes, printJson, printLine, WrongUsage } from './end-with.ts';
import { runLocally } from './run-locally.ts';

interface HealthOptions {
  readonly source?: string;
  readonly connector?: string;
  readonly json?: true;
}

export function checkHealth(options: HealthOptions): Promise<void> {
  return runLocally('health', options, async ({ agent, signal }) => {
    const { connector, source = connector, json } = options;
    const named = agent.settings.sources.map(({ setup }) => setup.source);
    const known = [...new Set([...named, ...registry.map(({ manifest }) => manifest.id)])];
    if (source !== undefined && !known.includes(source)) {
      const near = suggest(source, known);
      throw new WrongUsage(`There is no source of that name. Sources: ${known.join(', ')}.${near}`);
    }
    const report = await agent.health(source, signal);
    if (json === true) printJson(report);
    else for (const check of report.checks) printLine(renderCheck(check));
    return report.checks.some(({ status }) => status === 'failed') ? exitCodes.fault : exitCodes.done;
  });
}

function renderCheck(result: HealthCheck): string {
  const { connector, source = connector, check, status, summary, fault, affects, ...more } = result;
  const { missing, excess, remedy, judged = [] } = more;
  const details = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(excess.length > 0 ? [`granted but not needed: ${excess.join(', ')}`] : []),
    ...(status === 'ok' || affects.length === 0 ? [] : [`affects: ${affects.join(', ')}`]),
    ...(remedy === '' ? [] : [remedy]),
    ...(fault === undefined ? [] : [`who must act: ${actorWords[fault.actor]}`]),
    ...judged.filter(isOpen).map(renderVerdict),
  ];
  return [`${status}  ${source} ${check}: ${summary}`, ...details.map((one) => `  ${one}`)].join('\n');
}

type Verdict = NonNullable<HealthCheck['judged']>[number];

/** What is allowed and lately seen to be is in the summary. */
function isOpen({ verdict, old }: Verdict): boolean {
  return verdict === 'undecided' || verdict === 'not_asked' || old === true;
}

function renderVerdict({ grant, verdict, at, old, because = '' }: Verdict): string {
  const since = at === undefined ? '' : ` since ${at}${old === true ? ', outdated' : ''}`;
  return `${grant} ${verdict === 'not_asked' ? 'is not checked' : `is ${verdict}${since}`}${because === '' ? '.' : `: ${because}`}`;
}
