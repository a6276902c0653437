/** Rows of one of the two ways to read: their remedies name what the other does not have. */
import type { Symptom } from '../../../src/connector/symptom.ts';
import { directVariables } from '../backends.ts';

const direct = { GRAFANA_URL: 'unset' } as const;
const throughGrafana = { GRAFANA_URL: 'set' } as const;

export function forDirect(rows: readonly Symptom[]): readonly Symptom[] {
  return rows.map((row) => ({
    ...row,
    seen: `At an address of its own: ${row.seen}`,
    when: { ...row.when, variables: { ...row.when.variables, ...direct } },
  }));
}

/** A configuration in which every row of a Grafana is recognised: nothing of the other way is set. */
const configured = {
  ...Object.fromEntries(directVariables.map((variable) => [variable, undefined])),
  GRAFANA_URL: '{upstream}',
  GRAFANA_SERVICE_ACCOUNT_TOKEN: 'glsa_sample',
  GRAFANA_METRICS_DATASOURCE: 'metrics-uid',
};

export function forGrafana(rows: readonly Symptom[]): readonly Symptom[] {
  return rows.map((row) => ({
    ...row,
    seen: `Through a Grafana: ${row.seen}`,
    when: { ...row.when, variables: { ...row.when.variables, ...throughGrafana } },
    example: { ...row.example, variables: { ...configured, ...row.example.variables } },
  }));
}
