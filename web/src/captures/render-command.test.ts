import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteShell } from '../../../profiler/witness/diff/write-value.ts';
import { type CommandFacts, renderCli, renderCurl } from './render-command.ts';

const facts: CommandFacts = {
  origin: 'https://farol.example.test:8444',
  workload: 'checkout-api',
  version: '2.14.0',
  env: 'production',
  kind: 'replicate',
  durationSec: 60,
  warmupSec: 5,
  ownAuthority: false,
};

test('a real shell reads every quoted text as one argument with the same bytes', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'));
  fc.assert(
    fc.property(text, (one) => {
      const { stdout } = spawnSync('/bin/sh', ['-c', `printf %s ${quoteShell(one)}`], { encoding: 'utf8' });
      expect(stdout).toBe(one);
    }),
    { numRuns: 60 },
  );
});

test('a value cannot become an option', () => {
  expect(quoteShell('--token')).toBe("'--token'");
});

test('the commands carry window, warm-up and kind, and no token', () => {
  const curl = renderCurl(facts);
  expect(curl).toContain('"kind":"replicate","duration_sec":60,"warmup_sec":5');
  expect(curl).toContain('https://farol.example.test:8444/api/profiling/captures');
  expect(curl).toContain('Bearer $FAROL_CAPTURE_TOKEN');
  expect(renderCli(facts)).toContain('--kind replicate --duration 60 --warmup 5');
});

test('the commands carry the image as one argument, and none where it is not known', () => {
  const image = `registry.example.com/it's mine@sha256:${'0'.repeat(64)}`;
  const ofRequest = (command: string): unknown => {
    const script = `curl() { for one; do last=$one; done; printf %s "$last"; }; ${command}`;
    return JSON.parse(spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).stdout);
  };
  expect(ofRequest(renderCurl({ ...facts, image }))).toMatchObject({ kind: 'replicate', image });
  expect(ofRequest(renderCurl(facts))).not.toHaveProperty('image');
  const argument = `farol() { while [ "$1" != --image ]; do shift; done; printf %s "$2"; }; `;
  const cli = argument + renderCli({ ...facts, image });
  expect(spawnSync('/bin/sh', ['-c', cli], { encoding: 'utf8' }).stdout).toBe(image);
  expect(renderCli(facts)).not.toContain('--image');
});

test('the commands name the authority of a control plane that has its own', () => {
  const own = { ...facts, ownAuthority: true };
  expect(renderCurl(own)).toContain('--cacert ca.pem');
  expect(renderCli(own)).toMatch(/^FAROL_CA_FILE=ca\.pem farol capture request/u);
  expect(renderCurl(facts)).not.toContain('cacert');
  expect(renderCli(facts)).not.toContain('FAROL_CA_FILE');
});

test('an empty environment is left out', () => {
  expect(renderCli({ ...facts, env: '' })).not.toContain('--env');
  expect(renderCurl({ ...facts, env: '' })).not.toContain('"env"');
});
