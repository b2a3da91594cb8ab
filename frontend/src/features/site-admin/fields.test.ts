import { describe, expect, test } from 'vitest';
import { siteSections as contractSections, siteItemSchemas } from '../../../../backend/api/contract/site.ts';
import { fieldsOf, fromForm, nameOf, problemsOf, siteSections, toForm } from './fields.ts';

describe('the forms and the contract', () => {
  test('name the same sections and fields', () => {
    expect(siteSections).toEqual(contractSections);
    for (const section of siteSections)
      expect(fieldsOf[section].map(({ name }) => name).sort()).toEqual(Object.keys(siteItemSchemas[section].shape).sort());
  });
  test('ask for the same: what a form lets through the contract accepts, and an empty form is refused by both', () => {
    for (const section of siteSections) {
      const filled = Object.fromEntries(
        fieldsOf[section].map(({ name, kind, choices }) => [
          name,
          {
            text: 'Texto',
            area: 'Texto',
            address: 'https://ejemplo.mx',
            image: '/api/files/img_sitio/una.webp',
            code: 'clave',
            number: '3',
            day: '2026-11-20',
            choice: choices?.[0] ?? '',
          }[kind],
        ]),
      );
      expect(problemsOf(section, filled)).toEqual({});
      expect(siteItemSchemas[section].safeParse(fromForm(section, filled)).success, section).toBe(true);
      const required = fieldsOf[section].filter((spec) => spec.required);
      expect(Object.keys(problemsOf(section, {})).sort()).toEqual(required.map(({ name }) => name).sort());
      for (const { name } of required.filter(({ kind }) => kind !== 'choice'))
        expect(siteItemSchemas[section].safeParse(fromForm(section, { ...filled, [name]: ' ' })).success, `${section}.${name}`).toBe(false);
    }
  });
  test.each(['javascript:alert(1)', '//otro.mx', 'otro.mx', 'https://a b', 'https://x/"y', '/a b', '/<x>'])(
    'neither takes %s for an address',
    (enlace) => {
      const form = { ...toForm('empleadores', null), nombre: 'x', enlace };
      expect(problemsOf('empleadores', form)).toEqual({ enlace: 'address' });
      expect(siteItemSchemas.empleadores.safeParse(fromForm('empleadores', form)).success).toBe(false);
    },
  );
  test('an item goes through its form unchanged', () => {
    const policy = { clave: 'acceso', titulo: 'Acceso', texto: 'x', cantidad: null, unidad: null };
    expect(fromForm('politicas', toForm('politicas', policy))).toEqual(policy);
    const channel = {
      nombre: 'a',
      descripcion: 'b',
      categoria: 'trabajos',
      enlace: '',
      miembros: 1250,
      miembros_al: '2026-11-01',
      miembros_fuente: 'c',
    };
    expect(fromForm('canales', toForm('canales', channel))).toEqual(channel);
  });
});

test('an item is called in lists by its title, name, question or figure', () => {
  expect(nameOf('cifras', { contenido: { cifra: '50,000+', rotulo: 'vacantes' } })).toBe('50,000+ vacantes');
  expect(nameOf('preguntas', { contenido: { pregunta: '¿Sí?' } })).toBe('¿Sí?');
});
