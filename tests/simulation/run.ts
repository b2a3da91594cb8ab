import { projectionOperations } from '../../backend/commands/operations/projection.ts';
import { STATUS_KEY, type StatusRecord } from '../../backend/projections/kernel/status.ts';
import type { Position, Recorded } from '../../events/store/port.ts';
import { type Action, actions, eraseWriting, type Scene } from './actions.ts';
import { openBrowser } from './browser.ts';
import { drawFaults, type Faults, NO_FAULTS } from './faults.ts';
import { Broken, createOracle, type Oracle } from './oracle.ts';
import { checkAll } from './promises.ts';
import { fill, openSchool, projections, type School } from './school.ts';
import { createTrace } from './trace.ts';
import { World } from './world.ts';

export interface RunOptions {
  seed: number;
  /** The number of actions of clients. */
  steps?: number;
  /** Keep every line of the trace, not only the last ones. */
  wholeTrace?: boolean;
  /** Faults that are left out of what the seed draws. */
  without?: readonly (keyof Faults)[];
  /** Judges only promises whose name holds this text. */
  only?: string;
  /** Changes the school before the run: a promise broken on purpose, to see that it is found. */
  change?: (school: School) => void;
}

export interface RunResult {
  seed: number;
  /** Of the whole trace: equal runs have equal ones. */
  hash: string;
  broken: { promise: string; seen: string } | null;
  trace: readonly string[];
  /** The virtual ms that the run took. */
  lasted: number;
  faults: Faults;
}

const STEPS = 60;
const NODES = 2;
const BROWSERS = 3;
/** Virtual ms in which a school at which nothing goes wrong any more has come to rest. */
const REST_MS = 120_000;
const LIMIT_MS = 1_000_000;

/** One run of the simulation: the same seed and steps, the same run. */
export async function simulate({
  seed,
  steps = STEPS,
  wholeTrace = false,
  without = [],
  only = '',
  change,
}: RunOptions): Promise<RunResult> {
  const world = new World(seed);
  const { random } = world;
  const trace = createTrace(wholeTrace);
  const drawn: Faults = { ...drawFaults(random), ...Object.fromEntries(without.map((name) => [name, NO_FAULTS[name]])) };
  let present: Faults = NO_FAULTS;
  let broken: RunResult['broken'] = null;
  const rejected = (error: unknown) => world.uncaught.push({ process: 'nobody', error });
  process.on('unhandledRejection', rejected);
  try {
    await world.run(async () => {
      const school = openSchool(world, trace, () => present);
      await fill(school);
      change?.(school);
      for (let i = 0; i < NODES; i++) school.start();
      const browsers = Array.from({ length: BROWSERS }, (_, i) => openBrowser(school, `browser${i}`, i % 2 === 0));
      const oracle = createOracle(school, browsers, drawn.slow > 0);
      await rest(oracle);
      // Which actions there are differs from seed to seed, as the faults do.
      const weights = actions.map(({ weight }) => (random.chance(0.75) ? weight : 0));
      for (let round = 0, n = 0; round < 2; round++) {
        present = drawn;
        const doing: Promise<unknown>[] = [];
        const begin = (act: Action) => {
          n++;
          doing.push(act({ school, oracle, browsers, n, ...fails }));
        };
        const { stop, ...fails } = raise(oracle, drawn, round, (someone) => begin((scene) => eraseWriting(scene, someone)));
        for (let i = 0; i < steps / 2; i++) {
          await world.sleep(random.below(random.chance(0.1) ? 1_500 : 120));
          begin(drawAction(weights, world).act);
        }
        await Promise.all(doing);
        stop();
        present = NO_FAULTS;
        await rest(oracle);
        await checkAll(oracle, only);
      }
    }, LIMIT_MS);
  } catch (error) {
    broken =
      error instanceof Broken
        ? { promise: error.promise, seen: error.message }
        : { promise: 'the run comes to its end', seen: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    trace.add(`${world.now.toFixed(2)} BROKEN ${broken.seen}`);
  } finally {
    process.off('unhandledRejection', rejected);
  }
  return { seed, hash: trace.hash(), broken, trace: trace.lines(), lasted: world.now, faults: drawn };
}

function drawAction(weights: readonly number[], { random }: World) {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let left = random.next() * total;
  for (const [i, action] of actions.entries()) {
    left -= weights[i] ?? 0;
    if (left < 0) return action;
  }
  return actions[0] as (typeof actions)[number];
}

/** The faults that come from time to time, until stopped. */
function raise(
  oracle: Oracle,
  faults: Faults,
  round: number,
  erase: (someone?: number) => void,
): { stop(): void } & Pick<Scene, 'powerFails' | 'clockJumps' | 'answerIsLost'> {
  const { school, browsers } = oracle;
  const { world, trace } = school;
  const { random } = world;
  let over = false;
  const note = (what: string) => trace.add(`${world.now.toFixed(2)} -- ${what}`);
  const every = (mean: number | null, what: () => Promise<void> | void) => {
    if (mean === null) return;
    const next = () =>
      world.after(random.next() * 2 * mean, world.fate, () => {
        if (over) return;
        void Promise.resolve(what()).then(next);
      });
    next();
  };
  const restart = (ms: number) => world.after(ms, world.fate, () => school.start());
  const killAll = () => {
    for (const node of school.nodes) node.kill();
  };
  every(faults.kill, () => {
    const alive = school.nodes.filter(({ process }) => process.alive);
    if (alive.length === 0) return;
    random.pick(alive).kill();
    restart(100 + random.below(3_000));
  });
  every(faults.cut, () => random.pick(browsers).cut());
  every(faults.clock, () => {
    const alive = school.nodes.filter(({ process }) => process.alive);
    if (alive.length === 0) return;
    const { process } = random.pick(alive);
    process.skew += random.pick([-3_600_000, -5_000, 5_000, 3_600_000]);
    note(`the clock of ${process.name} is wrong by ${process.skew} ms`);
  });
  every(faults.away, async () => {
    const alive = school.nodes.filter(({ process }) => process.alive);
    if (alive.length === 0) return;
    const node = random.pick(alive);
    node.away = true;
    note(`${node.process.name} reaches no store`);
    await world.sleep(200 + random.below(3_000));
    node.away = false;
    note(`${node.process.name} reaches them again`);
  });
  const power = () => {
    killAll();
    // What was on its way to the stores went with it.
    school.age++;
    const lost = random.below(random.chance(0.5) ? 8 : 60);
    school.read.cut(Math.max(0, school.read.steps - lost));
    const before = school.log.events.length;
    school.log.cut();
    note(`the power fails; the read store has lost its last ${lost} steps, the log its last ${before - school.log.events.length} events`);
    // As the start of an embedded school does: read models that are ahead of their log are set aside, and built anew.
    if ((school.read.reached ?? '') > (school.log.head() ?? '')) {
      note('the read models are ahead of the log, and are set aside');
      school.read.cut(0);
    }
    for (let i = 0; i < NODES; i++) restart(100 + random.below(300));
  };
  every(faults.power, power);
  if (faults.restore && round === 0)
    world.after(random.below(2_000), world.fate, () => {
      const events = [...school.log.events];
      note(`a backup takes the log at ${school.log.head()}`);
      world.after(random.below(1_500), world.fate, () => {
        const vault = school.vault.copy();
        note('and the vault');
        world.after(300 + random.below(2_000), world.fate, () => {
          if (over) return;
          killAll();
          school.log.restore(events);
          school.vault.restore(vault);
          school.read.cut(0);
          school.forget();
          oracle.wentBack(school.log.head());
          note(`the backup is restored; the log ends at ${school.log.head()}`);
          // People load the page anew.
          browsers.forEach((browser, i) => {
            browser.close();
            browsers[i] = openBrowser(school, `${browser.process.name}'`, i % 2 === 0);
          });
          for (let i = 0; i < NODES; i++) restart(100 + random.below(300));
          world.after(random.below(2_000), world.fate, () => erase());
        });
      });
    });
  // A record of the vault is found to be lost when the nodes start again; of what cannot be read any more somebody's erasure depends.
  const loseKey = () => {
    if (over) return;
    const by = ({ metadata }: Recorded) => (metadata.actor as { userId: number | null }).userId;
    const lead = school.log.events.find((one) => one.type === 'LeadCaptured' && by(one) !== null);
    if (!lead) return void world.after(300, world.fate, loseKey);
    const { leadId } = lead.data as { leadId: string };
    oracle.lostKeys.add(leadId);
    school.vault.remove('keys', leadId);
    note(`the key of ${leadId} is lost`);
    killAll();
    for (let i = 0; i < NODES; i++) restart(100 + random.below(300));
    world.after(600 + random.below(600), world.fate, () => !over && erase(by(lead) ?? undefined));
  };
  if (faults.lostKey && round === 0) world.after(500 + random.below(1_500), world.fate, loseKey);
  return {
    stop() {
      over = true;
      school.unanswered.clear();
      for (const node of school.nodes) node.away = false;
    },
    answerIsLost(stream) {
      if (faults.failAfter > 0) school.unanswered.add(stream);
    },
    powerFails(withinMs) {
      if (faults.power !== null) world.after(random.below(withinMs), world.fate, () => !over && power());
    },
    clockJumps(withinMs) {
      if (faults.clock === null) return;
      world.after(random.below(withinMs), world.fate, () => {
        const alive = school.nodes.filter(({ process }) => process.alive).sort((a, b) => a.process.skew - b.process.skew);
        const [behind] = alive;
        if (over || !behind) return;
        behind.process.skew = Math.max(...alive.map(({ process }) => process.skew)) + 5_000;
        note(`the clock of ${behind.process.name} jumps ahead, to ${behind.process.skew} ms`);
      });
    },
  };
}

/** Nothing goes wrong any more; waits until the school has done all that is to be done. Throws Broken where it never does. */
async function rest(oracle: Oracle): Promise<void> {
  const { school, browsers } = oracle;
  const { world, log, vault, read, direct } = school;
  while (school.nodes.filter(({ process }) => process.alive).length < NODES) school.start();
  for (const { process } of school.nodes) process.skew = 0;
  for (const browser of browsers) browser.online();
  let n = 0;
  for (const { name } of projections) {
    const paused = (await direct.commands.load(projectionOperations, name)).state.paused;
    if (!paused) continue;
    const commandId = world.as(world.fate, () => crypto.randomUUID());
    const context = {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { userId: null, role: 'system' as const },
      now: new Date(),
    };
    await direct.commands.handle(projectionOperations, name, { projection: name, type: 'resume', halted: false }, context);
    n++;
  }
  if (n > 0) school.trace.add(`${world.now.toFixed(2)} -- ${n} projections are resumed`);
  const missing = (): string | null => {
    const head = log.head() ?? '';
    for (const { process, api } of school.nodes) if (process.alive && !api) return `${process.name} has not started`;
    if (read.state.checkpoint !== head) return `the read models stand at ${read.state.checkpoint}, the log at ${head}`;
    for (const state of read.generations())
      if (state.role === 'serving' && state.checkpoint !== null && !(oracle.lostKeys.size > 0 && state.projection === 'leads'))
        return `${state.projection} stands apart at ${state.checkpoint}`;
    const rows = (vault.get('status', STATUS_KEY, 0)?.value as StatusRecord | undefined)?.rows ?? [];
    for (const { name, replay } of rows) if (replay?.state === 'running') return `a replay of ${name} runs`;
    for (const [reactor, types] of REACTIONS) {
      const last = log.events.findLast(({ type }) => types.includes(type));
      const { position } = (vault.get('checkpoints', reactor, 0)?.value ?? { position: null }) as { position: Position | null };
      if (last && (position ?? '') < last.position) return `the reactor ${reactor} stands at ${position}, ${last.type} at ${last.position}`;
    }
    if (vault.keys('deadlines', '', 0).length > 0) return 'a deadline waits';
    for (const browser of browsers)
      if (!browser.idle() || browser.feed.seen() !== log.head()) return `${browser.process.name} is at ${browser.feed.seen()}`;
    return null;
  };
  const until = world.now + REST_MS;
  for (let quiet = 0; quiet < 2; ) {
    await world.sleep(500);
    const left = missing();
    quiet = left === null ? quiet + 1 : 0;
    if (world.now > until) throw new Broken('the school comes to rest', left ?? '');
  }
}

/** Which events each reactor has to have dealt with. */
const REACTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['accounts', ['UserDeactivated', 'RoleChanged', 'UserErased']],
  ['leads', ['LeadCaptured', 'LeadErased']],
];
