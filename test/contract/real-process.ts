/** A real program as a counterpart: its own folder, a free loopback port, and gone without a trace when the test ends. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../demo/free-ports.ts';

export interface RealProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ProcessPlan {
  readonly program: string;
  /** Written into the folder first, as JSON, which is YAML: nothing needs quoting rules of its own. */
  files(port: number): Readonly<Record<string, unknown>>;
  args(folder: string, port: number): readonly string[];
  /** Asked until its answer holds `word`. */
  readonly ready: { readonly path: string; readonly word: string; readonly authorization?: string | undefined };
}

const patienceMs = 20_000;

export async function startProcess(plan: ProcessPlan): Promise<RealProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `farol-${path.basename(plan.program)}-`));
  const port = await findFreePort();
  for (const [name, content] of Object.entries(plan.files(port))) {
    await writeFile(path.join(folder, name), JSON.stringify(content));
  }
  const child = spawn(plan.program, plan.args(folder, port), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patienceMs;
  const { path: asked, word, authorization } = plan.ready;
  while (!(await answerOf(`${url}${asked}`, authorization)).includes(word)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${plan.program} did not get ready:\n${said}`);
    }
    await sleep(100);
  }
  return { url, stop };
}

/** Body of an answer, whatever its status; empty when there is none. */
function answerOf(url: string, authorization: string | undefined): Promise<string> {
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
