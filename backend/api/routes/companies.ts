import { uuid5 } from '../../../events/ids.ts';
import { providers as decider, PROVIDERS, type ProviderCommand } from '../../commands/identity/providers.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import type { CommandContext } from '../../commands/kernel/handle.ts';
import { ProviderUnavailable } from '../../integrations/openid/port.ts';
import { factsOf } from '../../integrations/saml/certificates.ts';
import { BadMetadata } from '../../integrations/saml/port.ts';
import { providers as docs, type ProviderDoc } from '../../projections/providers.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { type CompanyRecord, companyCalls as contract } from '../contract/companies.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { type CompanyClients, RETURN } from './companyClients.ts';
import { createCompanyOutcomes } from './companyOutcomes.ts';
import { codeIdOf, domainsOf, inPem, needed, samlTerms } from './companyTerms.ts';

const MOST_LISTED = 200;

/** Companies whose people sign in with their own provider, as administrators register them. */
export function companyRoutes(implement: Implement, deps: Deps, clients: CompanyClients): void {
  listRoutes(implement, deps);
  metadataRoutes(implement, clients);
  makingRoutes(implement, deps, clients);
  stateRoutes(implement, deps);
}

function listRoutes(implement: Implement, { config, scholarships, vault }: Deps): void {
  const outcomes = createCompanyOutcomes(vault);
  const shownSaml = ({ serviceId, signIn, certificates, subjectFrom, addressFrom }: NonNullable<ProviderDoc['saml']>) => ({
    ...{ servicio: serviceId, entrada: signIn, certificados: inPem(certificates), sujeto: subjectFrom, correo: addressFrom },
    huellas: certificates.map(factsOf).map(({ fingerprint, expires }) => ({ huella: fingerprint, vence: expires })),
  });
  const shown = async (doc: ProviderDoc): Promise<CompanyRecord> => {
    const { entered, refused } = await outcomes.of(doc.providerId);
    return {
      ...{ id: doc.providerId, nombre: doc.name, emisor: doc.issuer, dominios: [...doc.domains] },
      ...{ cliente: doc.openid?.clientId ?? null, saml: doc.saml && shownSaml(doc.saml) },
      ...{ crea_cuentas: doc.createsAccounts, beca: doc.codeId && scholarships.codeOf(doc.codeId) },
      ...{ estado: doc.pausedAt === null ? 'activa' : 'detenida', desde: doc.registeredAt },
      ...{ ultima: entered, rechazo: refused && { motivo: refused.fault, cuando: refused.at } },
    };
  };
  implement(contract.listCompanies, {
    async handle(_, call) {
      const { docs: found } = await call.reads.find(docs, { sort: ['name'], limit: MOST_LISTED });
      const empresas = await Promise.all(found.map(({ doc }) => shown(doc)));
      return { regreso: config.publicUrl + RETURN, escuela: config.publicUrl, empresas };
    },
  });
}

function metadataRoutes(implement: Implement, clients: CompanyClients): void {
  implement(contract.readCompanyMetadata, {
    async handle({ body: { metadatos } }) {
      try {
        const { issuer, signIn, certificates } = await clients.metadataOf(metadatos);
        return { emisor: issuer, entrada: signIn, certificados: inPem(certificates) };
      } catch (error) {
        throw error instanceof BadMetadata ? new ApiError('COMPANY_METADATA') : error;
      }
    },
  });
}

/** Whoever says whom a provider vouches for proves who they are. */
function makingRoutes(implement: Implement, deps: Deps, clients: CompanyClients): void {
  const { commands, providerSecrets: secrets, scholarships } = deps;
  const proof = createProof(deps);
  /** The secret is there before the event that names it, and goes where that is refused. */
  const withSecret = async (secretId: string | null, secret: string | undefined, command: ProviderCommand, context: CommandContext) => {
    if (secretId !== null && secret !== undefined) await secrets.set(secretId, secret);
    try {
      return (await commands.handle(decider, PROVIDERS, command, context)).position;
    } catch (error) {
      if (secretId !== null && error instanceof DomainError) await secrets.forget(secretId);
      throw error;
    }
  };

  /** Errors: COMPANY_SILENT. */
  const issuerAt = (address: string): Promise<string> =>
    clients.issuerAt(address).catch((error: unknown) => {
      throw error instanceof ProviderUnavailable ? new ApiError('COMPANY_SILENT') : error;
    });

  implement(contract.registerCompany, {
    async handle({ body: { nombre, emisor, cliente, secreto, saml: typed, dominios, crea_cuentas, beca } }, call) {
      if (!typed && !clients.accepts(emisor)) throw new ApiError('COMPANY_ISSUER');
      const clientId = typed ? null : needed('cliente', cliente);
      if (!typed) needed('secreto', secreto);
      const saml = typed ? { serviceId: typed.servicio, ...samlTerms(clients, typed) } : null;
      const domains = domainsOf(dominios);
      await proof.demand(call);
      const codeId = await codeIdOf(scholarships, beca, null, call.now);
      const issuer = typed ? emisor : await issuerAt(emisor);
      const context = call.context();
      // Of the command: where it is repeated after a crash, it is the same company.
      const [providerId, secretId] = [uuid5(context.commandId, 'provider'), uuid5(context.commandId, 'secret')];
      const openid = clientId === null ? null : { clientId, secretId };
      const data = { providerId, name: nombre, issuer, openid, saml, domains, createsAccounts: crea_cuentas, codeId };
      call.wrote(await withSecret(openid && secretId, secreto, { type: 'register', ...data }, context));
      return { message: 'Empresa lista', id: providerId };
    },
  });
  implement(contract.changeCompany, {
    async handle({ params: { empresa: providerId }, body: { nombre, cliente, secreto, saml: typed, dominios, crea_cuentas, beca } }, call) {
      const before = (await commands.load(decider, PROVIDERS)).state.get(providerId);
      if (!before) throw new ApiError('COMPANY_NOT_FOUND');
      if ((typed === undefined) !== (before.saml === null)) throw new ApiError('CONFLICT');
      const clientId = typed ? null : needed('cliente', cliente);
      const saml = typed && before.saml ? { serviceId: before.saml.serviceId, ...samlTerms(clients, typed) } : null;
      const domains = domainsOf(dominios);
      await proof.demand(call);
      const codeId = await codeIdOf(scholarships, beca, before.codeId, call.now);
      const context = call.context();
      const secretId = secreto === undefined || typed ? null : uuid5(context.commandId, 'secret');
      const openid = clientId === null ? null : { clientId, secretId };
      const data = { providerId, name: nombre, openid, saml, domains, createsAccounts: crea_cuentas, codeId };
      call.wrote(await withSecret(secretId, secreto, { type: 'change', ...data }, context));
      if (secretId !== null && before.openid && secretId !== before.openid.secretId) await secrets.forget(before.openid.secretId);
      return { message: 'Empresa cambiada' };
    },
  });
}

function stateRoutes(implement: Implement, { commands, providerSecrets: secrets, vault }: Deps): void {
  const outcomes = createCompanyOutcomes(vault);
  const acts = async (call: Call, type: 'pause' | 'resume' | 'remove', providerId: string, motivo: string | undefined) => {
    const before = (await commands.load(decider, PROVIDERS)).state.get(providerId);
    const { position } = await commands.handle(decider, PROVIDERS, { type, providerId }, call.context(motivo));
    if (type === 'remove' && before?.openid) await secrets.forget(before.openid.secretId);
    if (type === 'remove') await outcomes.forget(providerId);
    call.wrote(position);
  };
  implement(contract.pauseCompany, {
    async handle({ params: { empresa }, body: { motivo } }, call) {
      await acts(call, 'pause', empresa, motivo);
      return { message: 'Acceso detenido' };
    },
  });
  implement(contract.resumeCompany, {
    async handle({ params: { empresa }, body: { motivo } }, call) {
      await acts(call, 'resume', empresa, motivo);
      return { message: 'Acceso reanudado' };
    },
  });
  implement(contract.removeCompany, {
    async handle({ params: { empresa }, body: { motivo } }, call) {
      await acts(call, 'remove', empresa, motivo);
      return { message: 'Empresa quitada' };
    },
  });
}
