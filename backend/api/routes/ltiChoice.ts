import { createHash, hash, randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { presentClass } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import { html, type Markup } from '../../commands/mail/template.ts';
import { gradedAs } from '../../commands/operations/grades.ts';
import { PLATFORMS, type Platform, platforms } from '../../commands/operations/platforms.ts';
import type { LtiItem, LtiSelection } from '../../integrations/lti/port.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { leadTo } from '../calls/returning.ts';
import { addresses } from '../contract/addresses.ts';
import { ltiCalls as contract } from '../contract/platforms.ts';
import { courseSlug } from '../contract/slug.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { placeOf } from '../limits.ts';
import { cookieOptions } from '../plugins/sessionCookie.ts';

/** What is chosen for a course of a platform (LTI Deep Linking 2.0): by whoever has the secret of the request, in a page of the school, and without an account of it. */

const CHOICE_MS = 3_600_000;
const HOUR = 3_600_000;
/** How often somebody chooses in an hour, from one place. */
const CHOICES = 300;
/** A frame asks every two seconds whether the choice was made. */
const WAITS = 20_000;
const PAGE = '/lti';
const FOLDER = '/api/lti';

interface Choice {
  platformId: string;
  selection: LtiSelection;
  /** It began in a frame of the platform, which waits for it. */
  framed: boolean;
  /** The signed answer; null: nothing was chosen yet. */
  answer: string | null;
}

const idOf = (secret: string): string => hash('sha256', `lti choice ${secret}`).slice(0, 16);
const keyOf = (secret: string): string => `lti:${hash('sha256', `lti choice kept ${secret}`)}`;
const cookieOf = (id: string): string => `aulaviva.lti.eleccion.${id}`;

export function createChoices(deps: Pick<Deps, 'vault' | 'commands' | 'config' | 'clock'>) {
  const { vault, commands, config, clock } = deps;
  const keep = (secret: string, choice: Choice) =>
    vault.put<Choice>('challenges', keyOf(secret), choice, { expiresAt: clock().getTime() + CHOICE_MS });
  const setCookie = (reply: FastifyReply, secret: string) =>
    reply.setCookie(cookieOf(idOf(secret)), secret, { ...cookieOptions(config.publicUrl), path: FOLDER, maxAge: CHOICE_MS / 1_000 });
  const choices = {
    /** The choice of this secret, and its platform where it still opens anything. Throws LTI_CHOICE_OVER. */
    async of(secret: string | undefined) {
      const kept = secret === undefined ? null : await vault.get<Choice>('challenges', keyOf(secret));
      const platform = kept && (await commands.load(platforms, PLATFORMS)).state.get(kept.value.platformId);
      if (secret === undefined || !kept || !platform || platform.paused) throw new ApiError('LTI_CHOICE_OVER');
      return { secret, platform, ...kept.value };
    },
    inCookie: (cookies: string | undefined, id: string) => choices.of(fastifyCookie.parse(cookies ?? '')[cookieOf(id)]),
    answered: (secret: string, choice: Choice, answer: string) => keep(secret, { ...choice, answer }),
    /** Leads to the page where one chooses; a frame of the platform gets a button for it, because the school is shown in none. */
    async begin(platform: Platform, selection: LtiSelection, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const secret = randomBytes(24).toString('base64url');
      const framed = ['iframe', 'frame'].includes(String(request.headers['sec-fetch-dest']));
      await keep(secret, { platformId: platform.platformId, selection, framed, answer: null });
      if (framed) return framePage(request, reply, platform, selection, secret);
      setCookie(reply, secret);
      return leadTo(reply, PAGE, { elegir: idOf(secret) }, 303);
    },
    openWindow(reply: FastifyReply, secret: string): FastifyReply {
      setCookie(reply, secret);
      return leadTo(reply, PAGE, { elegir: idOf(secret) }, 303);
    },
  };
  return choices;
}
type Choices = ReturnType<typeof createChoices>;

const words = {
  es: {
    ...{ lang: 'es-MX', title: 'Elige de la escuela', open: 'Elegir en una ventana' },
    ...{ note: 'La escuela se abre en una ventana. Cuando elijas, esta página sigue sola.', back: 'Volver a la plataforma' },
  },
  en: {
    ...{ lang: 'en', title: 'Choose from the school', open: 'Choose in a window' },
    ...{ note: 'The school opens in a window. Once you have chosen, this page goes on by itself.', back: 'Back to the platform' },
  },
} as const;
const wordsFor = ({ headers }: FastifyRequest) => words[/^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'es'];
const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
const style = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:30rem;margin:8vh auto;padding:1rem}
h1{font-size:1.4rem}button{min-height:44px;padding:.5rem 1rem;font:inherit;cursor:pointer}`;
const SEND = 'document.forms[0].submit()';
/** Asks until the choice was made in the window, and sends it on to the platform from within its frame. */
const WAIT = `const [open,back]=document.forms;open.addEventListener('submit',()=>{const ask=async()=>{
const answer=await fetch('${addresses.ltiWait}',{method:'POST',body:new URLSearchParams({secreto:open.secreto.value})}).catch(()=>null);
if(answer?.status===404)return;const found=answer?.ok?(await answer.json()).jwt:null;
if(found){back.JWT.value=found;back.submit()}else setTimeout(ask,2000)};ask()},{once:true})`;

/** A page that may be sent on to this platform alone, and only by what stands in it. */
function page(
  reply: FastifyReply,
  script: string,
  more: string,
  { html: body }: Markup,
  { lang, title }: { lang: string; title: string },
): FastifyReply {
  const source = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const styled = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; base-uri 'none'; script-src ${source}; style-src ${styled}; ${more}`)
    .send(
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main><script>${script}</script></body></html>`,
    );
}
/** An address as a source of a content security policy: without its query, and without what would end the source there. */
const sourceOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
};

function framePage(request: FastifyRequest, reply: FastifyReply, platform: Platform, { returnTo }: LtiSelection, secret: string) {
  const said = wordsFor(request);
  const parents = [...new Set([returnTo, platform.authorization].map((address) => new URL(address).origin))].join(' ');
  const body = html`<p>${said.note}</p><form method="post" action="${addresses.ltiWindow}" target="_blank">${hidden('secreto', secret)}<button>${said.open}</button></form>
<form method="post" action="${returnTo}" hidden>${hidden('JWT', '')}</form>`;
  reply.removeHeader('x-frame-options');
  const more = `connect-src 'self'; form-action 'self' ${sourceOf(returnTo)}; frame-ancestors ${parents}`;
  return page(reply, WAIT, more, body, said);
}

/** What the choice's own pages ask and show, for forms: in the scope of launches. */
export function choicePages(scope: FastifyInstance, { limits }: Deps, choices: Choices): void {
  const sent = z.object({ secreto: z.string().min(1).max(100) });
  const secretOf = (request: FastifyRequest) => sent.safeParse(request.body).data?.secreto;
  const over = (reply: FastifyReply, error: unknown) => {
    if (error instanceof ApiError && (error.code === 'LTI_CHOICE_OVER' || error.code === 'TOO_MANY_REQUESTS'))
      return leadTo(reply, PAGE, { fallo: error.code }, 303);
    throw error;
  };
  scope.post(addresses.ltiWindow, async (request, reply) => {
    try {
      await limits.count('lti-choice', placeOf(request.ip), CHOICES, HOUR);
      return choices.openWindow(reply, (await choices.of(secretOf(request))).secret);
    } catch (error) {
      return over(reply, error);
    }
  });
  scope.post(addresses.ltiWait, async (request, reply) => {
    await limits.count('lti-wait', placeOf(request.ip), WAITS, HOUR);
    return reply.send({ jwt: (await choices.of(secretOf(request))).answer });
  });
  scope.get(`${addresses.ltiAnswer}/:eleccion`, async (request, reply) => {
    try {
      const { eleccion } = request.params as { eleccion: string };
      const { answer, selection, framed } = await choices.inCookie(request.headers.cookie, eleccion);
      if (answer === null || framed) throw new ApiError('LTI_CHOICE_OVER');
      const said = wordsFor(request);
      const body = html`<form method="post" action="${selection.returnTo}">${hidden('JWT', answer)}<button>${said.back}</button></form>`;
      return page(reply, SEND, `form-action ${sourceOf(selection.returnTo)}; frame-ancestors 'none'`, body, said);
    } catch (error) {
      return over(reply, error);
    }
  });
}

/** Choosing, by the calls of the page. */
export function choiceRoutes(implement: Implement, deps: Deps, choices: Choices): void {
  const { commands, config, lti, toolKeys, logger, limits } = deps;
  const found = (call: Call, id: string) => choices.inCookie(call.sent('cookie') ?? undefined, id);
  /** Of the published catalogue alone. Throws COURSE_NOT_FOUND, CLASS_NOT_FOUND. */
  const itemOf = async (courseId: number, classId: number | null, graded: boolean): Promise<LtiItem> => {
    const { state } = await commands.load(course, courseId);
    if (state.status !== 'published') throw new ApiError('COURSE_NOT_FOUND');
    const placed = presentClass(state, classId);
    if (classId !== null && !placed) throw new ApiError('CLASS_NOT_FOUND');
    return {
      title: placed?.klass.title ?? state.title,
      url: `${config.publicUrl}/cursos/${courseSlug({ id: courseId, nombre: state.title })}`,
      custom: { course: String(courseId), ...(classId !== null && { class: String(classId) }) },
      graded: graded ? gradedAs(courseId, classId) : null,
    };
  };
  implement(contract.pendingChoice, {
    async handle({ params: { eleccion } }, call) {
      const { platform, selection } = await found(call, eleccion);
      return { plataforma: platform.name, varias: selection.multiple, calificable: selection.lineItem };
    },
  });
  implement(contract.choose, {
    async handle({ params: { eleccion }, body: { elementos } }, call) {
      await limits.count('lti-choice', call.ip, CHOICES, HOUR);
      const { secret, platform, selection, ...kept } = await found(call, eleccion);
      if (kept.answer !== null) throw new ApiError('LTI_CHOICE_OVER');
      if (elementos.length > 1 && !selection.multiple) throw new ApiError('TOO_MANY_ITEMS');
      const items = await Promise.all(elementos.map(({ curso, clase, calificar }) => itemOf(curso, clase, calificar)));
      const answer = await lti.answer(platform, selection, items, await toolKeys.signer(call.now), call.now);
      await choices.answered(secret, { ...kept, selection }, answer);
      logger.info({ platform: platform.platformId, items: items.length }, 'courses were chosen for a learning platform');
      // A frame that waits takes it to the platform itself.
      return { message: 'Elección lista', destino: kept.framed ? null : `${addresses.ltiAnswer}/${eleccion}` };
    },
  });
}
