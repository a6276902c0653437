/** Everything a manifest must be and the compiler cannot see. */
import { catalog } from '../../catalog/index.ts';
import type { Manifest, UpstreamCall, Variable } from '../../src/connector/manifest.ts';

export function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string): void => void (holds || problems.push(problem));
  demand(/^[a-z][a-z0-9]*$/u.test(manifest.id), 'id is not a short lower-case word');
  demand(URL.parse(manifest.vendorDocs)?.protocol === 'https:', 'vendorDocs is not an https address');
  for (const [name, variable] of Object.entries(manifest.config)) {
    demand(
      /^[A-Z][A-Z0-9_]+$/u.test(name) && (isCredentialMode(name) || !/^RUNNER_|_FILE$/u.test(name)),
      `${name} is no legal variable`,
    );
    demand(variable.description.endsWith('.'), `${name} is not described in a sentence`);
    const { need } = variable;
    demand(typeof need !== 'object' || Object.hasOwn(manifest.config, need.with), `${name} needs an unknown variable`);
  }
  const urls = Object.entries<Variable>(manifest.config).flatMap(([name, variable]) =>
    variable.kind === 'url' ? [[name, variable] as const] : [],
  );
  demand(
    manifest.reach !== undefined || Object.values<Variable>(manifest.config).some(tellsAddress),
    'it has neither a required address nor one of its own nor hosts it may reach',
  );
  for (const [name, { need, default: usual }] of urls) {
    demand(usual === undefined || need === 'optional', `${name} is needed and has a default`);
    demand(usual === undefined || /^https:\/\/[^?#]+$/u.test(usual), `the default of ${name} is no https address`);
    demand(usual === undefined || name !== manifest.reach?.override, `${name} overrides hosts and has a default`);
  }
  demand(
    manifest.reach === undefined || urls.some(([name]) => name === manifest.reach?.override),
    'its hosts cannot be overridden',
  );
  const prefixes = manifest.credentials.flatMap(({ prefix }) => prefix ?? []);
  demand(new Set(prefixes).size === prefixes.length, 'two credential kinds share a prefix');
  for (const { grant, because } of manifest.forbidden) demand(because.length > 10, `${grant} has no reason`);
  for (const [name, binding] of Object.entries(manifest.operations)) {
    demand(catalog.has(name), `${name} is not in the catalog`);
    demand(binding.upstream.length > 0, `${name} calls nothing`);
    for (const call of binding.upstream) demand(isLegalCall(call), `${name}: ${call} is no call`);
    const takesWindow = 'window' in (catalog.get(name)?.arguments.shape ?? {});
    demand(
      takesWindow === (binding.windowSec !== undefined),
      `${name} bounds a window it does not take, or takes one it does not bound`,
    );
  }
  const checked = new Set(Object.values(manifest.checks).flatMap(({ affects }) => affects as readonly string[]));
  for (const name of Object.keys(manifest.operations)) demand(checked.has(name), `no check speaks for ${name}`);
  for (const [id, check] of Object.entries(manifest.checks)) {
    demand(
      check.affects.every((name) => Object.hasOwn(manifest.operations, name)),
      `${id} affects an operation of others`,
    );
    demand(
      check.grants.every((grant) => Object.hasOwn(manifest.grants, grant)),
      `${id} needs an undeclared grant`,
    );
  }
  return problems;
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
