/** Scopes of the bot token, by the names they have on the app's page, and those it must not have. */
import type { Grant, Manifest } from '../../src/connector/manifest.ts';

const group = 'Bot token scope';

export const grants = {
  'channels:read': { group, need: 'optional', access: 'Read', purpose: 'Lists public conversations.' },
  'groups:read': {
    group,
    need: 'optional',
    access: 'Read',
    purpose: 'Lists private conversations the bot was invited to.',
  },
  'channels:history': {
    group,
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the history of public conversations.',
  },
  'groups:history': {
    group,
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the history of private conversations the bot is in.',
  },
  'chat:write': {
    group,
    need: 'optional',
    access: 'Write',
    purpose: 'chat.postMessage, where the bot was invited.',
    justification: 'One of the two writes: a message in a channel that people invited the bot to, and nowhere else.',
  },
  'channels:manage': {
    group,
    need: 'optional',
    access: 'Write',
    purpose: 'chat.createChannel, for public channels.',
    justification: 'One of the two writes. The scope also renames and archives channels, which no operation does.',
  },
} as const satisfies Manifest['grants'];

export type Scope = keyof typeof grants;

export const isScope = (name: string): name is Scope => Object.hasOwn(grants, name);

/** What the vendor classes as writing, in the words of the permission document. */
export function accessOf({ access }: Grant): 'read' | 'write' {
  return access === 'Write' ? 'write' : 'read';
}

export const forbidden = [
  { grant: 'chat:write.public', because: 'Posts into every public channel, invited or not; people decide where.' },
  { grant: 'chat:write.customize', because: 'Posts under any name and picture; a message must show who sent it.' },
  { grant: 'channels:join', because: 'Lets the bot enter any public channel by itself; people invite it.' },
  { grant: 'groups:write', because: 'Creates and manages private channels; no operation does.' },
  { grant: 'im:history', because: 'Reads direct messages; no operation does.' },
  { grant: 'mpim:history', because: 'Reads direct messages of several people; no operation does.' },
  { grant: 'files:read', because: 'Opens the contents of files; answers only name them.' },
  { grant: 'users:read.email', because: 'Reads addresses of people; no operation needs them.' },
  { grant: 'search:read', because: 'Searches all that a person can see; no operation searches.' },
  { grant: 'admin', because: 'Administers the workspace; no operation does.' },
] as const;
