import { expect, test } from 'vitest';
import { readReport } from './report-file.ts';

const head =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,customer_facing_amount,customer_facing_currency,payment_intent_id,customer_email';

test('Stripe’s report is read to the cent, without who paid; what was charged in another currency as its payer saw it', () => {
  const read = readReport(
    `\uFEFF${head}\r\ntxn_1,2026-03-10 05:59:00,mxn,"1,499.00",51.30,1447.70,charge,1499.00,mxn,pi_1,ana@ejemplo.mx\r\n` +
      'txn_2,2026-03-11 10:00:00,mxn,-850.55,0.00,-850.55,refund,50.00,usd,pi_2,\r\ntxn_3,2026-03-12 10:00:00,mxn,-3.5,0,-3.5,fee,,,,\r\n',
  );
  expect(read).toEqual({
    from: '2026-03-10T05:59:00.000Z',
    to: '2026-03-12T10:00:00.000Z',
    lines: [
      {
        linea: 2,
        pago: 'pi_1',
        tipo: 'charge',
        moneda: 'mxn',
        monto: 149_900,
        liquidada: 'mxn',
        comision: 5_130,
        fecha: '2026-03-10T05:59:00.000Z',
      },
      {
        linea: 3,
        pago: 'pi_2',
        tipo: 'refund',
        moneda: 'usd',
        monto: -5_000,
        liquidada: 'mxn',
        comision: 0,
        fecha: '2026-03-11T10:00:00.000Z',
      },
      { linea: 4, pago: null, tipo: 'fee', moneda: 'mxn', monto: -350, liquidada: 'mxn', comision: 0, fecha: '2026-03-12T10:00:00.000Z' },
    ],
  });
});

test('another file is refused with what is wrong with it', () => {
  const row = 'txn_1,2026-03-10 05:59:00,mxn,1,0,1,charge,,,pi_1,';
  expect(readReport('')).toEqual({ problem: 'empty' });
  expect(readReport(`${head}\n`)).toEqual({ problem: 'empty' });
  expect(readReport('id,Type,Amount\n1,charge,2')).toEqual({ problem: 'notReport' });
  expect(readReport(`${head.replace('payment_intent_id', 'x')}\n${row}`)).toEqual({ problem: 'noPayments' });
  expect(readReport(`${head}\n${row.replace(',mxn,1,', ',mxn,1 MXN,')}`)).toEqual({ problem: 'unreadable' });
  expect(readReport(`${head}\n${`${row}\n`.repeat(4_001)}`)).toEqual({ problem: 'tooMany' });
});
