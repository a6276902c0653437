/** Parts of the schema of the chart's values. Every object is closed, so that a misspelt value is refused by its name. */
export interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

export const patterns = {
  secret: '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$',
  key: '^[A-Za-z0-9._-]{1,253}$',
  label: '^([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$',
  cidr: '^[0-9a-fA-F.:]+/[0-9]{1,3}$',
  digest: '^sha256:[0-9a-f]{64}$',
  variable: '^[A-Z][A-Z0-9_]*$',
} as const;

/** Empty, which means "not given", or of the pattern. */
export const orEmpty = (pattern: string): string => `^$|${pattern}`;

export const text = (description: string, more: Readonly<Record<string, unknown>> = {}): Schema => ({
  description,
  type: 'string',
  ...more,
});

export const flag = (description: string): Schema => ({ description, type: 'boolean' });

export const choice = (description: string, ...values: readonly string[]): Schema =>
  text(description, { enum: values });

export const whole = (description: string, minimum: number, maximum: number): Schema => ({
  description,
  type: 'integer',
  minimum,
  maximum,
});

export const group = (
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  description,
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties,
});

export const list = (description: string, items: Schema, more: Readonly<Record<string, unknown>> = {}): Schema => ({
  description,
  type: 'array',
  ...more,
  items,
});

/** Names of the pattern but not those in `reserved`, and values that are all of one kind. */
export const map = (
  description: string,
  values: Schema,
  names: { readonly pattern: string; readonly reserved?: readonly string[] },
): Schema => ({
  description,
  type: 'object',
  additionalProperties: false,
  patternProperties: { [names.pattern]: values },
  // Not by `propertyNames`: Helm would name the wrong object in its error.
  ...(names.reserved !== undefined && { properties: Object.fromEntries(names.reserved.map((name) => [name, false])) }),
});

const secretKey = text('Its key in that Secret.', { pattern: patterns.key });

export const reference = (description: string): Schema =>
  group(description, {
    secret: text('Name of a Secret of the same namespace that holds it.', { pattern: orEmpty(patterns.secret) }),
    key: secretKey,
  });

export const givenReference = group(
  'One secret.',
  {
    secret: text('Name of a Secret of the same namespace that holds it.', { pattern: patterns.secret }),
    key: secretKey,
  },
  ['secret', 'key'],
);

export const volume = (description: string): Schema =>
  group(description, {
    size: text('Requested size.', { pattern: '^[1-9][0-9]*(Mi|Gi|Ti)$' }),
    storageClass: text('StorageClass. Empty: the default one of the cluster.', { pattern: orEmpty(patterns.secret) }),
  });

export const strings = (description: string, more: Readonly<Record<string, unknown>> = {}): Schema =>
  map(description, { type: 'string', ...more }, { pattern: patterns.label });

/** Where pods run and what they get: of all three programs alike. */
export const placement = (memory = ''): Readonly<Record<string, Schema>> => ({
  cpu: text('Requested CPU. There is no CPU limit.', { pattern: '^([1-9][0-9]*m|[1-9][0-9]*)$' }),
  memory: text(`Memory. Request and limit are the same, so that the container gets no swap.${memory}`, {
    pattern: '^[1-9][0-9]*(Mi|Gi)$',
  }),
  nodeSelector: strings('Labels of the nodes that it may run on.', { maxLength: 63 }),
  tolerations: list(
    'Taints of nodes that it tolerates.',
    group('One toleration.', {
      key: text('Key of the taint.', { pattern: patterns.label }),
      operator: choice('How value is compared.', 'Exists', 'Equal'),
      value: text('Value of the taint.', { maxLength: 63 }),
      effect: choice('Effect of the taint.', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'),
      tolerationSeconds: whole('Seconds until a pod that tolerates NoExecute is evicted.', 0, 86_400),
    }),
  ),
});
