import { readFileSync } from 'node:fs';
import { registry } from '../../connectors/registry.ts';
import type { LoadedConnector } from '../../src/connector/connector.ts';
import type { Manifest, Need, Variable } from '../../src/connector/manifest.ts';
import { linkTo } from './operations.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';

const connectors = await Promise.all(registry.map((one) => one.load()));

export function render(): Page[] {
  return connectors.map((connector) =>
    toPage(
      `connectors/${connector.manifest.id}.md`,
      `connectors/${connector.manifest.id}/`,
      renderConnector(connector),
    ),
  );
}

function renderConnector({ manifest, symptoms, probes }: LoadedConnector): string[] {
  return [
    `# ${manifest.title}`,
    `${manifest.summary} [Vendor's documentation](${manifest.vendorDocs}).`,
    '## Configuration',
    renderVariables(manifest),
    '## Setting it up',
    readFileSync(new URL(`../../connectors/${manifest.id}/guide.md`, import.meta.url), 'utf8').trim(),
    '## Credentials',
    renderCredentials(manifest),
    '## Permissions',
    renderGrants(manifest),
    'Never to be granted:',
    renderTable(
      ['permission', 'because'],
      manifest.forbidden.map(({ grant, because }) => [code(grant), because]),
    ),
    '## Operations',
    renderOperations(manifest),
    `One operation makes at most ${manifest.limits.upstreamCalls} calls in at most ${manifest.limits.totalMs / 1000} s and reads at most ${manifest.limits.responseBytes / 2 ** 20} MiB an answer.`,
    '## Checks',
    renderChecks(manifest),
    '## What its answers mean',
    'The first row that matches decides. Where several causes give the same answer, a health check runs the probe that tells them apart.',
    renderTable(
      ['answer', 'fault', 'what to do', 'probe'],
      symptoms.map(({ seen, kind, remedy, probe }) => [
        seen,
        code(kind),
        remedy,
        probe === undefined ? '' : code(probe),
      ]),
    ),
    renderTable(
      ['probe', 'what it tells'],
      Object.entries(probes).map(([name, { tells }]) => [code(name), tells]),
    ),
  ];
}

function renderVariables({ config }: Manifest): string {
  const rows = Object.entries<Variable>(config).map(([name, variable]) => [
    variable.kind === 'secret' ? `${code(name)} or ${code(`${name}_FILE`)}` : code(name),
    variable.kind,
    renderNeed(variable.need),
    `${variable.description}${renderDefault(variable)}`,
    code(variable.example),
  ]);
  return renderTable(['variable', 'kind', 'needed', 'meaning', 'example'], rows);
}

function renderDefault(variable: Variable): string {
  if (variable.kind !== 'url' || variable.default === undefined) return '';
  return ` When it is not set: ${code(variable.default)}.`;
}

export function renderNeed(need: Need): string {
  if (typeof need === 'string') return need;
  if ('without' in need) return `unless ${codes(need.without)} is set`;
  return need.being === undefined ? `with ${code(need.with)}` : `when ${code(need.with)} is ${code(need.being)}`;
}

function renderCredentials({ credentials }: Manifest): string {
  const rows = credentials.map(({ title, prefix, verdict, note }) => [
    title,
    prefix === undefined ? '–' : code(prefix),
    verdict,
    note,
  ]);
  return renderTable(['kind', 'begins with', 'verdict', 'note'], rows);
}

function renderGrants({ grants, operations }: Manifest): string {
  const usersOf = (grant: string): string[] =>
    Object.entries(operations).flatMap(([name, binding]) => (binding.grants.includes(grant) ? name : []));
  const rows = Object.entries(grants).map(([name, { group, need, purpose }]) => [
    code(name),
    group,
    need,
    purpose,
    codes(usersOf(name)),
  ]);
  return renderTable(['permission', 'kind', 'needed', 'purpose', 'used by'], rows);
}

function renderOperations({ operations }: Manifest): string {
  const rows = Object.entries(operations).map(([name, { grants, upstream, dialects = [], redactions, windowSec }]) => [
    `[${code(name)}](../${linkTo(name)})`,
    codes(grants),
    codes(upstream),
    codes(dialects),
    windowSec === undefined ? '–' : `${windowSec / 86_400} days`,
    redactions.length === 0 ? 'nothing secret is in it' : redactions.join(', '),
  ]);
  return renderTable(
    ['operation', 'permissions', 'calls', 'dialects', 'widest window', 'removed from the answer'],
    rows,
  );
}

function renderChecks({ checks }: Manifest): string {
  const rows = Object.entries(checks).map(([name, { proves, grants, upstream, affects }]) => [
    code(name),
    proves,
    codes(grants),
    codes(upstream),
    codes(affects),
  ]);
  return renderTable(['check', 'what it proves', 'permissions', 'calls', 'operations that need it'], rows);
}
