/** An error in the wire form of the protocol that asked: https://smithy.io/2.0/aws/protocols/index.html */
import type { SymptomExample } from '../../../src/connector/symptom.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { scopeOf } from './read-request.ts';
import { escapeXml } from './write-answer.ts';

const requestId = '7f1b6c1e-0000-4000-8000-000000000001';

/** `body` is `<code>: <message>`; plain text is sent as it is, and anything else without a body, as a proxy in front of AWS does. */
export function writeError({ status, headers, body }: SymptomExample, call: FakeCall): Reply {
  if (headers?.['content-type'] === 'text/plain') return { status, headers, body };
  const told = /^([\w.]+): (.*)$/su.exec(body);
  if (told === null || told[1] === 'Unknown') return { status, ...(headers !== undefined && { headers }), body: '' };
  const [, code = '', message = ''] = told;
  const json = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': requestId, ...headers };
  if (call.headers['x-amz-target'] !== undefined) {
    return { status, headers: json, body: JSON.stringify({ __type: code, message }) };
  }
  const service = scopeOf(call)?.service;
  const isXml = call.form.has('Action') || service === 'route53';
  if (!isXml) return { status, headers: { ...json, 'x-amzn-errortype': code }, body: JSON.stringify({ message }) };
  const error = `<Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message>`;
  return {
    status,
    headers: { 'content-type': 'text/xml', ...headers },
    body:
      service === 'ec2'
        ? `<Response><Errors><Error>${error}</Error></Errors><RequestID>${requestId}</RequestID></Response>`
        : `<ErrorResponse><Error><Type>Sender</Type>${error}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`,
  };
}
