import { uuid5 } from '../../../events/ids.ts';
import { providers as decider, mailDomain, PROVIDERS, type ProviderCommand } from '../../commands/identity/providers.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import type { CommandContext } from '../../commands/kernel/handle.ts';
import { ProviderUnavailable } from '../../integrations/openid/port.ts';
import { providers as docs, type ProviderDoc } from '../../projections/providers.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { type CompanyRecord, companyCalls as contract } from '../contract/companies.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createLimits } from '../plugins/limits.ts';
import type { CompanyClients } from './companyClients.ts';
import { RETURN } from './companySignIn.ts';

const MOST_LISTED = 200;

/** Companies whose people sign in with their own provider, as administrators register them. */
export function companyRoutes(implement: Implement, deps: Deps, clients: CompanyClients): void {
  listRoutes(implement, deps);
  makingRoutes(implement, deps, clients);
  stateRoutes(implement, deps);
}

function listRoutes(implement: Implement, { config, scholarships }: Deps): void {
  const shown = (doc: ProviderDoc): CompanyRecord => ({
    ...{ id: doc.providerId, nombre: doc.name, emisor: doc.issuer, cliente: doc.clientId, dominios: [...doc.domains] },
    ...{ crea_cuentas: doc.createsAccounts, beca: doc.codeId && scholarships.codeOf(doc.codeId) },
    ...{ estado: doc.pausedAt === null ? 'activa' : 'detenida', desde: doc.registeredAt },
  });
  implement(contract.listCompanies, {
    async handle(_, call) {
      const { docs: found } = await call.reads.find(docs, { sort: ['name'], limit: MOST_LISTED });
      return { regreso: config.publicUrl + RETURN, empresas: found.map(({ doc }) => shown(doc)) };
    },
  });
}

/** Whoever says whom a provider vouches for proves who they are. */
function makingRoutes(implement: Implement, deps: Deps, clients: CompanyClients): void {
  const { commands, providerSecrets: secrets, scholarships, passwords, vault, config, clock } = deps;
  const proof = createProof(
    passwords,
    createLimits(vault, config.sessionSecret, () => clock().getTime()),
    config.limits.logins,
  );
  const domainsOf = (typed: readonly string[]): string[] => {
    const domains = typed.map(mailDomain);
    if (!domains.every((domain) => domain !== null)) throw new ApiError('COMPANY_DOMAIN');
    return [...new Set(domains)];
  };
  /** Of one course: nobody is asked which one while they sign in. */
  const codeIdOf = async (code: string | undefined, before: string | null, now: Date): Promise<string | null> => {
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
  };
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

  implement(contract.registerCompany, {
    async handle({ body: { nombre, emisor, cliente, secreto, dominios, crea_cuentas, beca } }, call) {
      if (!clients.accepts(emisor)) throw new ApiError('COMPANY_ISSUER');
      const domains = domainsOf(dominios);
      await proof.demand(call);
      const codeId = await codeIdOf(beca, null, call.now);
      const issuer = await clients.issuerAt(emisor).catch((error: unknown) => {
        throw error instanceof ProviderUnavailable ? new ApiError('COMPANY_SILENT') : error;
      });
      const context = call.context();
      // Of the command: where it is repeated after a crash, it is the same company.
      const [providerId, secretId] = [uuid5(context.commandId, 'provider'), uuid5(context.commandId, 'secret')];
      const data = { providerId, name: nombre, issuer, clientId: cliente, secretId, domains, createsAccounts: crea_cuentas, codeId };
      call.wrote(await withSecret(secretId, secreto, { type: 'register', ...data }, context));
      return { message: 'Empresa lista', id: providerId };
    },
  });
  implement(contract.changeCompany, {
    async handle({ params: { empresa: providerId }, body: { nombre, cliente, secreto, dominios, crea_cuentas, beca } }, call) {
      const before = (await commands.load(decider, PROVIDERS)).state.get(providerId);
      if (!before) throw new ApiError('COMPANY_NOT_FOUND');
      const domains = domainsOf(dominios);
      await proof.demand(call);
      const codeId = await codeIdOf(beca, before.codeId, call.now);
      const context = call.context();
      const secretId = secreto === undefined ? null : uuid5(context.commandId, 'secret');
      const data = { providerId, name: nombre, clientId: cliente, secretId, domains, createsAccounts: crea_cuentas, codeId };
      call.wrote(await withSecret(secretId, secreto, { type: 'change', ...data }, context));
      if (secretId !== null && secretId !== before.secretId) await secrets.forget(before.secretId);
      return { message: 'Empresa cambiada' };
    },
  });
}

function stateRoutes(implement: Implement, { commands, providerSecrets: secrets }: Deps): void {
  const acts = async (call: Call, type: 'pause' | 'resume' | 'remove', providerId: string, motivo: string | undefined) => {
    const before = (await commands.load(decider, PROVIDERS)).state.get(providerId);
    const { position } = await commands.handle(decider, PROVIDERS, { type, providerId }, call.context(motivo));
    if (type === 'remove' && before) await secrets.forget(before.secretId);
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
