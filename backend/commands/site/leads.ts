import { createHmac } from 'node:crypto';
import type { LeadKind, LeadStatus } from '../../../events/leads.ts';
import type { Position } from '../../../events/store/port.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import type { Reservations } from '../kernel/reservations.ts';
import { normalise } from '../kernel/values.ts';
import { lead } from './lead.ts';

export interface NewLead {
  kind: LeadKind;
  subject: string;
  courseId: number | null;
  name: string;
  email: string;
  phone: string;
  company: string | null;
  message: string | null;
  consentVersion: string | null;
  campaign: string | null;
  /** As the browser said it when the form was sent: the same form sent again says the same. */
  submittedAt: string | null;
}

export interface Leads {
  /** The same form sent twice is one lead, with or without an idempotency key. `userId`: who sent it, when signed in. */
  capture(form: NewLead, userId: number | null, context: CommandContext): Promise<{ leadId: string; position: Position | null }>;
  /** Errors of these: LEAD_NOT_FOUND, LEAD_ERASED. */
  changeStatus(leadId: string, status: LeadStatus, context: CommandContext): Promise<Position | null>;
  note(leadId: string, note: string, context: CommandContext): Promise<Position | null>;
  requestDelivery(leadId: string, context: CommandContext): Promise<Position | null>;
  /** Destroys the key of the lead's own data. Those of somebody with an account go with the account; here they are taken off the list. */
  erase(leadId: string, context: CommandContext): Promise<Position | null>;
}

export interface LeadKeys {
  destroy(person: string): Promise<void>;
  /** null when the person was erased. */
  forReading(person: string): Promise<Uint8Array | null>;
}

/** Whether the key of the personal data is the lead's own, and not that of somebody's account. */
export const ownsKey = ({ leadId, person }: { leadId: string; person: string }): boolean => leadId === person;

export function createLeads(commands: Commands, reservations: Reservations, keys: LeadKeys, secret: Uint8Array): Leads {
  const run = (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) =>
    commands.handle(lead, leadId, command, context);
  /** Whose account is gone is gone from here too, though no event of the lead says so. */
  const toSomebody = async (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) => {
    const { state } = await commands.load(lead, leadId);
    if (state.lead && !state.erased && (await keys.forReading(state.lead.person)) === null) refuse('LEAD_ERASED');
    return (await run(leadId, command, context)).position;
  };

  return {
    async capture(form, userId, context) {
      const day = context.now.toISOString().slice(0, 10);
      const said = [
        form.kind,
        form.subject,
        String(form.courseId ?? ''),
        normalise(form.name),
        normalise(form.email),
        form.phone,
        form.company ?? '',
        form.message ?? '',
        form.submittedAt ?? day,
      ];
      const leadId = `lead${createHmac('sha256', secret).update(JSON.stringify(said)).digest('hex').slice(0, 28)}`;
      const { state } = await commands.load(lead, leadId);
      // Whoever has an account can have it erased, and this goes along.
      const holder = state.lead ? null : (userId ?? (await reservations.holder('email', form.email)));
      const person = state.lead?.person ?? (holder === null ? leadId : String(holder));
      const { position } = await run(leadId, { type: 'capture', lead: { leadId, person, ...form } }, context);
      return { leadId, position };
    },
    changeStatus: (leadId, status, context) => toSomebody(leadId, { type: 'changeStatus', status }, context),
    note: (leadId, note, context) => toSomebody(leadId, { type: 'note', note }, context),
    requestDelivery: (leadId, context) => toSomebody(leadId, { type: 'requestDelivery' }, context),
    async erase(leadId, context) {
      const { position, state } = await run(leadId, { type: 'erase' }, context);
      if (state.lead && ownsKey(state.lead)) await keys.destroy(state.lead.person);
      return position;
    },
  };
}
