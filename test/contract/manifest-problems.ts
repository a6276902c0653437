/** Everything a manifest must be and the compiler cannot see. */
import { catalog } from '../../catalog/index.ts';
import type { Manifest, UpstreamCall, Variable } from '../../src/connector/manifest.ts';
import { unjudgedGrants } from '../../src/connector/unjudged-grants.ts';

type Demand = (holds: boolean, problem: string) => void;

export function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  const demand: Demand = (holds, problem) => void (holds || problems.push(problem));
  demand(/^[a-z][a-z0-9]*$/u.test(manifest.id), 'id is not a short lower-case word');
  demand(URL.parse(manifest.vendorDocs)?.protocol === 'https:', 'vendorDocs is not an https address');
  const prefixes = manifest.credentials.flatMap(({ prefix }) => prefix ?? []);
  demand(new Set(prefixes).size === prefixes.length, 'two credential kinds share a prefix');
  for (const { grant, because } of manifest.forbidden) demand(because.length > 10, `${grant} has no reason`);
  demandVariables(manifest, demand);
  demandAddress(manifest, demand);
  demandOperations(manifest, demand);
  demandChecks(manifest, demand);
  return problems;
}

function demandVariables({ config }: Manifest, demand: Demand): void {
  for (const [name, { description, need }] of Object.entries(config)) {
    demand(
      /^[A-Z][A-Z0-9_]+$/u.test(name) && (isCredentialMode(name) || !/^RUNNER_|_FILE$/u.test(name)),
      `${name} is no legal variable`,
    );
    demand(description.endsWith('.'), `${name} is not described in a sentence`);
    demand(typeof need !== 'object' || Object.hasOwn(config, need.with), `${name} needs an unknown variable`);
  }
}

function demandAddress({ config, reach }: Manifest, demand: Demand): void {
  const urls = Object.entries<Variable>(config).flatMap(([name, variable]) =>
    variable.kind === 'url' ? [[name, variable] as const] : [],
  );
  demand(
    reach !== undefined || Object.values<Variable>(config).some(tellsAddress),
    'it has neither a required address nor one of its own nor hosts it may reach',
  );
  for (const [name, { need, default: usual }] of urls) {
    if (usual === undefined) continue;
    demand(need === 'optional', `${name} is needed and has a default`);
    demand(/^https:\/\/[^?#]+$/u.test(usual), `the default of ${name} is no https address`);
    demand(name !== reach?.override, `${name} overrides hosts and has a default`);
  }
  demand(reach === undefined || urls.some(([name]) => name === reach.override), 'its hosts cannot be overridden');
}

function demandOperations({ operations, checks }: Manifest, demand: Demand): void {
  const checked = new Set(Object.values(checks).flatMap(({ affects }) => affects as readonly string[]));
  for (const [name, binding] of Object.entries(operations)) {
    demand(catalog.has(name), `${name} is not in the catalog`);
    demand(checked.has(name), `no check speaks for ${name}`);
    demand(binding.upstream.length > 0, `${name} calls nothing`);
    for (const call of binding.upstream) demand(isLegalCall(call), `${name}: ${call} is no call`);
    const takesWindow = 'window' in (catalog.get(name)?.arguments.shape ?? {});
    demand(
      takesWindow === (binding.windowSec !== undefined),
      `${name} bounds a window it does not take, or takes one it does not bound`,
    );
  }
}

function demandChecks({ operations, grants, checks }: Manifest, demand: Demand): void {
  for (const { grant, because } of unjudgedGrants({ grants, checks })) {
    demand((because?.length ?? 0) > 20, `no check judges ${grant}, and its grant does not say why`);
  }
  for (const [id, check] of Object.entries(checks)) {
    demand(
      check.affects.every((name) => Object.hasOwn(operations, name)),
      `${id} affects an operation of others`,
    );
    demand(
      [...check.grants, ...(check.judges ?? [])].every((grant) => Object.hasOwn(grants, grant)),
      `${id} needs an undeclared grant`,
    );
  }
}

/** An address that is there or must be, or a connection string, which is the address and the credential in one. */
function tellsAddress(variable: Variable): boolean {
  if (variable.kind === 'url') return variable.need === 'required' || variable.default !== undefined;
  return variable.kind === 'secret' && variable.carriesAddress !== undefined && variable.need === 'required';
}

/** The one kind of variable whose name the specification fixes under the runner's own prefix. */
const isCredentialMode = (name: string): boolean => /^RUNNER_[A-Z]+_CRED_MODE$/u.test(name);

const isLegalCall = (call: UpstreamCall): boolean =>
  /^(?:GET|POST) \/\S*$/u.test(call) || /^[a-z][a-z0-9-]*:[A-Za-z][A-Za-z0-9.]*$/u.test(call);
