/**
 * What loads a database server, as Performance Insights recorded it. One call returns the averages over
 * the whole window, the other the curves; an answer is made of whichever of the two may be read.
 */
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { refineFault } from '../../../../src/connector/symptom.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { chooseRegion } from '../../access/regions.ts';
import { checkPoints, groupOf, stepFor } from './load-question.ts';
import { type LoadQuestion, readAverages, readCurves } from './read-load.ts';
import { toLoad } from './to-load.ts';

type Data = DataOf<'databases.getLoad'>;

/** Most entries that the vendor returns for one dimension. */
const mostEntries = 25;

export const loadOperations = {
  'databases.getLoad': {
    guard(args, { window }) {
      groupOf(args);
      if (window !== undefined) checkPoints(window, args.stepSec);
    },
    async run(args, context): Promise<Answer<Data>> {
      const { window } = context;
      if (window === undefined) throw new Error('the catalog requires a window here');
      const region = chooseRegion(context, args.region);
      const question = toQuestion(args, window, region);
      const missing: Missing = [];
      const { curves, averages } = await readBoth(context, question, missing);
      const { total, top } = toLoad(curves, averages);
      const isCut = top.length > args.limit || top.length === mostEntries;
      const isEmpty = total.points.length === 0 && top.length === 0;
      return withMissing(
        {
          data: { region, stepSec: question.stepSec, total, top: top.slice(0, args.limit) },
          complete: true,
          ...(isEmpty && {
            because:
              'The read was allowed, and no load was recorded in this window: the server was stopped, or the window is older than the stored records.',
          }),
          truncated: isCut,
        },
        missing,
      );
    },
  },
} satisfies AwsOperations<'databases.getLoad'>;

/** One entry more than requested, where the vendor allows it, to know whether there are others. */
function toQuestion(args: ArgumentsOf<'databases.getLoad'>, window: ResolvedWindow, region: string): LoadQuestion {
  return {
    region,
    ServiceType: args.engineKind === 'relational' ? 'RDS' : 'DOCDB',
    Identifier: args.instance,
    StartTime: new Date(window.fromMs),
    EndTime: new Date(window.toMs),
    stepSec: stepFor(window, args.stepSec),
    GroupBy: { Group: groupOf(args), Limit: Math.min(args.limit + 1, mostEntries) },
  };
}

async function readBoth(context: AwsContext, question: LoadQuestion, missing: Missing) {
  let denial: Fault | undefined;
  const first = <Part>(read: () => Promise<Part>) =>
    read().catch((error: unknown) => {
      const fault = error instanceof Fault ? explainOff(error) : error;
      if (fault instanceof Fault) denial ??= fault;
      throw fault;
    });
  const curves = await readPart(missing, 'Load over time', () => first(() => readCurves(context, question)));
  const averages = await readPart(missing, 'Averages over the window, which are then those of the points,', () =>
    first(() => readAverages(context, question)),
  );
  if (curves === undefined && averages === undefined && denial !== undefined) throw denial;
  for (const part of [curves, averages]) {
    if (part?.next !== undefined) missing.push(`Only the first ${part.items.length} entries of the load were read.`);
  }
  return { curves: curves?.items, averages: averages?.items };
}

const areOff =
  'If that is correct, Performance Insights is off: check hasLoadRecords of this server in databases.listInstances, and turn on Performance Insights there.';

/**
 * A server without load records is answered with the same codes as a denial and a wrong argument
 * (https://docs.aws.amazon.com/performance-insights/latest/APIReference/API_GetResourceMetrics.html);
 * only a denial of IAM names who denied.
 */
function explainOff(fault: Fault): Fault {
  const remedy = `${fault.remedy} ${areOff}`;
  if (isOf(fault, 'permission_missing') && fault.data.layer === 'unknown') {
    return refineFault(fault, 'permission_missing', fault.data, remedy);
  }
  if (isOf(fault, 'invalid_arguments')) return refineFault(fault, 'invalid_arguments', fault.data, remedy);
  return fault;
}

function isOf<K extends Fault['kind']>(fault: Fault, kind: K): fault is Fault<K> {
  return fault.kind === kind;
}
