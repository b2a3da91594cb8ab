import { momentOf } from '../../../events/calendar.ts';
import { uuid5 } from '../../../events/ids.ts';
import { isOutgoing, outgoingSchema, outgoingTypes } from '../../../events/outgoing.ts';
import { registry } from '../../../events/registry.ts';
import type { Recorded } from '../../../events/store/port.ts';
import { streams } from '../../../events/streams.ts';
import { isXapi, probe, xapiOf } from '../../../events/xapi.ts';
import { webhooks as decider, WEBHOOKS, type Webhook } from '../../commands/operations/webhooks.ts';
import {
  type Attempt,
  attemptsOf,
  headersOf,
  isHandFull,
  messageIdOf,
  receiverOf,
  sendAgain,
  sentOf,
  waitingOf,
  wasDelivered,
} from '../../commands/reactions/webhooks.ts';
import type { Outcome } from '../../integrations/webhooks/port.ts';
import { createWebhookSender } from '../../integrations/webhooks/sender.ts';
import { webhooks as docs, type WebhookDoc } from '../../projections/webhooks.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { webhookCalls as contract, type DeliveryRecord, type OutgoingRecord, type WebhookRecord } from '../contract/integrations.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
const MOST_LISTED = 100;
/** Messages of a person to try a webhook, in an hour. */
const TESTS = 60;
const ALL = '*';

const states = { person: 'detenido', failing: 'sin-respuesta', gone: 'dado-de-baja' } as const;
const formats = { events: 'eventos', xapi: 'xapi' } as const;
const formatOf = { eventos: 'events', xapi: 'xapi' } as const;
const outcomes = { delivered: 'llego', retrying: 'se-reintenta', failed: 'no-llego', unreadable: 'ilegible' } as const;
const faults = { refused: 'direccion', timeout: 'tiempo', 'no-name': 'nombre', unreachable: 'conexion' } as const;
const faultOf = (fault: Outcome['fault']): DeliveryRecord['falla'] => fault && faults[fault];
/** A learning record store takes statements at one address: people often have the one above it. */
const addressFor = (formato: keyof typeof formatOf, address: string): string =>
  formato === 'xapi' && URL.canParse(address) && !new URL(address).pathname.endsWith('/statements')
    ? new URL('statements', address.endsWith('/') ? address : `${address}/`).href
    : address;
const deliveryOf = (attempt: Attempt): DeliveryRecord => ({
  ...{ posicion: attempt.position, tipo: attempt.eventType, evento: attempt.eventId, fecha: attempt.at, intento: attempt.number },
  ...{ resultado: outcomes[attempt.outcome], estado: attempt.status, falla: faultOf(attempt.fault) },
  ...{ milisegundos: attempt.milliseconds, respuesta: attempt.answer },
});

const xapiFor = (tipo: OutgoingRecord['tipo']): OutgoingRecord['xapi'] => {
  const found = isXapi(tipo) ? xapiOf(tipo) : null;
  return found && { verbos: [...found.verbs], actividad: found.object };
};
/** What may leave the school, as the registry has it. */
const catalogue: readonly OutgoingRecord[] = outgoingTypes.map((tipo) => {
  const { summary, category } = registry.get(tipo) ?? { summary: '', category: 'operations' as const };
  return { tipo, resumen: summary, categoria: streams[category].called, esquema: outgoingSchema(tipo), xapi: xapiFor(tipo) };
});
const typesOf = (tipos: readonly string[] | null, format: Webhook['format']): string[] => {
  if (tipos === null) return [ALL];
  if (!tipos.every(format === 'xapi' ? isXapi : isOutgoing)) throw new ApiError('EVENT_TYPE_UNKNOWN');
  return [...new Set(tipos)];
};
/** The webhook as its stream has it. Throws WEBHOOK_NOT_FOUND. */
const hookIn = async ({ commands }: Pick<Deps, 'commands'>, webhookId: string): Promise<Webhook> => {
  const hook = (await commands.load(decider, WEBHOOKS)).state.get(webhookId);
  if (!hook) throw new ApiError('WEBHOOK_NOT_FOUND');
  return hook;
};

/** Where the school tells other programs what happened. */
export function webhookRoutes(implement: Implement, deps: Deps): void {
  listRoutes(implement, deps);
  makingRoutes(implement, deps);
  stateRoutes(implement, deps);
  testRoutes(implement, deps);
  deliveryRoutes(implement, deps);
}

function listRoutes(implement: Implement, { vault, webhookSender: sender }: Deps): void {
  const shown = async (doc: WebhookDoc, now: string): Promise<WebhookRecord> => {
    const [waiting, attempts] = await Promise.all([waitingOf(vault, doc.webhookId), attemptsOf(vault, doc.webhookId)]);
    const [last] = attempts;
    return {
      ...{ id: doc.webhookId, nombre: doc.name, servidor: doc.host, formato: formats[doc.format] },
      ...{ tipos: doc.types.includes(ALL) ? null : doc.types, estado: doc.paused ? states[doc.paused] : 'activo' },
      ...{ desde: doc.registeredAt, detenido: doc.pausedAt, esperando: waiting.length },
      anterior_hasta: doc.previousUntil !== null && doc.previousUntil > now ? doc.previousUntil : null,
      ultimo: last ? { fecha: last.at, llego: last.outcome === 'delivered' } : null,
    };
  };
  implement(contract.listWebhooks, {
    async handle(_, call) {
      const { docs: found } = await call.reads.find(docs, { sort: ['name'], limit: MOST_LISTED });
      const now = call.now.toISOString();
      return { envia: sender !== null, webhooks: await Promise.all(found.map(({ doc }) => shown(doc, now))) };
    },
  });
  implement(contract.webhookCatalogue, { handle: async () => [...catalogue] });
}

/** Calls that make a webhook, or change its address or secret: the caller must prove who they are. */
function makingRoutes(implement: Implement, deps: Deps): void {
  const { commands, webhookSecrets: secrets, webhookSender: sender } = deps;
  const { log } = commands;
  const proof = createProof(deps);

  // A school that sends nothing accepts only addresses that it could send to.
  const { accepts } = sender ?? createWebhookSender();
  /** The server's name. */
  const hostOf = (address: string): string => {
    if (!accepts(address)) throw new ApiError('WEBHOOK_ADDRESS');
    return new URL(address).host;
  };

  implement(contract.registerWebhook, {
    async handle({ body: { nombre, formato, tipos, autorizacion, ...sent } }, call) {
      const direccion = addressFor(formato, sent.direccion);
      const host = hostOf(direccion);
      const types = typesOf(tipos, formatOf[formato]);
      await proof.demand(call);
      const context = call.context();
      // The id comes from the command: a repeat after a crash answers the same webhook.
      const [webhookId, addressId, secretId] = ['webhook', 'address', 'secret'].map((what) => uuid5(context.commandId, what)) as [
        string,
        string,
        string,
      ];
      const after = await log.store.head();
      await secrets.setAddress(addressId, { url: direccion, authorization: autorizacion ?? null });
      const secreto = await secrets.makeSecret(secretId);
      const data = { webhookId, name: nombre, types, addressId, host, format: formatOf[formato], secretId, after };
      call.wrote((await commands.handle(decider, WEBHOOKS, { type: 'register', ...data }, context)).position);
      call.header('cache-control', 'no-store');
      return { message: 'Webhook listo', id: webhookId, secreto };
    },
  });
  implement(contract.changeWebhook, {
    async handle({ params: { webhook: webhookId }, body: { nombre, tipos, autorizacion, ...sent } }, call) {
      const before = await hookIn(deps, webhookId);
      const types = typesOf(tipos, before.format);
      const direccion = sent.direccion === undefined ? undefined : addressFor(formats[before.format], sent.direccion);
      const context = call.context();
      let { addressId, host } = before;
      if (direccion !== undefined) {
        host = hostOf(direccion);
        await proof.demand(call);
        addressId = uuid5(context.commandId, 'address');
        await secrets.setAddress(addressId, { url: direccion, authorization: autorizacion ?? null });
      }
      const data = { webhookId, name: nombre, types, addressId, host };
      call.wrote((await commands.handle(decider, WEBHOOKS, { type: 'change', ...data }, context)).position);
      return { message: 'Webhook cambiado' };
    },
  });
  implement(contract.rotateWebhookSecret, {
    async handle({ params: { webhook: webhookId }, body: { horas } }, call) {
      await proof.demand(call);
      await hookIn(deps, webhookId);
      const context = call.context();
      const secretId = uuid5(context.commandId, 'secret');
      const secreto = await secrets.makeSecret(secretId);
      const previousUntil = new Date(call.now.getTime() + horas * HOUR).toISOString();
      call.wrote((await commands.handle(decider, WEBHOOKS, { type: 'rotate', webhookId, secretId, previousUntil }, context)).position);
      call.header('cache-control', 'no-store');
      return { message: 'Secreto nuevo listo', secreto };
    },
  });
}

function testRoutes(implement: Implement, deps: Deps): void {
  const { webhookSecrets: secrets, webhookSender: sender, config, limits } = deps;
  implement(contract.testWebhook, {
    async handle({ params: { webhook: webhookId } }, call) {
      const hook = await hookIn(deps, webhookId);
      if (!sender) throw new ApiError('WEBHOOKS_OFF');
      await limits.count('webhook-test', String(call.identity?.userId), TESTS, HOUR);
      const at = call.now;
      const receiver = await receiverOf(secrets, hook, at.toISOString());
      const { commandId } = call.context();
      const ping = { type: 'Ping', timestamp: at.toISOString(), data: {} };
      const body = JSON.stringify(hook.format === 'xapi' ? probe(config.publicUrl, commandId, at.toISOString()) : ping);
      const outcome: Outcome = receiver
        ? await sender.send(receiver, { id: messageIdOf(webhookId, commandId), at, body, headers: headersOf(hook) })
        : { status: null, fault: 'refused', answer: '', milliseconds: 0, retryAfterMs: null };
      const { status, fault, milliseconds, answer } = outcome;
      return { llego: wasDelivered(hook, status), estado: status, falla: faultOf(fault), milisegundos: milliseconds, respuesta: answer };
    },
  });
}

/** Whether a webhook is served, and from which position of the log on. */
function stateRoutes(implement: Implement, deps: Deps): void {
  const { commands } = deps;
  const { log } = commands;
  const acts = (call: Call, type: 'resume' | 'remove' | 'pause', webhookId: string, motivo: string | undefined) =>
    commands.handle(decider, WEBHOOKS, type === 'pause' ? { type, webhookId, cause: 'person' } : { type, webhookId }, call.context(motivo));
  implement(contract.pauseWebhook, {
    async handle({ params: { webhook }, body: { motivo } }, call) {
      call.wrote((await acts(call, 'pause', webhook, motivo)).position);
      return { message: 'Webhook detenido' };
    },
  });
  implement(contract.resumeWebhook, {
    async handle({ params: { webhook }, body: { motivo } }, call) {
      call.wrote((await acts(call, 'resume', webhook, motivo)).position);
      return { message: 'Webhook reanudado' };
    },
  });
  implement(contract.removeWebhook, {
    async handle({ params: { webhook }, body: { motivo } }, call) {
      call.wrote((await acts(call, 'remove', webhook, motivo)).position);
      return { message: 'Webhook quitado' };
    },
  });
  implement(contract.replayWebhook, {
    async handle({ params: { webhook: webhookId }, body: { despues, desde, motivo } }, call) {
      if ((await hookIn(deps, webhookId)).paused) throw new ApiError('WEBHOOK_PAUSED');
      const after = despues === undefined ? null : log.store.parsePosition(despues);
      if (despues !== undefined && after === null) throw new ApiError('POSITION_INVALID');
      const since = desde === undefined ? null : (momentOf(desde, '00:00') ?? `${desde}T00:00:00.000Z`);
      const handled = await commands.handle(decider, WEBHOOKS, { type: 'replay', webhookId, after, since }, call.context(motivo));
      call.wrote(handled.position);
      return { message: 'Se está enviando otra vez' };
    },
  });
}

/** What was sent to a webhook, and what waits. */
function deliveryRoutes(implement: Implement, deps: Deps): void {
  const { vault, config, logger } = deps;
  const { log } = deps.commands;
  implement(contract.listDeliveries, {
    async handle({ params: { webhook: webhookId } }) {
      await hookIn(deps, webhookId);
      const [attempts, waiting] = await Promise.all([attemptsOf(vault, webhookId), waitingOf(vault, webhookId)]);
      return {
        envios: attempts.map(deliveryOf),
        esperando: waiting.map(({ position, eventType, eventId, tries, due }) => ({
          ...{ posicion: position, tipo: eventType, evento: eventId, intentos: tries, fecha: new Date(due).toISOString() },
        })),
      };
    },
  });
  /** The event of a message that was tried, or waits. */
  const eventOf = async (webhookId: string, position: string): Promise<Recorded> => {
    const known = [...(await attemptsOf(vault, webhookId)), ...(await waitingOf(vault, webhookId))];
    const found = known.find((one) => one.position === position);
    if (found) for await (const record of log.store.readStream(found.stream, found.version)) return record;
    throw new ApiError('DELIVERY_NOT_FOUND');
  };
  implement(contract.getDelivery, {
    async handle({ params: { webhook: webhookId, posicion } }) {
      const hook = await hookIn(deps, webhookId);
      const record = await eventOf(webhookId, posicion);
      const [event] = await log.decode([record], true);
      return { id: messageIdOf(webhookId, record.id), cuerpo: event ? sentOf(hook, event, config.publicUrl) : null };
    },
  });
  implement(contract.resendDelivery, {
    async handle({ params: { webhook: webhookId, posicion } }, call) {
      if ((await hookIn(deps, webhookId)).paused) throw new ApiError('WEBHOOK_PAUSED');
      const record = await eventOf(webhookId, posicion);
      if (await isHandFull(vault, webhookId, record)) throw new ApiError('WEBHOOK_HAND_FULL');
      await sendAgain(vault, webhookId, record, call.now.getTime());
      logger.info({ webhook: webhookId, position: posicion, userId: call.identity?.userId }, 'a message is sent again');
      return { message: 'Se envía otra vez' };
    },
  });
}
