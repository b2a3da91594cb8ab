import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { BSON } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { mongoClient } from '../../backend/integrations/mongo/client.ts';

const OP_MSG = 2013;
const ANSWER = { ok: 1, isWritablePrimary: true, helloOk: true, minWireVersion: 0, maxWireVersion: 21, maxBsonObjectSize: 2 ** 24 };

/** A server that answers each command with the same document, by whichever message it came. */
async function openServer(): Promise<number> {
  const message = (to: number, code: number, parts: readonly Uint8Array[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(16);
    for (const [at, value] of [body.length + 16, 0, to, code].entries()) head.writeInt32LE(value, at * 4);
    return Buffer.concat([head, body]);
  };
  const document = BSON.serialize(ANSWER);
  const server = createServer((line) => {
    line.on('error', () => {});
    line.on('data', (bytes) => {
      const to = bytes.readInt32LE(4);
      const reply = Buffer.alloc(20);
      reply.writeInt32LE(1, 16);
      line.write(bytes.readInt32LE(12) === OP_MSG ? message(to, OP_MSG, [new Uint8Array(5), document]) : message(to, 1, [reply, document]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

test('a command that is written while its line closes fails at once', async () => {
  const port = await openServer();
  const lines: Socket[] = [];
  const opened = (event: unknown) => void lines.push((event as { socket: Socket }).socket);
  subscribe('net.client.socket', opened);
  const client = mongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&retryReads=false&monitorCommands=true`, 'test');
  onTestFinished(async () => {
    unsubscribe('net.client.socket', opened);
    await client.close();
  });
  const ping = () => client.db('a').command({ ping: 1 });
  await ping();
  client.once('commandStarted', () => {
    for (const line of lines) line.destroy();
  });
  await expect(ping()).rejects.toThrow(/closed/);
});
