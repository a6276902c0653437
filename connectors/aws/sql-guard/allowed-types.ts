/** Names of types that a value may be cast to or written as; those of the grammar's own words (`ROW`, `TIMESTAMP`) stand among the constructs. */
export const allowedTypes: ReadonlySet<string> = new Set(
  `
  boolean tinyint smallint int integer bigint real float double decimal
  char varchar string varbinary binary
  date time timestamp json uuid ipaddress array map
  hyperloglog p4hyperloglog setdigest qdigest tdigest geometry sphericalgeography
  `
    .trim()
    .split(/\s+/u),
);
