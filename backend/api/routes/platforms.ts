import { uuid5 } from '../../../events/ids.ts';
import { mailDomain } from '../../commands/identity/providers.ts';
import { platforms as decider, PLATFORMS } from '../../commands/operations/platforms.ts';
import { platforms as docs, type PlatformDoc } from '../../projections/platforms.ts';
import type { Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { addresses } from '../contract/addresses.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { platformCalls as contract, type PlatformRecord, type PlatformTerms } from '../contract/platforms.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { createLimits } from '../plugins/limits.ts';
import { lastLaunch } from './lti.ts';

const MOST_LISTED = 100;

/** Errors: COMPANY_DOMAIN. */
const domainsOf = (given: readonly string[]): string[] => {
  const domains = given.map(mailDomain);
  if (domains.includes(null)) throw new ApiError('COMPANY_DOMAIN');
  return [...new Set(domains as string[])];
};

/** Learning platforms that open courses of the school. */
export function platformRoutes(implement: Implement, deps: Deps): void {
  listRoutes(implement, deps);
  makingRoutes(implement, deps);
  stateRoutes(implement, deps);
}

function listRoutes(implement: Implement, { vault, scholarships, config: { publicUrl } }: Deps): void {
  const shown = async (doc: PlatformDoc): Promise<PlatformRecord> => ({
    ...{ id: doc.platformId, nombre: doc.name, emisor: doc.issuer, cliente: doc.clientId, implementaciones: doc.deployments },
    ...{ autorizacion: doc.authorization, llaves: doc.keys, dominios: doc.domains, crea_cuentas: doc.createsAccounts },
    beca: doc.codeId && scholarships.codeOf(doc.codeId),
    ...{ estado: doc.pausedAt === null ? 'activa' : 'detenida', desde: doc.registeredAt, ultima: await lastLaunch(vault, doc.platformId) },
  });
  implement(contract.listPlatforms, {
    async handle(_, call) {
      const { docs: found } = await call.reads.find(docs, { sort: ['name'], limit: MOST_LISTED });
      return {
        direcciones: { inicio: publicUrl + addresses.ltiLogin, entrada: publicUrl + addresses.ltiLaunch },
        plataformas: await Promise.all(found.map(({ doc }) => shown(doc))),
      };
    },
  });
}

/** Those that say whom the school believes: whoever makes them proves who they are. */
function makingRoutes(implement: Implement, deps: Deps): void {
  const { commands, passwords, scholarships, lti, vault, config, clock } = deps;
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  const proof = createProof(passwords, limits, config.limits.logins);
  const address = (path: 'autorizacion' | 'llaves', given: string): string => {
    const code = 'PLATFORM_ADDRESS';
    if (!lti.accepts(given)) throw new ApiError(code, { errors: [{ path, code, message: errorCatalogue[code][1] }] });
    return given;
  };
  const termsOf = (body: PlatformTerms) => ({
    ...{ name: body.nombre, deployments: [...new Set(body.implementaciones)], createsAccounts: body.crea_cuentas },
    ...{ authorization: address('autorizacion', body.autorizacion), keys: address('llaves', body.llaves) },
    domains: domainsOf(body.dominios),
    codeId: body.beca === undefined ? null : scholarships.idOf(body.beca),
  });

  implement(contract.registerPlatform, {
    async handle({ body }, call) {
      const terms = termsOf(body);
      await proof.demand(call);
      const context = call.context();
      // Of the command: where it is repeated after a crash, it is the same platform.
      const platformId = uuid5(context.commandId, 'platform');
      const data = { platformId, ...terms, issuer: body.emisor, clientId: body.cliente };
      call.wrote((await commands.handle(decider, PLATFORMS, { type: 'register', ...data }, context)).position);
      return { message: 'Plataforma lista', id: platformId };
    },
  });
  implement(contract.changePlatform, {
    async handle({ params: { plataforma: platformId }, body }, call) {
      const terms = termsOf(body);
      await proof.demand(call);
      call.wrote((await commands.handle(decider, PLATFORMS, { type: 'change', platformId, ...terms }, call.context())).position);
      return { message: 'Plataforma cambiada' };
    },
  });
}

function stateRoutes(implement: Implement, { commands }: Deps): void {
  const acts = [
    [contract.pausePlatform, 'pause', 'Plataforma detenida'],
    [contract.resumePlatform, 'resume', 'Plataforma reanudada'],
    [contract.removePlatform, 'remove', 'Plataforma quitada'],
  ] as const;
  for (const [of, type, message] of acts)
    implement(of, {
      async handle({ params: { plataforma: platformId }, body: { motivo } }, call) {
        call.wrote((await commands.handle(decider, PLATFORMS, { type, platformId }, call.context(motivo))).position);
        return { message };
      },
    });
}
