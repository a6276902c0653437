/** A public beta that stands in the vendor's documentation and not in its machine-readable description (seen 2026-11). */
import type { DatadogOperations } from '../../datadog-operations.ts';
import { openDatadog } from '../../client.ts';
import { DependenciesAnswer } from '../schema.ts';

export const dependencyOperations = {
  'topology.getDependencies': {
    async run({ env }, { window, ...context }) {
      const answer = await openDatadog(context).get(DependenciesAnswer, '/api/v1/service_dependencies', {
        env,
        start: window === undefined ? undefined : String(Math.floor(window.fromMs / 1000)),
        end: window === undefined ? undefined : String(Math.floor(window.toMs / 1000)),
      });
      const calls = Object.entries(answer).flatMap(([client, service]) =>
        service.calls.map((server) => ({ client, server })),
      );
      const services = [...new Set([...Object.keys(answer), ...calls.map(({ server }) => server)])].toSorted();
      const because = `The read was allowed: no traces of the environment ${env} in the window. A misspelt environment looks the same.`;
      return { data: { services, calls }, complete: true, ...(services.length === 0 && { because }), truncated: false };
    },
  },
} satisfies DatadogOperations<'topology.getDependencies'>;
