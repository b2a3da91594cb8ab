import { z } from 'zod';
import { MOST_OF_KEY_NAME } from './choices.ts';
import { messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Integraciones';
const MOST_OF_ISSUER = 500;
const MOST_DOMAINS = 20;

const companyRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  /** As the provider’s ID tokens name it. */
  emisor: z.string(),
  cliente: z.string(),
  dominios: z.array(z.string()),
  crea_cuentas: z.boolean(),
  /** The scholarship code of which whoever enters gets a grant; null: none. */
  beca: z.string().nullable(),
  estado: z.enum(['activa', 'detenida']),
  desde: z.string(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

const terms = {
  nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_KEY_NAME).refine(isCampaignTitle, 'SEGMENT_NAME'),
  cliente: z.string().trim().min(1, 'REQUIRED_FIELDS').max(300),
  dominios: z.array(z.string().trim().min(1).max(253)).min(1, 'REQUIRED_FIELDS').max(MOST_DOMAINS),
  crea_cuentas: z.boolean(),
  beca: optionalText(40),
};
const refusals = [
  ...(['REQUIRED_FIELDS', 'SEGMENT_NAME', 'COMPANY_DOMAIN', 'COMPANY_DOMAIN_PUBLIC', 'COMPANY_DOMAIN_TAKEN'] as const),
  ...(['COMPANY_SCHOLARSHIP', 'PROOF_REQUIRED'] as const),
] as const;
const fieldErrors = {
  SEGMENT_NAME: 'nombre',
  COMPANY_DOMAIN: 'dominios',
  COMPANY_DOMAIN_PUBLIC: 'dominios',
  COMPANY_DOMAIN_TAKEN: 'dominios',
  COMPANY_SCHOLARSHIP: 'beca',
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

/** Single sign-on with the identity provider of a company, by OpenID Connect. */
export const companyCalls = {
  listCompanies: route({
    id: 'listCompanies',
    method: 'GET',
    path: '/api/empresas',
    tag,
    summary:
      'Companies whose people sign in with their own provider, and where a provider has to lead people back to (`regreso`, a slash and the host of its issuer)',
    policy: 'integrations.manage',
    live: { follows: { empresas: true } },
    answer: z.object({ regreso: z.string(), empresas: z.array(companyRecord) }),
  }),
  registerCompany: route({
    id: 'registerCompany',
    method: 'POST',
    path: '/api/empresas',
    tag,
    summary: 'Register the OpenID Connect provider of a company; it is asked for its discovery document now',
    policy: 'integrations.manage',
    body: z.object({
      ...terms,
      emisor: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_ISSUER),
      secreto: z.string().trim().min(1, 'REQUIRED_FIELDS').max(500),
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
    summary: 'Change name, client, domains or scholarship of a company; without a secret it keeps the one that it has',
    policy: 'integrations.manage',
    params,
    body: z.object({ ...terms, secreto: optionalText(500) }),
    answer: messageAnswer,
    errors: [...refusals, 'COMPANY_NOT_FOUND'],
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
