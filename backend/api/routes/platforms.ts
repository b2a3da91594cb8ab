import { uuid5 } from '../../../events/ids.ts';
import { presentClass } from '../../../events/outline.ts';
import { mailDomain } from '../../commands/identity/providers.ts';
import { type GradeTrouble, placeParts } from '../../commands/operations/grades.ts';
import { platforms as decider, PLATFORMS } from '../../commands/operations/platforms.ts';
import { courses } from '../../projections/courses.ts';
import { platforms as docs, type PlatformDoc } from '../../projections/platforms.ts';
import { namesOf } from '../answers/history/names.ts';
import type { Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { addresses } from '../contract/addresses.ts';
import { errorCatalogue } from '../contract/errors.ts';
import { platformCalls as contract, type gradeFaults, ltiCalls, type PlatformRecord, type PlatformTerms } from '../contract/platforms.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { lastLaunch } from './lti.ts';

const MOST_LISTED = 100;
const HOUR = 3_600_000;
/** How often the keys may be read from one place in an hour. */
const KEY_READS = 600;
/** For how many seconds what was read may be kept: a new key is soon known. */
const KEYS_KEPT = 300;

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
  keyRoutes(implement, deps);
  gradeRoutes(implement, deps);
}

function listRoutes(implement: Implement, { vault, scholarships, toolKeys, config: { publicUrl } }: Deps): void {
  const shown = async (doc: PlatformDoc): Promise<PlatformRecord> => ({
    ...{ id: doc.platformId, nombre: doc.name, emisor: doc.issuer, cliente: doc.clientId, implementaciones: doc.deployments },
    ...{
      autorizacion: doc.authorization,
      llaves: doc.keys,
      credenciales: doc.tokens,
      dominios: doc.domains,
      crea_cuentas: doc.createsAccounts,
    },
    beca: doc.codeId && scholarships.codeOf(doc.codeId),
    ...{ estado: doc.pausedAt === null ? 'activa' : 'detenida', desde: doc.registeredAt, ultima: await lastLaunch(vault, doc.platformId) },
  });
  implement(contract.listPlatforms, {
    async handle(_, call) {
      const { docs: found } = await call.reads.find(docs, { sort: ['name'], limit: MOST_LISTED });
      const { since, earlierUntil } = await toolKeys.terms(call.now);
      return {
        direcciones: {
          ...{ inicio: publicUrl + addresses.ltiLogin, entrada: publicUrl + addresses.ltiLaunch, llaves: publicUrl + addresses.ltiKeys },
        },
        llave: { desde: since, anterior_hasta: earlierUntil },
        plataformas: await Promise.all(found.map(({ doc }) => shown(doc))),
      };
    },
  });
}

/** Those that say whom the school believes: whoever makes them proves who they are. */
function makingRoutes(implement: Implement, deps: Deps): void {
  const { commands, scholarships, lti } = deps;
  const proof = createProof(deps);
  const address = (path: 'autorizacion' | 'llaves' | 'credenciales', given: string): string => {
    const code = 'PLATFORM_ADDRESS';
    if (!lti.accepts(given)) throw new ApiError(code, { errors: [{ path, code, message: errorCatalogue[code][1] }] });
    return given;
  };
  const termsOf = (body: PlatformTerms) => ({
    ...{ name: body.nombre, deployments: [...new Set(body.implementaciones)], createsAccounts: body.crea_cuentas },
    ...{ authorization: address('autorizacion', body.autorizacion), keys: address('llaves', body.llaves) },
    tokens: body.credenciales === undefined ? null : address('credenciales', body.credenciales),
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

/** The school's own keys, by which platforms verify what it sends. */
function keyRoutes(implement: Implement, deps: Deps): void {
  const { commands, toolKeys, limits } = deps;
  const proof = createProof(deps);
  implement(contract.changeLtiKey, {
    async handle(_, call) {
      await proof.demand(call);
      const context = call.context();
      // Of the command: where it is repeated after a crash, it is the same key, and its event is written then.
      const llave = await toolKeys.rotate(context.commandId, call.now);
      call.wrote((await commands.handle(decider, PLATFORMS, { type: 'changeKey', keyId: llave }, context)).position);
      return { message: 'Desde ahora firma otra llave', llave };
    },
  });
  implement(ltiCalls.ltiKeys, {
    async handle(_, call) {
      await limits.count('lti-keys', call.ip, KEY_READS, HOUR);
      call.header('cache-control', `public, max-age=${KEYS_KEPT}`);
      return { keys: await toolKeys.published(call.now) };
    },
  });
}

const faults = {
  ...({ address: 'direccion', token: 'credenciales', line: 'columna', score: 'calificacion', timeout: 'tiempo' } as const),
  ...({ 'no-name': 'nombre', unreachable: 'conexion', paused: 'detenida', 'no-tokens': 'sin-direccion' } as const),
} satisfies Readonly<Record<GradeTrouble['fault'], (typeof gradeFaults)[number]>>;

/** Grades that were sent to a platform, or were to be. */
function gradeRoutes(implement: Implement, { commands, grades, webhookSender, logger }: Deps): void {
  const platformOf = async (platformId: string) => {
    const platform = (await commands.load(decider, PLATFORMS)).state.get(platformId);
    if (!platform) throw new ApiError('PLATFORM_NOT_FOUND');
    return platform;
  };
  implement(contract.listGrades, {
    async handle({ params: { plataforma } }, call) {
      const platform = await platformOf(plataforma);
      const { last, troubles, count } = await grades.state(plataforma, MOST_LISTED);
      const of = troubles.map((trouble) => ({ ...trouble, ...placeParts(trouble.place) }));
      const [nameOf, found] = await Promise.all([
        namesOf(
          of.map(({ userId }) => userId),
          call.reads,
        ),
        call.reads.getMany(courses, [...new Set(of.map(({ courseId }) => String(courseId)))]),
      ]);
      const pendientes = of.map(async ({ place, userId, courseId, at, tries, fault, status, again }) => {
        const course = found.get(String(courseId));
        const placed = course && presentClass(course, await grades.classOf(place));
        return {
          ...{
            id: place.slice(plataforma.length + 1),
            persona: nameOf(userId),
            curso: course?.title ?? `#${courseId}`,
            clase: placed?.klass.title ?? null,
          },
          ...{ fecha: at, intentos: tries, falla: faults[fault], estado: status, otra_vez: again },
        };
      });
      return {
        envia: webhookSender !== null && platform.tokens !== null,
        ultima: last,
        total: count,
        pendientes: await Promise.all(pendientes),
      };
    },
  });
  implement(contract.resendGrade, {
    async handle({ params: { plataforma }, body: { calificacion } }, call) {
      await platformOf(plataforma);
      if (!(await grades.sendAgain(`${plataforma}:${calificacion}`, call.now))) throw new ApiError('DELIVERY_NOT_FOUND');
      logger.info({ platform: plataforma, by: call.identity?.userId }, 'a grade is sent again');
      return { message: 'Se envía otra vez' };
    },
  });
}
