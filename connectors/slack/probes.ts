/** What a token shows by its looks, where Slack does not say whether the token or the address it came from is wrong. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { kindOf } from './credential-kinds.ts';
import type { manifest } from './manifest.ts';

export const probes = {
  looks: {
    tells: 'Whether the text has the form of a Slack token. Checks the text only; sends nothing.',
    async run(fault, { secrets }) {
      const token = await secrets.read('SLACK_BOT_TOKEN');
      if (token === undefined || kindOf(token.reveal()) !== undefined) return fault;
      const remedy =
        'The value of SLACK_BOT_TOKEN does not begin like a Slack token: set it to the Bot User OAuth Token, which begins with xoxb-, without quotation marks, spaces or the word Bearer.';
      return refineFault(fault, 'credential_rejected', { kind: 'bot token', reason: 'malformed' }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;
