/** The schema of the values of the chart: what `helm install` accepts, and what each value means. */
import { controlPlane } from './schema-control-plane.ts';
import { agent, profiler } from './schema-instances.ts';
import { choice, flag, group, list, orEmpty, patterns, reference, type Schema, text } from './schema-parts.ts';

const image = group('Which images.', {
  tag: text('Tag of images without a digest; refused beside a digest. Empty: the version of the chart.', {
    pattern: orEmpty(String.raw`^v[0-9]+\.[0-9]+\.[0-9]+$`),
  }),
  digests: group(
    'Digests of the manifest lists. The chart of a release has those of its images; empty: the tag names the image.',
    {
      control: text('Of farol-control.', { pattern: orEmpty(patterns.digest) }),
      agent: text('Of farol-agent.', { pattern: orEmpty(patterns.digest) }),
      profiler: text('Of farol-profiler.', { pattern: orEmpty(patterns.digest) }),
    },
  ),
  pullPolicy: choice('When the node pulls an image.', 'IfNotPresent', 'Always', 'Never'),
  pullSecrets: list('Names of Secrets that open the registry.', { type: 'string', pattern: patterns.secret }),
});

const connection = group('How Agents and Profilers reach the control plane.', {
  tunnelUrl: text(
    'RUNNER_TUNNEL_URL. Required without a control plane of this chart. Empty: that of the control plane.',
    { pattern: orEmpty(String.raw`^wss://[^?#@\s]+$`) },
  ),
  enrollUrl: text(
    'RUNNER_ENROLL_URL. Required without a control plane of this chart. Empty: that of the control plane.',
    { pattern: orEmpty(String.raw`^https://[^?#@\s]+$`) },
  ),
  cidr: text(
    'Network of the control plane, which the NetworkPolicy opens. Empty: the pods of the control plane of this chart; without one, every address on the ports of the control plane, so set it.',
    { pattern: orEmpty(patterns.cidr) },
  ),
  ca: reference('Authority of the certificate of the control plane: RUNNER_CA_FILE. Empty: public authorities alone.'),
});

/** `rule` for the value at `path`, such as `agent.replicas`. */
function at(path: string, rule: Schema): Schema {
  let schema = rule;
  for (const key of path.split('.').toReversed()) schema = { properties: { [key]: schema } };
  return schema;
}

const keywords = ['if', 'then'] as const;

/** What a choice requires of other values, each by its own name. */
function when(path: string, value: string | boolean, ...rules: readonly Schema[]): readonly Schema[] {
  const condition = at(path, { const: value });
  return rules.map((rule) => Object.fromEntries([condition, rule].map((one, index) => [keywords[index], one])));
}

const given = (path: string): Schema => at(path, { minLength: 1 });

export const chartSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Values of the Helm chart of Farol',
  ...group(
    'Generated from scripts/generate/chart. Change that and run `npm run generate`.',
    {
      global: { description: 'Of a parent chart. Not read here.', type: 'object' },
      registry: text(
        'Required. Registry and path before the names of the images, such as registry.example.com/farol.',
        { pattern: '^[a-z0-9][a-z0-9.-]*(:[0-9]+)?(/[a-z0-9._-]+)*$' },
      ),
      image,
      organization: text('Name of the organization: FAROL_ORGANIZATION and RUNNER_TENANT.', {
        pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
      }),
      controlPlane,
      connection,
      agent,
      profiler,
      networkPolicy: group('NetworkPolicies for all three.', { enabled: flag('Whether to create them.') }),
    },
    ['registry'],
  ),
  allOf: [
    ...when('controlPlane.enabled', true, given('controlPlane.publicUrl')),
    ...when('controlPlane.store', 'sqlite', at('controlPlane.replicas', { maximum: 1 })),
    ...when(
      'controlPlane.store',
      'postgres',
      given('controlPlane.database.secret'),
      given('controlPlane.storeKey.secret'),
    ),
    ...when('controlPlane.enabled', false, given('connection.tunnelUrl'), given('connection.enrollUrl')),
    ...when('agent.enabled', true, given('agent.bootstrapToken.secret')),
    ...when('profiler.enabled', true, given('profiler.bootstrapToken.secret'), at('profiler.targets', { minItems: 1 })),
  ],
};
