/** Rows of one of the two: their remedies name what the other does not have. */
import type { Symptom } from '../../../src/connector/symptom.ts';

const ofCloud = { JIRA_PERSONAL_ACCESS_TOKEN: 'unset' } as const;
const ofDataCenter = { JIRA_PERSONAL_ACCESS_TOKEN: 'set' } as const;

export function forCloud(rows: readonly Symptom[]): readonly Symptom[] {
  return rows.map((row) => ({
    ...row,
    seen: `Cloud: ${row.seen}`,
    when: { ...row.when, variables: { ...row.when.variables, ...ofCloud } },
  }));
}

/** A configuration of Data Center, in which every row of it is recognised. */
const configured = {
  JIRA_URL: '{upstream}/jira',
  JIRA_EMAIL: undefined,
  JIRA_API_TOKEN: undefined,
  JIRA_PERSONAL_ACCESS_TOKEN: 'NDgyNzE4MzY0NTUwOuSample',
} as const;

export function forDataCenter(rows: readonly Symptom[]): readonly Symptom[] {
  return rows.map((row) => ({
    ...row,
    seen: `Data Center: ${row.seen}`,
    when: { ...row.when, variables: { ...row.when.variables, ...ofDataCenter } },
    example: { ...row.example, variables: { ...configured, ...row.example.variables } },
  }));
}
