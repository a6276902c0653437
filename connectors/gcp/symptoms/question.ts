/** Answers about the question itself: what it asks for is not there, too much, or not worded as the vendor wants it. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { maxBilledWords } from '../cost/cap.ts';
import { quoteReason, readVendorError } from '../vendor-error.ts';
import { errorBody, listedError } from './example-body.ts';

/** Bytes the warehouse says the query would have been billed. */
function bytesAsked({ response }: Seen): string {
  const bytes = /\b(\d{9,})\b(?= or higher required)/u.exec(readVendorError(response.body)?.message ?? '')?.[1];
  return bytes === undefined ? 'more than that' : `${bytes} bytes`;
}

const ofWarehouse: readonly Symptom[] = [
  symptom({
    id: 'bytes_billed',
    seen: '400 with `bytesBilledLimitExceeded`',
    when: { status: [400, 403], body: /bytesBilledLimitExceeded|exceeded limit for bytes billed/u },
    kind: 'cap_exceeded',
    data: (seen) => ({ limit: maxBilledWords, estimate: bytesAsked(seen) }),
    remedy: 'Ask for a narrower window: the query reads every partition that the window touches. Nothing was billed.',
    example: {
      status: 400,
      body: listedError(
        400,
        'Query exceeded limit for bytes billed: 53687091200. 107374182400 or higher required.',
        'bytesBilledLimitExceeded',
      ),
    },
  }),
  symptom({
    id: 'elsewhere',
    seen: '404 with `was not found in location`',
    when: { status: 404, body: /not found in location/u },
    kind: 'not_found_or_hidden',
    data: { what: 'the dataset of GCP_BILLING_EXPORT_TABLE in its location' },
    remedy:
      'Compare project, dataset and table of GCP_BILLING_EXPORT_TABLE with what BigQuery shows; the dataset may have been made again in another location.',
    example: {
      status: 404,
      body: listedError(404, 'Not found: Dataset acme:billing was not found in location US', 'notFound'),
    },
  }),
];

const ofList: readonly Symptom[] = [
  symptom({
    id: 'not_activated',
    seen: '400 or 404 of the security centre that speaks of activation',
    when: {
      status: [400, 403, 404],
      body: /Security (?:Command )?Center.{0,80}(?:not (?:been )?(?:activated|enabled|initialized)|legacy has been)/isu,
    },
    kind: 'feature_disabled',
    data: { feature: 'Security Command Center' },
    remedy: 'Activate Security Command Center for the project or its organization under Security. No role is missing.',
    example: {
      status: 400,
      body: errorBody(400, 'Security Command Center has not been activated for project acme.', {
        status: 'FAILED_PRECONDITION',
      }),
    },
  }),
  symptom({
    id: 'not_found',
    seen: 'any other 404',
    when: { status: 404 },
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: path.split('/').slice(2).join('/') }),
    remedy: 'List first, and ask with a name from the list; check its region or zone.',
    example: { status: 404, body: errorBody(404, 'Requested entity was not found.', { status: 'NOT_FOUND' }) },
  }),
  symptom({
    id: 'page_gone',
    seen: '400 that speaks of the page token',
    when: { status: 400, body: /page_?\s?token/iu },
    kind: 'invalid_arguments',
    data: { field: 'cursor' },
    remedy: 'Leave the cursor out to begin again: the place it names has expired.',
    example: {
      status: 400,
      body: errorBody(400, 'The page token is not valid or has expired.', { status: 'INVALID_ARGUMENT' }),
    },
  }),
  symptom({
    id: 'not_understood',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: ({ response }) => `Mend what was asked: ${quoteReason(response.body)}`,
    remedyWords: 'Mend what was asked: followed by what the vendor says about it.',
    example: {
      status: 400,
      body: errorBody(400, 'Field filter had an invalid value: unexpected end of input.', {
        status: 'INVALID_ARGUMENT',
      }),
    },
  }),
  symptom({
    id: 'gone',
    seen: '409, 410 or 412',
    when: { status: [409, 410, 412] },
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: path.split('/').slice(2).join('/') }),
    remedy: 'Ask again: it changed while it was read.',
    example: { status: 409, body: errorBody(409, 'The operation was aborted.', { status: 'ABORTED' }) },
  }),
];

export const questionSymptoms: readonly Symptom[] = [...ofWarehouse, ...ofList];

/** Argument that a refused call was made from. */
function fieldOf(call: string): string {
  if (call.includes('prometheus') || call.includes('timeSeries') || call.includes('entries:list')) return 'query';
  if (call.includes('searchAllResources')) return 'query';
  if (call.includes('/assets')) return 'assetTypes';
  if (call.includes('findings')) return 'filter';
  return 'region';
}
