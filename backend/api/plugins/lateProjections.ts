import { ALARMS, lagAlarms } from '../../commands/operations/alarms.ts';
import type { Deps } from '../deps.ts';

/** How long an answer waits for the log, in milliseconds. */
const WITHIN = 2_000;

/** The projections that have lagged by too much for too long, each with the moment since when, as ISO text. Throws where the log does not answer. */
export const lateProjections = async (commands: Deps['commands']) => (await commands.load(lagAlarms, ALARMS, { within: WITHIN })).state;
