import type { Envelope } from '../../../../events/define.ts';
import { type EventLog, readable } from '../../../../events/log.ts';
import { mailPurposes } from '../../../../events/mailPurposes.ts';
import { mailsOfEvent } from '../../../integrations/mail/outbox.ts';
import { createPushes } from '../../../integrations/push/pushed.ts';
import type { Vault } from '../../../integrations/vault/port.ts';
import type { FactIndex } from '../../../projections/facts/factIndex.ts';
import { codesOf } from '../../../projections/facts/factLines.ts';
import type { Cause, Causes, Fact } from '../../contract/facts.ts';
import { undoneBy } from './acts.ts';
import { describeFacts, type FactSources } from './factsInWords.ts';
import { eventsAt } from './wholeHistory.ts';

/** What caused what: everything that followed from one request, as a tree. */

/** The most facts of one act that are shown, and for which sent mails are looked up. */
const MOST = 300;
const MOST_SENDING = 100;
/** More siblings of one kind than this are shown as one line with their number. */
const FEW = 3;
const TOGETHER = 16;

interface Node {
  fact: Fact;
  children: Node[];
}

/**
 * By its id, the fact that led to a fact, of the same act. A reactor's command is caused by an event; a command that followed from another one by the
 * command itself, so that its facts stand beside those of that one. What was caused by nothing that is known follows from the request, and is not here.
 */
export function parentsOf(events: readonly Envelope[]): Map<string, string> {
  const known = new Set(events.map(({ id }) => id));
  const parents = new Map<string, string>();
  const ofCommand = new Map<string, Envelope>();
  for (const event of events) if (!ofCommand.has(event.meta.commandId)) ofCommand.set(event.meta.commandId, event);
  for (const event of events) {
    let cause = event.meta.causationId;
    // No chain of causes is longer than the act has events.
    for (let left = events.length; left > 0 && !known.has(cause); left--) {
      const command = ofCommand.get(cause);
      if (!command || command.meta.causationId === cause) break;
      cause = command.meta.causationId;
    }
    if (known.has(cause) && cause !== event.id) parents.set(event.id, cause);
  }
  return parents;
}

/** The facts that each fact led to. */
function treeOf(events: readonly Envelope[], facts: readonly Fact[]): Node[] {
  const nodes = new Map<string, Node>(events.map(({ id }, index) => [id, { fact: facts[index] as Fact, children: [] }]));
  const parents = parentsOf(events);
  const roots: Node[] = [];
  for (const [id, node] of nodes) (nodes.get(parents.get(id) ?? '')?.children ?? roots).push(node);
  return roots;
}

/** What was sent because of an event, as lines below it. */
async function sentBecauseOf(event: Envelope, vault: Vault): Promise<Omit<Cause, 'nivel'>[]> {
  const none = { hecho: null, veces: 1, correo: null, push: null };
  const mails = await mailsOfEvent(vault, { id: event.id, at: event.meta.occurredAt });
  const pushed = await createPushes(vault).of(event.id);
  const states = { waiting: 'esperando', sent: 'enviado', dead: 'fallido' } as const;
  return [
    ...mails.map(({ purpose, state, at, count }) => ({
      ...none,
      ...{ fecha: at, veces: count },
      correo: { asunto: mailPurposes.find((one) => one === purpose) ?? ('otro' as const), estado: states[state] },
    })),
    ...(pushed ? [{ ...none, fecha: pushed.at, push: { enviados: pushed.sent, perdidos: pushed.gone } }] : []),
  ];
}

export interface CauseSources extends FactSources {
  index: FactIndex;
  vault: Vault;
}

/** Everything that followed from the same request as this event. */
export async function causesOf(event: Envelope, { index, vault, ...sources }: CauseSources): Promise<Causes> {
  const { correlationId } = event.meta;
  const { log } = sources;
  const { lines, total } = await index.ofAct(correlationId, MOST);
  const found = await eventsAt(lines, log);
  if (!found.some(({ id }) => id === event.id)) found.push(event);
  // Hashes can collide: this may be another act with the same one.
  const events = found.filter(({ meta }) => meta.correlationId === correlationId);
  const facts = await describeFacts(events, sources);
  const sent = new Map<string, Omit<Cause, 'nivel'>[]>();
  const looked = events.slice(0, MOST_SENDING);
  for (let at = 0; at < looked.length; at += TOGETHER)
    await Promise.all(looked.slice(at, at + TOGETHER).map(async (one) => sent.set(one.id, await sentBecauseOf(one, vault))));

  const nodos: Cause[] = [];
  const show = (nodes: readonly Node[], nivel: number) => {
    const quiet = ({ fact, children }: Node) => children.length === 0 && (sent.get(fact.id)?.length ?? 0) === 0 && fact.id !== event.id;
    const counts = new Map<string, number>();
    for (const node of nodes) if (quiet(node)) counts.set(node.fact.tipo, (counts.get(node.fact.tipo) ?? 0) + 1);
    for (const node of nodes) {
      const { fact, children } = node;
      const same = quiet(node) ? (counts.get(fact.tipo) ?? 1) : 1;
      if (same === 0) continue;
      if (same > FEW) counts.set(fact.tipo, 0);
      nodos.push({ nivel, fecha: fact.fecha, hecho: fact, veces: same > FEW ? same : 1, correo: null, push: null });
      for (const one of sent.get(fact.id) ?? []) nodos.push({ ...one, nivel: nivel + 1 });
      show(children, nivel + 1);
    }
  };
  show(treeOf(events, facts), 1);
  const [first] = facts;
  // One event of an act carries the reference to what the whole act undoes.
  const undoes = undoneBy(event)?.undone ?? events.map(undoneBy).find((one) => one?.undone != null)?.undone ?? null;
  return {
    pidio: first ? { quien: first.quien, rol: first.rol, fecha: first.fecha } : null,
    cliente: events[0]?.meta.origin?.client ?? null,
    nodos,
    mas: Math.max(0, total - lines.length),
    deshace: undoes === null ? null : await firstOfAct(undoes, index, sources),
    deshecho: await undoingOf(correlationId, index, sources),
  };
}

async function firstOfAct(correlationId: string, index: FactIndex, sources: FactSources): Promise<Fact | null> {
  const { lines } = await index.ofAct(correlationId, 1);
  const [event] = await eventsAt(lines, sources.log);
  return event?.meta.correlationId === correlationId ? ((await describeFacts([event], sources))[0] ?? null) : null;
}
/** The fact that took the act back; null where none did. */
async function undoingOf(correlationId: string, index: FactIndex, sources: FactSources): Promise<Fact | null> {
  const { lines } = await index.find({ about: codesOf('undone', correlationId) }, { limit: 1, before: null, reasonsMs: 0 });
  return (await describeFacts(await eventsAt(lines, sources.log), sources))[0] ?? null;
}

/** The event at this place; null where there is none that can be read. */
export async function eventAt(log: EventLog, stream: string, version: number): Promise<Envelope | null> {
  for await (const stored of log.store.readStream(stream, version)) return (await readable(log, [stored], 'where lost'))[0] ?? null;
  return null;
}
