import { createHmac } from 'node:crypto';
import type { Envelope, EventMetadata, EventOf } from '../../../events/define.ts';
import type { LeadCaptured, LeadKind, LeadStatus } from '../../../events/leads.ts';
import { PersonalKeyMissing } from '../../../events/privacy.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import { normalise, normaliseAddress } from '../kernel/values.ts';
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

/** `about`: their own address stands in it, and they have shown that it is theirs; else they only sent it, with whatever address they wrote. */
export interface LeadOfPerson {
  leadId: string;
  about: boolean;
}

/** Ids of the leads that this account sent, or that came from one of these addresses (as `LeadCaptured.address`, the empty one of older releases too). null: it cannot be told this way now. */
export type LeadFinder = (userId: number, addresses: readonly string[]) => Promise<readonly string[] | null>;

export interface LeadKeys {
  destroy(person: string): Promise<void>;
  isErased(person: string): Promise<boolean>;
}

type Captured = Pick<Envelope, 'data' | 'meta' | 'position'> & { unread: boolean };

export function createLeads(commands: Commands, keys: LeadKeys, secret: Uint8Array) {
  const run = (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) =>
    commands.handle(lead, leadId, command, context);
  /** Whose account is gone is gone from here too, though no event of the lead says so. */
  const toSomebody = async (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) => {
    const { state } = await commands.load(lead, leadId);
    if (state.lead && !state.erased && (await keys.isErased(state.lead.person))) refuse('LEAD_ERASED');
    return (await run(leadId, command, context)).position;
  };
  /** The addresses that the person has shown to be theirs, and until when each was: one that was given up may be somebody else's by now. */
  const addressesOf = async (userId: number): Promise<Map<string, Position | null>> => {
    const found = new Map<string, Position | null>();
    let state = user.initial();
    let shown: string | null = null;
    for await (const event of commands.log.readStream(`user-${userId}`)) {
      state = user.evolve(state, event as unknown as Parameters<typeof user.evolve>[1]);
      // What comes with the end of an account is not the end of its address.
      if (state.email === null) continue;
      const now: string | null = state.verified ? normaliseAddress(state.email) : null;
      if (shown !== null && shown !== now) found.set(shown, event.position);
      if (now !== null) found.set(now, null);
      shown = now;
    }
    return found;
  };

  const addressOf = (email: string): string =>
    createHmac('sha256', secret)
      .update(`lead address ${normaliseAddress(email)}`)
      .digest('hex')
      .slice(0, 40);
  const inLog = async (userId: number, addresses: readonly string[]): Promise<readonly string[]> => {
    const wanted = new Set(addresses);
    const found: string[] = [];
    for await (const { data, metadata } of commands.log.store.readAll(null, { types: ['LeadCaptured'] })) {
      const { leadId, person, address = '' } = data as { leadId: string; person: string; address?: string };
      const by = (metadata.actor as { userId: number | null }).userId;
      if (wanted.has(address) || by === userId || person === String(userId)) found.push(leadId);
    }
    return found;
  };

  /** A lead whose words cannot be read, its key being lost, is told by what stands in clear. */
  const readable = async (record: Recorded): Promise<Captured> => {
    const [event] = await commands.log.decode([record]).catch((error: unknown) => {
      if (error instanceof PersonalKeyMissing) return [];
      throw error;
    });
    const { leadId, person, address = '' } = record.data as { leadId: string; person: string; address?: string };
    if (event) return { ...event, unread: false };
    const meta = record.metadata as unknown as EventMetadata;
    return { data: { leadId, person, address, email: null }, meta, position: record.position, unread: true };
  };

  return {
    /** The same form sent twice is one lead, with or without an idempotency key. */
    async capture(form: NewLead, context: CommandContext): Promise<{ leadId: string; position: Position | null }> {
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
      // A key of its own, whoever has the address today: it may be shown to be theirs only later, or never.
      const { position } = await run(
        leadId,
        { type: 'capture', lead: { leadId, person: leadId, address: addressOf(form.email), ...form } },
        context,
      );
      return { leadId, position };
    },
    /** Errors of these: LEAD_NOT_FOUND, LEAD_ERASED. */
    changeStatus: (leadId: string, status: LeadStatus, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'changeStatus', status }, context),
    note: (leadId: string, note: string, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'note', note }, context),
    requestDelivery: (leadId: string, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'requestDelivery' }, context),
    /** Destroys the key of the lead's own data. Those sealed with an account's key go with the account; here they are taken off the list. */
    async erase(leadId: string, context: CommandContext): Promise<Position | null> {
      const erasing = () => run(leadId, { type: 'erase' }, context);
      const { position } = await erasing().catch(async (error: unknown) => {
        if (!(error instanceof PersonalKeyMissing)) throw error;
        // Its key is lost. What is to be erased reads as erased from here on.
        await keys.destroy(leadId);
        return erasing();
      });
      // Also where the data are sealed with an account's key: reasons and the names on its codes are sealed with this one.
      await keys.destroy(leadId);
      return position;
    },
    /**
     * The leads of an account, up to this position. They can no longer be told once its key is gone. `finder` looks among what may be theirs; without one
     * the whole log is looked through.
     */
    async ofPerson(userId: number, until?: Position, finder?: LeadFinder): Promise<LeadOfPerson[]> {
      const addresses = await addressesOf(userId);
      const found: LeadOfPerson[] = [];
      const captured: Captured[] = [];
      const byHash = new Map([...addresses].map(([address, end]) => [addressOf(address), end]));
      const hashes = ['', ...byHash.keys()];
      for (const leadId of (await finder?.(userId, hashes)) ?? (await inLog(userId, hashes)))
        for await (const record of commands.log.store.readStream(`lead-${leadId}`)) {
          if (record.type === 'LeadCaptured' && (until === undefined || record.position <= until)) captured.push(await readable(record));
          break;
        }
      captured.sort((a, b) => (a.position < b.position ? -1 : 1));
      for (const { data, meta, position, unread } of captured) {
        const { leadId, email, person, address } = data as EventOf<typeof LeadCaptured>['data'];
        const given = email !== null ? addresses.get(normaliseAddress(email)) : unread ? byHash.get(address) : undefined;
        const about = given === null || (given !== undefined && position < given);
        if (about || person === String(userId) || meta.actor.userId === userId) found.push({ leadId, about });
      }
      return found;
    },
  };
}

export type Leads = ReturnType<typeof createLeads>;
