/**
 * Loads one client library as the Agent does at the first question to its system, and prints what that cost.
 * Run as a program; the library is its first argument: a package, or the address of a file that the Agent's bundle
 * joined it into.
 */
const [library = ''] = process.argv.slice(2);
// An Agent has these from its tunnel.
for (const name of ['node:https', 'node:tls', 'node:stream', 'node:fs']) process.getBuiltinModule(name);
const rssBefore = process.memoryUsage.rss();
const startedAt = performance.now();
await import(library);
const loadMs = performance.now() - startedAt;
const rssBytes = process.memoryUsage.rss() - rssBefore;
process.stdout.write(`${JSON.stringify({ event: 'loaded', loadMs, rssBytes })}\n`);
