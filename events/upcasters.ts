import { sentAt } from './leads.ts';
import type { JsonObject } from './store/port.ts';

/**
 * Converts stored data of one schema version to the next; `author`: the account of its metadata. Pure. Personal fields are still sealed and pass unchanged,
 * unless that version had them in clear.
 */
export type Upcaster = (data: JsonObject, author: number | null) => JsonObject;

/** Older releases did not record where it came from. */
const ofUnknownOrigin: Upcaster = (data) => ({ ...data, code: null, order: null, person: null });

/** An older channel's count had a day, but no source. */
const withoutSource: Upcaster = ({ item, ...data }) => ({ ...data, item: { ...(item as JsonObject), membersSource: null } });

/** Opening hours had a zone of their own, beside the one in which days are counted. */
const withoutZone: Upcaster = ({ hours, ...data }) => {
  const { zone: _zone, ...rest } = hours as JsonObject;
  return { ...data, hours: rest };
};

/** Older events have the recipient of a code in clear; the owner of that name is known where a contact asked for the code. */
const ofContactOrCode: Upcaster = (data) => ({ ...data, person: data.leadId ?? data.codeId ?? null });

/** The recipient is recorded where the code was allotted, together with the owner of that name. */
const withoutOrganisation: Upcaster = ({ organisation: _organisation, ...data }) => data;

/** What its author had typed stood in clear. */
const AUTHOR = [
  'Lo que alguien escribió va cifrado con la llave de quien lo hizo.',
  'What somebody typed is sealed with the key of whoever did it.',
] as const;
const ofItsAuthor: Upcaster = (data, by) => ({ ...data, by });

/** Companies signed people in by OpenID Connect alone. */
const OPENID = [
  'Dice con qué protocolo: los anteriores son de OpenID Connect.',
  'It says by which protocol: earlier ones are of OpenID Connect.',
] as const;
const byOpenId: Upcaster = ({ clientId, secretId, ...data }) => ({ ...data, openid: { clientId, secretId } as JsonObject, saml: null });

/** A step from one schema version to the next, and what it says in the dictionary of events. */
interface Step {
  says: { es: string; en: string };
  step: Upcaster;
}
const step = (es: string, en: string, take: Upcaster): Step => ({ says: { es, en }, step: take });
const NEW_VALUES = ['Los valores posibles son más.', 'There are more possible values.'] as const;
const ORIGIN = [
  'De dónde viene (código, compra o persona) no se sabe de los anteriores.',
  'Where it came from (code, purchase or person) is not known of earlier ones.',
] as const;
const MEMBERS = [
  'De dónde es la cuenta de miembros no se sabe de los anteriores.',
  'Where the count of members is from is not known of earlier ones.',
] as const;

const TAX = [
  'Lleva el IVA que el precio incluye: de los anteriores no se sabe.',
  'It has the tax that the price includes: it is not known of earlier ones.',
] as const;
const FIRST_PAYMENT = [
  'Dice de qué pago es: los anteriores son del primero de la compra.',
  'It says of which payment it is: earlier ones are of the first of the purchase.',
] as const;
const ofFirstPayment: Upcaster = (data) => ({ ...data, invoice: null });
const ofUnknownTax: Upcaster = (data) => ({ ...data, taxRate: null });

/** Key: `<EventType>@<the version it converts from>`. A released step is never changed. */
const steps: readonly (readonly [string, Step])[] = [
  [
    'AdministratorAdded@1',
    step('Lleva el periodo: 0 en los anteriores.', 'It has a term: 0 in earlier ones.', (data) => ({ ...data, term: 0 })),
  ],
  [
    'AdministratorRemoved@1',
    step(
      'Lleva el periodo, quién y el rol que siguió: vacíos en los anteriores.',
      'It has the term, who, and the role that followed: empty in earlier ones.',
      (data) => ({ ...data, term: 0, by: null, role: null }),
    ),
  ],
  [
    'AdministratorRemoved@2',
    step(
      'Lleva cuántos hechos tenía la persona: vacío en los anteriores.',
      'It has how many facts the person had: empty in earlier ones.',
      (data) => ({ ...data, ifEvents: null }),
    ),
  ],
  [
    'BatchOpened@1',
    step(
      'Dice cuánto va a traer: de los anteriores no se sabe.',
      'It says how much it is to bring in: it is not known of earlier ones.',
      (data) => ({
        ...data,
        planned: null,
      }),
    ),
  ],
  ['ChannelAdded@1', step(...MEMBERS, withoutSource)],
  ['ChannelEdited@1', step(...MEMBERS, withoutSource)],
  [
    'LeadCaptured@1',
    step('Lleva una marca de la dirección: vacía en los anteriores.', 'It has a mark of the address: empty in earlier ones.', (data) => ({
      ...data,
      address: '',
    })),
  ],
  [
    'LeadCaptured@2',
    step(
      'El asunto y la versión del aviso van cifrados; la hora del navegador es una hora.',
      'Subject and version of the notice are sealed; the time of the browser is a time.',
      (data) => ({ ...data, submittedAt: sentAt(data.submittedAt as string | null) }),
    ),
  ],
  ['CheckoutStarted@1', step(...NEW_VALUES, (data) => data)],
  ['CheckoutStarted@2', step(...TAX, ofUnknownTax)],
  ['ClassCompleted@1', step(...NEW_VALUES, (data) => data)],
  ['ClassUncompleted@1', step(...NEW_VALUES, (data) => data)],
  ['ClassUncompleted@2', step(...NEW_VALUES, (data) => data)],
  ['EntitlementGranted@1', step(...ORIGIN, ofUnknownOrigin)],
  ['FileReferenced@1', step(...NEW_VALUES, (data) => data)],
  ['FileReleased@1', step(...NEW_VALUES, (data) => data)],
  ['FileRemoved@1', step(...NEW_VALUES, (data) => data)],
  ['FileStored@1', step(...NEW_VALUES, (data) => data)],
  ['IdentityProviderChanged@1', step(...OPENID, byOpenId)],
  ['IdentityProviderRegistered@1', step(...OPENID, byOpenId)],
  ['LearnerEnrolled@1', step(...ORIGIN, ofUnknownOrigin)],
  ['NumberTaken@1', step('Más clases de cosas llevan número.', 'More kinds of things have numbers.', (data) => data)],
  [
    'ExportPlanned@1',
    step('Puede pedir un campo: ninguno en los anteriores.', 'It may ask for a field: none in earlier ones.', (data) => ({
      ...data,
      ...{ field: null, value: null },
    })),
  ],
  ['ExportPlanned@2', step(...AUTHOR, ofItsAuthor)],
  ['EventsExported@1', step(...AUTHOR, ofItsAuthor)],
  ['QuerySaved@1', step(...AUTHOR, ofItsAuthor)],
  ['ReceiptIssued@1', step(...TAX, ofUnknownTax)],
  ['ProjectionPaused@1', step('Una pausa puede terminar sola.', 'A pause may end by itself.', (data) => data)],
  [
    'ProfileVisibilityChanged@1',
    step(
      'La foto es uno de los datos que se muestran u ocultan.',
      'The picture is one of the data that are shown or hidden.',
      (data) => data,
    ),
  ],
  [
    'ProfileVisibilityChanged@2',
    step('También los certificados se muestran u ocultan.', 'Certificates are shown or hidden, too.', (data) => data),
  ],
  [
    'Refunded@1',
    step(
      'Dice si se devolvió por otro medio: los anteriores no.',
      'It says whether it went another way: earlier ones did not.',
      (data) => ({
        ...data,
        otherWay: false,
      }),
    ),
  ],
  ['Refunded@2', step(...FIRST_PAYMENT, ofFirstPayment)],
  ['RefundBounced@1', step(...FIRST_PAYMENT, ofFirstPayment)],
  ['DisputeOpened@1', step(...FIRST_PAYMENT, ofFirstPayment)],
  ['DisputeClosed@1', step(...FIRST_PAYMENT, ofFirstPayment)],
  [
    'RefundFailed@1',
    step(
      'Dice cuál devolución falló y cuánto: en los anteriores, todo lo que se había pedido.',
      'It says which refund failed and how much: in earlier ones, all that was asked for.',
      (data) => ({ ...data, request: null, amount: null }),
    ),
  ],
  [
    'SearchKept@1',
    step(
      'Dice de qué página es y en qué carpeta: las anteriores son de la historia, en ninguna.',
      'It says of which page it is and in which folder: earlier ones are of the history, in none.',
      (data) => ({
        ...data,
        page: 'history',
        folder: null,
      }),
    ),
  ],
  [
    'PlatformChanged@1',
    step(
      'Lleva dónde se piden credenciales para mandar calificaciones: en los anteriores, en ningún lado.',
      'It has where credentials for sending grades are asked for: nowhere in earlier ones.',
      (data) => ({ ...data, tokens: null }),
    ),
  ],
  [
    'PlatformRegistered@1',
    step(
      'Lleva dónde se piden credenciales para mandar calificaciones: en los anteriores, en ningún lado.',
      'It has where credentials for sending grades are asked for: nowhere in earlier ones.',
      (data) => ({ ...data, tokens: null }),
    ),
  ],
  [
    'ScholarshipCodeAllotted@1',
    step(
      'Lleva de quién son los datos: del contacto que lo pidió, o del código.',
      'It says whose data it has: of the contact that asked, or of the code.',
      ofContactOrCode,
    ),
  ],
  [
    'ScholarshipCodeOpened@1',
    step(
      'El nombre de la organización está donde se asignó.',
      'The name of the organisation is where it was allotted.',
      withoutOrganisation,
    ),
  ],
  [
    'SchoolSettingsChanged@1',
    step(
      'Lleva la dirección de la comunidad: vacía en los anteriores.',
      'It has the address of the community: empty in earlier ones.',
      (data) => ({ ...data, communityUrl: null }),
    ),
  ],
  [
    'SchoolSettingsChanged@2',
    step(
      'El horario ya no tiene zona propia: vale la de la escuela.',
      'Opening hours have no zone of their own any more: that of the school holds.',
      withoutZone,
    ),
  ],
  [
    'TransferDeclared@1',
    step('Lleva el comprobante del banco: vacío en los anteriores.', 'It has what the bank says of it: empty in earlier ones.', (data) => ({
      ...data,
      proof: null,
    })),
  ],
  ['WebinarEdited@1', step('Puede cambiar si es solo para Premium.', 'Whether it is for Premium alone may change.', (data) => data)],
  [
    'WebinarScheduled@1',
    step('Dice si es solo para Premium: los anteriores no.', 'It says whether it is for Premium alone: earlier ones are not.', (data) => ({
      ...data,
      premium: false,
    })),
  ],
];
export const upcasters: ReadonlyMap<string, Upcaster> = new Map(steps.map(([key, one]) => [key, one.step]));
/** What became different with each version, by the key of the step that leads to it. */
export const upcastings: ReadonlyMap<string, Step['says']> = new Map(steps.map(([key, { says }]) => [key, says]));
