/**
 * Stages of a pipeline that only read what the pipeline is about. A list of what may pass, because the list of
 * what may not grows with every release of the database: `$out` and `$merge` write, `$currentOp`,
 * `$listSessions` and `$listLocalSessions` show what others do, `$changeStream` never ends, `$collStats`,
 * `$indexStats` and `$planCacheStats` look at the server.
 * https://www.mongodb.com/docs/manual/reference/operator/aggregation-pipeline/ (seen 2026-11).
 */
export const readingStages: ReadonlySet<string> = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$densify',
  '$facet',
  '$fill',
  '$geoNear',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
]);
