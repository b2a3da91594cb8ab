import { z } from 'zod';
import { addresses } from './addresses.ts';
import { MOST_OF_KEY_NAME } from './choices.ts';
import { idNumber, messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Integraciones';

/** Why a grade waits, or did not arrive. */
export const gradeFaults = [
  ...(['direccion', 'credenciales', 'columna', 'calificacion', 'tiempo', 'nombre', 'conexion', 'detenida', 'sin-direccion'] as const),
] as const;

const platformRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  emisor: z.string(),
  cliente: z.string(),
  implementaciones: z.array(z.string()),
  autorizacion: z.string(),
  llaves: z.string(),
  /** Where the school asks for credentials to send grades; null: it sends none. */
  credenciales: z.string().nullable(),
  dominios: z.array(z.string()),
  crea_cuentas: z.boolean(),
  /** A scholarship code; null: none. */
  beca: z.string().nullable(),
  estado: z.enum(['activa', 'detenida']),
  desde: z.string(),
  /** When somebody last came from there; null: nobody yet. */
  ultima: z.string().nullable(),
});
export type PlatformRecord = z.output<typeof platformRecord>;

const address = z.string().trim().min(1, 'REQUIRED_FIELDS').max(2_000);
const platformTerms = z.object({
  nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME'),
  /** The ids that the platform gave to its places for the school. */
  implementaciones: z.array(z.string().trim().min(1).max(255)).min(1, 'REQUIRED_FIELDS').max(50),
  autorizacion: address,
  llaves: address,
  credenciales: optionalText(2_000),
  /** Of the mail addresses that it vouches for. */
  dominios: z.array(z.string().trim().min(1).max(253)).min(1, 'REQUIRED_FIELDS').max(20),
  crea_cuentas: z.boolean(),
  beca: optionalText(100),
});
export type PlatformTerms = z.output<typeof platformTerms>;
const platformParam = z.object({ plataforma: z.string().max(40) });
const refusals = [
  'REQUIRED_FIELDS',
  'SEGMENT_NAME',
  'PLATFORM_ADDRESS',
  'COMPANY_DOMAIN',
  'COMPANY_DOMAIN_PUBLIC',
  'SCHOLARSHIP_CODE_NOT_FOUND',
] as const;
const fieldErrors = {
  SEGMENT_NAME: 'nombre',
  COMPANY_DOMAIN: 'dominios',
  COMPANY_DOMAIN_PUBLIC: 'dominios',
  SCHOLARSHIP_CODE_NOT_FOUND: 'beca',
} as const;
/** An act on one platform, with a reason. */
const act = <const Id extends string>(id: Id, verb: string, summary: string) =>
  route({
    ...{ id, method: 'POST', path: `/api/plataformas/:plataforma/${verb}`, tag, summary, policy: 'integrations.manage' },
    params: platformParam,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['PLATFORM_NOT_FOUND'],
  });

/** Learning platforms that open courses of the school by LTI 1.3. */
export const platformCalls = {
  listPlatforms: route({
    id: 'listPlatforms',
    method: 'GET',
    path: '/api/plataformas',
    tag,
    summary: 'The learning platforms that open courses by LTI 1.3, and the addresses of the school that are put into them',
    policy: 'integrations.manage',
    live: { follows: { plataformas: true } },
    answer: z.object({
      direcciones: z.object({ inicio: z.string(), entrada: z.string(), llaves: z.string() }),
      /** The school's own key: since when it signs, and until when an earlier one stays published (ISO UTC). */
      llave: z.object({ desde: z.string().nullable(), anterior_hasta: z.string().nullable() }),
      plataformas: z.array(platformRecord),
    }),
  }),
  registerPlatform: route({
    id: 'registerPlatform',
    method: 'POST',
    path: '/api/plataformas',
    tag,
    summary: 'Register a learning platform: people come from there from now on',
    policy: 'integrations.manage',
    body: platformTerms.extend({
      emisor: z.string().trim().min(1, 'REQUIRED_FIELDS').max(500),
      cliente: z.string().trim().min(1, 'REQUIRED_FIELDS').max(255),
    }),
    status: 201,
    answer: messageAnswer.extend({ id: z.string() }),
    errors: [...refusals, 'PLATFORM_TAKEN', 'TOO_MANY_ITEMS', 'PROOF_REQUIRED'],
    fieldErrors: { ...fieldErrors, PLATFORM_TAKEN: 'cliente' },
  }),
  changePlatform: route({
    id: 'changePlatform',
    method: 'PUT',
    path: '/api/plataformas/:plataforma',
    tag,
    summary: 'Change a platform; who it is, and who the school is there, stays',
    policy: 'integrations.manage',
    params: platformParam,
    body: platformTerms,
    answer: messageAnswer,
    errors: [...refusals, 'PLATFORM_NOT_FOUND', 'PROOF_REQUIRED'],
    fieldErrors,
  }),
  pausePlatform: act('pausePlatform', 'detener', 'Pause a platform: nobody comes from there'),
  resumePlatform: act('resumePlatform', 'reanudar', 'Let people come from a platform again'),
  removePlatform: act('removePlatform', 'quitar', 'Remove a platform; accounts and courses stay'),
  listGrades: route({
    id: 'listGrades',
    method: 'GET',
    path: '/api/plataformas/:plataforma/calificaciones',
    tag,
    summary: 'The grades sent to a platform: when one last arrived, and those that wait or did not arrive, with why',
    policy: 'integrations.manage',
    params: platformParam,
    live: { still: 'what is sent is no event; the page asks again' },
    answer: z.object({
      /** Whether grades are sent there at all. */
      envia: z.boolean(),
      ultima: z.string().nullable(),
      total: z.number(),
      pendientes: z.array(
        z.object({
          id: z.string(),
          persona: z.string(),
          curso: z.string(),
          clase: z.string().nullable(),
          fecha: z.string(),
          intentos: z.number(),
          falla: z.enum(gradeFaults),
          /** What the platform answered with; null: nothing. */
          estado: z.number().nullable(),
          /** When it is tried again by itself; null: it is not. */
          otra_vez: z.string().nullable(),
        }),
      ),
    }),
    errors: ['PLATFORM_NOT_FOUND'],
  }),
  resendGrade: route({
    id: 'resendGrade',
    method: 'POST',
    path: '/api/plataformas/:plataforma/calificaciones',
    tag,
    summary: 'Send a grade again, as the progress stands now',
    policy: 'integrations.manage',
    params: platformParam,
    body: z.object({ calificacion: z.string().max(120) }),
    answer: messageAnswer,
    errors: ['PLATFORM_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  }),
  changeLtiKey: route({
    id: 'changeLtiKey',
    method: 'POST',
    path: '/api/plataformas/llave',
    tag,
    summary: 'From now on another key signs what the school sends to platforms; the earlier one stays published for 30 days',
    policy: 'integrations.manage',
    answer: messageAnswer.extend({ llave: z.string() }),
    errors: ['PROOF_REQUIRED'],
  }),
} as const;

/** The most that are put into a course of a platform at once. */
export const MOST_CHOSEN = 20;
const choiceParam = z.object({ eleccion: z.string().max(40) });

/** What somebody does who came from a platform and has an account that is not linked with it. */
export const ltiCalls = {
  ltiKeys: route({
    id: 'ltiKeys',
    method: 'GET',
    path: addresses.ltiKeys,
    tag,
    summary: 'The public keys by which platforms verify what the school signs (JSON Web Key Set); the last one signs now',
    policy: 'open',
    now: true,
    live: { still: 'for programs' },
    answer: z.object({
      keys: z.array(z.object({ kty: z.string(), n: z.string(), e: z.string(), kid: z.string(), use: z.string(), alg: z.string() })),
    }),
  }),
  pendingChoice: route({
    id: 'pendingChoice',
    method: 'GET',
    path: '/api/lti/eleccion/:eleccion',
    tag,
    summary:
      'What the platform asks for that led this browser here to choose a course or class: how many, and whether with a column of grades',
    policy: 'open',
    params: choiceParam,
    live: { still: 'it is of one request' },
    answer: z.object({ plataforma: z.string(), varias: z.boolean(), calificable: z.boolean() }),
    errors: ['LTI_CHOICE_OVER'],
  }),
  choose: route({
    id: 'choose',
    method: 'POST',
    path: '/api/lti/eleccion/:eleccion',
    tag,
    summary: 'Choose courses or classes for a course of the platform; the answer is signed, and waits where `destino` leads the browser',
    policy: 'open',
    params: choiceParam,
    body: z.object({
      elementos: z
        .array(z.object({ curso: idNumber, clase: idNumber.nullable(), calificar: z.boolean() }))
        .min(1, 'REQUIRED_FIELDS')
        .max(MOST_CHOSEN),
    }),
    /** null: the frame of the platform that waits takes it there. */
    answer: messageAnswer.extend({ destino: z.string().nullable() }),
    errors: ['LTI_CHOICE_OVER', 'REQUIRED_FIELDS', 'TOO_MANY_ITEMS', 'COURSE_NOT_FOUND', 'CLASS_NOT_FOUND'],
  }),
  pendingPlatformLink: route({
    id: 'pendingPlatformLink',
    method: 'GET',
    path: '/api/lti/enlace',
    tag,
    summary: 'The platform from which this browser just came, for linking it with an account',
    policy: 'signedIn',
    live: { still: 'it is of one launch' },
    answer: z.object({ plataforma: z.string() }),
    errors: ['LTI_LINK_OVER'],
  }),
  linkPlatform: route({
    id: 'linkPlatform',
    method: 'POST',
    path: '/api/lti/enlace',
    tag,
    summary: 'Link the account of who is signed in with the platform from which this browser just came',
    policy: 'signedIn',
    account: true,
    /** `destino`: a path of the school, where the launch was going; null: nowhere in particular. */
    answer: messageAnswer.extend({ destino: z.string().nullable() }),
    errors: ['LTI_LINK_OVER', 'IDENTITY_TAKEN', 'COMPANY_LINKED', 'PROOF_REQUIRED'],
  }),
} as const;
