/** Enabling and disabling the Profiler. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { ProfilerEnable, ProfilerHistory, ProfilerSetting } from '../api/api.ts';
import { personOf } from '../http/person-guard.ts';
import type { ProfilerSettings } from '../settings/profiler-setting.ts';

const historyLimit = 200;

export interface SettingsDeps {
  readonly settings: ProfilerSettings;
  /** Closes Profiler tunnels, fails queued captures and aborts running ones; ends when the store says so. */
  readonly onDisabled: (organization: string) => Promise<void>;
}

export function settingsRoutes(app: FastifyInstance, { settings, onDisabled }: SettingsDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.route({
    method: 'GET',
    url: '/api/settings/profiler',
    config: { access: 'member', summary: 'Whether the Profiler is enabled, by whom and since when.' },
    schema: { response: { 200: ProfilerSetting } },
    handler: (request) => settings.read(personOf(request).organization.id),
  });

  typed.route({
    method: 'GET',
    url: '/api/settings/profiler/history',
    config: { access: 'member', summary: 'Every change of the Profiler setting, newest first.' },
    schema: { response: { 200: ProfilerHistory } },
    handler: async (request) => ({
      changes: await settings.history(personOf(request).organization.id, historyLimit),
    }),
  });

  typed.route({
    method: 'PUT',
    url: '/api/settings/profiler',
    config: { access: 'admin', summary: 'Enable or disable the Profiler; the decision is recorded.' },
    schema: { body: ProfilerEnable, response: { 200: ProfilerSetting } },
    handler: async (request) => {
      const { organization, person } = personOf(request);
      const { enabled } = request.body;
      const { setting, changed } = await settings.change(organization.id, enabled, person);
      if (changed) request.log.info({ person: person.id, enabled }, 'profiler setting changed');
      // Also when nothing changed: an earlier disabling may have ended half-way.
      if (!enabled) await onDisabled(organization.id);
      return setting;
    },
  });
}
