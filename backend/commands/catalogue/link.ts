import type { StreamEvent } from '../../../events/registry.ts';
import type { BrokenReason } from '../../../events/resources.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'link'>;

export interface ResourcePlace {
  courseId: number;
  moduleId: number;
  classId: number;
  resourceId: number;
  link: string;
}
/** Of a module, a class or a subtopic: several may use the same video. */
export interface VideoPlace {
  courseId: number;
  link: string;
}
export type LinkPlace = ResourcePlace | VideoPlace;
export const isResource = (place: LinkPlace): place is ResourcePlace => 'resourceId' in place;

type Said<Place> = { type: 'broke'; place: Place; reason: BrokenReason } | { type: 'answered'; place: Place };
export type LinkCommand = Said<ResourcePlace>;
export type VideoLinksCommand = Said<VideoPlace>;
export interface LinkState {
  /** The address that is known to be dead, and since when. */
  broken: { link: string; since: string } | null;
}

/** Whether the link of a resource is known to be dead. Only changes are recorded. */
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

export interface VideoLinksState {
  /** By address, since when it is known to be dead. */
  broken: GrowingMap<string, string>;
}

/** Which videos of a course are known to be dead. Only changes are recorded. */
export const videoLinks: Decider<VideoLinksState, VideoLinksCommand, StreamEvent<'videolinks'>> = {
  category: 'videolinks',
  initial: () => ({ broken: new GrowingMap() }),
  decide(command, { broken }) {
    const known = broken.has(command.place.link);
    if (command.type === 'answered') return known ? [{ type: 'VideoLinkRecovered', data: command.place }] : [];
    return known ? [] : [{ type: 'VideoLinkBroke', data: { ...command.place, reason: command.reason } }];
  },
  evolve: ({ broken }, { type, data: { link }, meta }) => ({
    broken: type === 'VideoLinkBroke' ? broken.with(link, meta.occurredAt) : broken.without(link),
  }),
};
