/** From the vendor's incident, and the people it refers to, to the one that the catalog promises. */
import type { DataOf } from '../../../catalog/index.ts';
import { present, textOf, timeOf } from '../wording.ts';
import type { IncidentAnswer, Included } from './schema.ts';

export type Incident = DataOf<'incidents.list'>['incidents'][number];
type Person = NonNullable<Incident['commander']>;

export function tellIncident(
  { id, attributes: incident, relationships }: IncidentAnswer,
  included: Included,
): Incident {
  const fields = fieldsOf(incident.fields);
  return {
    id,
    title: incident.title,
    fields,
    ...present({
      number: incident.public_id ?? undefined,
      state: textOf(incident.state) ?? fields['state']?.[0],
      severity: textOf(incident.severity) ?? fields['severity']?.[0],
      visibility: textOf(incident.visibility),
      isTest: incident.is_test ?? undefined,
      ...timesOf(incident),
      customerImpact: impactOf(incident),
      commander: personOf(relationships?.commander_user, included),
      declaredBy: personOf(relationships?.declared_by_user, included) ?? namedPerson(incident.declared_by?.name),
    }),
  };
}

export function attachmentsOf(included: Included): DataOf<'incidents.get'>['attachments'] {
  return (included ?? [])
    .filter(({ type }) => type === 'incident_attachments')
    .map(({ attributes }) =>
      present({
        kind: textOf(attributes?.attachment_type),
        title: textOf(attributes?.attachment?.title),
        url: textOf(attributes?.attachment?.documentUrl),
        modifiedAt: timeOf(attributes?.modified),
      }),
    );
}

function timesOf(incident: IncidentAnswer['attributes']) {
  return {
    createdAt: timeOf(incident.created),
    declaredAt: timeOf(incident.declared),
    detectedAt: timeOf(incident.detected),
    resolvedAt: timeOf(incident.resolved),
    archivedAt: timeOf(incident.archived),
    modifiedAt: timeOf(incident.modified),
    timeToDetectSec: incident.time_to_detect ?? undefined,
    timeToRespondSec: incident.time_to_internal_response ?? undefined,
    timeToRepairSec: incident.time_to_repair ?? undefined,
    timeToResolveSec: incident.time_to_resolve ?? undefined,
  };
}

function impactOf(incident: IncidentAnswer['attributes']): Incident['customerImpact'] {
  const impact = present({
    scope: textOf(incident.customer_impact_scope),
    from: timeOf(incident.customer_impact_start),
    to: timeOf(incident.customer_impact_end),
    durationSec: incident.customer_impact_duration ?? undefined,
  });
  const isTold = impact.scope !== undefined || impact.from !== undefined;
  return incident.customer_impacted === true || isTold ? impact : undefined;
}

type Related = NonNullable<IncidentAnswer['relationships']>['commander_user'];

function personOf(related: Related, included: Included): Person | undefined {
  const id = related?.data?.id;
  const user = (included ?? []).find((one) => one.type === 'users' && one.id === id);
  if (id === undefined || user === undefined) return undefined;
  return present({ name: textOf(user.attributes?.name), email: textOf(user.attributes?.email) });
}

/** Somebody who declared it from outside, such as in a chat. */
function namedPerson(told: string | null | undefined): Person | undefined {
  const name = textOf(told);
  return name === undefined ? undefined : { name };
}

function fieldsOf(fields: IncidentAnswer['attributes']['fields']): Incident['fields'] {
  return Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, { value }]) => {
      const values = typeof value === 'string' ? [value] : (value ?? []);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}
