import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuthorizationRequest, createStandIn, type StandIn, type StandInPerson } from '../../integrations/openid/standIn.ts';

/** The demo school's own Google: pages and calls of an OpenID provider under /demo/google. Registered only with the demo. */

const BASE = '/demo/google';
export const STAND_IN_SCRIPT = `${BASE}/client`;
const offered: readonly StandInPerson[] = [
  { email: 'estudiante@demo.mx', firstName: 'Ana', lastName: 'Villaseñor' },
  { email: 'carmen.solis@correo.ejemplo.mx', firstName: 'Carmen', lastName: 'Solís' },
];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Query = Record<string, string | string[] | undefined>;
const text = (query: Query, name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value.slice(0, 2_000) : '';
};

const style = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#fbf7f0;color:#14211e;color-scheme:light}
main{max-width:26rem;margin:8vh auto;padding:2rem;background:#fff;border:1px solid #ddd3c1;border-radius:14px}
h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:.5rem 0}form{margin:0}label{display:block;margin-top:.75rem;font-weight:600}
button,input{box-sizing:border-box;width:100%;min-height:44px;font:inherit;border-radius:10px}
input{border:1px solid #8c8270;padding:.5rem .8rem}
button{margin-top:.6rem;padding:.6rem .9rem;border:1px solid #8c8270;background:#fff;color:inherit;text-align:left;cursor:pointer}
button.lleno{background:#0b6b57;border-color:#0b6b57;color:#fff;text-align:center}button.sin{border:0;text-align:center;text-decoration:underline}
small{color:#4a5a55;display:block}@media(max-width:30rem){main{margin:0;border:0;border-radius:0;min-height:90vh}}`;

const page = (fields: string): string => `<!doctype html><html lang="es-MX"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>Elige una cuenta · Imitación de Google</title><style>${style}</style></head><body><main>
<h1>Elige una cuenta</h1><p>Esta página imita a Google en la escuela de demostración. Nada sale de aquí.</p>
${offered
  .map(
    (person) => `<form action="${BASE}/consent">${fields}<input type="hidden" name="email" value="${escaped(person.email)}">
<input type="hidden" name="given_name" value="${escaped(person.firstName)}"><input type="hidden" name="family_name" value="${escaped(person.lastName)}">
<button>${escaped(`${person.firstName} ${person.lastName}`)}<small>${escaped(person.email)}</small></button></form>`,
  )
  .join('\n')}
<form action="${BASE}/consent">${fields}<label for="c">Otro correo</label><input id="c" name="email" type="email" required maxlength="200" autocomplete="off">
<label for="n">Nombre</label><input id="n" name="given_name" required maxlength="80" autocomplete="off">
<label for="a">Apellido</label><input id="a" name="family_name" maxlength="80" autocomplete="off">
<button class="lleno">Continuar</button></form>
<form action="${BASE}/consent">${fields}<input type="hidden" name="cancel" value="1"><button class="sin">Cancelar</button></form>
</main></body></html>`;

/** The person whom one tap offers: none of the demo's accounts, so that the whole way can be tried, registration included. */
const tapped: StandInPerson = { email: 'carmen.solis@correo.ejemplo.mx', firstName: 'Carmen', lastName: 'Solís' };

/** The part of Google's script that this school uses, with a card in the page's corner, or on narrow windows in the page. */
const script = `(() => {
  const person = ${JSON.stringify(tapped)};
  const dismissed = 'aulaviva.demo.untoque';
  const english = document.documentElement.lang === 'en';
  const say = english
    ? { card: 'Imitation of Google', as: 'Continue as ' + person.firstName, note: 'Demonstration: nothing leaves this school.', close: 'Close' }
    : { card: 'Imitación de Google', as: 'Continuar como ' + person.firstName, note: 'Demostración: nada sale de esta escuela.', close: 'Cerrar' };
  let settings = null;
  let card = null;
  const make = (tag, style, text) => {
    const element = document.createElement(tag);
    element.style.cssText = style;
    if (text) element.textContent = text;
    return element;
  };
  const cancel = () => {
    card?.remove();
    card = null;
  };
  const show = () => {
    if (!settings || card || sessionStorage.getItem(dismissed)) return;
    const wide = matchMedia('(min-width: 64rem)').matches;
    // Where it would cover the form it is placed in the page instead.
    const place = wide ? null : document.getElementById(settings.prompt_parent_id ?? '');
    const box = 'box-sizing:border-box;padding:12px;border-radius:12px;background:#fff;color:#14211e;font:15px/1.4 system-ui,sans-serif;';
    // Over the drawing beside the form: no line of text is covered.
    const afloat = 'position:fixed;z-index:50;left:16px;top:min(440px,calc(100vh - 180px));width:300px;box-shadow:0 4px 24px rgb(0 0 0/.28);';
    card = make('section', box + (place ? 'border:1px solid #8c8270' : afloat));
    card.lang = english ? 'en' : 'es';
    card.setAttribute('role', 'dialog');
    card.setAttribute('aria-label', say.card);
    const head = make('div', 'display:flex;align-items:center;gap:8px;justify-content:space-between');
    const close = make('button', 'min-width:32px;min-height:32px;border:0;background:none;color:inherit;font:inherit;cursor:pointer', '✕');
    close.type = 'button';
    close.setAttribute('aria-label', say.close + ': ' + say.card);
    close.onclick = () => {
      sessionStorage.setItem(dismissed, '1');
      cancel();
    };
    head.append(make('strong', '', say.card), close);
    const go = make('button', 'width:100%;min-height:44px;margin:8px 0 4px;border:0;border-radius:10px;background:#0b57d0;color:#fff;font:inherit;cursor:pointer', say.as);
    go.type = 'button';
    go.onclick = async () => {
      go.disabled = true;
      const { client_id, callback } = settings;
      const answer = await fetch('${BASE}/credential', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id }),
      }).catch(() => null);
      const body = answer?.ok ? await answer.json().catch(() => ({})) : {};
      cancel();
      callback({ credential: body.credential ?? '', select_by: 'user' });
    };
    card.append(head, make('span', 'color:#4a5a55;font-size:13px', person.email), go, make('small', 'color:#4a5a55', say.note));
    (place ?? document.body).append(card);
  };
  window.google = { accounts: { id: { initialize: (given) => { settings = given; }, prompt: show, cancel } } };
})();
`;

/** `callback`: where codes may be sent, for a request. */
export function registerGoogleStandIn(
  app: FastifyInstance,
  options: { issuer: string; clientId: string; clientSecret: string; callback(request: FastifyRequest): string },
): StandIn {
  const standIn = createStandIn(options);

  const read = (request: FastifyRequest): AuthorizationRequest | null => {
    const query = request.query as Query;
    const asked: AuthorizationRequest = {
      clientId: text(query, 'client_id'),
      redirectUri: text(query, 'redirect_uri'),
      state: text(query, 'state'),
      nonce: text(query, 'nonce') || null,
      challenge: text(query, 'code_challenge') || null,
    };
    // A code is sent only to this school.
    return asked.clientId === options.clientId && asked.redirectUri === options.callback(request) ? asked : null;
  };
  const refuse = (reply: FastifyReply) => reply.status(400).type('text/plain; charset=utf-8').send('La solicitud no es de esta escuela.');

  app.get(`${BASE}/authorize`, async (request, reply) => {
    const asked = read(request);
    if (!asked) return refuse(reply);
    const fields = Object.entries({
      client_id: asked.clientId,
      redirect_uri: asked.redirectUri,
      state: asked.state,
      nonce: asked.nonce ?? '',
      code_challenge: asked.challenge ?? '',
    })
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(fields));
  });

  app.get(`${BASE}/consent`, async (request, reply) => {
    const asked = read(request);
    if (!asked) return refuse(reply);
    const query = request.query as Query;
    const back = new URL(asked.redirectUri);
    back.searchParams.set('state', asked.state);
    const email = text(query, 'email').trim();
    if (text(query, 'cancel')) back.searchParams.set('error', 'access_denied');
    else if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse(reply);
    else {
      const person: StandInPerson = { email, firstName: text(query, 'given_name').trim(), lastName: text(query, 'family_name').trim() };
      back.searchParams.set('code', standIn.grant(asked, person));
    }
    return reply.redirect(back.href);
  });

  app.get(STAND_IN_SCRIPT, (_, reply) => reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script));
  app.post(`${BASE}/credential`, async (request, reply) => {
    const { client_id } = (request.body ?? {}) as { client_id?: unknown };
    if (client_id !== options.clientId) return refuse(reply);
    return reply.header('cache-control', 'no-store').send({ credential: await standIn.sign(tapped) });
  });

  app.get(`${BASE}/keys`, async () => standIn.keys());
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => done(null, String(body)));
    scope.post(`${BASE}/token`, async (request, reply) => {
      const answer = await standIn.exchange(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      return answer ?? reply.status(400).send({ error: 'invalid_grant' });
    });
  });
  return standIn;
}
