/** What the vendor's library would look up for itself on a developer's machine is given to it: it looks up nothing. */
import { DescribeVolumesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLibraryHandler } from '../../../src/cloud/aws/library-handler.ts';
import { librarySettings } from '../../../src/cloud/aws/library-settings.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { hurriedClock } from '../../../test/hurried-clock.ts';
import { registry } from '../../registry.ts';
import { answerAs } from '../upstream/aws-fake.ts';
import { awsVariables } from '../upstream/context.ts';
import { awsAnswers, exemplar } from '../upstream/exemplar.ts';

/** Names whose value changes no request. */
const harmless: Readonly<Record<string, string>> = {
  AWS_EXECUTION_ENV: 'set by AWS in its own products, for the header of the user agent',
  AWS_LAMBDA_FUNCTION_NAME: 'set by AWS in Lambda, for tracing',
  _X_AMZN_TRACE_ID: 'set by AWS in Lambda, for tracing',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'a warning about the version of Node',
  AWS_ENABLE_DEFAULT_SOCKET_TIMEOUT_2026: 'sockets of the library, which opens none here',
};
const isLibrary = /node_modules\/@(?:aws-sdk|smithy)\//u;
const read = new Set<string>();
const environment = process.env;

beforeAll(() => {
  const hostile = {
    ...environment,
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_USE_FIPS_ENDPOINT: 'true',
    AWS_USE_DUALSTACK_ENDPOINT: 'true',
    AWS_AUTH_SCHEME_PREFERENCE: 'httpBearerAuth',
    AWS_MAX_ATTEMPTS: '9',
  };
  process.env = new Proxy<NodeJS.ProcessEnv>(hostile, {
    get(target, name: string) {
      if (harmless[name] === undefined && isLibrary.test(new Error(name).stack ?? '')) read.add(name);
      return target[name];
    },
  });
});
afterAll(() => {
  process.env = environment;
});

describe('an environment that is meant for another program', () => {
  // The name of the profile is read before any configuration file is.
  test('is not read by any operation, nor is a configuration file below HOME', { timeout: 120_000 }, async () => {
    const reply = answerAs(awsAnswers);
    const upstream = await FakeUpstream.start((call) => reply(call) ?? { status: 501, body: '' });
    const agent = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'aws'),
      env: { ...awsVariables, AWS_URL: upstream.url },
      operationsPerMinute: 1e9,
      clock: hurriedClock,
    });
    let sent = 0;
    for (const [operation, [question]] of Object.entries(exemplar.questions)) {
      await agent.ask(operation, question);
      sent += upstream.calls.length;
    }
    expect(sent).toBeGreaterThan(Object.keys(exemplar.questions).length);
    expect([...read]).toEqual([]);
    agent.close();
    await upstream.close();
  });

  test('changes neither where a question goes nor how it is signed', async () => {
    const sent: { base: URL; authorization: string | undefined }[] = [];
    const client = new EC2Client({
      ...librarySettings,
      region: 'eu-west-1',
      credentials: { accessKeyId: awsVariables.AWS_ACCESS_KEY_ID, secretAccessKey: 'made-for-this-test' },
      requestHandler: createLibraryHandler('ec2:DescribeVolumes', ({ base, built }) => {
        sent.push({ base, authorization: built.headers['authorization'] });
        return Promise.reject(new Error('not sent'));
      }),
    });
    await expect(client.send(new DescribeVolumesCommand({}))).rejects.toThrow('not sent');
    expect(sent).toEqual([
      {
        base: new URL('https://ec2.eu-west-1.amazonaws.com'),
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 /u),
      },
    ]);
    expect([...read]).toEqual([]);
  });
});
