/** A real Prometheus on a free loopback port, which scrapes itself. With a user, it answers 401 to everybody else. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RealPrometheus {
  readonly url: string;
  stop(): Promise<void>;
}

export interface BasicUser {
  readonly name: string;
  /** bcrypt of the password, as the web configuration wants it. */
  readonly passwordHash: string;
  readonly password: string;
}

export async function startPrometheus(user?: BasicUser): Promise<RealPrometheus> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'farol-prometheus-'));
  const port = await findFreePort();
  const basicAuth = user === undefined ? {} : { basic_auth: { username: user.name, password: user.password } };
  // JSON is YAML: nothing needs quoting rules of its own.
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [{ job_name: 'self', ...basicAuth, static_configs: [{ targets: [`127.0.0.1:${port}`] }] }],
  };
  const web = user === undefined ? {} : { basic_auth_users: { [user.name]: user.passwordHash } };
  await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
  await writeFile(path.join(folder, 'web.yml'), JSON.stringify(web));
  const child = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--web.config.file=${folder}/web.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const authorization = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
  const deadline = Date.now() + 20_000;
  // Ready means that it has scraped itself: `up` has a value.
  while (!(await answers(`${url}/api/v1/query?query=up`, authorization)).includes('"value"')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`prometheus did not get ready:\n${said}`);
    }
    await sleep(100);
  }
  return { url, stop };
}

function answers(url: string, authorization: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    const headers = authorization === undefined ? {} : { authorization };
    request(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => resolve(body));
    })
      .once('error', () => resolve(''))
      .end();
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
