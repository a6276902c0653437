/**
 * A small bill. Costs are added up from its lines, so that what a filter leaves out is left out of the amounts too:
 * https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_GetCostAndUsage.html
 */
interface Line {
  readonly day: string;
  readonly SERVICE: string;
  readonly RECORD_TYPE: string;
  readonly team: string;
  /** In cents. A discount is a line of its own here, and spread over the lines it is for in what AWS calls net. */
  readonly unblended: number;
  readonly netUnblended: number;
}

const ec2 = { SERVICE: 'Amazon Elastic Compute Cloud - Compute', team: 'checkout' };
const s3 = { SERVICE: 'Amazon Simple Storage Service', team: '' };

const bill: readonly Line[] = [
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Usage', unblended: 10_000, netUnblended: 9000 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'BundledDiscount', unblended: -1000, netUnblended: 0 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Credit', unblended: -2550, netUnblended: -2550 },
  { day: '2026-11-01', ...ec2, RECORD_TYPE: 'Refund', unblended: -100, netUnblended: -100 },
  { day: '2026-11-01', ...s3, RECORD_TYPE: 'Usage', unblended: 700, netUnblended: 700 },
  { day: '2026-11-02', ...ec2, RECORD_TYPE: 'Usage', unblended: 20_000, netUnblended: 20_000 },
  { day: '2026-11-02', ...s3, RECORD_TYPE: 'Usage', unblended: 300, netUnblended: 300 },
  { day: '2026-11-02', ...s3, RECORD_TYPE: 'Credit', unblended: -300, netUnblended: -300 },
];

interface Filter {
  readonly And?: readonly Filter[];
  readonly Or?: readonly Filter[];
  readonly Not?: Filter;
  readonly Dimensions?: { readonly Key: 'RECORD_TYPE' | 'SERVICE'; readonly Values: readonly string[] };
  readonly Tags?: {
    readonly Key: string;
    readonly Values?: readonly string[];
    readonly MatchOptions?: readonly string[];
  };
}

function isLeft(line: Line, filter: Filter | undefined): boolean {
  if (filter === undefined) return true;
  const { And, Or, Not, Dimensions, Tags } = filter;
  if (And !== undefined) return And.every((one) => isLeft(line, one));
  if (Or !== undefined) return Or.some((one) => isLeft(line, one));
  if (Not !== undefined) return !isLeft(line, Not);
  if (Dimensions !== undefined) return Dimensions.Values.includes(line[Dimensions.Key]);
  if (Tags?.MatchOptions?.includes('ABSENT') === true) return line.team === '';
  return Tags?.Values?.includes(line.team) === true;
}

interface Group {
  readonly Type: string;
  readonly Key: string;
}

function keyOf(line: Line, { Type, Key }: Group): string {
  return Type === 'TAG' ? `${Key}$${line.team}` : line[Key as 'RECORD_TYPE' | 'SERVICE'];
}

/** With more digits than anybody pays, as AWS tells amounts. */
function metricsOf(lines: readonly Line[], wanted: readonly string[]): object {
  const amounts = (of: (line: Line) => number): string => {
    let cents = 0;
    for (const line of lines) cents += of(line);
    return `${(cents / 100).toFixed(10)}`;
  };
  return Object.fromEntries(
    wanted.map((metric) => {
      if (metric === 'UsageQuantity') return [metric, { Amount: '744', Unit: 'N/A' }];
      const isNet = metric === 'NetUnblendedCost' || metric === 'NetAmortizedCost';
      return [metric, { Amount: amounts(isNet ? (line) => line.netUnblended : (line) => line.unblended), Unit: 'USD' }];
    }),
  );
}

export interface Asked {
  readonly TimePeriod: { readonly Start: string; readonly End: string };
  readonly Metrics: readonly string[];
  readonly GroupBy?: readonly Group[];
  readonly Filter?: Filter;
}

/** By day. A split period tells its groups and no total. */
function costsOf(lines: readonly Line[], asked: Asked): object[] {
  const { TimePeriod, Metrics, GroupBy, Filter } = asked;
  const left = lines.filter((line) => isLeft(line, Filter));
  const days = ['2026-11-01', '2026-11-02'].filter((day) => TimePeriod.Start <= day && day < TimePeriod.End);
  return days.map((day) => {
    const ofDay = left.filter((line) => line.day === day);
    const period = { Start: day, End: day === '2026-11-01' ? '2026-11-02' : '2026-11-03' };
    const common = { TimePeriod: period, Estimated: day === '2026-11-02' };
    if (GroupBy === undefined) return { ...common, Total: metricsOf(ofDay, Metrics), Groups: [] };
    const groups = Map.groupBy(ofDay, (line) => JSON.stringify(GroupBy.map((group) => keyOf(line, group))));
    const Groups = [...groups].map(([keys, of]) => ({
      Keys: JSON.parse(keys) as string[],
      Metrics: metricsOf(of, Metrics),
    }));
    return { ...common, Total: {}, Groups };
  });
}

/** One day for each page. */
export function pageOfCosts(asked: Asked, token: unknown): object {
  const days = costsOf(bill, asked);
  const at = token === undefined ? 0 : Number(token);
  return { ResultsByTime: days.slice(at, at + 1), ...(at + 1 < days.length && { NextPageToken: String(at + 1) }) };
}
