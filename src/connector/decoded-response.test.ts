import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../core/http-client.ts';
import { DecodedResponse, decodeText } from './decoded-response.ts';
import { diagnose, findSymptom, type Seen, symptom } from './symptom.ts';

const row = symptom({
  id: 'branch_unknown',
  seen: '404 that names the branch',
  when: { status: 404, body: /branch '[^']*' not found/u },
  kind: 'not_found_or_hidden',
  data: { what: 'the branch' },
  remedy: 'Leave the branch out.',
  example: { status: 404, body: JSON.stringify({ msg: "branch 'next' not found" }) },
});
const received = (body: string) => ({
  response: { status: 404, headers: {}, body },
  path: '/',
  nowMs: 0,
  variable: () => undefined,
});

describe('a symptom finds its sentence', () => {
  test.each([
    ['as JSON with escapes', String.raw`{"msg":"branch \u0027next\u0027 not found"}`],
    ['as JSON with everything escaped', String.raw`{"\u006dsg":"\u0062ranch 'next' not \u0066ound"}`],
    ['in a web page with character references', '<p>branch &#39;next&#x27; not&nbsp;found</p>'],
    ['in XML with a named reference', '<Message>branch &apos;next&apos; not found</Message>'],
    ['as plain text', "branch 'next' not found"],
  ])('%s', (_how, body) => {
    expect(findSymptom([row], received(body))?.id).toBe('branch_unknown');
    expect(diagnose([row], received(body)).kind).toBe('not_found_or_hidden');
  });

  test('but not where a text of somebody only quotes a member', () => {
    const spoofed = decodeText(JSON.stringify({ message: 'said "code": 16 and "ok":false' }));
    expect(spoofed).not.toMatch(/"code":\s*16|"ok"\s*:\s*false/u);
  });
});

test.each([
  ['a value', true, '{"error":{"saml":true}}'],
  ['one that is escaped', true, String.raw`{"\u0065rror":{"saml":true}}`],
  ['another value', false, '{"error":{"saml":false}}'],
  ['a text of that word', false, '{"error":{"saml":"true"}}'],
  ['a member of another', false, '{"saml":true,"error":{}}'],
  ['a text that quotes it', false, JSON.stringify({ error: { message: '"saml":true' } })],
  ['an inherited member', false, '{"error":"saml"}'],
  ['no JSON', false, '"saml":true'],
])('a symptom finds a member by its path: %s', (_what, isFound, body) => {
  const when = { status: 404, fields: { 'error.saml': true } };
  expect(findSymptom([{ ...row, when }], received(body)) !== undefined).toBe(isFound);
});

test.each([
  ['JSON cut in half', '{"msg":"branch \\u0027'],
  ['plain text with an ampersand', 'a &#39; b'],
  ['a reference to no character', '<p>&#9999999; &nosuch;</p>'],
  ['nothing', ''],
])('%s is left as it came', (_what, body) => {
  expect(decodeText(body)).toBe(body);
});

test('an answer is decoded once, and only when somebody looks', () => {
  const response = new DecodedResponse({ status: 200, headers: {}, body: '{"a": "\\u0041"}' });
  expect(response.body).toBe('{"a":"A"}');
  expect(response.body).toBe(response.body);
});

test('rows cannot be given what came over the wire', () => {
  const raw: HttpResponse = { status: 404, headers: {}, body: '' };
  const seen = { ...received(''), response: raw };
  // @ts-expect-error The body of a response is not decoded.
  const refused: Seen = seen;
  expect(refused.path).toBe('/');
});
