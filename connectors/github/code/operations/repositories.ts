import type { DataOf } from '../../../../catalog/index.ts';
import { symptomOf } from '../../../../src/connector/symptom.ts';
import { Fault } from '../../../../src/core/fault.ts';
import {
  InstallationRepositories,
  Organization,
  type Repository,
  RepositoryList,
  WholeRepository,
} from '../schema/repository.ts';
import { ask, inRepository, usesApp } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { installationRefused } from '../../symptoms/access.ts';
import { type ListQuestion, outcomeOf, type PageRead, placeOf, readPage } from '../../paging.ts';

const operation = 'code.listRepositories';
type Told = DataOf<typeof operation>['repositories'][number];
type Args = ListQuestion<never, never>['args'];
type Page = PageRead<unknown, Repository>;

export const repositoryOperations: GithubOperations<'code.getRepository' | typeof operation> = {
  'code.getRepository': {
    async run({ repo }, context) {
      const { answer: found } = await ask(context, {
        schema: WholeRepository,
        call: 'GET /repos/{owner}/{repo}',
        parameters: inRepository(repo),
      });
      const { allow_merge_commit: merge, allow_squash_merge: squash, allow_rebase_merge: rebase } = found;
      const methods = { merge, squash, rebase } as const;
      const areMethodsTold = Object.values(methods).some((one) => one !== undefined);
      return {
        data: {
          repository: {
            ...tell(found),
            parent: found.parent?.full_name,
            sizeBytes: found.size * 1024,
            license: found.license?.spdx_id ?? found.license?.name,
            openIssues: found.open_issues_count,
            mergeMethods: areMethodsTold
              ? (['merge', 'squash', 'rebase'] as const).filter((one) => methods[one] === true)
              : undefined,
            deletesMergedBranches: found.delete_branch_on_merge,
          },
        },
        complete: true,
        truncated: false,
      };
    },
  },

  [operation]: {
    async run({ org, ...rest }, context) {
      const args = { ...rest, org };
      const page = org === undefined ? await readOwn(context, args) : await readOf(context, org, args);
      const { empty, missing } = page.rows.length > 0 || !page.isFirst ? nothingToSay : await explain(context, org);
      return { data: { repositories: page.rows.map(tell) }, ...outcomeOf(page, empty, missing) };
    },
  },
};

function readOf(context: GithubContext, org: string, args: Args): Promise<Page> {
  return readPage(context, {
    operation,
    args,
    call: 'GET /orgs/{org}/repos',
    parameters: { org, sort: 'full_name' },
    schema: RepositoryList,
    rows: (all) => all,
  });
}

/** An app's installation is no user, and has a list of its own. */
async function readOwn(context: GithubContext, args: Args): Promise<Page> {
  const installation = (): Promise<Page> =>
    readPage(context, {
      operation,
      args,
      call: 'GET /installation/repositories',
      schema: InstallationRepositories,
      rows: ({ repositories }) => repositories,
      via: 'installation',
    });
  if (usesApp(context) || placeOf(operation, args)?.via === 'installation') return installation();
  try {
    return await readPage(context, {
      operation,
      args,
      call: 'GET /user/repos',
      parameters: { sort: 'full_name' },
      schema: RepositoryList,
      rows: (all) => all,
    });
  } catch (error) {
    if (isOfInstallation(error)) return installation();
    throw error;
  }
}

function isOfInstallation(error: unknown): error is Fault {
  return error instanceof Fault && symptomOf(error)?.id === installationRefused;
}

interface Explained {
  /** Why the list is empty although nothing is hidden. */
  readonly empty: string;
  /** What is hidden. */
  readonly missing: readonly string[];
}
const nothingToSay: Explained = { empty: '', missing: [] };
const chosenBy = (context: GithubContext): string =>
  `${
    usesApp(context)
      ? 'An owner of the organization chooses the repositories of the installation under Settings, GitHub Apps, Configure, Repository access'
      : 'Repositories are chosen for the token under Settings, Developer settings, Fine-grained tokens, Repository access'
  }; what is not chosen is left out without a word.`;

/** The list leaves out what the token does not reach, and the organization knows how many there are. */
async function explain(context: GithubContext, org: string | undefined): Promise<Explained> {
  const chosen = chosenBy(context);
  if (org === undefined) {
    const what = usesApp(context) ? 'installation' : 'token';
    return { empty: '', missing: [`The ${what} reaches no repository. ${chosen}`] };
  }
  const total = await countOf(context, org);
  if (total === undefined) {
    return {
      empty: '',
      missing: [`No repository of ${org} can be seen, and whether it has any is not told. ${chosen}`],
    };
  }
  if (total > 0) return { empty: '', missing: [`${org} has ${total} repositories and none can be seen. ${chosen}`] };
  return { empty: `The read was allowed and ${org} has no repository.`, missing: [] };
}

/** Undefined when the number of private ones is not told. */
async function countOf(context: GithubContext, org: string): Promise<number | undefined> {
  try {
    const { answer } = await ask(context, { schema: Organization, call: 'GET /orgs/{org}', parameters: { org } });
    const { public_repos: open, total_private_repos: hidden } = answer;
    if (hidden === undefined) return open > 0 ? open : undefined;
    return open + hidden;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

function tell(found: Repository): Told {
  return {
    repo: found.full_name,
    description: found.description,
    visibility: found.visibility ?? (found.private ? 'private' : 'public'),
    defaultBranch: found.default_branch,
    language: found.language,
    topics: found.topics,
    isArchived: found.archived,
    isDisabled: found.disabled,
    isFork: found.fork,
    url: found.html_url,
    createdAt: found.created_at,
    pushedAt: found.pushed_at,
    updatedAt: found.updated_at,
  };
}
