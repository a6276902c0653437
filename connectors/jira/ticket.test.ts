import { describe, expect, test } from 'vitest';
import { ana, comment, issue, says, status } from './upstream/site.ts';
import { DetailedIssue, Issue } from './schema.ts';
import { fieldText, toComment, toStatus, toTicket, toTime } from './ticket.ts';

const site = new URL('https://example.atlassian.net');

describe('a ticket', () => {
  test('returns what it is, who has it and when', () => {
    expect(toTicket(Issue.parse(issue('OPS-1')), { site, further: [] })).toEqual({
      id: '101',
      key: 'OPS-1',
      url: 'https://example.atlassian.net/browse/OPS-1',
      project: 'OPS',
      type: 'Incident',
      summary: 'About OPS-1',
      status: { name: 'Open', category: 'to_do' },
      priority: 'High',
      assignee: { id: ana.accountId, name: 'Ana Souza' },
      labels: ['latency'],
      components: ['gateway'],
      fixVersions: [],
      createdAt: '2026-05-04T07:30:00.000Z',
      updatedAt: '2026-05-04T08:30:00.000Z',
      dueOn: '2026-05-11',
      fields: {},
    });
  });

  test('has no address of a page where only api.atlassian.com is known', () => {
    const gateway = new URL('https://api.atlassian.com/ex/jira/11111111-2222-4333-8444-555555555555');
    expect(toTicket(Issue.parse(issue('OPS-1')), { site: gateway, further: [] })).not.toHaveProperty('url');
  });

  test('returns further fields as text, without those that have no value or were not requested', () => {
    const fields = {
      customfield_1: { value: 'EU', child: { value: 'Lisbon' } },
      customfield_2: null,
      customfield_3: 'no',
    };
    const ticket = toTicket(Issue.parse(issue('OPS-1', fields)), { site, further: ['customfield_1', 'customfield_2'] });
    expect(ticket.fields).toEqual({ customfield_1: 'EU / Lisbon' });
  });

  test('that has no fields is a ticket all the same', () => {
    expect(toTicket(Issue.parse({ id: '1', key: 'OPS-1', fields: {} }), { site, further: [] })).toMatchObject({
      labels: [],
    });
  });

  test('keeps e-mail address and picture of a person to itself, and addresses of attachments', () => {
    const attachment = [{ id: '1', filename: 'heap.hprof', content: 'https://example.atlassian.net/attachment/1' }];
    const told = [
      toTicket(DetailedIssue.parse(issue('OPS-1', { attachment, description: says('x') })), { site, further: [] }),
      toComment(comment('1')),
    ];
    expect(JSON.stringify(told)).not.toMatch(/@example\.com|avatar|attachment/u);
  });
});

test('a field that was asked for shows no e-mail address, picture or address of a file either', () => {
  const person = {
    self: 'https://example.atlassian.net/rest/api/3/user?accountId=1',
    emailAddress: 'ana@example.com',
    avatarUrls: { '48x48': 'https://avatar.example.com/1' },
    displayName: 'Ana Souza',
  };
  const asked = {
    attachment: [
      {
        self: 'https://example.atlassian.net/rest/api/3/attachment/1',
        id: '1',
        filename: 'heap.hprof',
        author: person,
        content: 'https://example.atlassian.net/rest/api/3/attachment/content/1',
        thumbnail: 'https://example.atlassian.net/rest/api/3/attachment/thumbnail/1',
      },
    ],
    comment: { comments: [{ author: person, body: says('Seen.') }], total: 1 },
    worklog: { worklogs: [{ author: person, updateAuthor: person, timeSpent: '1h' }], total: 1 },
  };
  const further = Object.keys(asked);
  const { fields } = toTicket(Issue.parse(issue('OPS-1', asked)), { site, further });
  expect(fields['attachment']).toBe('heap.hprof');
  expect(fields['worklog']).toContain('Ana Souza');
  expect(JSON.stringify(fields)).not.toMatch(/@example\.com|avatar|https:/u);
});

test('a field that is too long is cut, and shows it', () => {
  const { fields } = toTicket(Issue.parse(issue('OPS-1', { customfield_1: 'x'.repeat(5000) })), {
    site,
    further: ['customfield_1'],
  });
  expect(fields['customfield_1']).toBe(`${'x'.repeat(4000)}…`);
});

test.each<[unknown, string | undefined]>([
  ['text', 'text'],
  [3.5, '3.5'],
  [false, 'false'],
  [ana, 'Ana Souza'],
  [[{ name: 'gateway' }, { name: 'edge' }], 'gateway, edge'],
  [{ value: 'EU' }, 'EU'],
  [says('Rolled back.'), 'Rolled back.'],
  [{ requestType: 5 }, '{"requestType":5}'],
  [[], undefined],
  ['', undefined],
  [null, undefined],
])('the field %j reads %j', (value, text) => expect(fieldText(value)).toBe(text));

test.each([
  ['new', 'to_do'],
  ['indeterminate', 'in_progress'],
  ['done', 'done'],
  ['undefined', 'unknown'],
] as const)('a status of the category %s is %s', (key, category) => {
  expect(toStatus(status('Any', key))).toEqual({ name: 'Any', category });
});

test.each([
  ['2026-05-04T09:30:00.000+0200', '2026-05-04T07:30:00.000Z'],
  ['2026-05-04T09:30:00.000-0300', '2026-05-04T12:30:00.000Z'],
  ['2026-05-04T09:30:00.000Z', '2026-05-04T09:30:00.000Z'],
  ['soon', undefined],
  [null, undefined],
])('the time %j is %j', (text, time) => expect(toTime(text)).toBe(time));

test.each([
  [{}, false],
  [{ visibility: { type: 'role', value: 'Administrators', identifier: null } }, true],
  [{ jsdPublic: false }, true],
] as const)('a comment with %j is restricted: %j', (changed, isRestricted) => {
  expect(toComment(comment('1', changed)).isRestricted).toBe(isRestricted);
});
