/** CloudTrail Lake: the same language over event data stores, whose ids stand bare after FROM and JOIN. */
import type { GoodStatement } from './statement.ts';

const store = '3b0c6f1e-9d42-4c57-8a10-5f2e7d9c4b6a';
const other = 'f1e2d3c4-b5a6-4978-8a9b-0c1d2e3f4a5b';

const sql: Readonly<Record<string, string>> = {
  'the newest events': `SELECT eventTime, eventName, userIdentity.arn FROM ${store} ORDER BY eventTime DESC LIMIT 20`,
  'an id in upper case and a semicolon': `SELECT eventID FROM ${store.toUpperCase()} LIMIT 1;`,
  'an id in quotes': `SELECT eventID FROM "${store}" AS e WHERE e.readOnly = false`,
  'who did something': `
    SELECT userIdentity.arn AS who, count(*) AS calls
    FROM ${store}
    WHERE eventTime > '2026-03-01 00:00:00' AND eventTime < '2026-03-02 00:00:00' AND eventName = 'TerminateInstances'
    GROUP BY userIdentity.arn ORDER BY calls DESC`,
  'parameters of a call': `
    SELECT element_at(requestParameters, 'bucketName') AS bucket, element_at(responseElements, 'x-amz-id-2')
    FROM ${store} WHERE eventSource = 's3.amazonaws.com' AND element_at(requestParameters, 'policy') IS NOT NULL`,
  'root sign-ins': `
    SELECT eventTime, sourceIPAddress FROM ${store}
    WHERE userIdentity.type = 'Root' AND eventName = 'ConsoleLogin' AND errorMessage IS NULL`,
  'two stores as one': `
    SELECT eventId, eventName FROM ${store}
    UNION ALL
    SELECT eventId, eventName FROM ${other} ORDER BY eventId LIMIT 10`,
  'two stores joined': `
    SELECT a.eventName, b.eventName FROM ${store} AS a INNER JOIN ${other} AS b ON a.sharedEventID = b.sharedEventID
    WHERE a.recipientAccountId <> b.recipientAccountId`,
  'named queries over a store': `
    WITH denied AS (SELECT userIdentity.arn AS arn, eventTime FROM ${store} WHERE errorCode = 'AccessDenied'),
         counted AS (SELECT arn, count(*) AS n FROM denied GROUP BY arn)
    SELECT c.arn, c.n, d.eventTime FROM counted c JOIN denied d ON c.arn = d.arn WHERE c.n > 5`,
  'a query within a query': `
    SELECT eventName FROM (SELECT eventName, count(*) AS n FROM ${store} GROUP BY eventName) WHERE n > 100`,
  'resources of an event': `
    SELECT r.arn, count(*) FROM ${store} CROSS JOIN UNNEST(resources) AS t (r) GROUP BY r.arn`,
  insights: `
    SELECT eventTime, insightDetails.eventName, insightDetails.state FROM ${other} WHERE eventCategory = 'Insight'`,
  'configuration items': `
    SELECT eventData.resourceId, eventData.configuration FROM ${store}
    WHERE eventData.resourceType = 'AWS::EC2::SecurityGroup' AND eventData.configurationItemStatus = 'ResourceDeleted'`,
  'an id that only looks like a number': 'SELECT eventID FROM 12345678-1234-1234-1234-123456789012 WHERE 1 = 1',
  'comments with an id': `SELECT eventID -- from ${other}
    FROM ${store} /* or ${other} */`,
  'a text with an id': `SELECT eventID FROM ${store} WHERE eventID = '${other}'`,
  'calls by hour': `
    SELECT date_trunc('hour', eventTime) AS hour, count(*) FROM ${store} GROUP BY 1 ORDER BY 1`,
  'new regions': `
    SELECT awsRegion, min(eventTime) FROM ${store} GROUP BY awsRegion HAVING min(eventTime) > '2026-02-28 00:00:00'`,
  'names in a filter of a named query': `
    WITH known AS (VALUES 'alice', 'bob')
    SELECT eventName FROM ${store} WHERE userIdentity.userName NOT IN (SELECT * FROM known)`,
};

export const acceptedLake: readonly GoodStatement[] = Object.entries(sql).map(([title, text]) => ({
  title,
  dialect: 'cloudtrail-lake',
  sql: text,
}));
