import { describe, expect, test } from 'vitest';
import { Fault, type FaultKind, faultTable, toFault } from './fault.ts';

const rules = Object.entries(faultTable);

describe('the fault table', () => {
  test('is the closed set of the design', () => {
    expect(Object.keys(faultTable)).toEqual([
      'not_in_catalog',
      'not_enabled',
      'ambiguous_source',
      'invalid_arguments',
      'refused',
      'window_too_wide',
      'cap_exceeded',
      'not_configured',
      'wrong_endpoint',
      'credential_rejected',
      'permission_missing',
      'feature_disabled',
      'not_found_or_hidden',
      'rate_limited',
      'intercepted',
      'upstream_down',
      'upstream_changed',
      'outcome_unknown',
      'not_recorded',
      'bug',
    ] satisfies FaultKind[]);
  });

  test('retries only faults that nobody has to act on', () => {
    expect(rules.filter(([, { retry }]) => retry).map(([kind]) => kind)).toEqual(['rate_limited', 'upstream_down']);
    expect(rules.filter(([, { who }]) => who === 'nobody').every(([, { retry }]) => retry)).toBe(true);
  });

  test.each(rules)('%s has an error status and a sentence', (_kind, { status, summary }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(summary).toMatch(/^[A-Z].*\.$/u);
  });
});

describe('a fault on the wire', () => {
  test('has kind, datum, summary and remedy, and neither cause nor stack', () => {
    const fault = new Fault('wrong_endpoint', { variable: 'X_URL', tried: 'https://x' }, 'Set X_URL.', {
      cause: new Error('inner'),
    });
    expect(JSON.parse(JSON.stringify(fault.toWire()))).toEqual({
      code: 'wrong_endpoint',
      actor: 'operator',
      data: { variable: 'X_URL', tried: 'https://x' },
      summary: 'The address is not the right one.',
      remedy: 'Set X_URL.',
    });
  });

  test.each(rules)('%s says who must act, from the table that the reference page shows', (kind, { who }) => {
    expect(new Fault(kind as FaultKind, {}, 'Do it.').toWire().actor).toBe(who);
  });

  test('of anything unforeseen is a bug without its message', () => {
    const error = new TypeError('reading password of undefined');
    const fault = toFault(error);
    expect(fault.kind).toBe('bug');
    expect(fault.cause).toBe(error);
    expect(JSON.stringify(fault.toWire())).not.toContain('password');
    expect(toFault(fault)).toBe(fault);
  });
});
