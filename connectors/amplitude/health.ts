import type { Checks } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { openAmplitude } from './client.ts';
import { dashboardAccess } from './grants.ts';
import type { manifest } from './manifest.ts';
import { daysIn, plainDate } from './project-days.ts';
import { intervals, metrics, writeEvent } from './question.ts';

const held = [dashboardAccess];

const lookAtProject =
  'The project of these keys has received no event, or it is the wrong project. First compare the keys with those of the project under Settings, Organization settings, Projects, and put its two keys into AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY if they differ; then check whether the application sends events to it.';

export const checks = {
  project: {
    async run(context) {
      const { length } = await openAmplitude(context).listEvents();
      if (length > 0) return { status: 'ok', summary: `The project has ${length} kinds of events.`, held };
      return {
        status: 'degraded',
        summary: 'The key pair is accepted, but its project has no events.',
        fault: new Fault('not_found_or_hidden', { what: 'any event' }, lookAtProject),
        held,
        remedy: lookAtProject,
      };
    },
  },

  queries: {
    async run(context) {
      const now = context.clock.now();
      const { first } = daysIn({ fromMs: now, toMs: now }, 'UTC');
      const day = plainDate(first);
      // The vendor's own name for whatever counts as use of the product.
      const query = { e: writeEvent({ name: '_active' }), m: metrics.uniques, i: intervals.day, start: day, end: day };
      await openAmplitude(context).querySegmentation({ cost: 1, query });
      return { status: 'ok', summary: 'A query for one day returned.', held };
    },
  },
} satisfies Checks<typeof manifest>;
