/** An Agent with this one connector, and the described interface behind it with answers changed by a test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { registry } from '../../registry.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { HealthCheck, OperationAnswer, OperationResult } from '../../../src/tunnel/messages.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type DescribedCall, describeUpstream } from '../../../test/contract/described-upstream.ts';
import { FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import type { FakeApp } from './app.ts';
import { routes } from './exemplar.ts';

const withoutApp = routes.filter(({ call }) => !call.includes(' /app/'));

export type Changes = Readonly<Record<string, Reply | ((call: DescribedCall) => Reply)>>;

/** Called once in a test file, outside its tests: answers as usual before each of them. */
export function useGithubLab(): GithubLab {
  const lab = new GithubLab();
  beforeAll(() => lab.start());
  beforeEach(() => lab.answerWith());
  afterEach(() => lab.leave());
  afterAll(() => lab.close());
  return lab;
}

class GithubLab {
  /** Calls and answers that the description does not allow. */
  readonly #unexpected: string[] = [];
  readonly #agents: AgentUnderTest[] = [];
  #upstream: FakeUpstream | undefined;

  async start(): Promise<void> {
    this.#upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  }

  get upstream(): FakeUpstream {
    if (this.#upstream === undefined) throw new Error('the lab starts with the tests');
    return this.#upstream;
  }

  /** From here on answers as usual, but for these calls; to this app alone, where there is one. */
  answerWith(changes: Changes = {}, app?: FakeApp): void {
    const described = app === undefined ? routes : [...withoutApp, ...app.routes];
    const changed = described.map((route) => {
      const reply = changes[route.call];
      if (reply === undefined) return route;
      return { ...route, reply: typeof reply === 'function' ? reply : (): Reply => reply };
    });
    const known = new Set<string>(routes.map(({ call }) => call));
    const misnamed = Object.keys(changes).filter((call) => !known.has(call));
    if (misnamed.length > 0) throw new Error(`no such call: ${misnamed.join(', ')}`);
    const usual = describeUpstream(changed);
    const answer = app?.guard(usual) ?? usual;
    this.upstream.answerWith((call) => {
      try {
        const reply = answer(call);
        if (reply !== undefined) return reply;
        this.#unexpected.push(`${call.method} ${call.path}`);
      } catch (error) {
        this.#unexpected.push(error instanceof Error ? error.message : String(error));
      }
      return { status: 501, body: '' };
    });
  }

  agent(token = 'github_pat_11AEXAMPLE0000', clock?: Clock): AgentUnderTest {
    return this.agentOf({ GITHUB_TOKEN: token }, clock);
  }

  agentOf(env: Readonly<Record<string, string | undefined>>, clock?: Clock): AgentUnderTest {
    const agent = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'github'),
      env: { GITHUB_URL: this.upstream.url, ...env },
      allowed: new Set(registry.flatMap(({ manifest }) => Object.keys(manifest.operations))),
      ...(clock !== undefined && { clock }),
    });
    this.#agents.push(agent);
    return agent;
  }

  ask(operation: string, args: unknown): Promise<OperationAnswer> {
    return this.agent().ask(operation, args);
  }

  /** The result of a question that must have one. */
  async result(operation: string, args: unknown): Promise<OperationResult> {
    return resultIn(await this.ask(operation, args));
  }

  /** The fault of a question that must have one. */
  async fault(operation: string, args: unknown): Promise<ReturnType<typeof faultIn>> {
    return faultIn(await this.ask(operation, args));
  }

  checkNamed(check: string, token?: string): Promise<HealthCheck> {
    return this.agent(token).checkNamed(check);
  }

  /** Method, path and query of what was asked, in order. */
  get asked(): string[] {
    return this.upstream.calls.map(({ method, path, query }) => {
      const text = decodeURIComponent(query.toString().replaceAll('+', ' '));
      return `${method} ${path}${text === '' ? '' : `?${text}`}`;
    });
  }

  /** After each test. @throws Error that says what was asked or answered against the description. */
  leave(): void {
    for (const agent of this.#agents.splice(0)) agent.close();
    const unexpected = this.#unexpected.splice(0);
    if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
  }

  async close(): Promise<void> {
    await this.upstream.close();
  }
}
