import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { checkout, webshop } from './upstream/applications.ts';
import { fakeArgo, refuse } from './upstream/fake-argocd.ts';
import { useArgo } from './upstream/use-argocd.ts';

const getsPayments = [['applications, get', 'payments/*']] as const;
const { withAccount, upstream, asked } = useArgo();

describe('applications', () => {
  test('are listed with sync and health, sorted, without what a list does not tell [C-EP-10]', async () => {
    const { data, complete } = resultIn(await withAccount().ask('gitops.listApplications', {}));
    expect(complete).toBe(true);
    const { applications } = data as { applications: Record<string, unknown>[] };
    expect(applications.map(({ name }) => name)).toEqual(['checkout', 'ledger', 'webshop']);
    expect(applications[0]).toEqual({
      name: 'checkout',
      namespace: 'argocd',
      project: 'payments',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'checkout' },
      sources: [{ repositoryUrl: 'https://git.example.com/deploy.git', path: 'checkout', targetRevision: 'main' }],
      sync: 'Synced',
      health: 'Healthy',
      healthChangedAt: '2026-03-09T08:00:00Z',
      automation: { prunes: true, healsItself: false },
      images: ['registry.example.com/checkout:1.3'],
      createdAt: '2026-03-01T08:00:00Z',
      labels: { team: 'payments' },
    });
    // Automation that is turned off is none.
    expect(applications[2]).not.toHaveProperty('automation');
    expect(upstream().calls[0]?.query.get('fields')).toContain('items.status.sync.status');
  });

  test('are narrowed to a project and by labels', async () => {
    const args = { project: 'payments', selector: 'team=payments,tier=batch' };
    const { data } = resultIn(await withAccount().ask('gitops.listApplications', args));
    expect(data).toMatchObject({ applications: [{ name: 'ledger' }] });
    expect((data as { applications: unknown[] }).applications).toHaveLength(1);
  });

  test('a selector that Argo CD cannot read is the fault of the caller', async () => {
    const fault = faultIn(await withAccount().ask('gitops.listApplications', { selector: 'team in (' }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'selector' } });
  });

  test('are served below a path too', async () => {
    const { data } = resultIn(await withAccount({ rootPath: '/argo' }).ask('gitops.listApplications', {}));
    expect((data as { applications: unknown[] }).applications).toHaveLength(3);
    expect(asked()).toEqual(['/argo/api/v1/applications', '/argo/api/v1/account/can-i/applications/get/*/*']);
  });
});

describe('an empty list', () => {
  test('is followed by can-i, and means none when the account may see all [C-ARGO-5]', async () => {
    const result = resultIn(await withAccount({ applications: [] }).ask('gitops.listApplications', {}));
    expect(result).toMatchObject({
      data: { applications: [] },
      complete: true,
      because:
        'The account may get the applications of every project except those that a deny rule names, but there is none.',
    });
    expect(asked()).toEqual(['/api/v1/applications', '/api/v1/account/can-i/applications/get/*/*']);
  });

  test('is asked about each time [C-ARGO-5]', async () => {
    const argo = withAccount();
    for (let time = 0; time < 2; time += 1) await argo.ask('gitops.listApplications', { selector: 'team=nobody' });
    expect(asked().filter((path) => path.includes('/can-i/'))).toHaveLength(2);
  });

  const deniesPayments = [['applications, get', 'payments/*']] as const;

  test('of a project that a deny rule hides is not complete, whatever else the account may see', async () => {
    const argo = withAccount({ denied: deniesPayments });
    const result = resultIn(await argo.ask('gitops.listApplications', { project: 'payments' }));
    expect(result).toMatchObject({ data: { applications: [] }, complete: false });
    expect(result.because).toContain('permission applications, get for payments/* is missing');
    expect(result.because).toContain('deny');
    expect(asked()).toEqual(['/api/v1/applications', '/api/v1/account/can-i/applications/get/payments/*']);
  });

  test('of everything names the projects that a deny rule hides', async () => {
    const argo = withAccount({ denied: deniesPayments, applications: [checkout] }, { ARGOCD_PROJECTS: 'payments' });
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result).toMatchObject({ data: { applications: [] }, complete: false });
    expect(result.because).toContain('may not get those of payments');
  });

  test('means a missing permission when the account may see nothing [C-ARGO-5] [C-ERR-9]', async () => {
    const result = resultIn(await withAccount({ allowed: [] }).ask('gitops.listApplications', {}));
    expect(result).toMatchObject({ data: { applications: [] }, complete: false });
    expect(result.because).toMatch(
      /^The account cannot see all applications: permission applications, get is missing\./u,
    );
    expect(result.because).toContain('ARGOCD_PROJECTS');
  });

  test.each([
    [
      'payments',
      true,
      /^The account cannot see all applications\. It may get those of payments, but there is none there\.$/u,
    ],
    ['payments,web', false, /It may get those of payments, .* It may not get those of web\. Give it/u],
    ['web', false, /^The account cannot see all applications: permission applications, get is missing\. Give it/u],
  ])('of an account for one project, with ARGOCD_PROJECTS %s: complete is %s', async (projects, complete, because) => {
    const account = { allowed: getsPayments, applications: [webshop] };
    const argo = withAccount(account, { ARGOCD_PROJECTS: projects });
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result).toMatchObject({ data: { applications: [] }, complete });
    expect(result.because).toMatch(because);
    expect(asked()).toContain(`/api/v1/account/can-i/applications/get/${projects.split(',')[0]}/*`);
  });

  test.each([
    [
      'payments',
      true,
      'The account may get every application of project payments, but none that the selector matches.',
    ],
    ['web', false, 'The account cannot see all applications of project web: permission'],
  ])('of project %s is reported for that project', async (project, complete, because) => {
    const args = { project, selector: 'team=nobody' };
    const result = resultIn(await withAccount({ allowed: getsPayments }).ask('gitops.listApplications', args));
    expect(result.complete).toBe(complete);
    expect(result.because).toContain(because);
  });

  test('says when nobody could be asked what it means', async () => {
    const argo = withAccount({ applications: [] });
    const answer = fakeArgo({ applications: [] });
    upstream().answerWith((call) =>
      call.path.includes('/can-i/') ? refuse(404, 5, 'Not Found') : (answer(call) ?? { status: 501, body: '' }),
    );
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result.complete).toBe(false);
    expect(result.because).toContain('could not be checked (wrong_endpoint)');
  });
});

describe('a list that is not empty', () => {
  test('of an account that may see everything needs no note', async () => {
    const result = resultIn(await withAccount().ask('gitops.listApplications', {}));
    expect(result.complete).toBe(true);
    expect(result).not.toHaveProperty('because');
  });

  test('of a limited account says that others may exist', async () => {
    const result = resultIn(await withAccount({ allowed: getsPayments }).ask('gitops.listApplications', {}));
    expect(result).toMatchObject({ data: { applications: [{ name: 'checkout' }, { name: 'ledger' }] } });
    expect(result.complete).toBe(false);
    expect(result.because).toContain('The account cannot see all applications: others may exist.');
  });

  test.each([
    ['payments', true, 'others may exist outside payments'],
    ['payments,web', false, 'may not get those of web'],
  ])('of a limited account, with ARGOCD_PROJECTS %s: complete is %s', async (projects, complete, because) => {
    const argo = withAccount({ allowed: getsPayments }, { ARGOCD_PROJECTS: projects });
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result.complete).toBe(complete);
    expect(result.because).toContain(because);
  });

  test('of a project the account may get needs no note, whatever else is hidden', async () => {
    const args = { project: 'payments' };
    const result = resultIn(await withAccount({ allowed: getsPayments }).ask('gitops.listApplications', args));
    expect(result.complete).toBe(true);
    expect(result).not.toHaveProperty('because');
  });

  test('of everything but a denied project names that project', async () => {
    const argo = withAccount({ denied: [['applications, get', 'web/*']] }, { ARGOCD_PROJECTS: 'payments,web' });
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result).toMatchObject({
      complete: false,
      data: { applications: [{ name: 'checkout' }, { name: 'ledger' }] },
    });
    expect(result.because).toContain('may not get those of web');
  });

  test('says when whether others exist could not be asked', async () => {
    const argo = withAccount();
    const answer = fakeArgo();
    upstream().answerWith((call) =>
      call.path.includes('/can-i/') ? refuse(404, 5, 'Not Found') : (answer(call) ?? { status: 501, body: '' }),
    );
    const result = resultIn(await argo.ask('gitops.listApplications', {}));
    expect(result.complete).toBe(false);
    expect(result.because).toContain('could not be checked (wrong_endpoint)');
  });
});

describe('one application', () => {
  test('is returned with its resources and its last operation [C-EP-10]', async () => {
    const { data, truncated } = resultIn(await withAccount().ask('gitops.getApplication', { name: 'checkout' }));
    expect(truncated).toBe(false);
    expect(data).toMatchObject({
      application: { name: 'checkout', revisions: ['c3'], conditions: [], reconciledAt: '2026-03-12T08:00:00Z' },
      lastOperation: {
        phase: 'Succeeded',
        startedAt: '2026-03-06T08:00:00Z',
        finishedAt: '2026-03-07T08:00:00Z',
        revisions: ['c3'],
        initiator: { isAutomated: true },
        results: [
          { group: 'apps', kind: 'Deployment', name: 'checkout', status: 'Synced', phase: 'Sync' },
          { group: 'batch', kind: 'Job', name: 'migrate', hook: 'PreSync', hookPhase: 'Succeeded' },
        ],
      },
      resourceCount: 2,
      resources: [
        { kind: 'Deployment', health: 'Healthy', sync: 'Synced', isToBePruned: false },
        { kind: 'ConfigMap', sync: 'OutOfSync', isToBePruned: true },
      ],
    });
  });

  test('with more resources than asked for says so', async () => {
    const args = { name: 'checkout', limit: 1 };
    const { data, truncated } = resultIn(await withAccount().ask('gitops.getApplication', args));
    expect(truncated).toBe(true);
    expect(data).toMatchObject({ resourceCount: 2, resources: [{ name: 'checkout' }] });
  });

  test('that was never synchronized has no last operation, and says that it has no resources', async () => {
    const args = { name: 'webshop', appNamespace: 'team-web' };
    const result = resultIn(await withAccount().ask('gitops.getApplication', args));
    expect(result.data).not.toHaveProperty('lastOperation');
    expect(result.because).toContain('no resources');
  });

  test('that is absent is refused like a hidden one as long as no project is given', async () => {
    const fault = faultIn(await withAccount().ask('gitops.getApplication', { name: 'absent' }));
    expect(fault).toMatchObject({ code: 'not_found_or_hidden', data: { what: 'the application' } });
    expect(fault.remedy).toContain('Ask again with its project');
  });

  test.each([
    ['absent', 'payments', 'not_found_or_hidden'],
    ['webshop', 'web', 'permission_missing'],
    ['checkout', 'web', 'permission_missing'],
  ])('%s with project %s is reported as %s', async (name, project, code) => {
    const fault = faultIn(await withAccount({ allowed: getsPayments }).ask('gitops.getApplication', { name, project }));
    expect(fault.code).toBe(code);
  });
});

describe('the history', () => {
  test('comes from the status of the application, newest first [C-EP-10] [C-ARGO-3]', async () => {
    const { data } = resultIn(await withAccount().ask('gitops.getSyncHistory', { name: 'checkout', limit: 2 }));
    expect(asked()).toEqual(['/api/v1/applications/checkout']);
    expect(data).toEqual({
      kept: 3,
      history: [3, 2].map((id) => ({
        id,
        revisions: [`c${id}`],
        sources: [{ repositoryUrl: 'https://git.example.com/deploy.git', path: 'checkout', targetRevision: 'main' }],
        startedAt: `2026-03-0${id * 2}T08:00:00Z`,
        deployedAt: `2026-03-0${id * 2 + 1}T08:00:00Z`,
        initiator: id === 2 ? { isAutomated: false, username: 'ada' } : { isAutomated: true },
      })),
    });
  });

  test('says how many are stored when the application does not', async () => {
    const { data } = resultIn(await withAccount().ask('gitops.getSyncHistory', { name: 'ledger' }));
    expect(data).toMatchObject({ kept: 10, history: [{ id: 0, revisions: ['4.1.0', 'd8'] }] });
    expect((data as { history: object[] }).history[0]).not.toHaveProperty('startedAt');
  });

  test('that is empty says whether any is stored', async () => {
    const args = { name: 'webshop', appNamespace: 'team-web' };
    const result = resultIn(await withAccount().ask('gitops.getSyncHistory', args));
    expect(result.because).toContain('revisionHistoryLimit 0');
  });
});

test('refresh is sent with no request of any operation or check [C-ARGO-4]', async () => {
  const argo = withAccount();
  await argo.ask('gitops.listApplications', { selector: 'team=nobody' });
  await argo.ask('gitops.getApplication', { name: 'checkout', project: 'payments' });
  await argo.ask('gitops.getSyncHistory', { name: 'checkout' });
  await argo.check();
  expect(upstream().calls.length).toBeGreaterThan(10);
  expect(upstream().calls.filter(({ query }) => query.has('refresh'))).toEqual([]);
});

test('no value that an application is deployed with is returned, and what is around it stays', async () => {
  const argo = withAccount();
  const ledgerItself = resultIn(await argo.ask('gitops.getApplication', { name: 'ledger' }));
  const others = [
    await argo.ask('gitops.listApplications', {}),
    await argo.ask('gitops.getApplication', { name: 'webshop', appNamespace: 'team-web' }),
    await argo.ask('gitops.getSyncHistory', { name: 'ledger' }),
  ].map(resultIn);
  expect(JSON.stringify([ledgerItself, ...others])).not.toContain('hunter');
  expect(ledgerItself.data).toMatchObject({
    application: {
      sources: [
        { repositoryUrl: 'https://charts.example.com/stable', chart: 'ledger' },
        { repositoryUrl: 'git@git.example.com:values.git' },
      ],
      healthMessage: 'container said: wrong password [redacted]',
    },
    lastOperation: { message: expect.stringContaining('one or more objects failed to apply: db.password [redacted]') },
  });
});

test('an application that says little is returned as far as it goes', async () => {
  const bare = { ...checkout, spec: { ...checkout.spec, project: '' }, status: { ...webshop.status, health: {} } };
  const argo = withAccount({ applications: [bare] });
  const { data } = resultIn(await argo.ask('gitops.getApplication', { name: 'checkout' }));
  expect(data).toMatchObject({ application: { project: 'default', health: 'Unknown', revisions: [], images: [] } });
});
