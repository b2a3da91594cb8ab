import { z } from 'zod';
import { amountInput, blankable, idNumber, messageAnswer, optionalLine, optionalText } from './common.ts';
import { couponErrors, couponField, cupon } from './coupons.ts';
import { groupErrors } from './groups.ts';
import { bundleErrors, grupos, ofOrder, regalo } from './records/orders.ts';
import { route } from './route.ts';

/** Purchases that are paid by bank transfer. */

const tag = 'Pagos';

export const transfers = {
  transferInstructions: route({
    id: 'transferInstructions',
    method: 'GET',
    path: '/api/checkout/transferencia',
    tag,
    summary: 'How to pay by bank transfer; null: this school takes none',
    policy: 'signedIn',
    live: { still: 'read when somebody is about to transfer' },
    answer: z.object({ instrucciones: z.string().nullable() }),
  }),
  buyByTransfer: route({
    id: 'buyByTransfer',
    method: 'POST',
    path: '/api/checkout/transferencia',
    tag,
    summary:
      'Begin to buy a course, a bundle or (`plan`) a month of Premium by bank transfer: answers the reference to write there. It waits five days',
    policy: 'signedIn',
    body: z.object({
      courseId: blankable(idNumber),
      paquete: blankable(idNumber),
      plan: z.literal('premium').optional(),
      cupon,
      grupos,
      regalo,
    }),
    answer: z.object({ id_pedido: z.number(), referencia: z.string() }),
    fieldErrors: couponField,
    errors: [
      ...groupErrors,
      ...couponErrors,
      ...bundleErrors,
      'REQUIRED_FIELDS',
      'SUBSCRIPTION_ACTIVE',
      'TRANSFERS_OFF',
      'TRANSFER_DECLARED',
      'EMAIL_NOT_VERIFIED',
      'COURSE_NOT_FOUND',
      'COURSE_NOT_PUBLISHED',
      'COURSE_NOT_FOR_SALE',
    ],
  }),
  declareTransfer: route({
    id: 'declareTransfer',
    method: 'POST',
    path: '/api/compras/:userId/:orderId/transferi',
    tag,
    summary:
      'Say that the money was sent, with the bank’s key of the transfer, and what the bank says of it: the address of a file of `comprobantes` that one uploaded',
    policy: 'account.own',
    params: ofOrder,
    body: z.object({ clave: optionalLine(60), comprobante: optionalLine(300) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'FILE_NOT_FOUND'],
    fieldErrors: { FILE_NOT_FOUND: 'comprobante' },
  }),
  confirmTransfer: route({
    id: 'confirmTransfer',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/confirmar',
    tag,
    summary: 'The money of an order by transfer is on the bank’s statement: what it opens is opened',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED'],
  }),
  refuseTransfer: route({
    id: 'refuseTransfer',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/no-llego',
    tag,
    summary: 'The money of an order by transfer did not come: the order is closed',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED', 'TRANSFER_CONFIRMED'],
  }),
  confirmSentBack: route({
    id: 'confirmSentBack',
    method: 'POST',
    path: '/api/pagos/:userId/:orderId/devuelto',
    tag,
    summary: 'What was asked back of an order by transfer was sent back by hand; or by another way what the provider could not give back',
    policy: 'payments.manage',
    params: ofOrder,
    body: z.object({
      motivo: optionalText(500),
      /** How much, in the currency of the order: what the page said was to be sent back. Absent: all that was asked for. */
      monto: amountInput.optional(),
      /** The renewal of which it is; absent: the first payment. */
      renovacion: z.string().max(200).optional(),
    }),
    answer: messageAnswer,
    errors: ['ORDER_NOT_FOUND', 'REASON_REQUIRED', 'REFUND_NOT_POSSIBLE', 'INVALID_PRICE'],
    fieldErrors: { INVALID_PRICE: 'monto' },
  }),
} as const;
