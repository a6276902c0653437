/** A deploy and an incident. */
import type { Marker } from '../../src/control/api/api.ts';

export function seedMarkers(at: (minutesAgo: number) => string): Marker[] {
  const of = { workload: 'checkout-api', env: 'production', recorded_by: 'deploy pipeline' };
  const day = 24 * 60;
  return [
    {
      ...of,
      id: 'marker-deploy',
      kind: 'deploy',
      version: '2.14.0',
      url: 'https://ci.example.com/runs/4711',
      started_at: at(150),
      recorded_at: at(150),
    },
    {
      ...of,
      id: 'marker-incident',
      kind: 'incident',
      title: 'Payments time out',
      started_at: at(90 * day),
      ended_at: at(90 * day - 40),
      recorded_at: at(90 * day),
    },
  ];
}
