import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { fakeVercel, teamId } from './fake-vercel.ts';

const either =
  (reply: (call: FakeCall) => Reply | undefined) =>
  (call: FakeCall): Reply =>
    reply(call) ?? { status: 501, body: '' };

const ofProject = (place: string): readonly string[] => [`projects.*.${place}`, place];

const older = fakeVercel();
const newer = fakeVercel({}, 'v10');

export const exemplar: Exemplar = {
  variables: { VERCEL_URL: '{upstream}', VERCEL_TOKEN: '{canary}', VERCEL_TEAM_ID: teamId },
  // A search is answered by the newer list alone, so that the way to it is walked too.
  reply: (call) => (call.query.get('search') === 'docs' ? newer : older)(call),
  questions: {
    'deploy.listDeployments': [
      { limit: 2 },
      {
        project: 'shop',
        states: ['ready', 'failed'],
        target: 'production',
        branch: 'main',
        commitId: 'fe1b2c3d',
        window: { from: '2026-09-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z' },
      },
      { window: { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' } },
    ],
    'deploy.listProjects': [{ limit: 2 }, { search: 'docs' }, { search: 'none' }],
    'deploy.getProject': [{ project: 'shop' }, { project: 'prj_docs' }],
  },
  redacted: {
    'Environment and build settings of a deployment': ['deployments.*.projectSettings.*'],
    'Values of environment variables': ofProject('env.*.value'),
    'Deploy hooks': ofProject('link.deployHooks.*.url'),
    'Bypass secrets and passwords of the protection': [
      ...ofProject('protectionBypass').map((place) => [place, (secret: string) => ({ [secret]: {} })] as const),
      ...ofProject('passwordProtection.password'),
    ],
  },
  failures: [
    either(fakeVercel({ scope: 'project' })),
    either(newer),
    // A member whose role may not read: the probe asks for the token, then for the team.
    either(fakeVercel({ lacks: ['/v6/deployments', '/v9/projects'] })),
  ],
};
