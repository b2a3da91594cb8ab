import type { FastifyRequest } from 'fastify';
import { allKeyScopes, type PolicyName, type PolicyRow, policies } from '../contract/policy.ts';
import { type RoleCode, roleCodes } from '../contract/roles.ts';
import type { RouteContract } from '../contract/route.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Access } from '../plugins/access.ts';
import type { CallingKey } from '../plugins/apiKey.ts';
import type { Identity } from '../plugins/identity.ts';
import { ownerOf } from '../plugins/viewing.ts';
import type { Implementation, Input, Owns } from './implement.ts';
import type { createOrigins } from './origin.ts';

const isKeyScope = (name: PolicyName): boolean => (allKeyScopes as readonly string[]).includes(name);

/** The number of the person that the call is about. */
const personOf = (input: { params: unknown; body: unknown }): number | undefined => {
  const { userId, id } = (input.params ?? {}) as { userId?: number; id?: number };
  const { id_usuario } = (input.body ?? {}) as { id_usuario?: number };
  return userId ?? id ?? id_usuario;
};

export type Admission = ReturnType<typeof createAdmission>;

/** Who may make a call, by the policy table; and the record of who reads data of somebody else. */
export function createAdmission(
  { clock, logger }: Pick<Deps, 'clock' | 'logger'>,
  owns: Owns,
  access: Access,
  originOf: ReturnType<typeof createOrigins>,
) {
  const forbidden = ({ id }: RouteContract, { userId, role }: Identity): ApiError => {
    logger.warn({ call: id, userId, role }, 'a call was refused');
    return new ApiError('FORBIDDEN');
  };
  /** A key may what its scopes allow, of what its owner may do on any object. */
  const admitKey = (contract: RouteContract, row: PolicyRow, key: CallingKey, role: RoleCode): void => {
    if (contract.account || !row.any?.includes(role) || !isKeyScope(contract.policy)) throw new ApiError('NOT_FOR_KEYS');
    if (key.scopes.has(contract.policy)) return;
    logger.warn({ call: contract.id, key: key.id }, 'a call was refused');
    throw new ApiError('SCOPE_MISSING', { detail: contract.policy });
  };
  return {
    /** Before anything is read: refuses a caller who may not make this call on any object, whatever they send. */
    admit(contract: RouteContract, identity: Identity | null): void {
      const row: PolicyRow = policies[contract.policy];
      if (row.open) return;
      if (!identity) throw new ApiError('AUTH_REQUIRED');
      if (identity.demo && contract.account) throw new ApiError('DEMO_READ_ONLY');
      const role = roleCodes[identity.role];
      if (identity.key) admitKey(contract, row, identity.key, role);
      else if (!row.any?.includes(role) && !row.when?.roles.includes(role)) throw forbidden(contract, identity);
    },
    /** Refuses a caller who may not make this call on the object that it names. */
    async authorise<C extends RouteContract>(
      contract: C,
      implementation: Implementation<C>,
      input: Input<C>,
      identity: Identity | null,
    ): Promise<void> {
      const row: PolicyRow = policies[contract.policy];
      // What a key may do does not depend on what is sent: it has been admitted already.
      if (row.open || identity?.key) return;
      if (!identity) throw new ApiError('AUTH_REQUIRED');
      const role = roleCodes[identity.role];
      if (row.any?.includes(role)) return;
      if (row.when?.roles.includes(role)) {
        if (row.when.is === 'self') {
          if (personOf(input) === identity.userId) return;
        } else {
          const about = row.when.is === 'hosts' ? implementation.webinar : implementation.course;
          if (about && (await owns(row.when.is, identity, await about(input)))) return;
        }
      }
      throw forbidden(contract, identity);
    },
    /** That somebody reads another person's data is recorded before anything is answered. */
    async record(
      contract: RouteContract,
      input: { params: unknown; body: unknown },
      identity: Identity | null,
      request: FastifyRequest,
    ): Promise<void> {
      const { shows }: PolicyRow = policies[contract.policy];
      const person = personOf(input);
      if (!shows || contract.method !== 'GET' || !identity || person === undefined || person === identity.userId) return;
      const origin = { ...originOf(request, clock()), ...(identity.key && { key: identity.key.id }) };
      await access.reads({ userId: ownerOf(identity), role: identity.role }, person, shows, origin);
    },
  };
}
