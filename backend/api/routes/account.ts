import { PROVIDERS, providers } from '../../commands/identity/providers.ts';
import { EMAIL_CHANGE_VALID_MS, emailChangeStands, type UserState } from '../../commands/identity/user.ts';
import { PLATFORMS, platforms } from '../../commands/operations/platforms.ts';
import { endSessions } from '../../commands/reactions/accounts.ts';
import { summaryOf } from '../../projections/courseSummary.ts';
import { users } from '../../projections/users.ts';
import { shownCertificates } from '../answers/certificates/shown.ts';
import { everythingAbout } from '../answers/everything.ts';
import { meets } from '../answers/meeting.ts';
import { pictureOf, sees, shownName, type Viewer } from '../answers/people.ts';
import { taughtBy } from '../answers/taught.ts';
import type { Implement } from '../calls/implement.ts';
import { account, type VisibleName, visibleNames } from '../contract/account.ts';
import { type FieldName, fieldNames } from '../contract/choices.ts';
import { SAVED } from '../contract/common.ts';
import { courseSlug } from '../contract/slug.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { OwnAccount } from './ownAccount.ts';
import { CODE_MS } from './phone.ts';

const HOUR = 3_600_000;
/** Courses that a person's page shows. */
const MOST_TAUGHT = 24;

const fields = Object.entries(fieldNames) as [FieldName, (typeof fieldNames)[FieldName]][];

/** What people see of their own account, what others see of it, and its end. `recheck` checks a person's live connections again. */
export function accountRoutes(implement: Implement, deps: Deps, own: OwnAccount, recheck: (userId: number) => void): void {
  ownRoutes(implement, deps, own);
  profileRoutes(implement, own);
  dataRoutes(implement, deps, own, recheck);
}

function ownRoutes(implement: Implement, deps: Deps, { proof, ownState, change }: OwnAccount): void {
  const { passkeys, passwords } = deps;
  implement(account.ownAccount, {
    async handle(_, call) {
      const state = await ownState(call);
      const { state: companies } = await deps.commands.load(providers, PROVIDERS);
      const { state: launching } = await deps.commands.load(platforms, PLATFORMS);
      const stored = new Map((await passkeys.list(state.userId)).map((one) => [one.passkeyId, one]));
      const codeUntil = state.phoneCodeAt === null ? null : Date.parse(state.phoneCodeAt) + CODE_MS;
      return {
        id: state.userId,
        tiene_contrasena: await passwords.has(state.userId),
        google: state.google,
        empresas: [...state.outside.keys()].flatMap((id) => {
          const company = companies.get(id);
          const nombre = (company ?? launching.get(id))?.name;
          return nombre === undefined ? [] : [{ id, nombre, tipo: company ? ('empresa' as const) : ('plataforma' as const) }];
        }),
        correo_pendiente: state.pendingEmail && {
          correo: state.pendingEmail.email,
          hasta: new Date(Date.parse(state.pendingEmail.at) + EMAIL_CHANGE_VALID_MS).toISOString(),
          caducado: !emailChangeStands(state.pendingEmail, call.now),
        },
        telefono: state.phone,
        telefono_verificado: state.phoneVerified,
        mensajes_de_texto: deps.textMessages,
        codigo_hasta: codeUntil !== null && codeUntil > call.now.getTime() ? new Date(codeUntil).toISOString() : null,
        visibilidad: Object.fromEntries(Object.entries(visibleNames).map(([name, field]) => [name, state.visibility[field]])) as Record<
          VisibleName,
          UserState['visibility'][keyof UserState['visibility']]
        >,
        llaves: [...state.passkeys].flatMap(([id, name]) => {
          const found = stored.get(id);
          return found ? [{ id, nombre: name ?? '', creada: found.createdAt, usada: found.usedAt }] : [];
        }),
        sesion_reciente: proof.isRecent(call),
      };
    },
  });
  implement(account.setVisibility, {
    async handle({ body }, call) {
      await change(call, { type: 'changeVisibility', field: visibleNames[body.campo], visibility: body.visible });
      return { message: 'Visibilidad actualizada' };
    },
  });
  implement(account.setLanguage, {
    async handle({ body }, call) {
      await change(call, { type: 'chooseLanguage', language: body.idioma });
      return SAVED;
    },
  });
  implement(account.confirmUsername, {
    async handle(_, call) {
      await change(call, { type: 'confirmUsername' });
      return { message: 'Nombre de usuario confirmado' };
    },
  });
}

function profileRoutes(implement: Implement, { self }: OwnAccount): void {
  implement(account.publicProfile, {
    async handle({ params, query }, call) {
      const { userId, role } = self(call);
      const doc = await call.reads.get(users, String(params.id));
      if (!doc || doc.erased || (!doc.active && userId !== params.id)) throw new ApiError('USER_NOT_FOUND');
      const own = userId === params.id;
      // Analysts see masked data of people, and so do the visitors of the demo.
      if (!own && (role === 'analyst' || self(call).demo))
        return { id: doc.userId, nombre: `Usuario #${doc.userId}`, foto: null, campos: {}, imparte: [], certificados: [] };
      const viewer: Viewer | null = own ? (query.como ?? 'everyone') : await meets(call.reads, { userId, role }, doc);
      if (viewer === null) throw new ApiError('USER_NOT_FOUND');
      const values = { firstName: doc.firstName, lastName: doc.lastName, username: doc.username, country: doc.country, ...doc.profile };
      const shown = fields.flatMap(([name, field]) => {
        const value = values[field];
        return value !== null && sees(viewer, field, doc) ? [[name, value] as const] : [];
      });
      return {
        id: doc.userId,
        nombre: shownName(doc, viewer) ?? `Usuario #${doc.userId}`,
        foto: sees(viewer, 'avatar', doc) ? pictureOf(doc) : null,
        campos: Object.fromEntries(shown),
        imparte: (await taughtBy(doc.userId, call.reads))
          .filter(({ status }) => status === 'published')
          .slice(0, MOST_TAUGHT)
          .map((course) => summaryOf(course))
          .map(({ courseId: id, title: nombre, category: categoria, imageUrl, imageAlt, counts }) => ({
            ...{ id, nombre, slug: courseSlug({ id, nombre }), categoria },
            ...{ img_curso: imageUrl, descripcion_imagen: imageAlt, totalModulos: counts.modules },
          })),
        certificados: sees(viewer, 'certificates', doc) ? await shownCertificates(doc.userId, call.reads, call.now) : [],
      };
    },
  });
}

/** A copy of one's data, and their end. */
function dataRoutes(implement: Implement, deps: Deps, { limits, proof, self }: OwnAccount, recheck: (userId: number) => void): void {
  const { accounts, accountSecrets, commands } = deps;
  implement(account.exportAccount, {
    async handle(_, call) {
      const { userId } = self(call);
      await limits.count('export', String(userId), 20, HOUR);
      call.header('content-disposition', `attachment; filename="aulaviva-mis-datos-${call.now.toISOString().slice(0, 10)}.json"`);
      call.header('cache-control', 'no-store');
      // A person's own choice: another may not undo it.
      if (call.identity?.viewer) throw new ApiError('VIEW_ONLY');
      return everythingAbout(userId, deps, call.now);
    },
  });
  implement(account.eraseAccount, {
    async handle({ body }, call) {
      const { userId } = self(call);
      await proof.demand(call, body.contrasena, { anew: true });
      const context = call.context('a petición de la persona');
      call.wrote(await accounts.govern(userId, { type: 'erase' }, context));
      await endSessions(commands, accountSecrets, userId, null, 'erased', context);
      recheck(userId);
      call.setCookie(null);
      return { message: 'Tu cuenta y tus datos personales fueron borrados.' };
    },
  });
}
