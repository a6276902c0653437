/** The English words of the permissions page. */
export const enPolicies = {
  policies: {
    title: 'Permissions',
    lede: 'The permissions that each connector needs, generated from the declarations that its operations are checked against. This page changes nothing: it shows what to apply and what to review.',
    statements: {
      title: 'AWS policy',
      text: 'Leave out what you do not use. The operations of that statement then report the missing permission; nothing else changes.',
      legend: 'Statements of the policy',
      counts: (actions: number, operations: number) =>
        `${actions === 1 ? '1 action' : `${actions} actions`}, ${operations === 1 ? '1 operation' : `${operations} operations`}`,
      strict: 'Without wildcards',
      strictHint:
        'Lists every action by name, so actions that AWS adds later are not allowed. An upgrade of Farol may need an additional one.',
      reset: 'Restore all statements',
      size: (allowed: string) => `${allowed} actions allowed, wildcards expanded.`,
      source: 'Wildcards and access levels by:',
      none: 'Every statement is left out: there is no policy to apply.',
      textName: 'the AWS policy',
      file: 'Download as a file',
      sha256: 'sha256',
      changed: 'The text below differs from the served file: statements are left out.',
    },
    grant: {
      missing: (grants: string) =>
        `${grants} is not in the AWS policy on this page. If it is a permission of another system, its document is listed at the end of this page, or the page of that connector in the documentation names it.`,
      leftOut: (grants: string) => `${grants} belongs to a statement that is left out below.`,
      restore: 'Restore all statements',
    },
    lost: {
      title: 'What stops working',
      operation: 'Operation',
      missing: 'Missing permission',
      none: 'Every operation has what it needs.',
    },
    actions: {
      title: 'Every action, and why',
      action: 'Action',
      statement: 'Statement',
      access: 'Access',
      purpose: 'Purpose',
      neededBy: 'Needed by',
      matches: (count: string) => `matches ${count} actions`,
      unknown: 'unknown',
    },
    compare: {
      title: 'Compare versions',
      from: 'Before',
      to: 'After',
      current: (version: string) => `this build (${version})`,
      show: 'Compare',
      pick: 'Choose two versions to see which actions were added or removed, and whether AWS widened a wildcard whose text stayed the same.',
      same: 'No differences.',
      size: (before: string, after: string) => `${before} actions allowed before, ${after} after.`,
      change: 'Change',
      changes: { added: 'added', removed: 'removed', moved: 'moved', grown: 'same text' },
      moved: (from: string, to: string) => `from ${from} to ${to}`,
      grown: (added: string, removed: string) => `matches ${added} more actions, ${removed} fewer`,
      noOperation: 'no operation needs it',
    },
    documents: {
      title: 'All documents',
      document: 'Document',
      what: 'What it is',
      digest: 'sha256',
    },
  },
};
