import { z } from 'zod';
import { email } from '../auth.ts';
import { currency, idNumber, optionalName, optionalText } from '../common.ts';
import { chosenGroups } from '../groups.ts';
import { groupRecord } from './groups.ts';

/** Orders, and what calls that begin or change one have in common. */

export const orderStates = ['abierto', 'cerrado', 'pagado', 'devuelto'] as const;
/** A gift, with its fields as the buyer wrote them. The code is mailed to `para`; without an address the buyer hands it on. */
export const regalo = z
  .object({
    para: z.union([email, z.literal(''), z.null()]).optional(),
    nombre: optionalName(120),
    mensaje: optionalText(600),
  })
  .optional();
/** The tax that an amount includes, as set at the purchase: `tasa` in percent, `base` without it. null: not known for that purchase. */
export const tax = z.object({ tasa: z.number(), base: z.number(), iva: z.number() });
/** The part of a payment whose refund failed or came back, and that is not settled: staff refund it again. `causa`: in the provider's word. */
export const lostRefund = z.object({ fecha: z.string(), monto: z.number(), causa: z.string() }).nullable();
export const orderRecord = z.object({
  /** The number of the order among those of the person. */
  id: z.number(),
  id_usuario: z.number(),
  tipo: z.enum(['curso', 'premium', 'paquete']),
  id_curso: z.number().nullable(),
  id_paquete: z.number().nullable(),
  /** For somebody else; null: for its buyer. `codigo` is for its buyer alone. */
  regalo: z
    .object({
      para: z.string().nullable(),
      nombre: z.string().nullable(),
      codigo: z.string().nullable(),
      enviado: z.number(),
      aceptado: z.string().nullable(),
    })
    .nullable(),
  /** How many courses it opens; the plan opens them all. */
  abre: z.number(),
  titulo: z.string(),
  estado: z.enum(orderStates),
  /** What it cost when it was bought. */
  precio: z.number(),
  moneda: currency,
  periodo: z.enum(['mes']).nullable(),
  /** The coupon that it carries, and what it takes off the first payment. */
  cupon: z.string().nullable(),
  descuento: z.number(),
  /** The tax in what was paid at first, or is to be paid; `devuelto`: the part of it that was refunded. */
  impuesto: tax.extend({ devuelto: z.number() }).nullable(),
  /** Paid by bank transfer: the reference to write there, until when, and what its buyer said. */
  transferencia: z
    .object({
      referencia: z.string(),
      vence: z.string(),
      avisada: z.string().nullable(),
      clave: z.string().nullable(),
      /** The address of what its bank says, for whoever sent it and who manages payments. */
      comprobante: z.string().nullable(),
    })
    .nullable(),
  empezado: z.string(),
  pagado: z.string().nullable(),
  total: z.number(),
  devuelto: z.number(),
  /** How much was requested and is not refunded yet. */
  por_devolver: z.number(),
  devolucion_fallida: lostRefund,
  /** The last day on which the whole price is given back on request; null where nothing was paid. */
  garantia_hasta: z.string().nullable(),
  /** Whether the person may ask for it now. */
  se_devuelve: z.boolean(),
  /** Why the last attempt to pay failed, or how it ended without one. */
  causa: z.string().nullable(),
  /** Its first payment; renewals say so themselves. */
  en_disputa: z.boolean(),
  /** The buyer's bank took the money back: what the order opened is closed, and nothing more is refunded. */
  disputa_perdida: z.boolean(),
  suscripcion: z
    .object({
      estado: z.enum(['activa', 'pendiente', 'terminada']),
      pagada_hasta: z.string(),
      se_renueva: z.boolean(),
      /** The plan is paid month by month: it ends unless another month is paid. */
      por_transferencia: z.boolean(),
      /** Why it ended; null: it has not. `unknown`: the provider does not know it. */
      causa: z.string().nullable(),
      /** `devuelto`: how much of each payment was refunded. */
      renovaciones: z.array(
        z.object({
          ...{ id: z.string(), fecha: z.string(), total: z.number(), moneda: currency, hasta: z.string() },
          ...{ devuelto: z.number(), devolucion_fallida: lostRefund },
          ...{ en_disputa: z.boolean(), disputa_perdida: z.boolean() },
        }),
      ),
    })
    .nullable(),
});
export type OrderRecord = z.output<typeof orderRecord>;
/** As its buyer sees it: with their groups in the courses that it opens, or would open; none where one is not taken in groups, or it is over. */
export const ownOrderRecord = orderRecord.extend({
  grupos: z.array(groupRecord.pick({ nombre: true, estado: true, fecha: true, fin: true }).extend({ curso: z.string() })),
});
export type OwnOrderRecord = z.output<typeof ownOrderRecord>;

export const ofUser = z.object({ userId: idNumber });
export const ofOrder = ofUser.extend({ orderId: idNumber });
export const startErrors = ['PAYMENTS_OFF', 'PAYMENT_PROVIDER_FAILED', 'EMAIL_NOT_VERIFIED', 'INVALID_EMAIL'] as const;
export const opened = z.object({ url: z.string(), id_pedido: z.number() });
/** The groups by which its buyer enters those courses that have one to come or going on. */
export const grupos = chosenGroups;
export const bundleErrors = ['BUNDLE_NOT_FOUND', 'BUNDLE_NOT_FOR_SALE', 'BUNDLE_OWNED', 'COURSE_ALREADY_OWNED'] as const;
