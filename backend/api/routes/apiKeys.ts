import { addDays, momentOf, schoolDay } from '../../../events/calendar.ts';
import { uuid5 } from '../../../events/ids.ts';
import { administrators } from '../../commands/identity/administrators.ts';
import { apiKeys as decider, KEYS } from '../../commands/operations/apiKeys.ts';
import { type ApiKeyDoc, apiKeys as docs } from '../../projections/apiKeys.ts';
import { namesOf } from '../answers/history/names.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createProof } from '../calls/proof.ts';
import { type ApiKeyRecord, apiKeyCalls as contract } from '../contract/integrations.ts';
import { allKeyScopes, type KeyScope } from '../contract/policy.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const MOST_OPEN = 100;
const REVOKED_SHOWN = 20;
const HOUR = 3_600_000;

const isScope = (row: string): row is KeyScope => (allKeyScopes as readonly string[]).includes(row);
const stateOf = ({ open, expiresAt }: ApiKeyDoc, hasOwner: boolean, now: string): ApiKeyRecord['estado'] => {
  if (!open) return 'revocada';
  return expiresAt !== null && expiresAt <= now ? 'vencida' : hasOwner ? 'vigente' : 'sin-responsable';
};

/** The last day of the school's calendar on which it is good. */
const lastDayOf = ({ expiresAt }: ApiKeyDoc): string | null =>
  expiresAt === null ? null : schoolDay(new Date(Date.parse(expiresAt) - 1).toISOString());

/** Keys by which other programs call the school. */
export function apiKeyRoutes(implement: Implement, deps: Deps): void {
  listRoutes(implement, deps);
  makingRoutes(implement, deps);
  revokingRoutes(implement, deps);
}

function listRoutes(implement: Implement, { commands, apiKeySecrets: secrets }: Deps): void {
  implement(contract.listApiKeys, {
    async handle(_, call) {
      const [open, revoked, used, { state }] = await Promise.all([
        call.reads.find(docs, { where: { open: true }, sort: ['name'], limit: MOST_OPEN }),
        call.reads.find(docs, { where: { open: false }, sort: ['-revokedAt'], limit: REVOKED_SHOWN }),
        secrets.lastUsed(),
        commands.load(administrators, 'active'),
      ]);
      const found = [...open.docs, ...revoked.docs].map(({ doc }) => doc);
      const nameOf = await namesOf(
        found.map(({ ownerId }) => ownerId),
        call.reads,
      );
      const now = call.now.toISOString();
      return found.map((doc) => {
        const lastUsed = used.get(doc.keyId);
        return {
          ...{ id: doc.keyId, nombre: doc.name, inicio: `av_${doc.keyId}_`, permisos: doc.scopes.filter(isScope) },
          ...{ por_segundo: doc.perSecond, estado: stateOf(doc, state.active.has(doc.ownerId), now), vence: lastDayOf(doc) },
          ...{ responsable: { id: doc.ownerId, nombre: nameOf(doc.ownerId) }, creada: doc.madeAt, rotada: doc.rotatedAt },
          anterior_hasta: doc.open && doc.previousUntil !== null && doc.previousUntil > now ? doc.previousUntil : null,
          ...{ usada: lastUsed === undefined ? null : new Date(lastUsed).toISOString(), revocada: doc.revokedAt },
        };
      });
    },
  });
}

const ownerOf = ({ identity }: Call): number => {
  if (!identity) throw new ApiError('AUTH_REQUIRED');
  return identity.userId;
};

/** The moment after the last day on which it is good. */
const endOf = (vence: string | null, call: Call): string | null => {
  if (vence === null) return null;
  const end = momentOf(addDays(vence, 1), '00:00') ?? `${addDays(vence, 1)}T00:00:00.000Z`;
  if (vence < schoolDay(call.now.toISOString())) throw new ApiError('EXPIRY_PAST');
  return end;
};

/** A key is made, changed and given another secret by who proves that it is they. */
function makingRoutes(implement: Implement, deps: Deps): void {
  const { commands, apiKeySecrets: secrets } = deps;
  const proof = createProof(deps);
  implement(contract.makeApiKey, {
    async handle({ body: { nombre, permisos, por_segundo, vence } }, call) {
      const expiresAt = endOf(vence, call);
      await proof.demand(call);
      const context = call.context();
      // The id comes from the command: a repeat after a crash answers the same key.
      const keyId = uuid5(context.commandId, 'key').replaceAll('-', '').slice(-12);
      const secretId = uuid5(context.commandId, 'secret');
      const clave = await secrets.add(keyId, secretId);
      const data = {
        keyId,
        secretId,
        name: nombre,
        scopes: [...new Set(permisos)],
        perSecond: por_segundo,
        expiresAt,
        ownerId: ownerOf(call),
      };
      call.wrote((await commands.handle(decider, KEYS, { type: 'make', ...data }, context)).position);
      call.header('cache-control', 'no-store');
      return { message: 'Clave lista', id: keyId, clave };
    },
  });
  implement(contract.changeApiKey, {
    async handle({ params: { clave: keyId }, body: { nombre, permisos, por_segundo, vence } }, call) {
      const expiresAt = endOf(vence, call);
      await proof.demand(call);
      const data = { keyId, name: nombre, scopes: [...new Set(permisos)], perSecond: por_segundo, expiresAt };
      call.wrote((await commands.handle(decider, KEYS, { type: 'change', ...data }, call.context())).position);
      return { message: 'Clave cambiada' };
    },
  });
  implement(contract.rotateApiKey, {
    async handle({ params: { clave: keyId }, body: { horas } }, call) {
      await proof.demand(call);
      const { state } = await commands.load(decider, KEYS);
      if (!state.has(keyId)) throw new ApiError('API_KEY_NOT_FOUND');
      const context = call.context();
      const secretId = uuid5(context.commandId, 'secret');
      const clave = await secrets.add(keyId, secretId);
      const previousUntil = new Date(call.now.getTime() + horas * HOUR).toISOString();
      const handled = await commands.handle(
        decider,
        KEYS,
        { type: 'rotate', keyId, secretId, previousUntil, ownerId: ownerOf(call) },
        context,
      );
      call.wrote(handled.position);
      const key = handled.state.get(keyId);
      if (key) await secrets.keep(keyId, [key.secretId, ...(key.previous ? [key.previous.secretId] : [])]);
      call.header('cache-control', 'no-store');
      return { message: 'Secreto nuevo listo', id: keyId, clave };
    },
  });
}

function revokingRoutes(implement: Implement, { commands, apiKeySecrets: secrets }: Deps): void {
  implement(contract.revokeApiKey, {
    async handle({ params: { clave: keyId }, body: { motivo } }, call) {
      call.wrote((await commands.handle(decider, KEYS, { type: 'revoke', keyId }, call.context(motivo))).position);
      await secrets.keep(keyId, []);
      return { message: 'Clave revocada' };
    },
  });
}
