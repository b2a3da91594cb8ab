import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from './freePort.ts';
import { type Proxy as Line, proxyTo } from './proxy.ts';

/** Where a real server can be reached, and how to leave it; or why not. */
export type Server = { url: string; stop(): Promise<void> } | { skip: string };

const run = promisify(execFile);
const leave = async (): Promise<void> => undefined;

/** An EventStoreDB: TEST_EVENTSTORE_URL, else a container where Docker answers. */
export const eventStoreUrl = (): Promise<Server> =>
  server('TEST_EVENTSTORE_URL', 'eventstore/eventstore:24.10', 2113, (port, host) => `esdb://${host}:${port}?tls=false`, {
    environment: { EVENTSTORE_INSECURE: 'true', EVENTSTORE_MEM_DB: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' },
  });

/** A MongoDB: TEST_MONGODB_URL, else a container where Docker answers: a replica set of one, which has transactions and change streams. */
export async function mongoUrl(): Promise<Server> {
  // A set tells its clients its own address: inside and outside it has to be the same.
  const port = await freePort();
  const member = `127.0.0.1:${port}`;
  const initiate = `rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '${member}' }] }); while (!db.hello().isWritablePrimary) sleep(100)`;
  return server('TEST_MONGODB_URL', 'mongo:8', { container: port, host: port }, () => `mongodb://${member}`, {
    command: ['mongod', '--replSet', 'rs0', '--bind_ip_all', '--port', `${port}`],
    begin: ['mongosh', '--quiet', '--port', `${port}`, '--eval', initiate],
  });
}

/** A line of its own to an EventStoreDB, which can be cut and counted, where the address is that of a plain single node; any other as it is. */
export async function lineTo(url: string): Promise<{ url: string; proxy?: Line }> {
  const plain = /^(?:esdb|kurrentdb):\/\/(?<host>[^:@,/?]+)(?::(?<port>\d+))?\/?\?tls=false$/.exec(url)?.groups;
  if (!plain?.host) return { url };
  const proxy = await proxyTo(plain.host, Number(plain.port ?? 2113));
  return { url: `esdb://127.0.0.1:${proxy.port}?tls=false`, proxy };
}

interface Container {
  environment?: Record<string, string>;
  command?: string[];
  /** Run in it once it listens. */
  begin?: string[];
}

async function server(
  variable: string,
  image: string,
  port: number | { container: number; host: number },
  urlOf: (port: number, host: string) => string,
  { environment = {}, command = [], begin }: Container,
): Promise<Server> {
  const url = process.env[variable];
  if (url) return { url, stop: leave };
  const silent = await run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 5_000 }).then(
    () => null,
    () => 'Docker does not answer',
  );
  if (silent) return { skip: `${variable} is not set and ${silent}` };
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer(image)
      .withExposedPorts(port)
      .withEnvironment(environment)
      .withCommand(command)
      .withWaitStrategy(Wait.forListeningPorts())
      .start();
    if (begin) {
      const { exitCode, output } = await container.exec(begin);
      if (exitCode !== 0) throw new Error(output);
    }
    return {
      url: urlOf(container.getMappedPort(typeof port === 'number' ? port : port.container), container.getHost()),
      stop: async () => void (await container.stop()),
    };
  } catch (error) {
    return {
      skip: `${variable} is not set and a container of ${image} does not start: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** What a suite's name says beside it where its server cannot be reached; empty where it can. */
export const reasonOf = (found: Server): string => ('skip' in found ? ` (skipped: ${found.skip})` : '');
