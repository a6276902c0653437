import { expect, test } from 'vitest';
import { commands, reports } from '../../src/tunnel/messages.ts';
import { frameKinds } from '../../src/tunnel/session/frame.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import { refusals } from '../../src/tunnel/session/refusal.ts';
import { render } from './tunnel-protocol.ts';
import { showSignedTexts } from './tunnel/signed-texts.ts';

const text = render()[0]?.text ?? '';

test('every frame, message, limit and close code has its place', () => {
  for (const name of [...frameKinds, ...Object.keys(commands), ...Object.keys(reports)]) {
    expect(text).toContain(`\n### ${name}\n`);
  }
  for (const [name, value] of Object.entries(limits)) {
    expect(text).toMatch(new RegExp(`\\| \`${name}\` \\| ${value} \\| \\S`, 'u'));
  }
  for (const code of Object.keys(refusals)) expect(text).toContain(`| \`${code}\` |`);
});

test('a signed text begins with its context, and each field with its length', () => {
  for (const { text: signed } of showSignedTexts()) {
    expect(signed).toMatch(/^\d+:farol\.[a-z.-]+\.v1,/u);
  }
  expect(showSignedTexts()[3]?.text).toBe(
    '23:farol.tunnel.command.v1,12:ORGANIZATION,8:INSTANCE,12:SERVER_NONCE,1:7,4:NAME,17:SHA256_OF_PAYLOAD,7:bm9uY2U,1:1',
  );
});
