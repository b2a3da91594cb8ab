import type { Server } from 'node:http';
import { createHub, type Hub } from '../../backend/api/live/hub.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import { type Reactor, runReactors, settleCheckpoints } from '../../backend/commands/kernel/reactor.ts';
import { rounds } from '../../backend/commands/kernel/rounds.ts';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { accountReactor } from '../../backend/commands/reactions/accounts.ts';
import { leadReactor } from '../../backend/commands/reactions/leads.ts';
import { createDomain, type Domain } from '../../backend/domain.ts';
import { leaseSource } from '../../backend/integrations/vault/lease.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { type CatalogueSearch, createCatalogueSearch } from '../../backend/projections/catalogue/catalogueSearch.ts';
import type { ReadStoreReader } from '../../backend/projections/kernel/readStore.ts';
import { createProjector, type Projector } from '../../backend/projections/projector/projector.ts';
import { createReads, type Reads } from '../../backend/projections/reading/reads.ts';
import type { EventLog } from '../../events/log.ts';
import { pause } from '../../events/store/subscription.ts';
import { faultyHop } from './faults.ts';
import { CHORE, projections, type School, schoolConfig } from './school.ts';
import { type NodeSockets, nodeSockets } from './sockets.ts';
import { connectLog } from './stores/memoryLog.ts';
import { connectReadStore } from './stores/memoryReadStore.ts';
import { connectVault } from './stores/memoryVault.ts';
import type { Process } from './world.ts';

/** One node of the school: an API with its live hub, and behind it a projector and reactors, which a lease lets work on one node at a time. */
export interface Node {
  process: Process;
  /** The stores of this node do not answer. */
  away: boolean;
  /** The API's side. Absent until the node has started. */
  api: Api | null;
  kill(): void;
}
export interface Api {
  domain: Domain;
  reads: Reads;
  reader: ReadStoreReader;
  hub: Hub;
  sockets: NodeSockets;
  search: CatalogueSearch;
}

const REACTORS = ['accounts', 'leads'];
/** Of projector and reactors, so that another node takes over within a run. */
export const LEASE_MS = 2_000;
/** Ten times within a lease, as in a real school. */
const TICK_MS = 200;

interface Stores {
  domain: Domain;
  vault: Vault;
  log: EventLog;
}

export function startNode(school: School, name: string): Node {
  const { world, trace } = school;
  const process: Process = { name, alive: true, skew: 0 };
  const node: Node = {
    process,
    away: false,
    api: null,
    kill() {
      if (!process.alive) return;
      process.alive = false;
      trace.add(`${world.now.toFixed(2)} ${name} killed`);
      node.api?.sockets.cutAll();
    },
  };
  const losesAnswer = (call: string) => {
    const [what, stream] = call.split(' ');
    return what === 'log.append' && school.unanswered.delete(stream ?? '');
  };
  const now = { faults: school.faults, away: () => node.away, age: () => school.age, losesAnswer };
  const hop = (store: string) => faultyHop(world, process, store, now, trace);
  /** Of one thread: connections of its own, keys and states that it keeps for itself. */
  const stores = (): Stores => {
    const vault = connectVault(school.vault, hop('vault'), Date.now);
    const domain = createDomain(connectLog(school.log, hop('log')), vault, schoolConfig);
    return { domain, vault, log: domain.log };
  };
  const readStore = () => connectReadStore(school.read, hop('read store'));
  const logger = {
    info() {},
    warn: (fields: object, message: string) => trace.add(`${world.now.toFixed(2)} ${name} warns: ${message} ${reasonOf(fields)}`),
    error: (fields: object, message: string) => trace.add(`${world.now.toFixed(2)} ${name} says: ${message} ${reasonOf(fields)}`),
  };

  async function api(): Promise<void> {
    const { domain } = stores();
    const reader = readStore();
    const reads = createReads(reader);
    const sockets = nodeSockets(world, process);
    const hub = await createHub(
      null as unknown as Server,
      {
        commands: domain.commands,
        reader,
        sessionTokens: domain.sessionTokens,
        logger,
        config: { publicUrl: 'http://school.test', publicAliases: [], trustProxy: false },
        clock: () => new Date(),
        forgetPerson: forgetting(domain),
      },
      {
        canReadCourse: async (_, courseId) => (await domain.commands.load(course, courseId)).state.status === 'published',
        canReadDiscussion: async () => false,
        teaches: async () => false,
      },
      { following: { notifies: true }, sockets },
    );
    const search = createCatalogueSearch(reads, reader, (person, id) => person?.firstName ?? String(id));
    // Nobody is sent here before it is ready (`/api/ready`): what stood in the log at its start is in what it reads.
    const head = await domain.log.store.head();
    while (head !== null && !(await reads.waitFor(head, 1_000)));
    node.api = { domain, reads, reader, hub, sockets, search };
  }

  /** To the API's thread. */
  const tell = (what: (api: Api) => void) => world.after(0.05, process, () => node.api && what(node.api));

  function project(): Projector {
    const { domain, vault, log } = stores();
    return createProjector({
      log,
      store: readStore(),
      vault,
      projections,
      place: { folder: '/nowhere', connect: () => '', vaultPath: '', personalDataKey: schoolConfig.personalDataKey, inThread: log },
      holder: `${name} at ${world.now}`,
      leaseMs: LEASE_MS,
      logger,
      clock: Date.now,
      view: (row) => ({ ...row }),
      onCommit: () =>
        tell(({ reads, hub }) => {
          reads.notify();
          hub.notify();
        }),
      onErased: forgetting(domain),
    });
  }

  async function react(): Promise<void> {
    const { domain, vault, log } = stores();
    let leased = 0;
    const timer: Timer = createTimer(vault, { [CHORE]: ({ thing }) => school.chore(process, thing, leased) });
    const reactors: Reactor[] = [
      accountReactor(domain.commands, domain.reservations, domain.accountSecrets, domain.leads),
      leadReactor(domain.commands, timer, null, domain.keys, domain.leads, null),
    ];
    const clock = () => new Date();
    const failed = (error: unknown) => logger.warn({ err: error }, 'the timer could not run');
    const lease = leaseSource({ vault, key: 'reactor', holder: `${name} at ${world.now}`, ttlMs: LEASE_MS, clock: Date.now });
    const never = new AbortController().signal;
    for (;;) {
      const held = await lease.acquire(never).catch(() => null);
      if (!held) {
        await pause(TICK_MS, never);
        continue;
      }
      const { epoch, lost: signal } = held;
      leased = epoch;
      await Promise.all([
        runReactors({ log, vault, reactors, signal, now: clock, logger }),
        rounds(TICK_MS, signal, () => timer.tick(clock(), { epoch, signal }), failed),
      ]);
      await held.release().catch(() => undefined);
    }
  }

  const upholding = async (work: () => Promise<void>) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        logger.warn({ err: error }, 'could not start; it tries again');
        await world.sleep(300, process);
      }
    }
  };
  world.as(process, () => {
    trace.add(`${world.now.toFixed(2)} ${name} starts`);
    void upholding(async () => {
      const { log, vault } = stores();
      await settleCheckpoints(log.store, vault, REACTORS);
    }).then(() => {
      void upholding(api);
      project().start();
      void upholding(react);
    });
  });
  return node;
}

const forgetting =
  ({ keys, commands }: Domain) =>
  (person: string) => {
    keys.forget(person);
    commands.forget(person);
  };

const reasonOf = (fields: object): string => {
  const { err, error } = fields as { err?: unknown; error?: unknown };
  const said = err ?? error;
  return said instanceof Error ? `${said.name}: ${said.message}` : said === undefined ? '' : String(said);
};
