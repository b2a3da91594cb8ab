import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, describe, test } from 'vitest';
import { isReplicated } from '../../backend/integrations/mongo/client.ts';
import { mongoUrl, reasonOf } from '../support/servers.ts';

/** A server and databases of one's own in it, which go with the tests. */
export interface Mongo {
  url: string;
  /** Real MongoDB orders strings by their bytes; servers that only speak its protocol may not. */
  utf16Order: boolean;
  /** It has transactions and change streams. */
  replicated: boolean;
  freshName(): string;
}

/** Runs the suites against a server, or reports them as skipped with the reason. */
export async function withMongo(name: string, suites: (mongo: Mongo) => void): Promise<void> {
  const server = await mongoUrl();
  if ('skip' in server) {
    describe.skip(`${name}${reasonOf(server)}`, () => test('is not run', () => {}));
    process.stdout.write(`${name}${reasonOf(server)}\n`);
    return;
  }
  const names: string[] = [];
  const freshName = () => {
    const fresh = `aulaviva_test_${randomUUID().slice(0, 13)}`;
    names.push(fresh);
    return fresh;
  };
  const client = new MongoClient(server.url);
  const probe = client.db(freshName()).collection<{ _id: string }>('order');
  await probe.insertMany([{ _id: '\u{1f600}' }, { _id: '\uffff' }]);
  const [first] = await probe.find().sort({ _id: 1 }).toArray();
  afterAll(async () => {
    for (const one of names) await client.db(one).dropDatabase();
    await client.close();
    await server.stop();
  });
  const replicated = await isReplicated(client.db('admin'));
  if (!replicated) process.stdout.write(`${name}: without transactions and change streams, which this server does not have\n`);
  suites({ url: server.url, replicated, utf16Order: first?._id === '\u{1f600}', freshName });
}
