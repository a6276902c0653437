/** What the conformance suite asks of a server that is made for it, or of a part of the protocol that Farol does not offer. */

interface LeftOut {
  readonly why: string;
  /** Names of scenarios. */
  readonly scenarios: readonly string[];
}

export const leftOut: readonly LeftOut[] = [
  {
    why: 'It calls a tool of the suite (test_…, json_schema_2020_12_tool) that no other server has.',
    scenarios: [
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-with-logging',
      'tools-call-error',
      'tools-call-with-progress',
      'tools-call-sampling',
      'tools-call-elicitation',
      'json-schema-2020-12',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'server-sse-polling',
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-missing-input-response',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      'input-required-result-validate-input',
    ],
  },
  {
    why: 'It needs a tool whose schema names headers (x-mcp-header).',
    scenarios: ['http-custom-header-server-validation'],
  },
  {
    why: 'Farol has no resources and announces none: the method is not found.',
    scenarios: [
      'resources-list',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
      'resources-subscribe',
      'resources-unsubscribe',
      'sep-2164-resource-not-found',
    ],
  },
  {
    why: 'Farol has no prompts and announces none: the method is not found.',
    scenarios: [
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
      'input-required-result-non-tool-request',
    ],
  },
  {
    why: 'Farol has neither logging nor completion and announces neither: the method is not found.',
    scenarios: ['logging-set-level', 'completion-complete'],
  },
  { why: 'Farol has no sessions: any replica answers any message.', scenarios: ['server-session-lifecycle'] },
];

/** Checks of scenarios that are judged otherwise, for the same reasons. */
export const leftOutChecks: Readonly<Record<string, readonly string[]>> = {
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
  caching: [
    'sep-2549-prompts-list-caching-hints',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
  // Of the revisions with sessions.
  'server-sse-multiple-streams': ['server-sse-multiple-streams-session'],
};
