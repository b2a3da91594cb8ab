import { z } from 'zod';
import { companyFaults, MOST_OF_KEY_NAME } from './choices.ts';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Integraciones';
const MOST_OF_ISSUER = 500;
const MOST_DOMAINS = 20;

const companyRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  /** As the provider’s ID tokens or assertions name it. */
  emisor: z.string(),
  /** By OpenID Connect; null: by SAML. */
  cliente: z.string().nullable(),
  /** By SAML; null: by OpenID Connect. */
  saml: z
    .object({
      servicio: z.string(),
      entrada: z.string(),
      /** In PEM, one after the other. */
      certificados: z.string(),
      huellas: z.array(z.object({ huella: z.string(), vence: z.string() })),
      sujeto: z.string().nullable(),
      correo: z.string().nullable(),
    })
    .nullable(),
  dominios: z.array(z.string()),
  crea_cuentas: z.boolean(),
  /** The scholarship code of which whoever enters gets a grant; null: none. */
  beca: z.string().nullable(),
  estado: z.enum(['activa', 'detenida']),
  desde: z.string(),
  /** When somebody last entered; null: nobody yet. */
  ultima: z.string().nullable(),
  /** Why somebody was last refused, whatever came after; null: nobody was. */
  rechazo: z.object({ motivo: z.enum(companyFaults), cuando: z.string() }).nullable(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

const terms = {
  nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME'),
  /** By OpenID Connect: the client id. */
  cliente: optionalText(300),
  dominios: z.array(z.string().trim().min(1).max(253)).min(1, 'REQUIRED_FIELDS').max(MOST_DOMAINS),
  crea_cuentas: z.boolean(),
  beca: optionalText(40),
};
/** By SAML 2.0, in place of client and secret. */
const saml = z.object({
  entrada: z.string().trim().min(1, 'REQUIRED_FIELDS').max(2_000),
  /** In PEM, one or more, or one in base64. */
  certificados: z.string().trim().min(1, 'REQUIRED_FIELDS').max(40_000),
  /** The attribute that says who somebody is, in place of a persistent NameID. */
  sujeto: optionalText(300),
  /** The attribute with the mail address, where it has none of the usual names. */
  correo: optionalText(300),
});
export type SamlTerms = z.output<typeof saml>;
const refusals = [
  ...(['REQUIRED_FIELDS', 'SEGMENT_NAME', 'COMPANY_DOMAIN', 'COMPANY_DOMAIN_PUBLIC', 'COMPANY_DOMAIN_TAKEN'] as const),
  ...(['COMPANY_SCHOLARSHIP', 'COMPANY_SIGN_IN', 'COMPANY_CERTIFICATE', 'PROOF_REQUIRED'] as const),
] as const;
const fieldErrors = {
  SEGMENT_NAME: 'nombre',
  COMPANY_DOMAIN: 'dominios',
  COMPANY_DOMAIN_PUBLIC: 'dominios',
  COMPANY_DOMAIN_TAKEN: 'dominios',
  COMPANY_SCHOLARSHIP: 'beca',
  COMPANY_SIGN_IN: 'saml.entrada',
  COMPANY_CERTIFICATE: 'saml.certificados',
} as const;
const params = z.object({ empresa: z.string().max(40) });
/** An act on one company, with a reason. */
const act = <const Id extends string>(id: Id, verb: string, summary: string) =>
  route({
    ...{ id, method: 'POST', path: `/api/empresas/:empresa/${verb}`, tag, summary, policy: 'integrations.manage' },
    params,
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COMPANY_NOT_FOUND'],
  });

/** Of whose company the provider is asked; the answer is the same whether or not anybody has this address. */
const asked = z.object({ correo: z.string().trim().max(254), returnTo: optionalText(500) });
const direction = z.object({ direccion: z.string() });

/** Single sign-on with the identity provider of a company, by OpenID Connect or SAML 2.0. */
export const companyCalls = {
  listCompanies: route({
    id: 'listCompanies',
    method: 'GET',
    path: '/api/empresas',
    tag,
    summary:
      'Companies whose people sign in with their own provider; where one has to lead people back to (`regreso`, a slash and the host of its issuer), and the school’s address, under which its metadata by SAML are',
    policy: 'integrations.manage',
    live: { follows: { empresas: true } },
    answer: z.object({ regreso: z.string(), escuela: z.string(), empresas: z.array(companyRecord) }),
  }),
  readCompanyMetadata: route({
    id: 'readCompanyMetadata',
    method: 'POST',
    path: '/api/empresas/metadatos',
    tag,
    summary: 'What the SAML metadata of an identity provider say: the document, or its address, which is read now; nothing is registered',
    policy: 'integrations.manage',
    body: z.object({ metadatos: z.string().trim().min(1, 'REQUIRED_FIELDS').max(300_000) }),
    answer: z.object({ emisor: z.string(), entrada: z.string(), certificados: z.string() }),
    errors: ['REQUIRED_FIELDS', 'COMPANY_METADATA'],
    fieldErrors: { COMPANY_METADATA: 'metadatos' },
  }),
  registerCompany: route({
    id: 'registerCompany',
    method: 'POST',
    path: '/api/empresas',
    tag,
    summary:
      'Register the provider of a company: of OpenID Connect, which is asked for its discovery document now, or of SAML 2.0 (`saml`)',
    policy: 'integrations.manage',
    body: z.object({
      ...terms,
      emisor: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_ISSUER),
      secreto: optionalText(500),
      /** `servicio`: an id of the sender’s choice, by which the school’s addresses of this company are known before it is registered. */
      saml: saml.extend({ servicio: z.uuid() }).optional(),
    }),
    status: 201,
    answer: messageAnswer.extend({ id: z.string() }),
    errors: [...refusals, 'COMPANY_ISSUER', 'COMPANY_SILENT', 'TOO_MANY_ITEMS'],
    fieldErrors: { ...fieldErrors, COMPANY_ISSUER: 'emisor', COMPANY_SILENT: 'emisor' },
  }),
  changeCompany: route({
    id: 'changeCompany',
    method: 'PUT',
    path: '/api/empresas/:empresa',
    tag,
    summary: 'Change name, client or certificates, domains or scholarship of a company; without a secret it keeps the one that it has',
    policy: 'integrations.manage',
    params,
    body: z.object({ ...terms, secreto: optionalText(500), saml: saml.optional() }),
    answer: messageAnswer,
    errors: [...refusals, 'COMPANY_NOT_FOUND', 'CONFLICT'],
    fieldErrors,
  }),
  pauseCompany: act('pauseCompany', 'detener', 'Let nobody enter with this company until it is resumed; open sessions go on'),
  resumeCompany: act('resumeCompany', 'reanudar', 'Let people enter with this company again'),
  removeCompany: act('removeCompany', 'quitar', 'Remove a company for good: what its people linked opens nothing any more'),
  companyState: route({
    id: 'companyState',
    method: 'GET',
    path: '/api/auth/empresa/estado',
    tag,
    summary: 'Whether any company signs its people in here',
    policy: 'open',
    now: true,
    live: { still: 'a page of signing in is looked at for a moment' },
    answer: z.object({ activo: z.boolean() }),
  }),
  enterByCompany: route({
    id: 'enterByCompany',
    method: 'POST',
    path: '/api/auth/empresa',
    tag,
    summary: 'Where the browser goes to sign in with the company of this address; it comes back signed in',
    policy: 'open',
    now: 'session',
    body: asked,
    answer: direction,
    errors: ['INVALID_EMAIL', 'COMPANY_UNKNOWN', 'COMPANY_UNAVAILABLE'],
    fieldErrors: { INVALID_EMAIL: 'correo', COMPANY_UNKNOWN: 'correo' },
  }),
  linkCompany: route({
    id: 'linkCompany',
    method: 'POST',
    path: '/api/cuenta/empresa',
    tag,
    summary: 'Where the browser goes to link one’s account with the company of this address',
    policy: 'signedIn',
    account: true,
    body: asked.pick({ correo: true }),
    answer: direction,
    errors: ['INVALID_EMAIL', 'COMPANY_UNKNOWN', 'COMPANY_UNAVAILABLE', 'PROOF_REQUIRED'],
    fieldErrors: { INVALID_EMAIL: 'correo', COMPANY_UNKNOWN: 'correo' },
  }),
  unlinkCompany: route({
    id: 'unlinkCompany',
    method: 'POST',
    path: '/api/cuenta/empresa/:empresa/desenlazar',
    tag,
    summary: 'Unlink one’s account from a company or a learning platform, where there is another way to sign in',
    policy: 'signedIn',
    account: true,
    params,
    answer: messageAnswer,
    errors: ['LAST_WAY_IN', 'PROOF_REQUIRED'],
  }),
} as const;
