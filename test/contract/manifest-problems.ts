/** Everything a manifest must be and the compiler cannot see. */
import { catalog } from '../../catalog/index.ts';
import type { Manifest, Need, UpstreamCall, Variable } from '../../src/connector/manifest.ts';
import { unjudgedGrants } from '../../src/connector/grants.ts';

type Expect = (holds: boolean, problem: string) => void;

export function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  const expectThat: Expect = (holds, problem) => void (holds || problems.push(problem));
  expectThat(/^[a-z][a-z0-9]*$/u.test(manifest.id), 'id is not a short lower-case word');
  expectThat(URL.parse(manifest.vendorDocs)?.protocol === 'https:', 'vendorDocs is not an https address');
  const prefixes = manifest.credentials.flatMap(({ prefix }) => prefix ?? []);
  expectThat(new Set(prefixes).size === prefixes.length, 'two credential kinds share a prefix');
  for (const { grant, because } of manifest.forbidden) expectThat(because.length > 10, `${grant} has no reason`);
  requireVariables(manifest, expectThat);
  requireAddress(manifest, expectThat);
  requireOperations(manifest, expectThat);
  requireChecks(manifest, expectThat);
  return problems;
}

function requireVariables({ config }: Manifest, expectThat: Expect): void {
  for (const [name, { description, need }] of Object.entries(config)) {
    expectThat(
      /^[A-Z][A-Z0-9_]+$/u.test(name) && (isCredentialMode(name) || !/^RUNNER_|_FILE$/u.test(name)),
      `${name} is no legal variable`,
    );
    expectThat(description.endsWith('.'), `${name} is not described in a sentence`);
    for (const other of othersIn(need)) {
      expectThat(Object.hasOwn(config, other), `${name} depends on an unknown variable`);
    }
  }
}

function othersIn(need: Need): readonly string[] {
  if (typeof need !== 'object') return [];
  return 'without' in need ? need.without : [need.with];
}

function requireAddress({ config, reach }: Manifest, expectThat: Expect): void {
  const urls = Object.entries<Variable>(config).flatMap(([name, variable]) =>
    variable.kind === 'url' ? [[name, variable] as const] : [],
  );
  expectThat(
    reach !== undefined || Object.values<Variable>(config).some(tellsAddress),
    'it has neither a required address nor one of its own nor hosts it may reach',
  );
  for (const [name, { need, default: usual }] of urls) {
    if (usual === undefined) continue;
    expectThat(need === 'optional', `${name} is needed and has a default`);
    expectThat(/^https:\/\/[^?#]+$/u.test(usual), `the default of ${name} is no https address`);
    expectThat(name !== reach?.override, `${name} overrides hosts and has a default`);
  }
  expectThat(reach === undefined || urls.some(([name]) => name === reach.override), 'its hosts cannot be overridden');
}

function requireOperations({ operations, checks }: Manifest, expectThat: Expect): void {
  const checked = new Set(Object.values(checks).flatMap(({ affects }) => affects as readonly string[]));
  for (const [name, declaration] of Object.entries(operations)) {
    expectThat(catalog.has(name), `${name} is not in the catalog`);
    expectThat(checked.has(name), `no check speaks for ${name}`);
    expectThat(declaration.upstream.length > 0, `${name} calls nothing`);
    for (const call of declaration.upstream) expectThat(isLegalCall(call), `${name}: ${call} is no call`);
    const takesWindow = 'window' in (catalog.get(name)?.arguments.shape ?? {});
    expectThat(
      takesWindow === (declaration.windowSec !== undefined),
      `${name} bounds a window it does not take, or takes one it does not bound`,
    );
  }
}

function requireChecks({ operations, grants, checks }: Manifest, expectThat: Expect): void {
  for (const { grant, because } of unjudgedGrants({ grants, checks })) {
    expectThat((because?.length ?? 0) > 20, `no check judges ${grant}, and its grant does not say why`);
  }
  for (const [id, check] of Object.entries(checks)) {
    expectThat(
      check.affects.every((name) => Object.hasOwn(operations, name)),
      `${id} affects an operation of others`,
    );
    expectThat(
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
