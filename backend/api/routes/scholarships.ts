import { courses } from '../../projections/courses.ts';
import { campaigns, scholarshipCodes, scholarshipGrants } from '../../projections/scholarships.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { expiringCodes } from '../answers/scholarships.ts';
import type { Implement } from '../calls/implement.ts';
import { NO_REASON, SAVED } from '../contract/common.ts';
import { scholarships as contract } from '../contract/scholarships.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;

/** «Campaña Nacional 2026» → `campana-nacional-2026`. */
const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'campana';

export function scholarshipRoutes(implement: Implement, deps: Deps): void {
  campaignRoutes(implement, deps);
  codeRoutes(implement, deps);
  grantRoutes(implement);
  redeemRoutes(implement, deps);
}

function campaignRoutes(implement: Implement, { scholarships }: Deps): void {
  implement(contract.listCampaigns, {
    async handle(_, call) {
      const { docs } = await call.reads.find(campaigns, {});
      return docs
        .map(({ doc }) => ({
          id: doc.campaignId,
          nombre: doc.name,
          tope: doc.cap,
          repartidas: doc.allotted,
          otorgadas: doc.granted,
          abierta: doc.open,
          creada: doc.openedAt,
        }))
        .sort((a, b) => (a.creada < b.creada ? 1 : -1));
    },
  });
  implement(contract.openCampaign, {
    async handle({ body: { nombre, tope, motivo } }, call) {
      const id = slug(nombre);
      call.wrote(await scholarships.open(id, nombre, tope, call.context(motivo ?? NO_REASON)));
      return { ...SAVED, id };
    },
  });
  implement(contract.closeCampaign, {
    async handle({ params, body: { motivo } }, call) {
      call.wrote(await scholarships.close(params.campanaId, call.context(motivo ?? NO_REASON)));
      return SAVED;
    },
  });
}

/** The codes of campaigns. */
function codeRoutes(implement: Implement, { scholarships }: Deps): void {
  implement(contract.listScholarshipCodes, {
    async handle({ query: { limit, cursor, estado } }, call) {
      const page =
        estado === 'por-vencer'
          ? { docs: await expiringCodes(call.reads, call.now), next: null }
          : await call.reads.find(scholarshipCodes, { sort: ['-allottedAt'], limit, ...(cursor !== undefined && { cursor }) });
      if (page.next !== null) call.header('x-next-cursor', page.next);
      const codigos = page.docs.map(({ doc }) => ({
        id: doc.codeId,
        codigo: scholarships.codeOf(doc.codeId),
        campana: doc.campaignId,
        organizacion: doc.organisation,
        becas: doc.grants,
        otorgadas: doc.granted,
        id_curso: doc.courseId,
        vence: doc.expiresOn,
        abierto: doc.open,
        creado: doc.allottedAt,
      }));
      return { codigos, siguiente: page.next };
    },
  });
  implement(contract.allotScholarships, {
    async handle({ params, body: { organizacion, becas, id_curso, vence, contacto, motivo } }, call) {
      if (!organizacion || becas === undefined) throw new ApiError('REQUIRED_FIELDS');
      const allotment = {
        organisation: organizacion,
        grants: becas,
        courseId: id_curso ?? null,
        expiresOn: vence,
        leadId: contacto ?? null,
      };
      const { codeId, code, position } = await scholarships.allot(params.campanaId, allotment, call.context(motivo ?? NO_REASON));
      call.wrote(position);
      return { ...SAVED, id: codeId, codigo: code };
    },
  });
  implement(contract.closeScholarshipCode, {
    async handle({ params, body: { motivo } }, call) {
      call.wrote(await scholarships.closeCode(params.codigoId, call.context(motivo ?? NO_REASON)));
      return SAVED;
    },
  });
}

/** The grants that people took. */
function grantRoutes(implement: Implement): void {
  implement(contract.listScholarshipGrants, {
    async handle({ query: { limit, cursor, codigo } }, call) {
      const page = await call.reads.find(scholarshipGrants, {
        ...(codigo !== undefined && { where: { codeId: codigo } }),
        sort: ['-grantedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      if (page.next !== null) call.header('x-next-cursor', page.next);
      const grants = page.docs.map(({ doc }) => doc);
      const keysOf = (ids: readonly (number | string)[]) => [...new Set(ids.map(String))];
      const [people, outlines, codes] = await Promise.all([
        call.reads.getMany(users, keysOf(grants.map(({ userId }) => userId))),
        call.reads.getMany(courses, keysOf(grants.map(({ courseId }) => courseId))),
        call.reads.getMany(scholarshipCodes, keysOf(grants.map(({ codeId }) => codeId))),
      ]);
      const otorgadas = grants.map(({ codeId, userId, courseId, grantedAt }) => {
        const person = people.get(String(userId));
        return {
          id_codigo: codeId,
          organizacion: codes.get(codeId)?.organisation ?? null,
          id_usuario: userId,
          persona: person ? shownName(person, 'staff') : null,
          id_curso: courseId,
          curso: outlines.get(String(courseId))?.title ?? null,
          fecha: grantedAt,
        };
      });
      return { otorgadas, siguiente: page.next };
    },
  });
}

/** What the holder of a code does with it. */
function redeemRoutes(implement: Implement, deps: Deps): void {
  const { scholarships, config, limits } = deps;
  const noCode = () => new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'codigo', message: 'Escribe tu código.' }] });
  implement(contract.lookAtScholarship, {
    async handle({ body: { codigo, id_curso } }, call) {
      if (!codigo) throw noCode();
      // A whole class may share one address.
      await limits.count('scholarship-look', call.ip, config.limits.forms * 10, HOUR);
      const offer = await scholarships.look(codigo, call.identity?.userId ?? null, id_curso ?? null, call.now);
      const [found, code] = await Promise.all([
        offer.courseId === null ? null : call.reads.get(courses, String(offer.courseId)),
        call.reads.get(scholarshipCodes, offer.codeId),
      ]);
      return { organizacion: code?.organisation ?? null, id_curso: offer.courseId, curso: found?.title ?? null, vence: offer.expiresOn };
    },
  });
  implement(contract.redeemScholarship, {
    async handle({ body: { codigo, id_curso } }, call) {
      const userId = call.identity?.userId;
      if (userId === undefined) throw new ApiError('AUTH_REQUIRED');
      if (!codigo) throw noCode();
      // A code is long; guesses are limited all the same.
      await limits.count('scholarship', String(userId), config.limits.forms, HOUR);
      const { courseId, position } = await scholarships.redeem(codigo, userId, id_curso ?? null, call.context());
      call.wrote(position);
      return { message: 'Tu beca quedó lista. ¡Que la disfrutes!', id_curso: courseId };
    },
  });
}
