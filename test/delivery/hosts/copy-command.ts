/**
 * What an owner does in the app: signs in with a link, enables the Profiler, creates a bootstrap token and copies the command
 * for hosts that comes with it. Arguments: link, file of the authority, class.
 */
import { readFileSync } from 'node:fs';
import { ProfilerSetting, TokenCreated } from '../../../src/control/api/api.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { InstanceClass } from '../../../src/tunnel/messages.ts';

const [link = '', authority = '', named = ''] = process.argv.slice(2);
const instanceClass = InstanceClass.parse(named);
const owner = new ControlApi(new URL(link).origin, readFileSync(authority, 'utf8'));
await owner.signIn(link);
await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
const body = { kind: 'bootstrap', class: instanceClass, name: instanceClass };
const { commands = [] } = await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
owner.close();
process.stdout.write(commands.find(({ way }) => way === 'host')?.command ?? '');
