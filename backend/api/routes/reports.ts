import type { Decision } from '../../commands/discussion/moderating.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { comments } from '../../projections/comments.ts';
import { courses } from '../../projections/courses.ts';
import { type CaseDoc, cases, reports, sanctions } from '../../projections/moderation.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import { caseRecords, kindOf, nameOfReason, reasonOf, sanctionRecordOf, staffNames, stateOf, wordsOfReason } from '../answers/cases.ts';
import { sees, shownName } from '../answers/people.ts';
import { type Call, type Implement, matching, signedIn } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { NO_REASON } from '../contract/common.ts';
import { reports as contract, type ReportRecord } from '../contract/reports.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { discussionAccess } from './comments.ts';
import { MOST_COURSES, type Moderators, moderatorAccess, undecidedByOthers } from './moderators.ts';

/** Pages of the store that one page of a search goes through. */
const SEARCH_PAGES = 40;
/** How long who opened a case counts as looking at it: an open page asks again every 15 seconds. */
const LOOKING_MS = 40_000;

const decisions = {
  ...{ atender: 'attend', desestimar: 'dismiss', retirar: 'remove' },
  ...{ restaurar: 'restore', reabrir: 'reopen', mantener: 'rejectAppeal' },
} as const satisfies Record<string, Decision>;
const decided = {
  atender: 'Reportes atendidos',
  desestimar: 'Reportes desestimados; el comentario se queda',
  retirar: 'Reporte y comentario eliminados correctamente',
  restaurar: 'El comentario vuelve a verse',
  reabrir: 'Reportes abiertos de nuevo',
  mantener: 'Se mantiene la decisión',
} as const;
const nameOfDecision = {
  attended: 'atender',
  dismissed: 'desestimar',
  removed: 'retirar',
  restored: 'restaurar',
  reopened: 'reabrir',
  upheld: 'mantener',
} as const;
const outcomes = { attended: 'atendido', dismissed: 'desestimado', removed: 'retirado' } as const;

/** Tells followers of a topic that something changed there which is no event. */
type Broadcast = (topic: string, id: string) => void;

export function reportRoutes(implement: Implement, deps: Deps, reading: CourseReading, broadcast: Broadcast): void {
  const moderators = moderatorAccess(deps);
  listRoutes(implement, moderators);
  caseListRoutes(implement, deps, moderators);
  ruleRoutes(implement, deps);
  caseRoutes(implement, deps, moderators, broadcast);
  decisionRoutes(implement, deps, moderators);
  ownRoutes(implement, deps, reading);
}

function listRoutes(implement: Implement, { coursesOf }: Moderators): void {
  implement(contract.listReports, {
    async handle({ query: { limit, cursor } }, call) {
      const own = await coursesOf(signedIn(call), call);
      // Administrators always see names, which belong to the school's records; instructors see them as far as their owners allow.
      const nameIn = (person: UserDoc | undefined, field: 'firstName' | 'lastName') =>
        person && (own === null || sees('staff', field, person)) ? person[field] : null;
      const records: ReportRecord[] = [];
      let from = cursor;
      let next: string | null = null;
      for (let pages = 0; pages < SEARCH_PAGES; pages++) {
        const page = await call.reads.find(reports, {
          ...(own && { where: { courseId: { in: own } } }),
          sort: ['-reportId'],
          limit: limit - records.length,
          ...(from !== undefined && { cursor: from }),
        });
        const docs = page.docs.map(({ doc }) => doc).filter(({ outcome }) => outcome === null || outcome === 'attended');
        const said = await call.reads.getMany(
          comments,
          docs.map(({ commentId }) => String(commentId)),
        );
        const people = await call.reads.getMany(
          users,
          docs.map(({ userId }) => String(userId)),
        );
        for (const doc of docs) {
          const comment = said.get(String(doc.commentId));
          const person = people.get(String(doc.userId));
          const words = wordsOfReason[doc.reason];
          records.push({
            id: doc.reportId,
            motivo: doc.text ? `${words}: ${doc.text}` : words,
            fecha_reporte: doc.at,
            usuario: { first_name: nameIn(person, 'firstName'), last_name: nameIn(person, 'lastName') },
            comentario: {
              id: doc.commentId,
              comentario: comment?.text ?? null,
              id_subtema: doc.subtopicId,
              fecha: comment?.postedAt ?? doc.at,
            },
            categoria: nameOfReason(doc.reason),
            atendido: doc.outcome === 'attended',
          });
        }
        next = page.next;
        if (next === null || records.length >= limit) break;
        from = next;
      }
      if (next) call.header('X-Next-Cursor', next);
      return records;
    },
  });
}

function caseListRoutes(implement: Implement, { discussions }: Deps, { coursesOf }: Moderators): void {
  implement(contract.listCases, {
    async handle({ query: { limit, cursor, estado, motivo, id_curso, buscar } }, call) {
      const own = await coursesOf(signedIn(call), call);
      const rules = await discussions.rules();
      const asked = id_curso === undefined ? own : own === null || own.includes(id_curso) ? [id_curso] : [];
      const words = folded(buscar ?? '')
        .split(/\s+/)
        .filter(Boolean);
      const wanted = (doc: CaseDoc): boolean => {
        if (motivo && !doc.reasons[reasonOf[motivo]]) return false;
        return estado === undefined || estado === 'abierto' ? true : stateOf(doc, rules) === estado.toUpperCase();
      };
      const waits = estado === undefined ? undefined : estado !== 'resuelto';
      const grupos = [];
      let from = cursor;
      let next: string | null = null;
      for (let pages = 0; pages < SEARCH_PAGES; pages++) {
        const page = await call.reads.find(cases, {
          where: { ...(asked && { courseId: { in: asked } }), ...(waits !== undefined && { waits }) },
          // What waits for a decision comes first.
          sort: waits === undefined ? ['-waits', '-lastAt'] : ['-lastAt'],
          limit: limit - grupos.length,
          ...(from !== undefined && { cursor: from }),
        });
        const found = await caseRecords(page.docs.map(({ doc }) => doc).filter(wanted), rules, call.reads);
        grupos.push(
          ...found.filter(({ comentario, autor, curso, subtema }) => {
            const text = folded([comentario, autor.nombre, curso, subtema].filter(Boolean).join(' '));
            return words.every((word) => text.includes(word));
          }),
        );
        next = page.next;
        if (next === null || grupos.length >= limit) break;
        from = next;
      }
      if (next) call.header('X-Next-Cursor', next);
      const { docs } = await call.reads.find(
        courses,
        own === null ? { limit: MOST_COURSES } : { where: { courseId: { in: own } }, limit: MOST_COURSES },
      );
      const cursos = docs.map(({ doc }) => ({ id: doc.courseId, nombre: doc.title }));
      return { grupos, siguiente: next, cursos: cursos.sort((a, b) => a.nombre.localeCompare(b.nombre, 'es')) };
    },
  });
}

function ruleRoutes(implement: Implement, { discussions }: Deps): void {
  implement(contract.commentRules, {
    async handle() {
      const { urgentAbove, slowSeconds, editMinutes } = await discussions.rules();
      return { urgente_desde: urgentAbove, espera_segundos: slowSeconds, editar_minutos: editMinutes };
    },
  });
  implement(contract.setCommentRules, {
    async handle({ body: { urgente_desde, espera_segundos, editar_minutos, motivo } }, call) {
      call.wrote(
        await discussions.setRules(
          {
            ...(urgente_desde !== undefined && { urgentAbove: urgente_desde }),
            ...(espera_segundos !== undefined && { slowSeconds: espera_segundos }),
            ...(editar_minutos !== undefined && { editMinutes: editar_minutos }),
          },
          call.context(motivo ?? NO_REASON),
        ),
      );
      return { message: 'Cambios guardados correctamente' };
    },
  });
}

function caseRoutes(implement: Implement, { discussions, vault }: Deps, { moderated }: Moderators, broadcast: Broadcast): void {
  /** Records that the caller has the case open; answers who else has. The others get a live notice when somebody opens it; that somebody closed it they see when they next ask. */
  const present = async (commentId: number, userId: number, now: Date): Promise<number[]> => {
    const prefix = `caso:${commentId}:`;
    const looking = { expiresAt: now.getTime() + LOOKING_MS };
    if (await vault.insert('editing', `${prefix}${userId}`, {}, looking)) broadcast('reportes-comentarios', String(commentId));
    else await vault.put('editing', `${prefix}${userId}`, {}, looking);
    const records = await vault.list('editing', prefix, { limit: 50 });
    return records.map(({ key }) => Number(key.slice(prefix.length))).filter((id) => id !== userId);
  };
  implement(contract.getCase, {
    async handle({ params: { id } }, call) {
      const { userId } = signedIn(call);
      await moderated(id, call);
      const doc = await call.reads.get(cases, String(id));
      if (!doc) throw new ApiError('COMMENT_NOT_FOUND');
      const [record] = await caseRecords([doc], await discussions.rules(), call.reads);
      if (!record) throw new ApiError('COMMENT_NOT_FOUND');
      const found = await call.reads.find(reports, { where: { commentId: id }, sort: ['-reportId'], limit: 200 });
      const given = await call.reads.find(sanctions, { where: { userId: doc.authorId }, sort: ['-at'], limit: 50 });
      const others = await present(id, userId, call.now);
      const nameOf = await staffNames(
        [
          ...found.docs.map((one) => one.doc.userId),
          ...doc.decisions.map(({ by }) => by),
          ...given.docs.map((one) => one.doc.by),
          ...others,
        ],
        call.reads,
      );
      return {
        ...record,
        reportes: found.docs.map(({ doc: one }) => ({
          id: one.reportId,
          motivo: nameOfReason(one.reason),
          texto: one.text,
          fecha: one.at,
          usuario: { id: one.userId, nombre: nameOf(one.userId) },
          abierto: one.open,
        })),
        decisiones: doc.decisions.toReversed().map(({ decision, by, at, reason, reports: about }) => ({
          decision: nameOfDecision[decision],
          quien: nameOf(by),
          fecha: at,
          motivo: reason,
          reportes: about,
        })),
        apelacion: doc.appeal && { texto: doc.appeal.text, fecha: doc.appeal.at },
        sanciones: given.docs
          .map((one) => one.doc)
          .filter(({ courseId }) => courseId === null || courseId === doc.courseId)
          .map((one) => sanctionRecordOf(one, nameOf, call.now)),
        presentes: others.map((one) => nameOf(one) ?? `#${one}`),
      };
    },
  });
}

/** Reports of what one wrote oneself are for administrators. */
function notOwn({ userId }: { userId: number }, call: Call): void {
  const { userId: me, role } = signedIn(call);
  if (userId === me && role !== 'administrator') throw new ApiError('MODERATE_OWN_COMMENT');
}
function decisionRoutes(implement: Implement, { commands, moderating, owners, reads }: Deps, { moderated }: Moderators): void {
  implement(contract.decideCase, {
    async handle({ params: { id }, body: { decision, motivo } }, call) {
      const comment = await moderated(id, call);
      notOwn(comment, call);
      const done = await moderating.decide(
        comment,
        { decision: decisions[decision], reason: motivo },
        call.context(motivo),
        call.ifMatch === null && decision === 'retirar' ? undecidedByOthers(signedIn(call).userId) : matching(call),
      );
      call.wrote(done.position);
      return { message: decided[decision], version: done.version + 1 };
    },
  });
  implement(contract.removeReport, {
    async handle({ params: { id }, query: { motivo } }, call) {
      if (!(await owners('report', id))) throw new ApiError('REPORT_NOT_FOUND');
      // The comment may be newer than the read model.
      const head = await commands.log.store.head();
      if (head !== null) await reads.waitFor(head);
      const report = await call.reads.get(reports, String(id));
      if (!report) throw new ApiError('REPORT_NOT_FOUND');
      const comment = await moderated(report.commentId, call).catch(() => {
        throw new ApiError('REPORT_NOT_FOUND');
      });
      notOwn(comment, call);
      const reason = motivo ?? NO_REASON;
      const done = await moderating.decide(comment, { decision: 'dismiss', reason, report: id }, call.context(reason));
      call.wrote(done.position);
      return { message: 'Reporte eliminado correctamente' };
    },
  });
  implement(contract.sanctionPerson, {
    async handle({ params: { id }, body: { tipo, horas, motivo, solo_curso } }, call) {
      const comment = await moderated(id, call);
      const courseId = solo_curso || signedIn(call).role !== 'administrator' ? comment.courseId : null;
      const { sanctionId, position } = await moderating.sanction(
        comment.userId,
        { kind: kindOf[tipo], courseId, commentId: id, hours: horas, reason: motivo },
        call.context(motivo),
      );
      call.wrote(position);
      return { message: 'Sanción guardada', id: sanctionId };
    },
  });
  implement(contract.answerSanction, {
    async handle({ params: { id, sanctionId }, body: { decision, motivo } }, call) {
      const comment = await moderated(id, call);
      const courseId = signedIn(call).role === 'administrator' ? null : comment.courseId;
      call.wrote(
        await moderating.answerSanction(
          comment.userId,
          { sanctionId, lift: decision === 'levantar', reason: motivo, courseId },
          call.context(motivo),
        ),
      );
      return { message: decision === 'levantar' ? 'Sanción levantada' : 'Se mantiene la sanción' };
    },
  });
}

/** What a person reports, and what they say about what was decided about them. */
function ownRoutes(implement: Implement, deps: Deps, reading: CourseReading): void {
  const { discussions, moderating } = deps;
  const { readable } = discussionAccess(deps, reading);
  implement(contract.reportComment, {
    async handle({ body: { id_comentario, motivo, texto } }, call) {
      // Nobody can report what they may not read.
      const { comment } = await readable(id_comentario, call);
      const { reportId, position } = await moderating.report(
        signedIn(call).userId,
        comment,
        { reason: reasonOf[motivo], text: texto },
        call.context(),
      );
      call.wrote(position);
      return { message: 'Gracias. Quien modera revisará tu reporte.', id: reportId };
    },
  });
  implement(contract.participation, {
    async handle({ params: { userId } }, call) {
      const made = await call.reads.find(reports, { where: { userId }, sort: ['-reportId'], limit: 100 });
      const about = await call.reads.find(cases, { where: { authorId: userId }, sort: ['-lastAt'], limit: 100 });
      const given = await call.reads.find(sanctions, { where: { userId }, sort: ['-at'], limit: 100 });
      const removed = about.docs.map(({ doc }) => doc).filter((doc) => doc.removed);
      const said = await call.reads.getMany(
        comments,
        removed.map(({ commentId }) => String(commentId)),
      );
      const people = await call.reads.getMany(
        users,
        given.docs.flatMap(({ doc }) => (doc.by === null ? [] : [String(doc.by)])),
      );
      const nameOf = (id: number | null) => {
        const person = id === null ? undefined : people.get(String(id));
        return person ? shownName(person, 'everyone') : null;
      };
      return {
        reportes: made.docs.map(({ doc }) => ({
          id: doc.reportId,
          id_comentario: doc.commentId,
          id_subtema: doc.subtopicId,
          motivo: nameOfReason(doc.reason),
          fecha: doc.at,
          resultado: doc.outcome && outcomes[doc.outcome],
          resuelto: doc.decidedAt,
        })),
        retirados: removed.map((doc) => {
          const last = doc.decisions.findLast(({ decision }) => decision === 'removed');
          return {
            id_comentario: doc.commentId,
            id_curso: doc.courseId,
            comentario: said.get(String(doc.commentId))?.text ?? null,
            motivo: last?.reason ?? null,
            fecha: last?.at ?? doc.lastAt,
            apelacion: doc.appeal ? ('pendiente' as const) : doc.appealed ? ('mantenida' as const) : ('ninguna' as const),
          };
        }),
        sanciones: given.docs.map(({ doc }) => sanctionRecordOf(doc, nameOf, call.now)),
      };
    },
  });
  implement(contract.appealRemoval, {
    async handle({ params: { id }, body: { texto } }, call) {
      const comment = await discussions.find(id);
      if (comment.userId !== signedIn(call).userId) throw new ApiError('COMMENT_NOT_FOUND');
      call.wrote(await moderating.appeal(comment, texto, call.context()));
      return { message: 'Recibimos tu apelación. La revisará quien modera.' };
    },
  });
  implement(contract.appealSanction, {
    async handle({ params: { userId, sanctionId }, body: { texto } }, call) {
      call.wrote(await moderating.appealSanction(userId, sanctionId, texto, call.context()));
      return { message: 'Recibimos tu apelación. La revisará quien modera.' };
    },
  });
}
