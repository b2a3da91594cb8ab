import { faultOf, placeOf } from '../calls/fault.ts';
import type { Implement } from '../calls/implement.ts';
import { createIntents } from '../calls/intents.ts';
import { visit } from '../contract/visit.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;

/** What a browser reports before, or apart from, any session. */
export function visitRoutes(implement: Implement, deps: Deps): void {
  const { config, logger, payments, scholarships, vault, limits } = deps;
  const intents = createIntents(vault);

  implement(visit.rememberIntent, {
    async handle({ body }, call) {
      await limits.count('intent', call.ip, config.limits.forms * 10, HOUR);
      const { id_curso: courseId, codigo, compra, regalo, codigo_regalo: given } = body;
      const intent = {
        ...(courseId !== undefined && { courseId }),
        ...(codigo !== undefined && { scholarship: scholarships.idOf(codigo) }),
        ...(compra !== undefined && { checkout: compra, gift: regalo === true }),
        ...(given !== undefined && { given: payments.gifts.nameOf(given) }),
      };
      call.setVisit(await intents.remember(call.visit, intent, call.now));
      return { message: 'Anotado' };
    },
  });

  implement(visit.takeIntent, {
    async handle(_, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      const intent = await intents.take(call.visit, { ...call.context(), userId: call.identity.userId });
      if (call.visit !== null) call.setVisit(null);
      return {
        id_curso: intent?.courseId ?? null,
        codigo: intent?.scholarship === undefined ? null : scholarships.codeOf(intent.scholarship),
        compra: intent?.checkout ?? null,
        regalo: intent?.gift === true,
        codigo_regalo: intent?.given === undefined ? null : payments.gifts.codeOf(intent.given),
      };
    },
  });

  implement(visit.reportRefusal, {
    async handle({ body }, call) {
      await limits.count('refusal', call.ip, config.limits.forms * 10, HOUR);
      logger.warn({ page: placeOf(body.lugar), userId: call.actor.userId, role: call.actor.role }, 'a page was refused');
      return { message: 'Anotado' };
    },
  });

  implement(visit.reportFailure, {
    async handle({ body }, call) {
      await limits.count('failure', call.ip, config.limits.forms * 10, HOUR);
      const { referencia: reference, mensaje, lugar } = body;
      logger.error(
        { reference, page: placeOf(lugar), ...faultOf(mensaje, config.sessionSecret), userId: call.actor.userId },
        'a page broke',
      );
      return { message: 'Gracias. Lo revisamos.' };
    },
  });
}
