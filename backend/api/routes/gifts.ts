import { course } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { opensOf } from '../../commands/payments/order.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { gifts as contract } from '../contract/gifts.ts';
import type { Deps } from '../deps.ts';
import { groupsOf } from './payments.ts';
import { countPress } from './presses.ts';

const HOUR = 3_600_000;
const STATES = { open: 'disponible', claimed: 'aceptado', ended: 'terminado' } as const;

/** Gifts of courses and bundles. */
export function giftRoutes(implement: Implement, { payments, commands, config, limits }: Deps): void {
  const { gifts } = payments;

  implement(contract.lookAtGift, {
    async handle({ params: { codigo } }, call) {
      await limits.count('gift-look', call.ip, config.limits.forms * 10, HOUR);
      const { userId, order, state } = await gifts.look(codigo);
      const { state: giver } = await commands.load(user, userId);
      const asks = call.identity?.userId ?? null;
      return {
        ...{ titulo: order.title, tipo: order.what === 'bundle' ? ('paquete' as const) : ('curso' as const), estado: STATES[state] },
        ...{ de: giver.firstName, para: order.gift?.toName ?? null, mensaje: order.gift?.message ?? null, id_curso: order.courseId },
        cursos: await Promise.all(opensOf(order).map(async (id) => ({ id, nombre: (await commands.load(course, id)).state.title }))),
        ...{ compre: asks === userId, mio: asks !== null && asks === order.claimedBy },
      };
    },
  });
  implement(contract.claimGift, {
    async handle({ params: { codigo }, body: { grupos } }, call) {
      const { userId } = signedIn(call);
      await limits.count('gift', String(userId), config.limits.forms, HOUR);
      call.wrote((await gifts.claim(codigo, userId, call.context(), groupsOf(grupos))).position);
      return { message: '¡Es tuyo! Ya está en tus cursos' };
    },
  });
  implement(contract.sendGift, {
    async handle({ params, body: { para } }, call) {
      await countPress(limits, 'gift', params.userId, config);
      call.wrote((await gifts.mail(params, para ?? null, call.context())).position);
      return { message: 'Le mandamos el código por correo' };
    },
  });
}
