/**
 * AWS on loopback, strict both ways: a request that the vendor's own service model would refuse is
 * answered as AWS refuses it, and an answer that the model does not know fails the test that gave it.
 */
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { type AwsRequest, readRequest } from './read-request.ts';
import { type Output, writeAnswer } from './write-answer.ts';
import { writeError } from './write-error.ts';

/** What AWS answers when all is well, in the member names of its interface, by action. */
export type Answers = Readonly<Record<string, (input: AwsRequest['input'], request: AwsRequest) => Output | AwsError>>;

/** Told as `<code>: <message>`. */
export class AwsError {
  readonly status: number;
  readonly told: string;

  constructor(status: number, told: string) {
    this.status = status;
    this.told = told;
  }
}

/** Undefined for a call that nobody may make: not of AWS, or not among the answers. */
export function answerAs(answers: Answers): (call: FakeCall) => Reply | undefined {
  return (call) => {
    const request = readRequest(call);
    const answer = request === undefined ? undefined : answers[request.action];
    if (request === undefined || answer === undefined) return undefined;
    if (request.problems.length > 0) {
      return writeError({ status: 400, body: `ValidationException: ${request.problems.join('; ')}` }, call);
    }
    try {
      const output = dryOf(request, answer(request.input, request));
      if (output instanceof AwsError) return writeError({ status: output.status, body: output.told }, call);
      return writeAnswer(request, call.headers['x-amz-target'] !== undefined, output);
    } catch (error) {
      // Said by the test itself and not by AWS: no row of the connector knows it, so the test that caused it fails.
      return { status: 418, body: `the test set an answer that AWS cannot give: ${String(error)}` };
    }
  };
}

/**
 * What may be done is answered with an error too, when it is only tried:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/CommonParameters.html
 */
function dryOf({ input }: AwsRequest, output: Output | AwsError): Output | AwsError {
  if (input['DryRun'] !== true || output instanceof AwsError) return output;
  return new AwsError(412, 'DryRunOperation: Request would have succeeded, but DryRun flag is set.');
}

export function actionOf(call: FakeCall): UpstreamCall | undefined {
  return readRequest(call)?.action;
}

/** The second page only for the token of the first. */
export const paged = (token: unknown, first: object, second: object, name = 'NextPageToken'): object =>
  token === undefined ? { ...first, [name]: 'page-2' } : second;
