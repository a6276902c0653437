/** The checks do what the operations do, and ask what the account may do beyond it: Argo CD answers that to anybody who is signed in. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { dayMs, wordTimeLeft } from '../../src/connector/time-left.ts';
import { Fault } from '../../src/core/fault.ts';
import { type ArgoClient, openArgo } from './client.ts';
import { forbidden, getApplications } from './grants.ts';
import type { manifest } from './manifest.ts';
import { readToken, type TokenFacts } from './token.ts';
import { configuredProjects, readVisibility, type Visibility } from './visibility.ts';

const soonDays = 14;
const makeOne = 'Create one with `argocd account generate-token --account farol` and put it into ARGOCD_AUTH_TOKEN.';

export const checks = {
  server: {
    async run(context) {
      return { status: 'ok', summary: `Argo CD ${await openArgo(context).getVersion()} answered.` };
    },
  },

  account: {
    async run(context) {
      const { loggedIn, username } = await openArgo(context).whoAmI();
      if (loggedIn !== true) throw notTaken();
      const facts = readToken(await context.secrets.read('ARGOCD_AUTH_TOKEN'));
      return judge(username || 'an unnamed account', facts, context.clock.now());
    },
  },

  applications_read: {
    async run(context) {
      const client = openArgo(context);
      const count = await client.countApplications();
      const visibility = await readVisibility(client, configuredProjects(context));
      return tellVisibility(visibility, count);
    },
  },

  least_privilege: {
    async run(context) {
      const client = openArgo(context);
      const projects = configuredProjects(context);
      const asked = await Promise.all(
        forbidden.map(async ({ grant }) => ((await isHeld(client, grant, projects)) ? [grant] : [])),
      );
      const excess = asked.flat();
      if (excess.length === 0) {
        return { status: 'ok', summary: 'The account has none of the permissions that must never be granted.' };
      }
      return {
        status: 'pending_configuration',
        summary: `The account may do more than is used: ${excess.join('; ')}.`,
        excess,
        // Everything works; it is only allowed more than it needs.
        affects: [],
        remedy:
          'In policy.csv of the ConfigMap argocd-rbac-cm leave the account only its one line, and check policy.default too: it applies to every account.',
      };
    },
  },
} satisfies Checks<typeof manifest>;

function notTaken(): Fault {
  const remedy = `Argo CD does not accept the token: it was deleted, it has expired, its account is disabled, or it belongs to another server. ${makeOne}`;
  return new Fault('credential_rejected', { kind: 'account token', reason: 'rejected' }, remedy);
}

function judge(username: string, { kind, endsMs }: TokenFacts, nowMs: number): Finding {
  const who = `Signed in as ${username}.`;
  if (kind === 'session') {
    return {
      status: 'pending_configuration',
      summary: `${who} The token is the session of a person, which expires after a day.`,
      affects: [],
      remedy: `Use a token of a local account with capability apiKey instead. ${makeOne}`,
    };
  }
  if (endsMs === undefined) return { status: 'ok', summary: who };
  const leftMs = endsMs - nowMs;
  const summary = `${who} The token expires in ${wordTimeLeft(leftMs)}.`;
  if (leftMs >= soonDays * dayMs) return { status: 'ok', summary };
  return { status: 'degraded', summary, affects: [], remedy: `Replace the token before that. ${makeOne}` };
}

function tellVisibility({ isAll, seen, hidden }: Visibility, count: number): Finding {
  const number = `${count} ${count === 1 ? 'application is' : 'applications are'} visible`;
  if (isAll && hidden.length === 0) {
    const summary = `${number}; the account may get those of every project except those that a deny rule names.`;
    return { status: 'ok', summary, held: [getApplications] };
  }
  if (!isAll && seen.length === 0 && count === 0) throw nothingSeen();
  const limited = `${number}; the account cannot see all applications`;
  const held =
    isAll || seen.length === 0 ? [getApplications] : seen.map((project) => `${getApplications}, ${project}/*`);
  if (seen.length > 0 && hidden.length === 0) {
    return { status: 'ok', summary: `${limited}, but may get those of ${seen.join(', ')}.`, held };
  }
  const missing = hidden.map((project) => `${getApplications}, ${project}/*`);
  const which = hidden.length === 0 ? '*/*' : hidden.map((project) => `${project}/*`).join(' and ');
  return {
    status: 'degraded',
    summary: hidden.length === 0 ? `${limited}.` : `${limited}, and may not get those of ${hidden.join(', ')}.`,
    held,
    missing,
    remedy: `Give the account ${getApplications} for ${which} in policy.csv of the ConfigMap argocd-rbac-cm, and remove a line there that ends with deny, or set ARGOCD_PROJECTS to the projects that it should see.`,
  };
}

function nothingSeen(): Fault {
  const remedy = `Argo CD accepts the token, but its account cannot see all applications, or none at all: bind it to a role with \`${getApplications}, */*, allow\` in policy.csv of the ConfigMap argocd-rbac-cm. If it should see only some projects, name them in ARGOCD_PROJECTS. Do not rotate the token.`;
  return new Fault('permission_missing', { grant: getApplications, layer: 'policy.csv' }, remedy);
}

/** A permission in one project is found by asking for that one, a permission in all but these by asking for all. */
async function isHeld(client: ArgoClient, grant: string, projects: readonly string[]): Promise<boolean> {
  for (const project of ['*', ...projects]) {
    if (await mayDo(client, grant, project)) return true;
  }
  return false;
}

/** Servers differ in the actions they take a question about: one that is not taken cannot be reported. */
async function mayDo(client: ArgoClient, grant: string, project: string): Promise<boolean> {
  try {
    return await client.mayDo(grant, project);
  } catch (error) {
    if (error instanceof Fault && error.kind === 'invalid_arguments') return false;
    throw error;
  }
}
