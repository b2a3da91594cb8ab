import { randomUUID } from 'node:crypto';
import { externalLinks } from '../../commands/catalogue/links.ts';
import { user } from '../../commands/identity/user.ts';
import { ALARMS, createLagWatch, lagAlarms } from '../../commands/operations/alarms.ts';
import { operationSettings, SETTINGS } from '../../commands/operations/settings.ts';
import { compareContents } from '../../commands/reactions/fileContents.ts';
import { SWEEP_KEY, type Sweep, sweepStrays } from '../../commands/reactions/files.ts';
import { checkLinks } from '../../commands/reactions/links.ts';
import { mailLogHash } from '../../commands/reactions/logHash.ts';
import { createLinkChecker } from '../../integrations/links/checker.ts';
import { courses } from '../../projections/courses.ts';
import { lagSeconds, statusSource } from '../../projections/kernel/status.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { demoIsLoaded } from '../demoMark.ts';
import type { Parts } from './parts.ts';

const TICK_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
const LAGS_MS = 2_000;
const CHAIN_MS = 60_000;
const STRAYS_MS = 6 * 3_600_000;
/** A school that is started anew more often than that looks through its files, too. */
const STRAYS_FIRST_MS = 10 * 60_000;
const LINKS_MS = 10 * 60_000;
/** How many files one line of the log names. */
const NAMED = 20;

/** Repeated work: `run` every so many ms, the first time `first` ms after the start, until its signal aborts; `failed`: what is logged where it fails. */
export interface Round {
  every: number;
  /** Absent: as `every`. */
  first?: number;
  failed: string;
  run(signal: AbortSignal): Promise<unknown>;
}
/** `lapsed`: since when nobody holds the projector's lease (ms since 1970); null: somebody does. */
export function createRounds(
  { config, logger, clock, vault, domain, reads, fileStore, post, mailOptions }: Parts,
  lapsed: () => number | null,
): Round[] {
  const told = async (sweep: Sweep, changed: readonly string[]) => {
    if (changed.length > 0) sweep.missing = (sweep.missing ?? 0) + changed.length;
    if (sweep.outcome === 'swept' && sweep.strays > 0) logger.info(sweep, 'files that the log does not know were deleted');
    // A test copy has nobody's own files.
    if (sweep.outcome === 'swept' && (!sweep.missing || config.copy)) return vault.remove('status', SWEEP_KEY);
    await vault.put<Sweep>('status', SWEEP_KEY, sweep);
    if (sweep.outcome === 'swept')
      return logger.error(
        { ...sweep, ...(changed.length > 0 && { changed: changed.slice(0, NAMED) }) },
        'files that people uploaded are missing, cut off or changed: put them back from a backup (docs/operations.md, Uploaded files)',
      );
    const why = {
      another: 'the store of files is also of another school, or of this one before its log was lost',
      many: 'the log knows too few of the files to be theirs',
    } as const;
    logger.error(sweep, `${why[sweep.outcome]}: nothing is deleted (docs/operations.md, Uploaded files)`);
  };
  const strays = async (signal: AbortSignal) => {
    const sweep = await sweepStrays(domain.files, domain.log, fileStore, vault, clock());
    if (sweep.outcome !== 'swept' || config.copy) return told(sweep, []);
    const { wrong, failure } = await compareContents(domain.files, fileStore, vault, signal);
    await told(sweep, wrong);
    if (failure !== null) throw failure;
  };
  const checker = config.linkChecks ? createLinkChecker() : null;
  const links = async (signal: AbortSignal) => {
    if (!checker) return;
    const places = [];
    for await (const page of pagesOf(reads, courses, { where: { status: 'published' }, limit: 100 })) {
      places.push(...page.flatMap(({ doc }) => externalLinks(doc)));
    }
    const round = await checkLinks(domain.links, checker, places, clock, signal);
    if (round.doubted) logger.warn(round, 'most names could not be found: this round says nothing of any link');
    else if (round.said > 0) logger.info(round, 'links of courses broke or recovered');
  };
  async function* auditors() {
    for await (const page of pagesOf(reads, users, { where: { role: 'auditor' }, sort: ['-registeredAt'], limit: 100 }))
      yield await Promise.all(
        page.flatMap(({ doc: { userId, firstName, email, verified, active } }) =>
          active && verified && email !== null
            ? [domain.commands.load(user, userId).then(({ state }) => ({ userId, firstName, email, language: state.language }))]
            : [],
        ),
      );
  }
  /** The hashes of what is new; once a day all of the log is compared with them. */
  const chained = async (signal: AbortSignal) => {
    // A power cut may take back what is being loaded: a hash of it would be of something that is missing.
    await demoIsLoaded(config, vault, signal);
    if (signal.aborted) return;
    await domain.chain.extend(signal);
    const { events, last } = await domain.chain.state();
    if (events === 0 || (last?.daily !== undefined && clock().getTime() - Date.parse(last.daily) < DAY_MS)) return;
    const verified = await domain.chain.verify(undefined, signal);
    await mailLogHash(verified, domain.chain, auditors(), post, mailOptions);
    const { broken } = verified;
    if (broken) logger.error({ ...broken }, 'the log is not what it was: an event has been changed or is missing');
  };
  const lagging = createLagWatch();
  const statuses = statusSource(vault, lapsed);
  const lags = async () => {
    const now = clock();
    const { state: raised } = await domain.commands.load(lagAlarms, ALARMS);
    const { state: settings } = await domain.commands.load(operationSettings, SETTINGS, { within: 10_000 });
    const rows = (await statuses()).map((row) => ({
      name: row.name,
      seconds: lagSeconds(row, now.getTime()),
      events: row.lag.events,
      meant: row.state === 'paused',
    }));
    for (const command of lagging(rows, settings, raised, now.getTime())) {
      const commandId = randomUUID();
      const actor = { userId: null, role: 'system' as const };
      await domain.commands.handle(lagAlarms, ALARMS, command, { commandId, correlationId: commandId, causationId: commandId, actor, now });
      logger.warn({ ...command }, command.type === 'raise' ? 'a projection is late' : 'a projection that was late is up to date');
    }
  };

  return [
    { every: TICK_MS, failed: 'the vault could not be swept', run: () => vault.sweep(clock().getTime()) },
    { every: CHAIN_MS, failed: 'the hashes of the log could not be kept', run: chained },
    { every: LAGS_MS, failed: 'the lag of projections could not be watched', run: lags },
    { every: STRAYS_MS, first: STRAYS_FIRST_MS, failed: 'the files could not be looked through', run: strays },
    { every: LINKS_MS, failed: 'the links of courses could not be looked at', run: links },
  ];
}
