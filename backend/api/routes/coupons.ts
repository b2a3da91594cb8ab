import { schoolDay } from '../../../events/calendar.ts';
import type { CouponTerms } from '../../../events/coupons.ts';
import { currency } from '../../../events/types.ts';
import { course } from '../../commands/catalogue/course.ts';
import { wantedOf } from '../../commands/payments/offers.ts';
import { type CouponDoc, coupons } from '../../projections/coupons.ts';
import { courses } from '../../projections/courses.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { SAVED } from '../contract/common.ts';
import { type CouponRecord, coupons as contract } from '../contract/coupons.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { countPress } from './presses.ts';

const SCOPES = { todo: 'everything', premium: 'premium', cursos: 'courses' } as const;
const scopeOf = (what: CouponTerms['what']): CouponRecord['alcance'] =>
  (({ everything: 'todo', premium: 'premium', courses: 'cursos' }) as const)[what];

const stateOf = ({ ended, from, until, limit, used }: CouponDoc, today: string): CouponRecord['estado'] => {
  if (ended) return 'terminado';
  if (until !== null && until < today) return 'vencido';
  if (limit !== null && used >= limit) return 'agotado';
  return from !== null && from > today ? 'programado' : 'vigente';
};

const today = (clock: () => Date) => schoolDay(clock().toISOString());

/** Coupons: made and ended by who manages payments, looked at by who is about to pay. */
export function couponRoutes(implement: Implement, deps: Deps): void {
  lookingRoutes(implement, deps);
  listRoutes(implement, deps);
  managingRoutes(implement, deps);
}

function lookingRoutes(implement: Implement, { payments, config, limits }: Deps): void {
  implement(contract.lookAtCoupon, {
    async handle({ body: { cupon, courseId, paquete, regalo } }, call) {
      if (!cupon) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'cupon', message: 'Escribe tu cupón.' }] });
      const { userId } = signedIn(call);
      await countPress(limits, 'coupon', userId, config);
      const { quote, code, discount } = await payments.discountFor(
        userId,
        {
          ...wantedOf(courseId, paquete),
          coupon: cupon,
          ...(regalo && { gift: { to: null, toName: null, message: null } }),
        },
        call.now,
      );
      const { amount, currency } = quote.price;
      return {
        codigo: code,
        precio: amount / 100,
        descuento: discount.amount / 100,
        total: (amount - discount.amount) / 100,
        moneda: currency,
      };
    },
  });
}

function listRoutes(implement: Implement, { clock }: Deps): void {
  implement(contract.listCoupons, {
    async handle({ query: { limit, cursor } }, call) {
      const page = await call.reads.find(coupons, { sort: ['-createdAt'], limit, ...(cursor !== undefined && { cursor }) });
      const named = await call.reads.getMany(courses, [...new Set(page.docs.flatMap(({ doc }) => doc.courseIds.map(String)))]);
      return {
        cupones: page.docs.map(({ doc }): CouponRecord => {
          const { percent, amount } = doc;
          return {
            codigo: doc.code,
            estado: stateOf(doc, today(clock)),
            tipo: amount ? 'monto' : 'porcentaje',
            valor: amount ? amount.amount / 100 : (percent ?? 0),
            moneda: amount?.currency ?? null,
            alcance: scopeOf(doc.what),
            cursos: doc.courseIds.map((id) => ({ id, nombre: named.get(String(id))?.title ?? null })),
            ...{ limite: doc.limit, usados: doc.used, apartados: doc.held, desde: doc.from, hasta: doc.until, creado: doc.createdAt },
            descontado: currency.options.flatMap((moneda) => {
              const given = doc.given[moneda];
              return given === undefined ? [] : [{ moneda, total: given / 100 }];
            }),
          };
        }),
        siguiente: page.next ?? null,
      };
    },
  });
}

function managingRoutes(implement: Implement, { payments, commands, clock }: Deps): void {
  implement(contract.createCoupon, {
    async handle({ body }, call) {
      const { codigo, tipo, valor, moneda, alcance, cursos, limite, desde, hasta, motivo } = body;
      if (!codigo) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'codigo', message: 'Escribe el cupón.' }] });
      if (!motivo) throw new ApiError('REASON_REQUIRED');
      const minor = Math.round(valor * 100);
      const wrong = tipo === 'porcentaje' ? !Number.isInteger(valor) || valor > 90 : Math.abs(minor - valor * 100) > 1e-6;
      if (wrong) throw new ApiError('COUPON_VALUE');
      if (hasta !== null && (hasta < today(clock) || (desde ?? hasta) > hasta)) throw new ApiError('COUPON_DAYS');
      const courseIds = alcance === 'cursos' ? [...new Set(cursos)] : [];
      for (const id of courseIds) if ((await commands.load(course, id)).state.status === 'none') throw new ApiError('COURSE_NOT_FOUND');
      const terms: CouponTerms = {
        percent: tipo === 'porcentaje' ? valor : null,
        amount: tipo === 'monto' ? { amount: minor, currency: moneda } : null,
        what: SCOPES[alcance],
        courseIds,
        ...{ limit: limite ?? null, from: desde, until: hasta },
      };
      const { code, position } = await payments.coupons.create(codigo, terms, call.context(motivo));
      call.wrote(position);
      return { ...SAVED, codigo: code };
    },
  });
  implement(contract.endCoupon, {
    async handle({ params: { codigo }, body: { motivo } }, call) {
      if (!motivo) throw new ApiError('REASON_REQUIRED');
      call.wrote((await payments.coupons.end(codigo, call.context(motivo))).position);
      return SAVED;
    },
  });
}
