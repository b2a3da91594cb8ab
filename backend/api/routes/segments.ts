import { uuid5 } from '../../../events/ids.ts';
import { segments as decider } from '../../commands/identity/segments.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import type { PeopleDirectory } from '../../projections/peopleDirectory.ts';
import { segments as segmentDocs } from '../../projections/segments.ts';
import { users } from '../../projections/users.ts';
import { planCodes } from '../answers/people.ts';
import type { Implement } from '../calls/implement.ts';
import { roleCodes } from '../contract/roles.ts';
import { segments } from '../contract/segments.ts';
import type { Deps } from '../deps.ts';
import { filterOf } from './people.ts';

const stateNames = { active: 'activo', inactive: 'inactivo', invited: 'invitado' } as const;

/** Named filters of the list of people. */
export function segmentRoutes(implement: Implement, { commands }: Deps, directory: PeopleDirectory): void {
  implement(segments.listSegments, {
    async handle(_, call) {
      // Read first, so that X-Position is one that the directory has reached.
      await call.reads.get(users, '0');
      const { docs } = await call.reads.find(segmentDocs, { sort: ['name'] });
      return Promise.all(
        docs.map(async ({ doc: { segmentId, name, role, plan, state } }) => ({
          id: segmentId,
          nombre: name,
          rol: role && roleCodes[role],
          plan: plan && planCodes[plan],
          estado: state && stateNames[state],
          personas: (await directory.search({ role: role ?? undefined, plan: plan ?? undefined, status: state ?? undefined, limit: 1 }))
            .total,
        })),
      );
    },
  });
  implement(segments.saveSegment, {
    async handle({ body }, call) {
      const { role, plan, status } = filterOf(body);
      const segmentId = uuid5('segment', folded(body.nombre));
      const kept = { name: body.nombre, role: role ?? null, plan: plan ?? null, state: status ?? null };
      call.wrote((await commands.handle(decider, 'people', { type: 'save', segmentId, ...kept }, call.context())).position);
      return { message: 'Segmento guardado', id: segmentId };
    },
  });
  implement(segments.removeSegment, {
    async handle({ params }, call) {
      call.wrote((await commands.handle(decider, 'people', { type: 'remove', segmentId: params.segmento }, call.context())).position);
      return { message: 'Segmento quitado' };
    },
  });
}
