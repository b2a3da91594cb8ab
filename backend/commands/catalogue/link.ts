import type { StreamEvent } from '../../../events/registry.ts';
import type { BrokenReason } from '../../../events/resources.ts';
import type { Decider } from '../kernel/decider.ts';

type Event = StreamEvent<'link'>;

export interface LinkPlace {
  courseId: number;
  moduleId: number;
  classId: number;
  resourceId: number;
  link: string;
}
export type LinkCommand = { type: 'broke'; place: LinkPlace; reason: BrokenReason } | { type: 'answered'; place: LinkPlace };
export interface LinkState {
  /** The address that is known to lead nowhere, and since when. */
  broken: { link: string; since: string } | null;
}

/** Whether the link of a resource is known to be dead. Only changes are facts. */
export const link: Decider<LinkState, LinkCommand, Event> = {
  category: 'link',
  initial: () => ({ broken: null }),
  decide(command, { broken }) {
    const known = broken?.link === command.place.link;
    if (command.type === 'answered') return known ? [{ type: 'ResourceLinkRecovered', data: command.place }] : [];
    return known ? [] : [{ type: 'ResourceLinkBroke', data: { ...command.place, reason: command.reason } }];
  },
  evolve: (_, event) => ({
    broken: event.type === 'ResourceLinkBroke' ? { link: event.data.link, since: event.meta.occurredAt } : null,
  }),
};
