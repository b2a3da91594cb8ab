import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where a real server can be reached, and how to leave it; or why not. */
export type Server = { url: string; stop(): Promise<void> } | { skip: string };

const run = promisify(execFile);
const leave = async (): Promise<void> => undefined;

/** An EventStoreDB: TEST_EVENTSTORE_URL, else a container where Docker answers. */
export const eventStoreUrl = (): Promise<Server> =>
  server('TEST_EVENTSTORE_URL', 'eventstore/eventstore:24.10', 2113, (port, host) => `esdb://${host}:${port}?tls=false`, {
    EVENTSTORE_INSECURE: 'true',
    EVENTSTORE_MEM_DB: 'true',
    EVENTSTORE_RUN_PROJECTIONS: 'None',
  });

/** A MongoDB: TEST_MONGODB_URL, else a container where Docker answers. */
export const mongoUrl = (): Promise<Server> =>
  server('TEST_MONGODB_URL', 'mongo:8', 27017, (port, host) => `mongodb://${host}:${port}`, {});

async function server(
  variable: string,
  image: string,
  port: number,
  urlOf: (port: number, host: string) => string,
  environment: Record<string, string>,
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
      .withWaitStrategy(Wait.forListeningPorts())
      .start();
    return { url: urlOf(container.getMappedPort(port), container.getHost()), stop: async () => void (await container.stop()) };
  } catch (error) {
    return {
      skip: `${variable} is not set and a container of ${image} does not start: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** What a suite's name says beside it where its server cannot be reached; empty where it can. */
export const reasonOf = (found: Server): string => ('skip' in found ? ` (skipped: ${found.skip})` : '');
