import { test } from 'vitest';
import { leads } from '../../backend/projections/leads.ts';
import { everyTypeIsCovered, given, givenEvents, positionOf, timeOf } from '../support/projectionSpec.ts';

const leadId = 'lead1';
const data = {
  leadId,
  person: '7',
  kind: 'consulting',
  subject: 'Consultoría',
  courseId: null,
  name: 'Elena Ríos',
  email: 'elena@ejemplo.mx',
  phone: '+52 664 123 4567',
  company: 'Grupo Cardón',
  message: 'Queremos un diagnóstico',
  consentVersion: '2026-11',
  campaign: null,
  address: 'a1',
  submittedAt: '2026-03-02T16:59:00.000Z',
};
const captured = given('LeadCaptured', data);
const status = (from: string, to: string) => given('LeadStatusChanged', { leadId, from, to });
const noted = given('LeadNoteAdded', { leadId, person: '7', note: 'Llamar en enero' }, { userId: 2 });
const failed = (attempt: number, last = false) =>
  given('LeadDeliveryFailed', { leadId, deliveryId: 'd1', attempt, error: 'the webhook answered 503', last });
const delivered = (attempt: number) => given('LeadDelivered', { leadId, deliveryId: 'd1', attempt });

test('somebody who asks stands in the inbox as they wrote it', () => {
  const { submittedAt: _, ...shown } = data;
  givenEvents(leads, [captured])
    .thenDocs({
      [leadId]: {
        ...shown,
        sentBy: null,
        status: 'new',
        capturedAt: timeOf(0),
        changedAt: timeOf(0),
        answeredAt: null,
        erased: false,
        notes: [],
        deliveryState: 'none',
        delivery: { deliveryId: null, attempts: 0, error: null, at: null, position: null },
      },
    })
    .thenChange('contactos', { id: leadId, op: 'put' });
});

test('the first step out of «new» is the answer, whatever comes after', () => {
  givenEvents(leads, [captured, status('new', 'contacted'), status('contacted', 'converted')]).thenDocLike(leadId, {
    status: 'converted',
    answeredAt: timeOf(1),
    changedAt: timeOf(2),
  });
  givenEvents(leads, [captured, status('new', 'discarded'), status('discarded', 'new')]).thenDocLike(leadId, {
    status: 'new',
    answeredAt: timeOf(1),
  });
});

test('notes say who wrote them', () => {
  givenEvents(leads, [captured, noted]).thenDocLike(leadId, { notes: [{ at: timeOf(1), by: 2, text: 'Llamar en enero' }] });
});

test('a delivery is tried again, given up, asked for anew and made', () => {
  const delivery = { deliveryId: 'd1', error: 'the webhook answered 503', position: null };
  givenEvents(leads, [captured, failed(1)]).thenDocLike(leadId, {
    deliveryState: 'retrying',
    delivery: { ...delivery, attempts: 1, at: timeOf(1) },
  });
  givenEvents(leads, [captured, failed(1), failed(2, true)]).thenDocLike(leadId, {
    deliveryState: 'failed',
    delivery: { ...delivery, attempts: 2, position: positionOf(2) },
  });
  givenEvents(leads, [captured, failed(1, true), given('LeadDeliveryRequested', { leadId })]).thenDocLike(leadId, {
    deliveryState: 'retrying',
    delivery: { attempts: 0, position: null, at: timeOf(2) },
  });
  givenEvents(leads, [captured, failed(1), delivered(2)]).thenDocLike(leadId, {
    deliveryState: 'delivered',
    delivery: { deliveryId: 'd1', attempts: 2, error: null, at: timeOf(2) },
  });
});

test('an erased lead counts on, without a word of the person', () => {
  const gone = { subject: null, name: null, email: null, phone: null, company: null, message: null, consentVersion: null };
  const nobody = { ...gone, erased: true };
  givenEvents(leads, [captured, noted, status('new', 'contacted'), given('LeadErased', { leadId, person: '7' })]).thenDocLike(leadId, {
    ...nobody,
    status: 'contacted',
    notes: [{ at: timeOf(1), by: 2, text: null }],
  });
  // Nobody waits for a delivery of what is gone; read again when the key is gone, it says the same.
  const forgotten = given('LeadCaptured', { ...data, ...gone });
  const erased = given('LeadErased', { leadId, person: '7' });
  givenEvents(leads, [captured, failed(1, true), erased]).thenDocLike(leadId, { deliveryState: 'none' });
  givenEvents(leads, [forgotten, failed(1, true)]).thenDocLike(leadId, { deliveryState: 'none' });
  givenEvents(leads, [forgotten, failed(1), given('LeadDeliveryRequested', { leadId })]).thenDocLike(leadId, { deliveryState: 'none' });
  givenEvents(leads, [captured, delivered(1), erased]).thenDocLike(leadId, { deliveryState: 'delivered' });
  // Read again when the key is gone, the personal fields come as null.
  givenEvents(leads, [forgotten]).thenDocLike(leadId, nobody);
});

test('an account that is erased takes its leads along', () => {
  givenEvents(leads, [captured, noted]).thenForgets(7, 'Elena Ríos', 'elena@', '+52 664', 'Grupo Cardón', 'diagnóstico', 'enero');
});

everyTypeIsCovered(leads);
