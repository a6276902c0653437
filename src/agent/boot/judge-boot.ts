/** From facts to everything that is wrong, at once: what refuses the boot and what only costs something. Pure. */
import type { SetupProblem } from '../connectors/connector-setup.ts';

/** What concerns answering, wherever it happens. */
export interface SettingFacts {
  readonly settings: readonly SetupProblem[];
  readonly proxies: readonly SetupProblem[];
  /** Settings that are not secrets, given as a file, which is not read. */
  readonly ignoredFiles: readonly SetupProblem[];
  readonly secretStore: readonly SetupProblem[];
  readonly allowFile: readonly SetupProblem[];
  readonly lockFile: readonly SetupProblem[];
  /** Operations that would be enabled, were they in the lock file as they are now. */
  readonly inert: readonly string[];
  readonly sourcesFile: readonly SetupProblem[];
  readonly sources: readonly SourceFacts[];
  /** RUNNER_ variables that nothing reads. */
  readonly unknownVariables: readonly string[];
}

export interface BootFacts extends SettingFacts {
  readonly config: readonly SetupProblem[];
  /** Problems of the bootstrap token, where no identity makes it unnecessary. */
  readonly token: readonly SetupProblem[];
  readonly isTokenInArguments: boolean;
  readonly identity: readonly { readonly cause: string; readonly remedy: string }[];
}

export interface SourceFacts {
  readonly name: string;
  readonly isTouched: boolean;
  readonly missing: string | undefined;
  readonly problems: readonly SetupProblem[];
  /** Secrets that could not be read just now. */
  readonly unreadable: readonly SetupProblem[];
  /** Variables with an address that a credential would be sent to in the clear. */
  readonly clearText: readonly string[];
}

export interface BootProblem {
  readonly code: string;
  readonly cause: string;
  readonly cost: string;
  readonly fix: string;
}

export interface BootVerdict {
  readonly refusals: readonly BootProblem[];
  readonly warnings: readonly BootProblem[];
}

export function judgeBoot(facts: BootFacts): BootVerdict {
  const { sources } = facts;
  return {
    refusals: [
      ...toProblems('configuration', [...facts.config, ...facts.token], 'the Agent cannot reach its control plane'),
      ...(facts.isTokenInArguments ? [tokenInArguments] : []),
      ...facts.identity.map(({ cause, remedy }) => ({
        code: 'identity',
        cause: bare(cause),
        cost: 'the Agent cannot prove who it is',
        fix: remedy,
      })),
      ...toProblems('configuration', facts.settings, 'a limit would differ from the intended one'),
      ...toProblems('configuration', facts.proxies, 'credentials would go another way than the intended one'),
      ...toProblems('configuration', facts.ignoredFiles, 'the value in the file would not be used'),
      ...toProblems('secret_store', facts.secretStore, 'no secret that refers to the store can be read'),
      ...toProblems('allow_file', facts.allowFile, 'more operations would be enabled than intended'),
      ...toProblems('lock_file', facts.lockFile, 'operations that nobody reviewed would be enabled'),
      ...toProblems('sources_file', facts.sourcesFile, 'other systems would be read than intended'),
      ...sources.flatMap(({ name, problems }) => toProblems('connector', problems, `no operation of ${name} works`)),
    ],
    warnings: [
      ...sources.flatMap(warnOfSource),
      ...(sources.some(({ isTouched }) => isTouched) ? [] : [nothingConfigured]),
      ...warnOfInert(facts.inert),
      ...facts.unknownVariables.map((name) => ({
        code: 'unknown_variable',
        cause: `${name} is not a setting of the Agent`,
        cost: 'a misspelt setting has no effect',
        fix: 'Correct its name or remove it.',
      })),
    ],
  };
}

function warnOfSource({ name, isTouched, missing, unreadable, clearText }: SourceFacts): BootProblem[] {
  const incomplete: BootProblem = {
    code: 'connector_incomplete',
    cause: `${missing} is not set, but other settings of ${name} are`,
    cost: `no operation of ${name} works`,
    fix: `Set ${missing}.`,
  };
  return [
    ...(isTouched && missing !== undefined ? [incomplete] : []),
    ...toProblems('secret_unreadable', unreadable, `operations of ${name} fail until it can be read`),
    ...clearText.map((variable) => ({
      code: 'clear_text',
      cause: `${variable} begins with http:// but is not an address of this machine`,
      cost: 'the credential would cross the network unencrypted',
      fix: `Use https in ${variable}.`,
    })),
  ];
}

const mostNamed = 10;

function warnOfInert(inert: readonly string[]): BootProblem[] {
  if (inert.length === 0) return [];
  const named = inert.slice(0, mostNamed).join(', ');
  const more = inert.length > mostNamed ? ` and ${inert.length - mostNamed} more` : '';
  return [
    {
      code: 'inert_operations',
      cause: `The lock file does not hold ${named}${more} as this version has them`,
      cost: 'they answer not_enabled',
      fix: 'Review them with `farol catalog diff`, then write the file with `farol catalog lock`.',
    },
  ];
}

const tokenInArguments: BootProblem = {
  code: 'token_in_arguments',
  cause: 'A bootstrap token was passed on the command line of this process',
  cost: 'every user of this machine could read it in the process list',
  fix: 'Revoke it, create another one, and put that into the file of RUNNER_BOOTSTRAP_TOKEN_FILE.',
};

const nothingConfigured: BootProblem = {
  code: 'nothing_configured',
  cause: 'No connector is configured',
  cost: 'every operation answers not_configured',
  fix: 'Set the variables of at least one connector; its reference page lists them.',
};

function toProblems(code: string, problems: readonly SetupProblem[], cost: string): BootProblem[] {
  return problems.map(({ problem, remedy }) => ({ code, cause: bare(problem), cost, fix: remedy }));
}

function bare(sentence: string): string {
  return sentence.replace(/\.$/u, '');
}
