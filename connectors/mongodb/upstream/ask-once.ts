/**
 * A process that asks one question of the database in MONGO_URI and then has nothing left to do: it ends by
 * itself, or something was left open. Tells when the driver was loaded.
 */
import { createRequire } from 'node:module';
import { registry } from '../../registry.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';

const { cache } = createRequire(import.meta.url);
const isLoaded = (): boolean => Object.keys(cache).some((file) => file.includes('/node_modules/mongodb/'));

const registered = registry.filter(({ manifest }) => manifest.id === 'mongodb');
const agent = new AgentUnderTest({ registry: registered, env: { MONGO_URI: process.env['MONGO_URI'] } });
const orders = { database: 'shop', collection: 'orders' };
const loaded = { before: isLoaded(), afterRefusal: false, afterAnswer: false };
await agent.ask('documents.find', { ...orders, filter: { $where: 'true' } });
loaded.afterRefusal = isLoaded();
const answer = await agent.ask('documents.find', orders);
loaded.afterAnswer = isLoaded();
agent.close();
process.stdout.write(JSON.stringify({ loaded, ok: answer.ok }));
