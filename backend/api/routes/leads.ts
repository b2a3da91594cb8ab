import { addDays, dayStart } from '../../../events/calendar.ts';
import type { LeadKind, LeadStatus } from '../../../events/leads.ts';
import { DomainError, refuse } from '../../commands/kernel/errors.ts';
import { type CommandContext, derived } from '../../commands/kernel/handle.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import { type LeadDoc, leads as leadsProjection } from '../../projections/leads.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { momentCell, momentHead } from '../answers/csvMoments.ts';
import { promises, promisesAtStake } from '../answers/leadPromises.ts';
import { shownName } from '../answers/people.ts';
import { kindNames, nameOfKind, nameOfStatus, statusNames } from '../answers/siteNames.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { leadStatuses, type promiseFilters } from '../contract/choices.ts';
import { campaignName, NO_REASON, SAVED } from '../contract/common.ts';
import { BOM, csvRow } from '../contract/csv.ts';
import { type deliveryStates, type LeadRecord, leads } from '../contract/leads.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
const THANKS = { message: '¡Gracias por tu interés!' };
const SEARCH_PAGES = 400;
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** The most deliveries retried by one call: each is a command of its own. */
const MOST_AT_ONCE = 200;
const EXPORT_PAGE = 500;
/** The most rows of one export. */
const EXPORT_MOST = 50_000;

const states = { none: 'ninguna', delivered: 'entregada', retrying: 'reintentando', failed: 'fallida' } as const;

export function leadRoutes(implement: Implement, deps: Deps): void {
  captureRoutes(implement, deps);
  listRoutes(implement, deps);
  exportRoutes(implement);
  handlingRoutes(implement, deps);
}

function captureRoutes(implement: Implement, { config, leads: commandsOf, limits }: Deps): void {
  implement(leads.captureLead, {
    async handle({ body }, call) {
      await limits.count('lead', call.ip, config.limits.forms, HOUR);
      // A program is not told that it was detected: it is thanked like everybody.
      if (body.sitio_web) return THANKS;
      await limits.count('lead-person', normaliseAddress(body.correo), Math.max(1, Math.ceil(config.limits.forms / 3)), HOUR);
      const { position } = await commandsOf.capture(
        {
          kind: kindNames[body.tipo ?? 'curso'],
          subject: body.curso,
          courseId: body.id_curso ?? null,
          name: body.nombre,
          email: body.correo,
          phone: body.telefono,
          company: body.empresa ?? null,
          message: body.mensaje ?? null,
          consentVersion: body.consentimiento ?? null,
          campaign: campaignName(body.campana),
          submittedAt: body.fecha ?? null,
        },
        call.context(),
      );
      call.wrote(position);
      return THANKS;
    },
  });
}

const recordsOf = async (docs: readonly LeadDoc[], call: Call): Promise<LeadRecord[]> => {
  const promiseOf = await promises(call.reads);
  const ids = [...new Set(docs.flatMap(({ notes }) => notes.flatMap(({ by }) => (by === null ? [] : [String(by)]))))];
  const people = await call.reads.getMany(users, ids);
  return docs.map((doc) => ({
    id: doc.leadId,
    tipo: nameOfKind[doc.kind],
    asunto: doc.subject,
    id_curso: doc.courseId,
    nombre: doc.name,
    correo: doc.email,
    telefono: doc.phone,
    empresa: doc.company,
    mensaje: doc.message,
    consentimiento: doc.consentVersion,
    campana: doc.campaign,
    estado: nameOfStatus[doc.status],
    fecha: doc.capturedAt,
    cambiado: doc.changedAt,
    borrado: doc.erased,
    notas: doc.notes.map(({ at, by, text }) => {
      const person = by === null ? undefined : people.get(String(by));
      return { fecha: at, quien: person ? shownName(person, 'staff') : null, texto: text };
    }),
    entrega: {
      estado: states[doc.deliveryState],
      id: doc.delivery.deliveryId,
      intentos: doc.delivery.attempts,
      error: doc.delivery.error,
      fecha: doc.delivery.at,
    },
    promesa: promiseOf(doc, call.now),
  }));
};

interface Narrowed {
  estado?: keyof typeof statusNames | undefined;
  tipo?: keyof typeof kindNames | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
}
const whereOf = ({ estado, tipo, desde, hasta }: Narrowed) => {
  const capturedAt = { ...(desde && { gte: dayStart(desde) }), ...(hasta && { lt: dayStart(addDays(hasta, 1)) }) };
  const where: { status?: LeadStatus; kind?: LeadKind; capturedAt?: typeof capturedAt } = {
    ...((desde || hasta) && { capturedAt }),
    ...(estado && { status: statusNames[estado] }),
    ...(tipo && { kind: kindNames[tipo] }),
  };
  return where;
};

interface Sought {
  buscar?: string | undefined;
  entrega?: (typeof deliveryStates)[number] | undefined;
  promesa?: (typeof promiseFilters)[number] | undefined;
}
/** People whose data contain each of these words, with the given states of delivery and promise. */
const finder = async ({ buscar, entrega, promesa }: Sought, call: Call) => {
  const promiseOf = promesa && (await promises(call.reads));
  const words = plain(buscar ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return (doc: LeadDoc): boolean => {
    const { name, email, phone, company, subject, deliveryState } = doc;
    if (entrega && states[deliveryState] !== entrega) return false;
    if (promiseOf && (doc.status !== 'new' || promiseOf(doc, call.now)?.estado !== promesa)) return false;
    if (words.length === 0) return true;
    const text = plain([name, email, phone, company, subject].filter((part) => part !== null).join(' '));
    return words.every((word) => text.includes(word));
  };
};

function listRoutes(implement: Implement, { config }: Deps): void {
  implement(leads.listLeads, {
    async handle({ query: { limit, cursor, buscar, entrega, promesa, ...filters } }, call) {
      const matches = await finder({ buscar, entrega, promesa }, call);
      const docs: LeadDoc[] = [];
      let from = cursor ?? null;
      let siguiente: string | null = null;
      // Page by page, so that a page of answers ends where a page of the store does. A long search continues with the next call.
      for (let pages = 0; pages < SEARCH_PAGES; pages++) {
        const page = await call.reads.find(leadsProjection, {
          where: whereOf(filters),
          sort: ['-capturedAt'],
          limit,
          ...(from !== null && { cursor: from }),
        });
        const found = page.docs.map(({ doc }) => doc).filter(matches);
        if (docs.length + found.length > limit) {
          siguiente = from;
          break;
        }
        docs.push(...found);
        siguiente = from = page.next;
        if (page.next === null || docs.length === limit) break;
      }
      if (siguiente !== null) call.header('x-next-cursor', siguiente);
      return { contactos: await recordsOf(docs, call), siguiente };
    },
  });

  implement(leads.getLead, {
    async handle({ params }, call) {
      const doc = await call.reads.get(leadsProjection, params.leadId);
      const [record] = doc ? await recordsOf([doc], call) : [];
      return record ?? refuse('LEAD_NOT_FOUND');
    },
  });

  implement(leads.leadCounts, {
    async handle(_, call) {
      const estados = await Promise.all(
        leadStatuses.map(async (estado) => ({
          estado,
          cantidad: await call.reads.count(leadsProjection, { status: statusNames[estado] }),
        })),
      );
      return {
        estados,
        promesas: await promisesAtStake(call.reads, call.now),
        fallidas: await call.reads.count(leadsProjection, { deliveryState: 'failed' }),
        entrega: config.leadsWebhookUrl !== null,
      };
    },
  });
}

function exportRoutes(implement: Implement): void {
  implement(leads.exportLeads, {
    async handle({ query: { buscar, entrega, promesa, ...filters } }, call) {
      const matches = await finder({ buscar, entrega, promesa }, call);
      let csv =
        BOM +
        csvRow([
          'id',
          momentHead('fecha'),
          'tipo',
          'asunto',
          'nombre',
          'correo',
          'telefono',
          'empresa',
          'mensaje',
          'estado',
          'consentimiento',
          'campana',
          'entrega',
        ]);
      let rows = 0;
      for await (const page of pagesOf(call.reads, leadsProjection, {
        where: whereOf(filters),
        sort: ['-capturedAt'],
        limit: EXPORT_PAGE,
      })) {
        for (const { doc } of page) {
          if (!matches(doc)) continue;
          csv += csvRow([
            doc.leadId,
            momentCell(doc.capturedAt),
            nameOfKind[doc.kind],
            doc.subject,
            doc.name,
            doc.email,
            doc.phone,
            doc.company,
            doc.message,
            nameOfStatus[doc.status],
            doc.consentVersion,
            doc.campaign,
            states[doc.deliveryState],
          ]);
          rows++;
        }
        if (!(rows < EXPORT_MOST)) break;
      }
      call.header('content-disposition', `attachment; filename="contactos-${call.now.toISOString().slice(0, 10)}.csv"`);
      call.header('cache-control', 'no-store');
      return csv;
    },
  });
}

/** Actions on one lead, or on all whose delivery failed. */
function handlingRoutes(implement: Implement, { config, leads: commandsOf, vault }: Deps): void {
  implement(leads.changeLeadStatus, {
    async handle({ params, body: { estado, motivo } }, call) {
      if (!estado) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'estado', message: 'Elige un estado.' }] });
      call.wrote(await commandsOf.changeStatus(params.leadId, statusNames[estado], call.context(motivo ?? NO_REASON)));
      return SAVED;
    },
  });
  implement(leads.noteLead, {
    async handle({ params, body: { texto } }, call) {
      if (!texto?.trim()) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'texto', message: 'Escribe la nota.' }] });
      call.wrote(await commandsOf.note(params.leadId, texto.trim(), call.context()));
      return SAVED;
    },
  });
  const redeliver = async (leadId: string, found: LeadDoc | null, context: CommandContext, call: Call) => {
    call.wrote(await commandsOf.requestDelivery(leadId, context));
    // A retried delivery is no dead letter any more.
    if (found?.delivery.position) await vault.remove('dead-letters', `leads:${found.delivery.position}`);
  };
  implement(leads.redeliverLead, {
    async handle({ params }, call) {
      if (config.leadsWebhookUrl === null) throw new ApiError('DELIVERY_OFF');
      await redeliver(params.leadId, await call.reads.get(leadsProjection, params.leadId), call.context(), call);
      return SAVED;
    },
  });
  implement(leads.redeliverAllLeads, {
    async handle({ body: { motivo } }, call) {
      if (config.leadsWebhookUrl === null) throw new ApiError('DELIVERY_OFF');
      const failed = { deliveryState: 'failed' } as const;
      const all = await call.reads.count(leadsProjection, failed);
      const { docs } = await call.reads.find(leadsProjection, { where: failed, limit: MOST_AT_ONCE });
      const context = call.context(motivo ?? NO_REASON);
      let reintentados = 0;
      for (const { doc } of docs)
        try {
          await redeliver(doc.leadId, doc, derived(context, 'redeliver', doc.leadId), call);
          reintentados++;
        } catch (error) {
          // Erased leads are skipped; the others are delivered.
          if (!(error instanceof DomainError)) throw error;
        }
      return { ...SAVED, reintentados, quedan: Math.max(0, all - docs.length) };
    },
  });
  implement(leads.eraseLead, {
    async handle({ params }, call) {
      const found = await call.reads.get(leadsProjection, params.leadId);
      call.wrote(await commandsOf.erase(params.leadId, call.context('a petición de la persona')));
      if (found?.delivery.position) await vault.remove('dead-letters', `leads:${found.delivery.position}`);
      return { message: 'Los datos de este contacto se borraron.' };
    },
  });
}
