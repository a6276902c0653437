/**
 * What the options of a connection string may be, after the vendor's list
 * (https://www.mongodb.com/docs/manual/reference/connection-string-options/, seen 2026-11). Names are compared
 * without regard to case. What is in no list is refused: an option that nobody knows may change what is reached.
 */

const isFlag = (value: string): boolean => value === 'true' || value === 'false';
const isNumber = (value: string): boolean => /^\d{1,9}$/u.test(value);
const isName = (value: string): boolean => /^[\w.$-]{1,255}$/u.test(value);
const oneOf =
  (...values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);

interface Known {
  /** As the driver spells it. */
  readonly name: string;
  readonly isLegal: (value: string) => boolean;
}

/** Handed on as they stand: where the database is, who may sign in, and which member answers. */
export const passedOptions: ReadonlyMap<string, Known> = byLowerCase([
  { name: 'authSource', isLegal: isName },
  { name: 'authMechanism', isLegal: oneOf('SCRAM-SHA-256', 'SCRAM-SHA-1', 'PLAIN') },
  { name: 'directConnection', isLegal: isFlag },
  { name: 'loadBalanced', isLegal: isFlag },
  { name: 'localThresholdMS', isLegal: isNumber },
  { name: 'maxStalenessSeconds', isLegal: (value) => value === '-1' || isNumber(value) },
  { name: 'readConcernLevel', isLegal: oneOf('local', 'available', 'majority', 'linearizable', 'snapshot') },
  {
    name: 'readPreference',
    isLegal: oneOf('primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest'),
  },
  { name: 'readPreferenceTags', isLegal: (value) => /^(?:[\w.-]+:[\w.-]+(?:,[\w.-]+:[\w.-]+)*)?$/u.test(value) },
  { name: 'replicaSet', isLegal: isName },
  { name: 'srvMaxHosts', isLegal: isNumber },
  { name: 'srvServiceName', isLegal: (value) => /^[a-z0-9-]{1,15}$/u.test(value) },
  { name: 'ssl', isLegal: isFlag },
  { name: 'tls', isLegal: isFlag },
]);

/** Without effect on a read, or decided by this connector: taken and left out. */
export const ignoredOptions: ReadonlySet<string> = lowerCased([
  'appName',
  'compressors',
  'connectTimeoutMS',
  'enableOverloadRetargeting',
  'heartbeatFrequencyMS',
  'journal',
  'maxAdaptiveRetries',
  'maxConnecting',
  'maxIdleTimeMS',
  'maxPoolSize',
  'minPoolSize',
  'retryReads',
  'retryWrites',
  'serverMonitoringMode',
  'serverSelectionTimeoutMS',
  'serverSelectionTryOnce',
  'socketTimeoutMS',
  'timeoutMS',
  'uuidRepresentation',
  'w',
  'waitQueueTimeoutMS',
  'wTimeoutMS',
  'zlibCompressionLevel',
]);

const authorities = 'Remove it: trusted authorities come from the file in RUNNER_CA_FILE.';
const checked = 'Remove it: the server must present a certificate that is valid for its name.';
const passwordOnly = 'Remove it: this connector signs in with a user and a password only.';
const straight = 'Remove it: the connection goes directly to the hosts.';

/** Known, and refused each for a reason of its own. */
export const refusedOptions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    authMechanismProperties: passwordOnly,
    proxyHost: straight,
    proxyPassword: straight,
    proxyPort: straight,
    proxyUsername: straight,
    tlsAllowInvalidCertificates: checked,
    tlsAllowInvalidHostnames: checked,
    tlsCAFile: authorities,
    tlsCertificateKeyFile: passwordOnly,
    tlsCertificateKeyFilePassword: passwordOnly,
    tlsCRLFile: authorities,
    tlsDisableCertificateRevocationCheck: checked,
    tlsDisableOCSPEndpointCheck: checked,
    tlsInsecure: checked,
  }).map(([name, because]) => [name.toLowerCase(), because]),
);

function byLowerCase(options: readonly Known[]): ReadonlyMap<string, Known> {
  return new Map(options.map((option) => [option.name.toLowerCase(), option]));
}

function lowerCased(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}
