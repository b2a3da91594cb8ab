import { replacedFolio } from '../../../events/receipts.ts';
import type { ReceiptDoc } from '../../projections/receipts.ts';
import { taxRegimes, taxUses } from '../contract/choices.ts';
import { taxIn, taxParts } from '../contract/tax.ts';
import { dayOf } from './certificates/words.ts';
import { drawOutlines, INK, INK2, isPlain, LINE, outlined, printed, widthOf } from './printed.ts';
import { moneyText } from './siteValues.ts';

/** US Letter, as Mexico prints, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 56;

/** A receipt to print, as a tagged PDF of one page. `returned`: what was given back since, in the minor unit. `color`: the school's, #rrggbb. */
export async function receiptPdf(said: ReceiptDoc, returned: number, color: string): Promise<Buffer> {
  const title = `Recibo ${said.folio}`;
  return printed({ size: [WIDTH, HEIGHT], title, author: said.school, at: said.issuedAt }, async (doc, root) => {
    const room = WIDTH - 2 * MARGIN;
    const text = (amount: number) => moneyText({ ...said.total, amount });
    let y = 72;
    const line = (type: string, text: string, size: number, more: { color?: string; bold?: boolean; after?: number } = {}) => {
      const { color: ink = INK2, bold = false, after = 6 } = more;
      doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
      const height = doc.heightOfString(text, { width: room });
      root.add(doc.struct(type, { actual: text }, () => doc.fillColor(ink).text(text, MARGIN, y, { width: room })));
      y += height + after;
    };
    const half = room * 0.42;
    const pair = async (label: string, value: string, bold = false) => {
      doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(11);
      const glyphs = isPlain(value) ? null : await outlined(value);
      const size = glyphs ? Math.min(11, (room - half) / widthOf(glyphs)) : 11;
      const height = Math.max(
        doc.heightOfString(label, { width: half - 12 }),
        glyphs ? 14 : doc.heightOfString(value, { width: room - half }),
      );
      root.add(
        doc.struct('P', { actual: `${label}: ${value}` }, () => {
          doc.fillColor(bold ? INK : INK2).text(label, MARGIN, y, { width: half - 12 });
          doc.fillColor(INK);
          if (!glyphs) doc.text(value, MARGIN + half, y, { width: room - half });
          if (glyphs) drawOutlines(doc, glyphs, { x: MARGIN + half, y: y + 10, size, color: INK });
        }),
      );
      y += height + 7;
    };
    const rule = () => {
      doc.markContent('Artifact');
      doc
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(1)
        .stroke(LINE);
      doc.endMarkedContent();
      y += 16;
    };

    doc.markContent('Artifact');
    doc.rect(0, 0, WIDTH, 12).fill(color);
    doc.endMarkedContent();
    line('P', said.school, 14, { color, bold: true });
    line('H1', title, 26, { color: INK, bold: true, after: 4 });
    line('P', `Pagado el ${dayOf(said.paidAt)}. Emitido el ${dayOf(said.issuedAt)}.`, 11, { after: 18 });
    if (said.replacedBy)
      line('P', `Este recibo ya no vale: lo sustituye el recibo ${said.replacedBy}.`, 12, { color: INK, bold: true, after: 18 });
    if (returned > 0) {
      const amount = text(returned);
      const tax = said.taxRate ? ` (IVA: ${text(taxIn(returned, said.taxRate))})` : '';
      line('P', `De este pago se devolvieron ${amount}${tax} a quien compró.`, 12, { color: INK, bold: true, after: 18 });
    }
    rule();
    line('H2', 'Compra', 14, { color: INK, bold: true, after: 10 });
    await pair('Concepto', `${said.title}${said.period ? ', un mes' : ''}`);
    await pair('Pedido', `${said.userId}-${said.orderId}`);
    if (said.discount) {
      await pair('Precio', moneyText(said.price));
      await pair(`Cupón ${said.coupon ?? ''}`.trim(), `–${moneyText(said.discount)}`);
    }
    await pair('Total pagado', moneyText(said.total), true);
    if (said.taxRate === null) await pair('IVA', 'No consta en este recibo');
    else {
      const { subtotal, discount, base, tax } = taxParts((said.discount ? said.price : said.total).amount, said.total.amount, said.taxRate);
      if (discount > 0) {
        await pair('Subtotal sin IVA', text(subtotal));
        await pair('Descuento sin IVA', `–${text(discount)}`);
      }
      await pair(discount > 0 ? 'Base' : 'Subtotal sin IVA', text(base));
      await pair(`IVA incluido (${said.taxRate / 100} %)`, text(tax));
    }
    y += 8;
    rule();
    line('H2', 'Para', 14, { color: INK, bold: true, after: 10 });
    await pair('Nombre', said.buyer ?? 'Persona borrada');
    if (said.taxId) {
      await pair('RFC', said.taxId);
      await pair('Nombre o razón social', said.taxName ?? '');
      await pair('Régimen fiscal', `${said.taxRegime} ${taxRegimes[said.taxRegime as keyof typeof taxRegimes] ?? ''}`.trim());
      await pair('Uso del CFDI', `${said.taxUse} ${taxUses[said.taxUse as keyof typeof taxUses] ?? ''}`.trim());
      await pair('Código postal fiscal', said.taxPostalCode ?? '');
    }
    y += 8;
    rule();
    const before = replacedFolio(said);
    if (before !== null) line('P', `Sustituye al recibo ${before}.`, 11);
    line('P', 'Comprobante de pago de la escuela. No es un CFDI: con estos datos se emite la factura fiscal.', 11);
  });
}
