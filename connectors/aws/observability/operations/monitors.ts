/** Alarms on metrics, on logs and on other alarms. */
import type { StateValue } from '@aws-sdk/client-cloudwatch';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readKept } from '../../cached-page.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { type Monitor, stateOf, toMonitors } from './to-monitor.ts';

const pageSize = 100;
const mostPages = 10;

export const monitorOperations = {
  'monitors.list': {
    guard({ labels, states }) {
      if (labels !== undefined) {
        throw new Fault(
          'invalid_arguments',
          { field: 'labels' },
          'Leave it out: alarms are listed without their tags.',
        );
      }
      if (states !== undefined && vendorStates(states).length === 0) {
        const remedy = 'Ask for ok, alert or no_data: alarms of this source have no other state.';
        throw new Fault('invalid_arguments', { field: 'states' }, remedy);
      }
    },
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { states, namePrefix: AlarmNamePrefix } = args;
      const [only, ...others] = states === undefined ? [] : vendorStates(states);
      const filters = known({ AlarmNamePrefix, StateValue: others.length === 0 ? only : undefined });
      const { CloudWatchClient: Client, DescribeAlarmsCommand } = await import('@aws-sdk/client-cloudwatch');
      return answerPage(
        { operation: 'monitors.list', args, region, what: 'alarms' },
        (after) =>
          readKept<Monitor>(after, {
            limit: args.limit,
            size: Math.min(args.limit, pageSize),
            pages: mostPages,
            keep: ({ state }) => states === undefined || states.includes(state),
            async read(NextToken, MaxRecords) {
              const command = new DescribeAlarmsCommand({
                ...filters,
                // Without a list of kinds, AWS returns only alarms on metrics.
                AlarmTypes: ['MetricAlarm', 'CompositeAlarm', 'LogAlarm'],
                MaxRecords,
                ...known({ NextToken }),
              });
              const answer = await ask(context, { call: 'cloudwatch:DescribeAlarms', region, Client, command });
              return { items: toMonitors(answer), next: answer.NextToken };
            },
          }),
        (monitors) => ({ region, monitors: [...monitors] }),
      );
    },
  },
} satisfies AwsOperations<'monitors.list'>;

function vendorStates(states: readonly string[]): StateValue[] {
  return (Object.keys(stateOf) as StateValue[]).filter((value) => states.includes(stateOf[value]));
}
