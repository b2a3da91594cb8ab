import { uuid5 } from '../../../events/ids.ts';
import type { Commands } from '../../commands/kernel/handle.ts';
import { exportPlans, PLANS } from '../../commands/operations/exportPlans.ts';
import { nextExport } from '../../commands/reactions/exports.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { eventCalls as contract, type ExportPlan } from '../contract/events.ts';

const SHOWN_MS = 30 * 86_400_000;

/** Exports that the school makes by itself. `seesNames`: whether the caller sees those of everybody. */
export function exportPlanRoutes(implement: Implement, commands: Commands, seesNames: (call: Call) => boolean): void {
  implement(contract.listExportPlans, {
    async handle(_, call): Promise<ExportPlan[]> {
      const { state } = await commands.load(exportPlans, PLANS);
      const named = seesNames(call);
      const plans = [...state].flatMap(([, { by, ...plan }]) =>
        by !== null && (named || by === call.identity?.userId) ? [{ ...plan, by }] : [],
      );
      const nameOf = named
        ? await namesOf(
            plans.map(({ by }) => by),
            call.reads,
          )
        : null;
      const since = new Date(call.now.getTime() - SHOWN_MS).toISOString();
      return plans.map((plan) => ({
        ...{ id: plan.planId, nombre: plan.name, formato: plan.format, dia: plan.weekday, hora: plan.hour },
        quien: { id: plan.by, nombre: nameOf ? (whoOf(plan.by, nameOf)?.nombre ?? null) : null },
        ...{
          cada: plan.every === 'week' ? ('semana' as const) : ('dia' as const),
          alcance: plan.fresh ? ('nuevos' as const) : ('todo' as const),
        },
        filtros: {
          ...{ flujo: plan.stream, categoria: plan.category, tipo: plan.eventType, quien: plan.author },
          ...{ campo: plan.field, valor: plan.value },
        },
        siguiente: nextExport(call.now, plan, plan.made[0]?.due ?? null),
        hechas: plan.made
          .filter(({ due }) => due >= since)
          .map(({ due, after, until, rows, bytes, sha256 }) => ({
            fecha: due,
            despues: after,
            hasta: until,
            eventos: rows,
            bytes,
            sha256,
          })),
      }));
    },
  });
  implement(contract.planExport, {
    async handle({ body }, call) {
      const { nombre, formato, cada, dia, hora, alcance, flujo, categoria, tipo, quien, campo, valor } = body;
      const context = call.context();
      const plan = {
        // The id comes from the command: a repeat names the same plan.
        ...{
          planId: uuid5(context.commandId, 'plan'),
          by: signedIn(call).userId,
          name: nombre,
          format: formato,
          hour: hora,
          fresh: alcance === 'nuevos',
        },
        ...{ stream: flujo ?? null, category: categoria ?? null, eventType: tipo ?? null, author: quien ?? null },
        ...{ field: campo ?? null, value: campo === undefined ? null : (valor ?? null) },
        ...{ every: cada === 'semana' ? ('week' as const) : ('day' as const), weekday: cada === 'semana' ? (dia ?? 0) : null },
      };
      call.wrote((await commands.handle(exportPlans, PLANS, { type: 'plan', plan }, context)).position);
      return { message: 'Exportación programada', id: plan.planId };
    },
  });
  implement(contract.endExportPlan, {
    async handle({ params: { plan } }, call) {
      const { userId, role } = signedIn(call);
      const by = role === 'administrator' ? null : userId;
      call.wrote((await commands.handle(exportPlans, PLANS, { type: 'end', planId: plan, by, cause: 'person' }, call.context())).position);
      return { message: 'Exportación quitada' };
    },
  });
}
