import { fileKey, readFileKey } from '../../../events/files.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { isWaiting } from '../../commands/payments/order.ts';
import type { Implement } from '../calls/implement.ts';
import { ownFile } from '../calls/ownership.ts';
import { transfers as contract } from '../contract/transfers.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { countPress } from './presses.ts';

/** Transfers to the school's bank account: what a buyer says of theirs, and what the school finds on its account. */
export function transferRoutes(implement: Implement, deps: Deps): void {
  const { payments, config, limits } = deps;

  implement(contract.declareTransfer, {
    async handle({ params, body: { clave, comprobante } }, call) {
      const { userId } = params;
      await countPress(limits, 'transfer', userId, config);
      const proof = comprobante ? await ownFile(deps, userId, 'comprobantes', comprobante) : null;
      const order = await payments.find(params);
      // Nothing is kept for an order that waits for no transfer.
      if (!order.transfer || !isWaiting(order)) throw new ApiError('ORDER_NOT_FOUND');
      const before = order.transfer.proof;
      const context = call.context();
      // It is used before it is named: the sweep leaves it alone.
      const user = `purchases-${userId}`;
      if (proof) await deps.files.reference(proof, user, derived(context, 'proof'));
      // What was sent before stays, unless another one takes its place.
      const kept = proof ? fileKey(proof) : before;
      call.wrote((await payments.declareTransfer(params, { tracking: clave ?? null, proof: kept }, context)).position);
      const old = before === null || before === kept ? null : readFileKey(before);
      // One transfer may have paid two orders, and the same file stands in both.
      const stays = old && [...(await payments.load(userId))].some(([, { transfer }]) => transfer?.proof === before);
      if (old && !stays) await deps.files.release(old, user, derived(context, 'before'));
      return { message: 'Gracias. En cuanto veamos tu transferencia, se abre lo que compraste' };
    },
  });
  for (const [route, says, message] of [
    [contract.confirmTransfer, 'confirm', 'Pago confirmado'],
    [contract.refuseTransfer, 'notArrived', 'Pedido cerrado'],
  ] as const)
    implement(route, {
      async handle({ params, body: { motivo } }, call) {
        if (!motivo) throw new ApiError('REASON_REQUIRED');
        call.wrote((await payments.judgeTransfer(params, says, call.context(motivo))).position);
        return { message };
      },
    });
  implement(contract.confirmSentBack, {
    async handle({ params, body: { motivo, monto, renovacion } }, call) {
      if (!motivo) throw new ApiError('REASON_REQUIRED');
      const amount = monto === undefined ? undefined : Math.round(monto * 100);
      call.wrote((await payments.sentBack(params, amount, call.context(motivo), renovacion)).position);
      return { message: 'Devolución registrada' };
    },
  });
}
