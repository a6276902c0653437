/** The check of one permission: the read that its operations make, on a repository that shows whether it is held. */
import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { symptomOf } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { lackOf, readGranted } from '../app/granted.ts';
import { ask, inRepository, type Question, usesApp } from '../client.ts';
import type { GithubContext } from '../context.ts';
import type { CallParameters } from '../octokit.ts';
import type { GrantName } from '../slices.ts';
import { repositoryEmpty, revisionUnknown } from '../symptoms/repository.ts';
import { findRepository, type FoundRepository } from './find-repository.ts';

export const Rows = z.array(z.unknown());

/** How a declared check is made. */
export interface PermissionRead extends Pick<Question<z.ZodType>, 'schema' | 'orMessage'> {
  /** What was shown when it works. */
  readonly shows: string;
  /** Beside the repository; one row when left out. */
  readonly parameters?: (repository: FoundRepository) => CallParameters;
  /** Returns a finding for a refusal that does not fail this check. */
  readonly forgive?: (fault: Fault, context: GithubContext) => Promise<Finding | undefined>;
}

interface Declared extends Pick<Question<z.ZodType>, 'call'> {
  readonly grant: GrantName;
}

export function permissionCheck(declared: Declared, read: PermissionRead) {
  return { run: (context: GithubContext): Promise<Finding> => checkPermission(context, declared, read) };
}

/** Of an app, GitHub says what is granted; the read then shows that it works. */
async function checkPermission(context: GithubContext, declared: Declared, read: PermissionRead): Promise<Finding> {
  const granted = await readGranted(context);
  const lack = granted && lackOf(granted, declared.grant);
  if (lack === undefined) return tryRead(context, declared, { ...read, isGranted: granted !== undefined });
  const forgiven = await read.forgive?.(lack, context);
  if (forgiven !== undefined) return forgiven;
  throw lack;
}

async function tryRead(
  context: GithubContext,
  { grant, call }: Declared,
  {
    schema,
    orMessage,
    parameters = () => oneRow,
    shows,
    forgive,
    isGranted,
  }: PermissionRead & Pick<Shown, 'isGranted'>,
): Promise<Finding> {
  const repository = await findRepository(context);
  if (repository === undefined) {
    return {
      status: 'degraded',
      summary: 'No repository is visible to try it on.',
      remedy: selectRepositories(context),
    };
  }
  const { full_name: name } = repository;
  try {
    await ask(context, {
      schema,
      call,
      parameters: { ...inRepository(name), ...parameters(repository) },
      ...(orMessage !== undefined && { orMessage }),
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const forgiven = await forgive?.(error, context);
    if (forgiven !== undefined) return forgiven;
    // Refused after the permission was checked: a choice about this one repository.
    if (error.kind === 'feature_disabled') {
      return {
        status: 'ok',
        summary: `The interface answers for ${grant}; in ${name} the feature itself is off, which may be meant.`,
      };
    }
    const id = symptomOf(error)?.id;
    if (id !== revisionUnknown && id !== repositoryEmpty) throw error;
  }
  return describeHeld(grant, { repository, shows, isGranted });
}

interface Shown {
  readonly repository: FoundRepository;
  readonly shows: string;
  /** GitHub said with the token of an installation that the permission is held, whole. */
  readonly isGranted: boolean;
}

function describeHeld(grant: string, { repository, shows, isGranted }: Shown): Finding {
  const { full_name: name } = repository;
  if (isGranted) return { status: 'ok', summary: `${shows}, in ${name}.`, held: [grant] };
  // Of a permission to write, a read shows the half that reads.
  if (repository.private) {
    return { status: 'ok', summary: `${shows}, in ${name}.`, held: [grant.replace(/ and write$/u, '')] };
  }
  return {
    status: 'ok',
    summary: `${shows}, in ${name}; it is public and no private one is visible, so that the permission itself is not shown.`,
  };
}

export const oneRow: CallParameters = { per_page: '1' };

export function selectRepositories(context: GithubContext): string {
  return usesApp(context)
    ? 'Have an owner of the organization select repositories for the installation: Settings of the organization, GitHub Apps, Configure, Repository access.'
    : 'Select repositories for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.';
}
