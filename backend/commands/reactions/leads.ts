import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { LeadKind } from '../../../events/leads.ts';
import { LeadRefused, type LeadSink } from '../../integrations/leads/port.ts';
import { user } from '../identity/user.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Deadline, Timer } from '../kernel/timer.ts';
import { lead } from '../site/lead.ts';
import type { LeadKeys, Leads } from '../site/leads.ts';

/** Pauses before another attempt, in ms; after the last one a person must retry. */
const PAUSES = [30_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 12 * 3_600_000] as const;

/** One deterministic id per lead, by which the receiver recognises a repeat. */
export const deliveryIdOf = (leadId: string): string => uuid5('lead delivery', leadId);

/** By the labels of the form and the inbox. */
const kinds: Readonly<Record<LeadKind, string>> = { course: 'curso', scholarship: 'beca', corporate: 'empresa', consulting: 'consultoria' };

/** Makes one attempt and records its result. Does nothing where there is nothing to deliver any more. */
export async function deliverLead(
  commands: Commands,
  sink: LeadSink,
  keys: Pick<LeadKeys, 'isErased'>,
  leadId: string,
  context: CommandContext,
): Promise<void> {
  const { state } = await commands.load(lead, leadId);
  if (!state.lead || state.erased || state.delivered || state.givenUp || state.lead.email === null) return;
  // The cached state may be older than the erasure of the person's account.
  if (await keys.isErased(state.lead.person)) return;
  const deliveryId = deliveryIdOf(leadId);
  const { kind, subject, name, email, phone, company, message } = state.lead;
  // The number of the attempt is part of the id: a repeat of this attempt is recognised, the next one is another.
  const step = (what: string) => derived(context, what, leadId, state.attempts);
  try {
    await sink.deliver({
      deliveryId,
      tipo: kinds[kind],
      curso: subject ?? '',
      nombre: name,
      correo: email,
      telefono: phone,
      empresa: company,
      mensaje: message,
      fecha: state.capturedAt,
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const last = error instanceof LeadRefused || state.attempts >= PAUSES.length;
    await commands.handle(lead, leadId, { type: 'failed', deliveryId, error: said, last }, step('failed'));
    return;
  }
  await commands.handle(lead, leadId, { type: 'delivered', deliveryId }, step('delivered'));
}

const leadIdOf = (event: Envelope): string => (event.data as { leadId: string }).leadId;

/** The action of the timer for `deliverLead` deadlines. */
export const deliverLeadAction =
  (commands: Commands, sink: LeadSink | null, keys: Pick<LeadKeys, 'isErased'>) =>
  async ({ data }: Deadline, context: CommandContext): Promise<void> => {
    if (sink) await deliverLead(commands, sink, keys, String(data.leadId), context);
  };

/**
 * Sends every lead to the external sheet, where one is configured. Failures are retried by the timer; the last one becomes a dead letter, which a person
 * sees and retries. What the demo made up, until `madeUpUntil` (ISO UTC), is not sent; nor what the system itself captured, as older demos have it.
 */
export function leadReactor(
  commands: Commands,
  timer: Timer,
  sink: LeadSink | null,
  keys: LeadKeys,
  leads: Pick<Leads, 'erase' | 'requestDelivery'>,
  madeUpUntil: string | null,
): Reactor {
  const deliver = async (event: Envelope, context: CommandContext) => {
    const { actor, occurredAt } = event.meta;
    const madeUp = actor.role === 'system' || (madeUpUntil !== null && occurredAt <= madeUpUntil);
    if (sink && !madeUp) await deliverLead(commands, sink, keys, leadIdOf(event), context);
  };
  return {
    name: 'leads',
    on: {
      async LeadCaptured(event, context) {
        const { userId } = event.meta.actor;
        // On its way when its author was erased: earlier ones are removed by the erasure itself.
        if (userId !== null && (await commands.load(user, userId)).state.status === 'erased')
          await leads.erase(leadIdOf(event), derived(context, 'erase', leadIdOf(event)));
        else await deliver(event, context);
      },
      LeadDeliveryRequested: deliver,
      async LeadDeliveryFailed(event) {
        const { leadId, attempt, last, error } = event.data as { leadId: string; attempt: number; last: boolean; error: string };
        if (last) throw new DomainError('LEAD_NOT_DELIVERED', error);
        const due = new Date(Date.parse(event.meta.occurredAt) + (PAUSES[attempt - 1] ?? 0)).toISOString();
        await timer.schedule({ thing: `lead ${leadId} ${event.id}`, due, kind: 'deliverLead', data: { leadId } });
      },
      // Normally the command did it already; this makes sure of it after a crash in between.
      async LeadErased(event) {
        await keys.destroy(leadIdOf(event));
      },
    },
    again: {
      async LeadDeliveryFailed(event, context) {
        await leads.requestDelivery(leadIdOf(event), context);
      },
    },
  };
}
