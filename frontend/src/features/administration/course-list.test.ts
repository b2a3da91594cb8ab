import { expect, test } from 'vitest';
import { checklist, stateOf } from './course-list.ts';

test('an archived course counts as archived, published or not', () => {
  expect(stateOf({ estado: 1, archivado: true })).toBe('archivado');
  expect(stateOf({ estado: 1, archivado: false })).toBe('publicado');
  expect(stateOf({ estado: 0, archivado: false })).toBe('borrador');
});
// rows: H07
test('only missing classes block publishing', () => {
  const course = {
    totalSesiones: 0,
    img_curso: null,
    precio: null,
    tipo: 'Premium' as const,
    descripcion: '',
    totalVideos: 2,
    videosSinTexto: 1,
  };
  expect(checklist(course).filter(({ blocks }) => blocks)).toHaveLength(1);
  expect(checklist({ ...course, totalSesiones: 3 }).some(({ blocks }) => blocks)).toBe(false);
});
test('videos that not everybody can follow are warned of, those that all can are praised, no videos are no matter (N08)', () => {
  const course = { totalSesiones: 1, img_curso: null, precio: null, tipo: 'Básico' as const, descripcion: 'd' };
  const said = (totalVideos: number, videosSinTexto: number) =>
    checklist({ ...course, totalVideos, videosSinTexto })
      .map(({ key }) => key)
      .filter((key) => /video/i.test(key));
  expect(said(0, 0)).toEqual([]);
  expect(said(2, 1)).toEqual(['silentVideos']);
  expect(said(2, 0)).toEqual(['videoTexts']);
});
