import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { compileCache } from '../../../test/compile-cache.ts';
import { startTestControl } from '../../../test/control-plane.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { systemClock } from '../../core/clock.ts';
import { listActs } from '../acts/list-acts.ts';
import { Me } from '../api/api.ts';
import { SteadyClock } from '../clock/steady-clock.ts';
import { Links } from '../people/links.ts';
import { OrganizationDesk } from './operator-organizations.ts';

const clock = new SteadyClock(systemClock, undefined);

describeOnBothStores('organizations of the operator', (stores) => {
  test('are made with a link for the first owner, and recorded in the new one', () =>
    stores.with(clock, async (store) => {
      const desk = new OrganizationDesk(store, clock);
      const token = await desk.create('globex');
      const all = await desk.list();
      expect(all.map(({ name, people }) => [name, people])).toEqual([
        ['acme', 0],
        ['globex', 0],
      ]);
      await new Links(store, clock).consume(token.reveal());
      expect((await desk.list()).map(({ people }) => people)).toEqual([0, 1]);
      const kinds = async (organization: string) =>
        (await listActs(store.db, organization, { limit: 10 })).acts.map(({ kind }) => kind);
      expect((await kinds(all[1]?.id ?? '')).toSorted()).toEqual([
        'organization_created',
        'person_invited',
        'person_joined',
      ]);
      expect(await kinds('acme')).toEqual([]);
    }));

  test('have names that are free and that FAROL_ORGANIZATION accepts', () =>
    stores.with(clock, async (store) => {
      const desk = new OrganizationDesk(store, clock);
      await expect(desk.create('acme')).rejects.toThrow('There is already an organization acme.');
      for (const name of ['', 'Acme', 'a b', '-a', 'x'.repeat(64)]) {
        await expect(desk.create(name)).rejects.toThrow('must be 1 to 63 lower-case letters');
        await expect(desk.rename('acme', name)).rejects.toThrow('must be 1 to 63 lower-case letters');
      }
      const made = await Promise.allSettled([desk.create('twice'), desk.create('twice')]);
      expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await desk.list()).map(({ name }) => name)).toEqual(['acme', 'twice']);
    }));

  test('are renamed, except the one that FAROL_ORGANIZATION would make again', () =>
    stores.with(clock, async (store) => {
      const desk = new OrganizationDesk(store, clock);
      await desk.create('globex');
      await expect(desk.rename('acme', 'initech', { FAROL_ORGANIZATION: 'acme' })).rejects.toThrow(
        'Remove the variable',
      );
      const sso = { FAROL_ORGANIZATION: 'globex', FAROL_SSO_ORGANIZATION: 'acme' };
      await expect(desk.rename('acme', 'initech', sso)).rejects.toThrow('FAROL_SSO_ORGANIZATION is acme');
      await expect(desk.rename('acme', 'globex')).rejects.toThrow('There is already');
      await expect(desk.rename('nobody', 'x')).rejects.toThrow('This store has no organization nobody.');
      await desk.rename('acme', 'initech');
      // Both were made at one moment.
      expect((await desk.list()).map(({ name }) => name).toSorted()).toEqual(['globex', 'initech']);
      const { acts } = await listActs(store.db, 'acme', { limit: 10 });
      expect(acts.map(({ kind, by, subject }) => [kind, by, subject])).toEqual([
        ['organization_renamed', undefined, 'initech'],
      ]);
    }));
});

describe('farol control organization', () => {
  test('prints the link of a new organization, which signs in its owner beside the running control plane', async () => {
    const running = await startTestControl();
    try {
      const farol = (...args: readonly string[]) =>
        promisify(execFile)(
          process.execPath,
          [path.resolve(import.meta.dirname, '../../cli/main.ts'), 'control', ...args],
          {
            env: {
              ...compileCache,
              PATH: process.env['PATH'] ?? '',
              FAROL_DATA_DIR: running.folder,
              FAROL_PUBLIC_URL: running.control.addresses.app,
            },
          },
        );
      const enter = async (link: string): Promise<Me> => {
        const token = link.trim().split('#')[1];
        const headers = { origin: running.control.addresses.app };
        return Me.parse(
          (await running.send({ method: 'POST', path: '/api/session', headers, body: { token } })).json(),
        );
      };
      const { stdout } = await farol('organization', 'create', 'globex');
      expect(stdout).toMatch(/^https:\/\/localhost:\d+\/welcome#rlink_\S+\n$/u);
      expect(await enter(stdout)).toMatchObject({ organization: { name: 'globex' }, person: { role: 'owner' } });
      const { stdout: again } = await farol('owner-link', '--organization', 'globex');
      expect(await enter(again)).toMatchObject({ organization: { name: 'globex' }, person: { name: 'Owner' } });
      await farol('organization', 'rename', 'globex', 'initech');
      const { stdout: listed } = await farol('organization', 'list', '--json');
      expect(JSON.parse(listed)).toMatchObject({
        organizations: [
          { name: 'acme', people: 0 },
          { name: 'initech', people: 1 },
        ],
      });
      await expect(farol('organization', 'create', 'acme')).rejects.toMatchObject({
        code: 1,
        stderr: 'farol control organization create: There is already an organization acme.\n',
      });
    } finally {
      await running.close();
    }
  }, 120_000);
});
