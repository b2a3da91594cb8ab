import { schoolDay } from '../../../events/calendar.ts';
import { countDeadLetters } from '../../commands/kernel/reactor.ts';
import { outcomeOf } from '../../commands/operations/chain.ts';
import { SWEEP_KEY, type Sweep } from '../../commands/reactions/files.ts';
import { countOutbox } from '../../integrations/mail/outbox.ts';
import { comparisons } from '../../projections/comparisons.ts';
import type { CourseDirectory } from '../../projections/courseDirectory.ts';
import { INSPECTION_KEY, type Inspected } from '../../projections/inspection/inspections.ts';
import { leads } from '../../projections/leads.ts';
import { cases } from '../../projections/moderation.ts';
import { orders } from '../../projections/orders.ts';
import type { PeopleDirectory } from '../../projections/peopleDirectory.ts';
import { reviews } from '../../projections/reviews.ts';
import { rights } from '../../projections/rights.ts';
import { noFigures, school, shownFigures } from '../../projections/school.ts';
import { supportRequests } from '../../projections/support.ts';
import { users } from '../../projections/users.ts';
import { webhooks } from '../../projections/webhooks.ts';
import { promisesAtStake } from '../answers/leadPromises.ts';
import { brokenByCourse } from '../answers/links.ts';
import { countQuiet } from '../answers/quiet.ts';
import { expiringCodes } from '../answers/scholarships.ts';
import { supportAtStake } from '../answers/support.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { type AttentionKind, attentionKinds, attention as contract } from '../contract/attention.ts';
import { BACKUP_DAYS } from '../contract/choices.ts';
import type { Deps } from '../deps.ts';
import { lateProjections } from '../plugins/lateProjections.ts';
import { ordersWhere } from './orderOffice.ts';

const troubled = new Set(['halted', 'failing', 'paused']);

/** What needs attention. Each count equals that of the list on its page. */
export function attentionRoutes(implement: Implement, deps: Deps, directory: PeopleDirectory, courseDirectory: CourseDirectory): void {
  const ofMachine = machineCounts(deps);
  const ofPrograms = async ({ reads }: Call) => ({
    // A webhook that somebody paused needs no attention.
    webhooksDetenidos: (await reads.count(webhooks, { paused: 'failing' })) + (await reads.count(webhooks, { paused: 'gone' })),
  });
  const ofMoney = async ({ reads }: Call) => ({
    devolucionesFallidas: await reads.count(orders, ordersWhere.devoluciones.where),
    transferenciasPorRevisar: await reads.count(orders, ordersWhere.transferencias.where),
    diferenciasDePagos: await reads.count(comparisons, { open: true }),
  });
  const ofPeople = async ({ reads, now }: Call) => {
    const { enRiesgo, vencidas } = await promisesAtStake(reads, now);
    const support = await supportAtStake(reads, now);
    // Read first, so that X-Position is one that the directory has reached.
    await reads.get(users, '0');
    return {
      derechosPorResponder: await reads.count(rights, { open: true }),
      soporteVencido: support.vencidas,
      soporteEnRiesgo: support.enRiesgo,
      soportePorResponder: await reads.count(supportRequests, { status: 'waiting' }),
      promesasVencidas: vencidas,
      promesasEnRiesgo: enRiesgo,
      contactosNuevos: await reads.count(leads, { status: 'new' }),
      contactosSinEntregar: await reads.count(leads, { deliveryState: 'failed' }),
      invitacionesPendientes: (await directory.search({ status: 'invited', limit: 1 })).total,
    };
  };
  const ofContent = async ({ reads, now }: Call) => ({
    reportesPorAtender: await reads.count(cases, { waits: true }),
    resenasPorRevisar: await reads.count(reviews, { status: 'hidden', awaits: true }),
    codigosPorVencer: (await expiringCodes(reads, now)).length,
    estudiantesSinActividad: await countQuiet(reads, courseDirectory, schoolDay(now.toISOString())),
    enlacesRotos: (await brokenByCourse(reads, ({ status }) => status !== 'archived')).length,
    borradores: shownFigures((await reads.get(school, 'total'))?.figures ?? noFigures()).borradores,
  });
  implement(contract.attention, {
    async handle(_, call) {
      const counts: Record<AttentionKind, number> = {
        ...(await ofMachine(call.now)),
        ...(await ofPrograms(call)),
        ...(await ofMoney(call)),
        ...(await ofPeople(call)),
        ...(await ofContent(call)),
      };
      return { pendientes: attentionKinds.map((id) => ({ id, cantidad: counts[id] })) };
    },
  });
}

/** Trouble of the machine: of projections, reactions, databases, files, backups and the log. */
function machineCounts({ backups, chain, commands, damaged, demo, statuses, vault }: Deps) {
  let begun: string | null = null;
  /** When the school's first event occurred. */
  const since = async (): Promise<string | null> => {
    if (begun === null)
      for await (const { metadata } of commands.log.store.readAll(null, { limit: 1 })) begun = String(metadata.occurredAt);
    return begun;
  };
  /** Of an embedded school, whose backups are on record here; that of a demo is made anew. A folder that is gone backs up nothing. */
  const withoutBackup = async (now: Date): Promise<number> => {
    const own = !demo() && (await backups.sizes()).parts.some(({ part }) => part === 'log');
    const last = own ? (backups.backups().find(({ there }) => there)?.taken ?? (await since())) : null;
    return Number(last !== null && now.getTime() - Date.parse(last) > BACKUP_DAYS * 86_400_000);
  };
  const ofMachine = async (now: Date) => {
    const [{ dead }, letters, rows, late, inspected, { last }, sweep] = await Promise.all([
      countOutbox(vault),
      countDeadLetters(vault),
      statuses(),
      lateProjections(commands),
      vault.get<Inspected>('status', INSPECTION_KEY),
      chain.state(),
      vault.get<Sweep>('status', SWEEP_KEY),
    ]);
    return {
      correosFallidos: dead,
      tareasFallidas: letters,
      vistasDetenidas: rows.filter(({ state }) => troubled.has(state)).length,
      historiaAlterada: Number(last !== null && outcomeOf(last) !== 'sound'),
      basesDanadas: damaged().length,
      archivosPerdidos: sweep?.value.missing ?? 0,
      respaldoViejo: await withoutBackup(now),
      simulacroFallido: Number((backups.drills()[0]?.cause ?? null) !== null),
      datosDistintos: inspected?.value.different ?? 0,
      vistasRetrasadas: rows.filter(({ name, state }) => !troubled.has(state) && Object.hasOwn(late, name)).length,
    };
  };
  return ofMachine;
}
