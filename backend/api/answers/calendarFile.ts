import type { WebinarDoc } from '../../projections/webinars.ts';

/** One date of a calendar file. `uid` stays the same through all its changes, which `sequence` counts (RFC 5545). */
export interface CalendarDate {
  uid: string;
  sequence: number;
  /** ISO UTC. */
  changedAt: string;
  title: string;
  description: string;
  startsAt: string;
  /** null: it lasts the whole day of `startsAt`. */
  endsAt: string | null;
  place: string | null;
  url: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
}

/** A webinar as calendars show it. The link to join is left out: people follow it on the event's page, which records who came. */
export const webinarDate = (doc: WebinarDoc, publicUrl: string, waits = false): CalendarDate => {
  const url = `${publicUrl}/events?evento=${doc.webinarId}`;
  return {
    uid: `webinar-${doc.webinarId}@${new URL(publicUrl).hostname}`,
    ...{ sequence: doc.sequence, changedAt: doc.changedAt, title: doc.title, startsAt: doc.startsAt, endsAt: doc.endsAt, url },
    description: [doc.description, doc.link === null ? '' : `Entra desde la página del evento: ${url}`].filter(Boolean).join('\n\n'),
    place: doc.place ?? (doc.link === null ? null : 'En línea'),
    status: doc.cancelled ? 'cancelled' : waits ? 'tentative' : 'confirmed',
  };
};

/** Hours are in UTC; each calendar shows them in its reader's own time zone. */
export async function calendarFile(name: string, dates: readonly CalendarDate[]): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const states = { confirmed: ICalEventStatus.CONFIRMED, tentative: ICalEventStatus.TENTATIVE, cancelled: ICalEventStatus.CANCELLED };
  const calendar = ical({
    name,
    prodId: { company: 'Aulaviva', product: 'calendario', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  });
  for (const { uid, sequence, changedAt, title, description, startsAt, endsAt, place, url, status } of dates)
    calendar.createEvent({
      id: uid,
      sequence,
      ...{ stamp: new Date(changedAt), lastModified: new Date(changedAt) },
      ...{ start: new Date(startsAt), summary: title, description, url, status: states[status] },
      ...(endsAt === null ? { allDay: true } : { end: new Date(endsAt) }),
      ...(place !== null && { location: place }),
    });
  return calendar.toString();
}
