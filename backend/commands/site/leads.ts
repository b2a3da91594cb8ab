import { createHmac } from 'node:crypto';
import type { Envelope, EventMetadata } from '../../../events/define.ts';
import { type LeadKind, type LeadStatus, sentAt } from '../../../events/leads.ts';
import { PersonalKeyMissing } from '../../../events/privacy.ts';
import type { DataOf } from '../../../events/registry.ts';
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
  /** The browser's time when the form was sent: a repeat of the same form has the same one. */
  submittedAt: string | null;
}

/** `about`: the lead has their own, confirmed address; otherwise they only sent it, with any address. */
export interface LeadOfPerson {
  leadId: string;
  about: boolean;
}

/** Ids of the leads that this account sent, or that have one of these addresses (as `LeadCaptured.address`, which older releases left empty). null: the read model cannot tell now. */
export type LeadFinder = (userId: number, addresses: readonly string[]) => Promise<readonly string[] | null>;

export interface LeadKeys {
  destroy(person: string): Promise<void>;
  isErased(person: string): Promise<boolean>;
}

type Captured = Pick<Envelope, 'data' | 'meta' | 'position'> & { unread: boolean };

/** By it all leads of an address are found without decrypting any. */
export const leadAddress = (secret: Uint8Array, email: string): string =>
  createHmac('sha256', secret)
    .update(`lead address ${normaliseAddress(email)}`)
    .digest('hex')
    .slice(0, 40);

export function createLeads(commands: Commands, keys: LeadKeys, secret: Uint8Array) {
  const run = (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) =>
    commands.handle(lead, leadId, command, context);
  /** A lead of an erased account counts as erased, though it has no event of its own. */
  const toSomebody = async (leadId: string, command: Parameters<typeof lead.decide>[0], context: CommandContext) => {
    const { state } = await commands.load(lead, leadId);
    if (state.lead && !state.erased && (await keys.isErased(state.lead.person))) refuse('LEAD_ERASED');
    return (await run(leadId, command, context)).position;
  };
  /** The addresses that the person has confirmed, each with the time until which it was theirs: a former address may be somebody else's by now. */
  const addressesOf = async (userId: number): Promise<Map<string, Position | null>> => {
    const found = new Map<string, Position | null>();
    let state = user.initial();
    let shown: string | null = null;
    for await (const event of commands.log.readStream(`user-${userId}`, 0, undefined, 'where lost')) {
      state = user.evolve(state, event as unknown as Parameters<typeof user.evolve>[1]);
      // An address released because the account ended was theirs to the end.
      if (state.email === null) continue;
      const now: string | null = state.verified ? normaliseAddress(state.email) : null;
      if (shown !== null && shown !== now) found.set(shown, event.position);
      if (now !== null) found.set(now, null);
      shown = now;
    }
    return found;
  };

  const addressOf = (email: string): string => leadAddress(secret, email);
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

  /** A lead that cannot be decrypted, because its key is lost, is matched by its plain fields. */
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
      // Sealed with a key of its own, even where an account has the address today: whether it is theirs may be confirmed later, or never.
      const { position } = await run(
        leadId,
        {
          type: 'capture',
          lead: { ...form, leadId, person: leadId, address: addressOf(form.email), submittedAt: sentAt(form.submittedAt) },
        },
        context,
      );
      return { leadId, position };
    },
    /** Errors: LEAD_NOT_FOUND, LEAD_ERASED. */
    changeStatus: (leadId: string, status: LeadStatus, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'changeStatus', status }, context),
    note: (leadId: string, note: string, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'note', note }, context),
    requestDelivery: (leadId: string, context: CommandContext): Promise<Position | null> =>
      toSomebody(leadId, { type: 'requestDelivery' }, context),
    /** Destroys the lead's own key. Data sealed with an account's key are erased with the account; here such a lead is only taken off the list. */
    async erase(leadId: string, context: CommandContext): Promise<Position | null> {
      const erasing = () => run(leadId, { type: 'erase' }, context);
      const { position } = await erasing().catch(async (error: unknown) => {
        if (!(error instanceof PersonalKeyMissing)) throw error;
        // Its key is lost: from here on it reads as erased.
        await keys.destroy(leadId);
        return erasing();
      });
      // Also where the data are sealed with an account's key: reasons, and the names on its codes, are sealed with the lead's own.
      await keys.destroy(leadId);
      return position;
    },
    /**
     * The leads of an account, up to this position. They cannot be found any more once its key is gone. `finder` looks among candidates; without one
     * the whole log is searched.
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
        const { leadId, email, person, address } = data as DataOf<'LeadCaptured'>;
        const given = email !== null ? addresses.get(normaliseAddress(email)) : unread ? byHash.get(address) : undefined;
        const about = given === null || (given !== undefined && position < given);
        if (about || person === String(userId) || meta.actor.userId === userId) found.push({ leadId, about });
      }
      return found;
    },
  };
}

export type Leads = ReturnType<typeof createLeads>;
