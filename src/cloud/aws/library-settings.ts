/**
 * What the vendor's client library would otherwise look up with each call in variables of the environment and in
 * the configuration files below HOME, which are a developer's: the operator of an Agent sets its own variables only.
 * https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html
 */
export const librarySettings = {
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  ignoreConfiguredEndpointUrls: true,
  authSchemePreference: () => Promise.resolve(['sigv4']),
  defaultsMode: 'standard',
  /** The library's own tries are off: the Agent's client decides what is tried again. */
  maxAttempts: 1,
  retryMode: 'standard',
  /** A client lives for one call, so that there is nothing to correct by the answer before. */
  disableClockSkewCorrection: true,
  userAgentAppId: 'farol',
  /** Of CloudWatch alone: what is signed is what the Agent's client sends. */
  disableRequestCompression: true,
  requestMinCompressionSizeBytes: 10_240,
} as const;
