import { isAddress } from '../../../../backend/api/contract/addresses.ts';
import { channelCategories, claimPlaces, siteColours } from '../../../../backend/api/contract/choices.ts';
import type { ManagedItem, SiteSectionName } from '../../../../backend/api/contract/site.ts';
import type siteAdmin from './siteAdmin.es-MX.json';

export type FieldName = keyof typeof siteAdmin.field;
export type ChoiceName = keyof typeof siteAdmin.choice;
export type Content = Record<string, string>;
export type FieldError = 'required' | 'address' | 'code' | 'number';

export interface FieldSpec {
  name: Exclude<FieldName, `${string}_${'dias' | 'abre' | 'cierra'}`>;
  kind: 'text' | 'area' | 'address' | 'image' | 'code' | 'number' | 'day' | 'choice';
  required?: boolean;
  /** The kind of the field in the contract. */
  max?: number;
  choices?: readonly ChoiceName[];
  /** Placeholders for policies and prices may be used in it. */
  names?: boolean;
}

const text = (name: FieldSpec['name'], required = true): FieldSpec => ({ name, kind: 'text', max: 200, required });
const area = (name: FieldSpec['name'], names = false): FieldSpec => ({ name, kind: 'area', max: 4_000, required: true, names });
const address = (name: FieldSpec['name']): FieldSpec => ({ name, kind: 'address', max: 2_000 });
/** An address, or an uploaded file that gets one. */
const image = (name: FieldSpec['name']): FieldSpec => ({ name, kind: 'image', max: 2_000 });
const choice = (name: FieldSpec['name'], choices: readonly ChoiceName[], required = true): FieldSpec => ({
  name,
  kind: 'choice',
  choices,
  required,
});

/** The form of each section's items. The contract (`siteItemSchemas`) checks again, and its errors are shown under the fields. */
export const fieldsOf: Readonly<Record<SiteSectionName, readonly FieldSpec[]>> = {
  prensa: [
    text('titulo'),
    text('fuente'),
    area('extracto'),
    address('enlace'),
    image('logo'),
    image('imagen'),
    choice('color', siteColours),
  ],
  testimonios: [text('nombre'), text('papel', false), area('texto'), image('imagen')],
  empleadores: [text('nombre'), image('logo'), address('enlace')],
  canales: [
    text('nombre'),
    area('descripcion'),
    choice('categoria', channelCategories),
    address('enlace'),
    { name: 'miembros', kind: 'number' },
    { name: 'miembros_al', kind: 'day' },
    text('miembros_fuente', false),
  ],
  cifras: [
    text('cifra'),
    text('rotulo'),
    choice('lugar', claimPlaces),
    text('fuente'),
    text('responsable'),
    { name: 'fecha', kind: 'day', required: true },
  ],
  preguntas: [text('pregunta'), area('respuesta', true)],
  politicas: [
    text('titulo'),
    { name: 'clave', kind: 'code', max: 40, required: true },
    area('texto', true),
    { name: 'cantidad', kind: 'number' },
    choice('unidad', ['none', 'dias', 'horas', 'horas-habiles'], false),
  ],
};

/** In the order of the tabs. */
export const siteSections = Object.keys(fieldsOf) as SiteSectionName[];

/** What a list calls an item. */
export const nameOf = (section: SiteSectionName, { contenido }: Pick<ManagedItem, 'contenido'>): string => {
  const { titulo, nombre, pregunta, cifra, rotulo } = contenido;
  return section === 'cifras' ? `${cifra ?? ''} ${rotulo ?? ''}`.trim() : String(titulo ?? nombre ?? pregunta ?? '');
};

/** The values of a form: always text. */
export const toForm = (section: SiteSectionName, contenido: ManagedItem['contenido'] | null): Content =>
  Object.fromEntries(
    fieldsOf[section].map(({ name, kind, choices, required }) => {
      const value = contenido?.[name];
      if (value !== null && value !== undefined) return [name, String(value)];
      return [name, kind === 'choice' ? ((required && !contenido ? choices?.[0] : 'none') ?? 'none') : ''];
    }),
  );

/** The values for the API. */
export const fromForm = (section: SiteSectionName, form: Content): Record<string, string | number | null> =>
  Object.fromEntries(
    fieldsOf[section].map(({ name, kind }) => {
      const value = (form[name] ?? '').trim();
      if (kind === 'number') return [name, value === '' ? null : Number(value)];
      return [name, kind === 'choice' && value === 'none' ? null : value];
    }),
  );

export const addressProblem = (value: string): FieldError | undefined => (value === '' || isAddress(value) ? undefined : 'address');

/** The problems of each field, as far as the page can tell. */
export function problemsOf(section: SiteSectionName, form: Content): Partial<Record<string, FieldError>> {
  const found: Partial<Record<string, FieldError>> = {};
  for (const { name, kind, required } of fieldsOf[section]) {
    const value = (form[name] ?? '').trim();
    const problem: FieldError | undefined =
      value === ''
        ? required
          ? 'required'
          : undefined
        : kind === 'address' || kind === 'image'
          ? addressProblem(value)
          : kind === 'number' && !/^\d{1,9}$/.test(value)
            ? 'number'
            : kind === 'code' && !/^[A-Za-z][\w-]*$/.test(value)
              ? 'code'
              : undefined;
    if (problem) found[name] = problem;
  }
  return found;
}
