import type { Envelope } from '../../../events/define.ts';
import type { CommandContext } from '../kernel/handle.ts';

const DAY_MS = 86_400_000;

/** Whether an event is recent enough to notify people. An older one was loaded, or waited for its reactor too long. */
export const isNews = ({ meta }: Pick<Envelope, 'meta'>, { now }: Pick<CommandContext, 'now'>, days = 3): boolean =>
  now.getTime() - Date.parse(meta.occurredAt) < days * DAY_MS;
