import type { LeadKind, LeadStatus } from '../../events/leads.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Position } from '../../events/store/port.ts';
import type { Projection, Recorded } from './projection.ts';

export interface LeadDoc {
  leadId: string;
  person: string;
  kind: LeadKind;
  subject: string | null;
  courseId: number | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  message: string | null;
  consentVersion: string | null;
  campaign: string | null;
  /** As in the event; null once erased. */
  address: string | null;
  /** The account it was sent from; null: none. */
  sentBy: number | null;
  status: LeadStatus;
  capturedAt: string;
  changedAt: string;
  /** When it first left `new`: the moment by which an answer was promised. */
  answeredAt: string | null;
  erased: boolean;
  /** A copy of the state of `delivery`, so that it can be counted. */
  deliveryState: 'none' | 'delivered' | 'retrying' | 'failed';
  notes: readonly { at: string; by: number | null; text: string | null }[];
  delivery: {
    deliveryId: string | null;
    attempts: number;
    error: string | null;
    at: string | null;
    /** Of the last failure: its dead letter is stored under it. */
    position: Position | null;
  };
}

const key = (event: Recorded<StreamEvent<'lead'>>) => event.data.leadId;
const change = <T extends StreamEvent<'lead'>['type']>(fields: (event: Recorded<EventOf<T>>, doc: LeadDoc) => Partial<LeadDoc>) => ({
  key,
  evolve: (doc: LeadDoc | null, event: Recorded<EventOf<T>>): LeadDoc | null =>
    doc ? { ...doc, ...fields(event, doc), changedAt: event.meta.occurredAt } : null,
});

const withoutPerson = (doc: LeadDoc): LeadDoc => ({
  ...doc,
  ...{ subject: null, name: null, email: null, phone: null, company: null, message: null, consentVersion: null },
  ...{ address: null, erased: true },
  notes: doc.notes.map((note) => ({ ...note, text: null })),
  deliveryState: doc.deliveryState === 'delivered' ? 'delivered' : 'none',
});
/** Nothing waits for the delivery of an erased lead; the same holds where the history is replayed after an erasure. */
const ifThere = (doc: LeadDoc, state: LeadDoc['deliveryState']) => (doc.erased ? 'none' : state);

/** The inbox of people and organisations who asked to be written to, newest first. */
export const leads: Projection<LeadDoc, StreamEvent<'lead'>> = {
  name: 'leads',
  version: 4,
  indexes: [
    ['-capturedAt'],
    ['status', '-capturedAt'],
    ['kind', '-capturedAt'],
    ['status', 'kind', '-capturedAt'],
    ['deliveryState'],
    ['address'],
    ['person'],
    ['sentBy'],
  ],
  on: {
    LeadCaptured: {
      key,
      evolve(_, { data, meta }) {
        const { submittedAt: _submitted, ...shown } = data;
        return {
          ...shown,
          address: data.email === null ? null : data.address,
          sentBy: meta.actor.userId,
          status: 'new',
          capturedAt: meta.occurredAt,
          changedAt: meta.occurredAt,
          answeredAt: null,
          // The key is gone when the history is replayed after an erasure.
          erased: data.email === null,
          notes: [],
          deliveryState: 'none',
          delivery: { deliveryId: null, attempts: 0, error: null, at: null, position: null },
        };
      },
    },
    LeadStatusChanged: change<'LeadStatusChanged'>(({ data, meta }, doc) => ({
      status: data.to,
      answeredAt: doc.answeredAt ?? (data.to === 'new' ? null : meta.occurredAt),
    })),
    LeadNoteAdded: change<'LeadNoteAdded'>(({ data, meta }, doc) => ({
      notes: [...doc.notes, { at: meta.occurredAt, by: meta.actor.userId, text: data.note }],
    })),
    LeadDelivered: change<'LeadDelivered'>(({ data, meta }) => ({
      deliveryState: 'delivered',
      delivery: {
        deliveryId: data.deliveryId,
        attempts: data.attempt,
        error: null,
        at: meta.occurredAt,
        position: null,
      },
    })),
    LeadDeliveryFailed: change<'LeadDeliveryFailed'>(({ data, meta, position }, doc) => ({
      deliveryState: ifThere(doc, data.last ? 'failed' : 'retrying'),
      delivery: {
        deliveryId: data.deliveryId,
        attempts: data.attempt,
        error: data.error,
        at: meta.occurredAt,
        position: data.last ? position : null,
      },
    })),
    LeadDeliveryRequested: change<'LeadDeliveryRequested'>(({ meta }, doc) => ({
      deliveryState: ifThere(doc, 'retrying'),
      delivery: { ...doc.delivery, attempts: 0, at: meta.occurredAt, position: null },
    })),
    LeadErased: change<'LeadErased'>((_, doc) => withoutPerson(doc)),
  },
  persons: (doc) => (doc.erased ? [] : [doc.person]),
  redact: withoutPerson,
  topics: (id) => [{ topic: 'contactos', id }],
};
