/** DNS zones and their records. */
import { api, asksOf, type Slice } from '../slice.ts';

const dnsApi = api('dns.googleapis.com/dns/v1/projects/{project}', { scope: 'ndev.clouddns.readonly', area: 'dns' });

const methods = {
  'dns.managedZones.get': dnsApi.get('/managedZones/{managedZone}', 'dns.managedZones.get'),
  'dns.resourceRecordSets.list': dnsApi.get('/managedZones/{managedZone}/rrsets', 'dns.resourceRecordSets.list'),
  'dns.managedZones.list': dnsApi.get('/managedZones', 'dns.managedZones.list'),
} as const;

const asks = asksOf(methods);

export const dns = {
  permissions: {
    'roles/viewer': {
      'dns.managedZones.get': 'Describes a DNS zone.',
      'dns.managedZones.list': 'Lists DNS zones.',
      'dns.resourceRecordSets.list': 'Lists the records of a zone.',
    },
  },
  methods,
  areas: {
    dns: {
      title: 'Cloud DNS',
      probes: [{ method: 'dns.managedZones.list', path: {}, query: { maxResults: '1' } }],
    },
  },
  operations: {
    'dns.getZone': asks('dns.managedZones.get'),
    'dns.listRecords': asks('dns.resourceRecordSets.list'),
    'dns.listZones': asks('dns.managedZones.list'),
  },
} as const satisfies Slice;
