import { drawOutlines, INK, INK2, LINE, outlined, printed, widthOf } from '../printed.ts';
import { dayOf, lengthOf } from './words.ts';

/** What is printed on a certificate. */
export interface Printed {
  name: string;
  course: string;
  school: string;
  minutes: number;
  classes: number;
  instructor: string | null;
  completedAt: string;
  expiresAt: string | null;
  code: string;
  /** The address of the certificate's public page. */
  page: string;
  /** The school's colour, #rrggbb. */
  color: string;
}

const PAPER = '#fbf7f0';
/** US Letter, as Mexico prints, in points. */
const [WIDTH, HEIGHT] = [792, 612];
const MARGIN = 64;

/** The certificate as a tagged PDF of one page. Names and titles are outlines, so that every letter that the school's typeface has is printed as it is. */
export async function certificatePdf(said: Printed): Promise<Buffer> {
  const qr = await import('qrcode');
  const about = `Certificado: ${said.course}`;
  return printed({ size: [WIDTH, HEIGHT], title: about, author: said.school, at: said.completedAt }, async (doc, root) => {
    const part = (type: string, actual: string, draw: () => void) => root.add(doc.struct(type, { actual }, draw));
    const plain = (text: string, size: number, x: number, y: number, color = INK2, width = WIDTH - 2 * MARGIN) =>
      part('P', text, () => doc.font('Helvetica').fontSize(size).fillColor(color).text(text, x, y, { width, lineGap: 3 }));
    /** On one line: as large as fits, or in the plain typeface. */
    const title = async (type: string, text: string, largest: number, y: number, color: string) => {
      const room = WIDTH - 2 * MARGIN;
      const glyphs = await outlined(text);
      const wide = glyphs ? widthOf(glyphs) : 0;
      if (!glyphs || wide * 14 > room) {
        // No typeface here has all the letters: the certificate refers to its page, which shows the name.
        plain(glyphs ? text : 'El nombre se lee en la página de este certificado.', 14, MARGIN, y + largest / 3, color);
        return;
      }
      const size = Math.min(largest, room / wide);
      part(type, text, () => drawOutlines(doc, glyphs, { x: MARGIN, y: y + largest * 0.8, size, color }));
    };

    doc.markContent('Artifact');
    doc.rect(0, 0, WIDTH, HEIGHT).fill(PAPER);
    doc.rect(0, 0, WIDTH, 14).fill(said.color);
    doc
      .moveTo(MARGIN, 446)
      .lineTo(WIDTH - MARGIN, 446)
      .lineWidth(1)
      .stroke(LINE);
    doc.endMarkedContent();

    await title('P', said.school, 20, 52, said.color);
    plain('Certificado de finalización', 15, MARGIN, 108, INK2);
    plain('Se otorga a', 13, MARGIN, 162);
    await title('H1', said.name, 46, 184, INK);
    plain('por haber completado el curso', 13, MARGIN, 262);
    await title('H2', said.course, 30, 284, said.color);
    const length = lengthOf(said.minutes);
    const facts = [`${said.classes} ${said.classes === 1 ? 'clase' : 'clases'}`, ...(length ? [`${length} de contenido`] : [])].join(' · ');
    plain(facts, 13, MARGIN, 340);
    if (said.instructor) plain(`Impartido por ${said.instructor}`, 13, MARGIN, 362);
    plain(
      `Completado el ${dayOf(said.completedAt)}${said.expiresAt === null ? '' : ` · vigente hasta el ${dayOf(said.expiresAt)}`}`,
      13,
      MARGIN,
      384,
    );

    const side = 92;
    const { modules } = qr.create(said.page, { errorCorrectionLevel: 'M' });
    part('Figure', `Código QR que lleva a ${said.page}`, () => {
      const cell = side / modules.size;
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++)
          if (modules.get(row, column)) doc.rect(WIDTH - MARGIN - side + column * cell, 464 + row * cell, cell, cell);
      doc.fill(INK);
    });
    const wide = WIDTH - 2 * MARGIN - side - 24;
    plain('Comprueba este certificado', 12, MARGIN, 466, INK, wide);
    plain(said.page, 11, MARGIN, 486, INK2, wide);
    plain(`Código ${said.code}`, 11, MARGIN, 504, INK2, wide);
    plain(`Está firmado por ${said.school}. Su página dice si sigue vigente.`, 11, MARGIN, 522, INK2, wide);
  });
}
