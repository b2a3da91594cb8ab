import { mailDomain } from '../../commands/identity/providers.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import type { Scholarships } from '../../commands/site/scholarships.ts';
import { certificatesOf } from '../../integrations/saml/certificates.ts';
import { BadMetadata } from '../../integrations/saml/port.ts';
import type { SamlTerms } from '../contract/companies.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { ApiError } from '../error.ts';
import type { CompanyClients } from './companyClients.ts';

/** What somebody types of a company, as it is kept. */

const pemOf = (certificate: string): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----`;
/** Certificates as people paste them. */
export const inPem = (certificates: readonly string[]): string => certificates.map(pemOf).join('\n');

/** Of a provider by SAML. Errors: COMPANY_SIGN_IN, COMPANY_CERTIFICATE. */
export function samlTerms(clients: Pick<CompanyClients, 'leadsTo'>, typed: SamlTerms) {
  if (!clients.leadsTo(typed.entrada)) throw new ApiError('COMPANY_SIGN_IN');
  try {
    const { entrada, certificados, sujeto = null, correo = null } = typed;
    return { signIn: entrada, certificates: certificatesOf(certificados), subjectFrom: sujeto, addressFrom: correo };
  } catch (error) {
    throw error instanceof BadMetadata ? new ApiError('COMPANY_CERTIFICATE') : error;
  }
}
/** A field that companies with OpenID Connect need, and those with SAML do not have; refused where it is absent. */
export const needed = (path: 'cliente' | 'secreto', value: string | undefined): string => {
  const code = 'REQUIRED_FIELDS';
  if (value === undefined) throw new ApiError(code, { errors: [{ path, code, message: errorCatalogue[code][1] }] });
  return value;
};

/** Errors: COMPANY_DOMAIN. */
export const domainsOf = (typed: readonly string[]): string[] => {
  const domains = typed.map(mailDomain);
  if (!domains.every((domain) => domain !== null)) throw new ApiError('COMPANY_DOMAIN');
  return [...new Set(domains)];
};

/** The scholarship code of a company, of one course: nobody is asked which one while they sign in. Errors: COMPANY_SCHOLARSHIP. */
export async function codeIdOf(
  scholarships: Pick<Scholarships, 'idOf' | 'look'>,
  code: string | undefined,
  before: string | null,
  now: Date,
): Promise<string | null> {
  if (code === undefined) return null;
  try {
    // One that is used up, or over by now, may stay where it is.
    if (scholarships.idOf(code) === before) return before;
    const { codeId, courseId } = await scholarships.look(code, null, null, now);
    if (courseId !== null) return codeId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new ApiError('COMPANY_SCHOLARSHIP');
}
