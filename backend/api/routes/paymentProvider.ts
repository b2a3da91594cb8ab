import type { FastifyInstance } from 'fastify';
import type { Money } from '../../../events/types.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { BadSignature } from '../../integrations/payments/port.ts';
import { amountOf } from '../answers/orders.ts';
import type { Implement } from '../calls/implement.ts';
import { payments as contract } from '../contract/payments.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const WEBHOOK = '/api/pagos/webhook';
const MAX_WEBHOOK_BYTES = 256 * 1_024;

/** Of the demo's page of payment: the provider's page is open, paid or over; `challenged`: the bank waits for who pays to confirm. */
const pageStateOf = ({ status, challenged }: { status: 'open' | 'complete' | 'expired'; challenged: boolean }) =>
  challenged ? ('por-confirmar' as const) : ({ complete: 'pagada', expired: 'vencida', open: 'abierta' } as const)[status];
const DEMO_SAYS = {
  pagar: 'Pagado en la demo',
  rechazar: 'La tarjeta de la demo no pasó',
  'pedir-confirmacion': 'El banco de la demo pide confirmar',
  confirmar: 'Confirmado y pagado en la demo',
  'no-confirmar': 'No se confirmó en el banco de la demo',
} as const;

/** The demo's page of payment, which stands in for the provider's. */
export function demoPaymentRoutes(implement: Implement, { paymentStandIn }: Deps): void {
  implement(contract.demoPayment, {
    async handle({ params: { sesion } }) {
      const page = await paymentStandIn?.page(sesion);
      if (!page) throw new ApiError('NOT_FOUND');
      return {
        estado: pageStateOf(page),
        titulo: page.title,
        total: amountOf(page.amount_total),
        moneda: page.currency.toUpperCase() as Money['currency'],
        mensual: page.mode === 'subscription',
        exito: page.success_url,
        regreso: page.cancel_url,
      };
    },
  });
  implement(contract.actDemoPayment, {
    async handle({ params: { sesion }, body: { accion } }) {
      const before = await paymentStandIn?.page(sesion);
      if (!paymentStandIn || !before) throw new ApiError('NOT_FOUND');
      // Opened in time, pressed too late.
      if (before.status === 'expired') return { message: 'Esta página ya venció: no se cobró nada', estado: 'vencida' as const };
      if (accion === 'pagar') await paymentStandIn.pay(sesion);
      else if (accion === 'rechazar') await paymentStandIn.decline(sesion);
      else if (accion === 'pedir-confirmacion') await paymentStandIn.challenge(sesion);
      else await paymentStandIn.confirm(sesion, accion === 'confirmar');
      const after = (await paymentStandIn.page(sesion)) ?? before;
      return { message: DEMO_SAYS[accion], estado: pageStateOf(after) };
    },
  });
}

/** The provider's messages about orders. */
export function providerRoutes(http: FastifyInstance, { payments, paymentStandIn, clock, logger, config }: Deps): void {
  paymentStandIn?.deliverTo(async (body, signature) => {
    const headers = { host: new URL(config.publicUrl).host, 'content-type': 'application/json', 'stripe-signature': signature };
    await http.inject({ method: 'POST', url: WEBHOOK, headers, payload: body });
  });

  // The signature is of the bytes as they came: they are read by nobody before.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_WEBHOOK_BYTES }, (_, body, done) => done(null, body));
    scope.post(WEBHOOK, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      if (!payments.on) return reply.code(404).send({ code: 'NOT_FOUND' });
      if (typeof signature !== 'string' || typeof request.body !== 'string') return reply.code(400).send({ code: 'BAD_SIGNATURE' });
      try {
        const name = await payments.read(request.body, signature);
        const commandId = crypto.randomUUID();
        const actor = { userId: null, role: 'system' } as const;
        if (name) await payments.settle(name, { commandId, correlationId: commandId, causationId: commandId, actor, now: clock() });
        return await reply.send({ received: true });
      } catch (error) {
        if (error instanceof BadSignature) return reply.code(400).send({ code: 'BAD_SIGNATURE' });
        // Another school of the same account, or a log that lost its end: sent again, it would be the same.
        if (error instanceof DomainError && error.code === 'ORDER_NOT_FOUND') return reply.send({ received: true });
        // Sent again by the provider; and the order is asked about by the timer in any case.
        logger.warn({ err: error }, 'a message of the payment provider could not be settled');
        return reply.code(500).send({ code: 'INTERNAL' });
      }
    });
  });
}
