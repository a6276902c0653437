/** What an owner does on the Settings page: signs in with a link and enables the Profiler. Arguments: link, file of the authority. */
import { readFileSync } from 'node:fs';
import { ProfilerSetting } from '../../../src/control/api/api.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';

const [link = '', authority = ''] = process.argv.slice(2);
const owner = new ControlApi(new URL(link).origin, readFileSync(authority, 'utf8'));
await owner.signIn(link);
const { enabled } = await owner.call(
  { method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } },
  ProfilerSetting,
);
owner.close();
process.stdout.write(`${enabled}\n`);
