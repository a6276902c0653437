/** Athena over the logs that AWS services write to S3: what an investigation begins with. */
import type { GoodStatement } from './statement.ts';

const sql: Readonly<Record<string, string>> = {
  'who called an action in a day': `
    SELECT useridentity.arn, count(*) AS calls
    FROM cloudtrail_logs
    WHERE eventname = 'DeleteBucket' AND eventtime BETWEEN '2026-03-01T00:00:00Z' AND '2026-03-02T00:00:00Z'
    GROUP BY useridentity.arn
    ORDER BY calls DESC
    LIMIT 50`,
  'sign-ins without a second factor': `
    SELECT eventtime, useridentity.username, sourceipaddress, json_extract_scalar(additionaleventdata, '$.MFAUsed') AS mfa
    FROM audit.cloudtrail
    WHERE eventname = 'ConsoleLogin' AND json_extract_scalar(additionaleventdata, '$.MFAUsed') <> 'Yes'`,
  'denied calls by service': `
    SELECT eventsource, eventname, errorcode, count(*) AS n
    FROM "AwsDataCatalog"."audit"."cloudtrail"
    WHERE errorcode IN ('AccessDenied', 'UnauthorizedOperation', 'Client.UnauthorizedOperation')
      AND "timestamp" > '2026/03/01'
    GROUP BY 1, 2, 3
    HAVING count(*) > 10
    ORDER BY n DESC;`,
  'keys used from a new address': `
    WITH seen AS (
      SELECT useridentity.accesskeyid AS key_id, sourceipaddress AS ip, min(from_iso8601_timestamp(eventtime)) AS first_at
      FROM cloudtrail_logs
      GROUP BY 1, 2
    ), ranked AS (
      SELECT key_id, ip, first_at, row_number() OVER (PARTITION BY key_id ORDER BY first_at) AS nth FROM seen
    )
    SELECT * FROM ranked WHERE nth > 1 AND first_at > current_timestamp - INTERVAL '7' DAY`,
  'changes to security groups': `
    SELECT eventtime, useridentity.principalid, requestparameters
    FROM cloudtrail_logs
    WHERE eventname IN ('AuthorizeSecurityGroupIngress', 'RevokeSecurityGroupIngress')
      AND regexp_like(requestparameters, '"cidrIp":"0\\.0\\.0\\.0/0"')`,
  'rejected flows by port': `
    SELECT dstport, count(DISTINCT srcaddr) AS sources, sum(packets) AS packets
    FROM vpc_flow_logs
    WHERE action = 'REJECT' AND date = DATE '2026-03-01' AND protocol = 6
    GROUP BY dstport
    ORDER BY sources DESC
    FETCH FIRST 25 ROWS ONLY`,
  'bytes by pair of addresses': `
    SELECT srcaddr, dstaddr, format_number(sum(bytes)) AS shown, sum(bytes) / 1e9 AS gigabytes
    FROM network.flows
    WHERE year = '2026' AND month = '03' AND day BETWEEN '01' AND '07'
    GROUP BY srcaddr, dstaddr
    ORDER BY sum(bytes) DESC NULLS LAST
    LIMIT 100`,
  'slow requests of a load balancer': `
    SELECT approx_percentile(target_processing_time, ARRAY[0.5, 0.9, 0.99]) AS percentiles, target_group_arn
    FROM alb_access_logs
    WHERE elb_status_code >= 500 OR target_processing_time > 1.5
    GROUP BY target_group_arn`,
  'errors by minute of a load balancer': `
    SELECT date_trunc('minute', parse_datetime(time, 'yyyy-MM-dd''T''HH:mm:ss.SSSSSS''Z')) AS minute,
           count_if(elb_status_code BETWEEN 500 AND 599) AS failed,
           count(*) AS total,
           round(100.0 * count_if(elb_status_code BETWEEN 500 AND 599) / count(*), 2) AS percent
    FROM alb_logs
    GROUP BY 1 ORDER BY 1`,
  'who read an object': `
    SELECT requester, remoteip, requestdatetime, httpstatus
    FROM s3_access_logs_db.access_logs
    WHERE key = 'payroll/2026-02.csv' AND operation LIKE 'REST.GET.%' ESCAPE '!'`,
  'objects that were removed': `
    SELECT key, requester FROM s3_access_logs WHERE operation = 'REST.DELETE.OBJECT' -- DELETE as text, not as a word
    /* the bucket's own
       log: DROP, TRUNCATE and INSERT may be in a comment */
    ORDER BY requestdatetime`,
  'rules that a firewall applied': `
    SELECT terminatingruleid, action, httprequest.clientip, count(*) AS n
    FROM waf_logs
    CROSS JOIN UNNEST(httprequest.headers) AS t(header)
    WHERE lower(header.name) = 'user-agent' AND header.value LIKE '%sqlmap%'
    GROUP BY terminatingruleid, action, httprequest.clientip`,
  'labels of a firewall': `
    SELECT label.name, count(*) FROM waf_logs, UNNEST(labels) AS l(label) GROUP BY label.name`,
  'names that were resolved': `
    SELECT query_name, rcode, approx_distinct(srcaddr) AS askers
    FROM resolver_logs
    WHERE regexp_like(query_name, '(?i)(pool|mine)\\.') AND NOT contains(ARRAY['NOERROR'], rcode)
    GROUP BY query_name, rcode`,
  'edge requests by country': `
    SELECT c_country, sc_status, count(*) AS hits, sum(sc_bytes) FILTER (WHERE sc_status = 200) AS bytes_ok
    FROM cloudfront_logs
    WHERE "date" >= date_add('day', -3, current_date)
    GROUP BY GROUPING SETS ((c_country, sc_status), (c_country), ())`,
  'findings by severity': `
    SELECT json_value(detail, 'lax $.severity' RETURNING integer DEFAULT 0 ON EMPTY NULL ON ERROR) AS severity,
           json_query(detail, 'lax $.resource.tags[*]' WITH ARRAY WRAPPER) AS tags
    FROM findings
    WHERE json_exists(detail, 'lax $.service.action')`,
  'snapshots that were shared': `
    SELECT eventtime, element_at(split(useridentity.arn, '/'), -1) AS who, requestparameters
    FROM cloudtrail_logs
    WHERE eventname = 'ModifySnapshotAttribute'
      AND requestparameters LIKE '%createVolumePermission%'
      AND requestparameters NOT LIKE '%#_internal%' ESCAPE '#'
    ORDER BY eventtime ASC`,
  'roles that were assumed across accounts': `
    SELECT split_part(resources[1].arn, ':', 5) AS account, useridentity.accountid, array_agg(DISTINCT eventname) AS calls
    FROM cloudtrail_logs
    WHERE eventname = 'AssumeRole' AND split_part(resources[1].arn, ':', 5) <> useridentity.accountid
    GROUP BY 1, 2`,
  'sessions by gap of thirty minutes': `
    SELECT who, session_no, min(at) AS begins, max(at) AS ends, count(*) AS calls
    FROM (
      SELECT who, at, sum(CASE WHEN gap > 1800 THEN 1 ELSE 0 END) OVER (PARTITION BY who ORDER BY at ROWS UNBOUNDED PRECEDING) AS session_no
      FROM (
        SELECT useridentity.arn AS who, from_iso8601_timestamp(eventtime) AS at,
               date_diff('second', lag(from_iso8601_timestamp(eventtime)) OVER (PARTITION BY useridentity.arn ORDER BY eventtime), from_iso8601_timestamp(eventtime)) AS gap
        FROM cloudtrail_logs
      )
    )
    GROUP BY who, session_no`,
  'files behind the rows': `
    SELECT "$path", "$file_size", count(*) AS n FROM access_logs GROUP BY "$path", "$file_size" ORDER BY n DESC LIMIT 10`,
  'partitions of a table': `SELECT * FROM "access_logs$partitions" ORDER BY year DESC, month DESC`,
  'tables of a database': `
    SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'audit' ORDER BY 1`,
  'columns of a table': `
    SELECT column_name, data_type, comment FROM awsdatacatalog.information_schema.columns
    WHERE table_schema = 'audit' AND table_name = 'cloudtrail'`,
  'what a host talked to': `
    SELECT dstaddr, dstport, min(from_unixtime("start")) AS first_seen, max(from_unixtime("end")) AS last_seen
    FROM vpc_flow_logs
    WHERE srcaddr = '10.1.2.3' AND NOT (dstaddr LIKE '10.%' OR dstaddr LIKE '172.16.%')
    GROUP BY dstaddr, dstport`,
  'addresses in a network': `
    SELECT srcaddr FROM vpc_flow_logs WHERE contains('10.0.0.0/8', CAST(srcaddr AS IPADDRESS)) LIMIT 5`,
  'queries of a database': `
    SELECT user, database, comment, start, role, count(*) FROM rds_audit WHERE command = 'DROP TABLE' GROUP BY 1, 2, 3, 4, 5`,
  'errors of an application log': `
    SELECT regexp_extract(line, 'trace=([0-9a-f]{32})', 1) AS trace, line
    FROM app_logs
    WHERE dt = '2026-03-01' AND (line LIKE '%ERROR%' OR line LIKE '%panic:%')
    OFFSET 20 ROWS FETCH NEXT 20 ROWS ONLY`,
  'an apostrophe and a semicolon in a text': `
    SELECT line FROM app_logs WHERE line LIKE 'it''s over; DROP TABLE users; --%' OR line = '/* DELETE */'`,
};

export const acceptedLogs: readonly GoodStatement[] = Object.entries(sql).map(([title, text]) => ({
  title,
  dialect: 'athena',
  sql: text,
}));
