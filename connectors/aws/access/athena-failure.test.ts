import { describe, expect, test } from 'vitest';
import { DecodedResponse } from '../../../src/connector/decoded-response.ts';
import { findSymptom } from '../../../src/connector/symptom.ts';
import { faultOfExecution, lackIn } from './athena-failure.ts';
import { auditSymptoms } from './query-symptoms.ts';

const role = 'arn:aws:sts::123456789012:assumed-role/farol/agent';

describe('a query that failed in Athena', () => {
  test.each([
    [
      'Access denied when writing output to url: s3://example-results/farol/q.csv . Please ensure you are allowed to access the S3 bucket. If you are encrypting query results with KMS key, please ensure you are allowed to access your KMS key',
      's3:GetObject, s3:PutObject, s3:ListBucket',
      'results bucket',
      's3://example-results',
    ],
    [
      `User: ${role} is not authorized to perform: s3:PutObject on resource: "arn:aws:s3:::example-results/q.csv" when writing output to the output location`,
      's3:PutObject',
      'results bucket',
      'results bucket',
    ],
    [
      'Permission denied on S3 path: s3://example-logs/2026/11/20',
      's3:GetObject, s3:ListBucket',
      'storage of the table',
      's3://example-logs',
    ],
    [
      'com.amazonaws.services.s3.model.AmazonS3Exception: Access Denied (Service: Amazon S3; Status Code: 403; Error Code: AccessDenied; Request ID: 1)',
      's3:GetObject, s3:ListBucket',
      'storage of the table',
      'storage of the table',
    ],
    [
      `User: ${role} is not authorized to perform: glue:GetTable on resource: arn:aws:glue:eu-west-1:123456789012:catalog because no identity-based policy allows the glue:GetTable action (Service: AWSGlue; Status Code: 400; Error Code: AccessDeniedException)`,
      'glue:GetTable',
      'data catalog',
      'data catalog',
    ],
    [
      'Access denied to the catalog (Service: AWSGlue; Status Code: 400; Error Code: AccessDeniedException)',
      'glue:GetTable, glue:GetDatabase, glue:GetPartitions',
      'data catalog',
      'data catalog',
    ],
    [
      'Insufficient Lake Formation permission(s) on orders',
      'lakeformation:GetDataAccess',
      'Lake Formation',
      'Lake Formation',
    ],
    [
      `User: ${role} is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext`,
      'kms:Decrypt',
      'encryption key',
      'encryption key',
    ],
    [
      `User: ${role} is not authorized to perform: athena:GetDataCatalog on resource: datacatalog/other`,
      'athena:GetDataCatalog',
      'data catalog',
      'data catalog',
    ],
  ])('names the missing grant and whose it is: %s [C-AWS-15] [C-ERR-5]', (StateChangeReason, grant, layer, named) => {
    const fault = faultOfExecution({ State: 'FAILED', StateChangeReason });
    expect(fault).toMatchObject({ kind: 'permission_missing', data: { grant, layer } });
    expect(fault.remedy).toContain(named);
    expect(fault.remedy).toContain('Do not rotate the credential');
    expect(fault.remedy).not.toContain('123456789012');
  });

  test('sends to the owner of the other policy, when the reason names it', () => {
    const fault = lackIn(
      `User: ${role} is not authorized to perform: s3:GetObject on resource: "arn:aws:s3:::b/k" with an explicit deny in a service control policy`,
    );
    expect(fault).toMatchObject({ data: { grant: 's3:GetObject', layer: 'storage' } });
    expect(fault?.remedy).toContain('the administrator of the organization');
  });

  test.each([
    [{ State: 'CANCELLED', StateChangeReason: 'Query cancelled! : Bytes scanned limit was exceeded' }, 'cap_exceeded'],
    [{ State: 'FAILED', StateChangeReason: 'Query timeout' }, 'cap_exceeded'],
    [{ State: 'FAILED', StateChangeReason: 'Query exhausted resources at this scale factor' }, 'cap_exceeded'],
    [{ State: 'CANCELLED' }, 'upstream_down'],
    [
      { State: 'FAILED', StateChangeReason: 'COLUMN_NOT_FOUND: line 1:8: Column x cannot be resolved' },
      'invalid_arguments',
    ],
    [
      { State: 'FAILED', StateChangeReason: 'no such', AthenaError: { ErrorCategory: 2, ErrorType: 1 } },
      'invalid_arguments',
    ],
    [
      { State: 'FAILED', StateChangeReason: 'broken', AthenaError: { ErrorCategory: 1, ErrorType: 7 } },
      'upstream_down',
    ],
    [{ State: 'FAILED' }, 'upstream_down'],
    [{}, 'upstream_down'],
  ] as const)('%j is %s', (status, kind) => {
    expect(faultOfExecution(status).kind).toBe(kind);
  });

  test('repeats of the reason one bounded line without identifiers', () => {
    const StateChangeReason = `SYNTAX_ERROR: line 1:1:\n\u202e${role} ${'x'.repeat(1000)}`;
    const { remedy } = faultOfExecution({ State: 'FAILED', StateChangeReason });
    expect(remedy).toMatch(/^Correct the statement: SYNTAX_ERROR: line 1:1: \(arn\) x+…$/u);
    expect(remedy.length).toBeLessThan(350);
  });

  test('says whether asking again can help', () => {
    const of = (Retryable: boolean): string =>
      faultOfExecution({ State: 'FAILED', AthenaError: { ErrorCategory: 1, Retryable } }).remedy;
    expect(of(true)).toBe('Retry. Athena failed: it does not say why.');
    expect(of(false)).toContain('will fail again');
  });
});

describe('refusals to start a query', () => {
  test.each(auditSymptoms.map((row) => [row.id, row] as const))('%s is recognised by its own row', (_id, row) => {
    const seen = {
      response: new DecodedResponse({ status: row.example.status, headers: {}, body: row.example.body }),
      path: 'athena:StartQueryExecution',
      nowMs: 0,
      variable: () => undefined,
    };
    expect(findSymptom(auditSymptoms, seen)?.id).toBe(row.id);
    const fault = row.build(seen);
    expect(fault.kind).toBe(row.kind);
    expect(fault.remedy.length).toBeGreaterThan(30);
  });

  test('other refusals of Athena are left to the rows of all services', () => {
    const body = 'InvalidRequestException: line 1:8: mismatched input';
    const response = { status: 400, headers: {}, body };
    const seen = { response, path: '', nowMs: 0, variable: () => undefined };
    expect(findSymptom(auditSymptoms, seen)).toBeUndefined();
  });
});
