/** What peers are called in sentences, by the keys that name them. */

/** By port: what the ports of these programs are by default. */
const services: Readonly<Record<string, string>> = {
  '53': 'DNS',
  '1433': 'SQL Server',
  '1521': 'Oracle',
  '2181': 'ZooKeeper',
  '2379': 'etcd',
  '3306': 'MySQL',
  '4222': 'NATS',
  '5432': 'PostgreSQL',
  '5672': 'RabbitMQ',
  '6379': 'Redis',
  '6432': 'PgBouncer',
  '9042': 'Cassandra',
  '9092': 'Kafka',
  '9200': 'Elasticsearch',
  '11211': 'Memcached',
  '26257': 'CockroachDB',
  '27017': 'MongoDB',
};

const overIp =
  /^(?:connect|datagram|accept) (?:tcp|udp) (?<address>\S+) port (?<port>\d+)(?: (?<outcome>E[A-Z0-9]+))?$/u;
const overUnix = /^(?:connect|accept) unix (?<path>.+?)(?: (?<outcome>E[A-Z0-9]+))?$/u;

export interface Peer {
  /** "PostgreSQL (10.0.0.5:5432)", "10.0.0.7:8080", "/run/app.sock". */
  readonly name: string;
  readonly port: string | undefined;
  /** Why a connection failed; undefined of one that was made. */
  readonly failure: string | undefined;
}

/** Undefined of a key that names none. */
export function readPeer(key: string): Peer | undefined {
  const ip = overIp.exec(key)?.groups;
  if (ip !== undefined) {
    const { address = '', port = '', outcome } = ip;
    const place = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
    const service = services[port];
    return { name: service === undefined ? place : `${service} (${place})`, port, failure: failureOf(outcome) };
  }
  const unix = overUnix.exec(key)?.groups;
  if (unix === undefined) return undefined;
  return { name: unix['path'] ?? '', port: undefined, failure: failureOf(unix['outcome']) };
}

/** One that goes on in the background has not failed. */
function failureOf(outcome: string | undefined): string | undefined {
  return outcome === 'EINPROGRESS' ? undefined : outcome;
}
