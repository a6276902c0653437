/** Scopes of the bot token. */
export const botScopes: readonly {
  readonly scope: string;
  readonly access: 'read' | 'write';
  readonly purpose: string;
}[] = [
  { scope: 'channels:read', access: 'read', purpose: 'Lists public conversations.' },
  { scope: 'groups:read', access: 'read', purpose: 'Lists private conversations the bot was invited to.' },
  { scope: 'channels:history', access: 'read', purpose: 'Reads the history of public conversations.' },
  { scope: 'groups:history', access: 'read', purpose: 'Reads the history of private conversations the bot is in.' },
  { scope: 'chat:write', access: 'write', purpose: 'chat.postMessage, where the bot was invited.' },
  { scope: 'channels:manage', access: 'write', purpose: 'chat.createChannel, for public channels.' },
];
