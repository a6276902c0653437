/** Good answers of Cloud DNS. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project } from '../project.ts';

const zone = {
  id: '123456',
  name: 'example-com',
  dnsName: 'example.com.',
  description: 'the site',
  visibility: 'public',
  nameServers: ['ns-cloud-a1.googledomains.com.', 'ns-cloud-a2.googledomains.com.'],
  dnssecConfig: { state: 'on' },
  creationTime: '2026-01-05T10:00:00.000Z',
  labels: { team: 'web' },
};

const privateZone = {
  name: 'corp',
  dnsName: 'corp.example.com.',
  visibility: 'private',
  forwardingConfig: { targetNameServers: [{ ipv4Address: '10.0.0.53' }] },
  privateVisibilityConfig: {
    networks: [{ networkUrl: `https://www.googleapis.com/compute/v1/projects/${project}/global/networks/main` }],
  },
};

const records = [
  { name: 'example.com.', type: 'A', ttl: 300, rrdatas: ['203.0.113.9'] },
  { name: 'example.com.', type: 'MX', ttl: 3600, rrdatas: ['10 mail.example.com.'] },
  {
    name: 'api.example.com.',
    type: 'A',
    ttl: 60,
    routingPolicy: {
      wrr: {
        items: [
          { weight: 90, rrdatas: ['203.0.113.9'] },
          { weight: 10, rrdatas: ['203.0.113.10'] },
        ],
      },
    },
  },
  {
    name: 'geo.example.com.',
    type: 'A',
    ttl: 60,
    routingPolicy: { geo: { items: [{ location: 'us-central1', rrdatas: ['203.0.113.9'] }] } },
  },
  {
    name: 'db.example.com.',
    type: 'A',
    ttl: 60,
    routingPolicy: {
      healthCheck: `projects/${project}/global/healthChecks/db`,
      primaryBackup: {
        primaryTargets: { internalLoadBalancers: [{ ipAddress: '10.0.0.9' }] },
        backupGeoTargets: { items: [{ location: 'us-east1', rrdatas: ['10.1.0.9'] }] },
      },
    },
  },
];

export const dnsAnswers = {
  'dns.managedZones.list': { managedZones: [zone, privateZone] },
  'dns.managedZones.get': zone,
  'dns.resourceRecordSets.list': { rrsets: records },
};

export const dnsQuestions: Exemplar['questions'] = {
  'dns.getZone': [{ zone: 'example-com' }],
  'dns.listRecords': [{ zone: 'example-com' }],
  'dns.listZones': [{}],
};
