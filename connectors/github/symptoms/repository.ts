/** Answers that speak of the repository, its features and the question. */
import { webPageAt } from '../../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { errorBody, fieldIn, reasonIn, repositoryIn } from '../vendor-error.ts';

/** The repository is there and readable, and what was asked of it is not there. */
export const revisionUnknown = 'revision_unknown';
export const repositoryEmpty = 'repository_empty';

const whatOf = ({ path }: Seen): string => repositoryIn(path) ?? path;

function alsoHidden({ path }: Seen): string {
  if (!path.endsWith('/protection')) return '';
  return ' From an account that does not administer the repository, its branch protection is hidden too.';
}

export const featureSymptoms: readonly Symptom[] = [
  symptom({
    id: 'plan_too_small',
    seen: '403 with `Upgrade to … to enable this feature`',
    when: { status: 403, body: /Upgrade to [^"]{1,80} to enable this feature/u },
    kind: 'feature_disabled',
    data: ({ path }) => ({ feature: path.endsWith('/protection') ? 'branch protection' : 'feature of a larger plan' }),
    remedy:
      'The plan of the account that owns the repository does not include this for private repositories. No permission is missing: upgrade the plan, or do without.',
    example: {
      status: 403,
      body: errorBody('Upgrade to GitHub Pro or make this repository public to enable this feature.'),
    },
  }),
  symptom({
    id: 'dependabot_disabled',
    seen: '403 with `Dependabot alerts are disabled`',
    when: { status: 403, body: /Dependabot alerts are (?:disabled|not available)/u },
    kind: 'feature_disabled',
    data: { feature: 'Dependabot alerts' },
    remedy:
      'Enable them in the repository under Settings, Advanced Security, Dependabot alerts. No permission is missing. An archived repository has none.',
    example: { status: 403, body: errorBody('Dependabot alerts are disabled for this repository.') },
  }),
  symptom({
    id: 'repository_archived',
    seen: '403 with `Repository was archived`',
    when: { status: 403, body: /Repository was archived/u },
    kind: 'feature_disabled',
    data: { feature: 'writing to an archived repository' },
    remedy: 'Open the issue in another repository, or take this one out of the archive. No permission is missing.',
    example: { status: 403, body: errorBody('Repository was archived so is read-only.') },
  }),
  symptom({
    id: 'issues_disabled',
    seen: '410',
    when: { status: 410 },
    kind: 'feature_disabled',
    data: { feature: 'issues' },
    remedy:
      'Issues are turned off in this repository: turn them on under Settings, General, Features, or open the issue in another repository. No permission is missing.',
    example: { status: 410, body: errorBody('Issues has been disabled in this repository.') },
  }),
  symptom({
    id: 'access_blocked',
    seen: '403 or 451 with `Repository access blocked`',
    when: { status: [403, 451], body: /access blocked/iu },
    kind: 'not_found_or_hidden',
    data: (seen) => ({ what: whatOf(seen) }),
    remedy: 'The vendor has blocked this repository, for legal reasons or by its terms. Its owner must ask the vendor.',
    example: { status: 451, body: errorBody('Repository access blocked') },
  }),
  symptom({
    id: 'too_large',
    seen: '403 with `too_large`, or any refusal of a diff that takes too long',
    when: {
      status: [403, 422, 500, 503],
      body: /"too_large"|too large to fetch|diff is (?:temporarily unavailable|taking too long|unavailable)|not_available/iu,
    },
    kind: 'cap_exceeded',
    data: { limit: 'what the vendor reads at once', estimate: 'above it' },
    remedy: 'Ask for less: one file of the folder, a smaller file, or revisions that lie closer together.',
    example: {
      status: 403,
      body: errorBody('This API returns blobs up to 100 MB in size.', {
        errors: [{ resource: 'Blob', field: 'data', code: 'too_large' }],
      }),
    },
  }),
];

export const addressSymptoms: readonly Symptom[] = [
  webPageAt(
    'GITHUB_URL',
    'A web page answers at GITHUB_URL. Of an Enterprise Server, the address ends in /api/v3; of GitHub itself it is https://api.github.com.',
  ),
  symptom({
    id: 'version_unknown',
    seen: '400 with `not a supported version`',
    when: { status: 400, body: /not a supported version/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'GITHUB_URL', tried: path }),
    remedy: 'The server at GITHUB_URL is older than the interface of 2022-11-28: update the Enterprise Server.',
    example: { status: 400, body: errorBody('2022-11-28 is not a supported version.') },
  }),
];

export const questionSymptoms: readonly Symptom[] = [
  symptom({
    id: 'search_hidden',
    seen: '422 with `cannot be searched`',
    when: { status: 422, body: /cannot be searched/iu },
    kind: 'not_found_or_hidden',
    data: { what: 'the repository or organization to search' },
    remedy: 'Check its name, and that the token may read it: select the repository for the token.',
    example: {
      status: 422,
      body: errorBody('Validation Failed', {
        errors: [
          {
            message:
              'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
            resource: 'Search',
            field: 'q',
            code: 'invalid',
          },
        ],
      }),
    },
  }),
  symptom({
    id: 'search_too_far',
    seen: '422 with `Only the first 1000 search results are available`',
    when: { status: 422, body: /first 1000 search results/iu },
    kind: 'cap_exceeded',
    data: { limit: '1000 results', estimate: 'more' },
    remedy: 'Narrow the search: a longer text, a folder or a language.',
    example: { status: 422, body: errorBody('Only the first 1000 search results are available') },
  }),
  symptom({
    id: revisionUnknown,
    seen: '404 or 422 with `No commit found`, or 404 with `No common ancestor` or `Branch not found`',
    when: { status: [404, 422], body: /No commit found|No common ancestor|No ref found|Branch not found/iu },
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: `the revision in ${repositoryIn(path) ?? path}` }),
    remedy: 'The repository is there and can be read. Check the branch, the tag or the commit.',
    example: { status: 422, body: errorBody('No commit found for SHA: main2') },
  }),
  symptom({
    id: repositoryEmpty,
    seen: '404 or 409 with `repository is empty`',
    when: { status: [404, 409], body: /repository is empty/iu },
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: `a commit in ${repositoryIn(path) ?? path}` }),
    remedy: 'The repository is there and can be read, and has no commit yet. There is nothing to do.',
    example: { status: 409, body: errorBody('Git Repository is empty.') },
  }),
  symptom({
    id: 'not_found',
    seen: '404',
    when: { status: 404 },
    kind: 'not_found_or_hidden',
    data: (seen) => ({ what: whatOf(seen) }),
    remedy: (seen) =>
      seen.variable('GITHUB_APP_ID') === undefined
        ? `Check the name ${whatOf(seen)} and what is asked of it. A private repository that the token does not reach looks the same: select it for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it.${alsoHidden(seen)}`
        : `Check the name ${whatOf(seen)} and what is asked of it. A private repository that the installation does not reach looks the same: have an owner of the organization select it for the installation under Settings, GitHub Apps, Configure, Repository access.${alsoHidden(seen)}`,
    remedyWords:
      'Check the name and what is asked of it. A private repository that the credential does not reach looks the same: select it for the token under Settings, Developer settings, Fine-grained tokens, Repository access, and have the organization approve it; or have an owner of the organization select it for the installation of the app under Settings, GitHub Apps, Configure, Repository access.',
    example: { status: 404, body: errorBody('Not Found') },
  }),
  symptom({
    id: 'question_refused',
    seen: '400, 409 or 422',
    when: { status: [400, 409, 422] },
    kind: 'invalid_arguments',
    data: (seen) => ({ field: fieldIn(seen) }),
    remedy: (seen) => `Mend the question: ${reasonIn(seen)}`,
    remedyWords: 'Mend the question: followed by what the system says about it.',
    example: {
      status: 422,
      body: errorBody('Validation Failed', { errors: [{ resource: 'Issue', code: 'missing_field', field: 'title' }] }),
    },
  }),
];
