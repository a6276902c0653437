/** Statements of accounts: /items?item=N answers the last movements of account N as text. */
import { gzipSync } from 'node:zlib';
import { second, start } from './service.ts';
import { Router, type Answer } from './vendor/small-router/index.ts';

const texts = ['rent', 'salary', 'groceries', 'insurance', 'books', 'train'];

function writeStatement(account: number): string {
  const lines = [`account ${account}`];
  let balance = 100_000;
  for (let index = 0; index < 500; index += 1) {
    const amount = ((account * 31 + index * 977) % 20_000) - 10_000;
    balance += amount;
    lines.push(`${index + 1};${texts[(account + index) % texts.length]};${amount};${balance}`);
  }
  return lines.join('\n');
}

function answerWith(text: string): Answer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  if (!second) return { headers, body: text };
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(text) };
}

const router = new Router().get('/items', ({ query }) => answerWith(writeStatement(Number(query.get('item')))));

start(router);
