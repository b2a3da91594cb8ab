import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, mailbox, mailTo, PASSWORD, settled, tokenIn } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';

/** People as administrators manage them: found, invited, their sessions. */

let school: School;
/** Moves the clock of the API. */
let ahead = 0;
let admin: { token: string; id: number };
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' }, clock: () => new Date(Date.now() + ahead) });
  admin = await school.login('admin');
  for (const [name, more] of [
    ['nunez', { first_name: 'Íñigo', last_name: 'Núñez' }],
    ['paloma', { first_name: 'Paloma', last_name: 'Ávila' }],
    ['teo', { first_name: 'Teo', last_name: 'Paz' }],
  ] as const)
    await join(school, name, more);
}, 120_000);
afterAll(() => school.stop());

interface Row {
  id: number;
  username: string;
  email: string;
  user_role: number;
  tipo_usuario: number;
  is_active: boolean;
  invitacion: string | null;
}
interface Listed {
  personas: Row[];
  total: number;
  desde: number;
  siguiente: string | null;
}
const as = () => ({ token: admin.token });
const list = async (query = ''): Promise<Listed> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/personas${query}`, as());
  expect(answer.status).toBe(200);
  return answer.body as unknown as Listed;
};
const names = ({ personas }: Listed) => personas.map(({ username }) => username);
const code = (answer: Answer) => answer.body.code;

describe('the list', () => {
  // rows: I06
  test('is searched without accents or capitals in username, name and e-mail, every word of it', async () => {
    expect(names(await list('?buscar=INIGO'))).toEqual(['nunez']);
    expect(names(await list('?buscar=%C3%A1vila%20paloma'))).toEqual(['paloma']);
    expect(names(await list('?buscar=eo%40prueba'))).toEqual(['teo']);
    expect((await list('?buscar=nadie')).total).toBe(0);
    // S1's own list answers the same.
    const plain = await school.ask('GET', '/api/auth/users/?search=nunez', as());
    expect((plain.body as unknown as Row[]).map(({ username }) => username)).toEqual(['nunez']);
  });
  // rows: I06, I07
  test('is narrowed by role, plan and state, counts all it found, and goes on by cursor', async () => {
    const teo = (await list('?buscar=teo')).personas[0] as Row;
    await school.ask('PUT', `/api/auth/users/${teo.id}`, { ...as(), body: { tipo_usuario: 2, user_role: 3, motivo: 'da clases' } });
    expect(names(await list('?rol=3&buscar=%40prueba.mx'))).toEqual(['teo']);
    expect(names(await list('?plan=2&rol=3&buscar=teo%40'))).toEqual(['teo']);
    expect((await list('?plan=2&rol=1&buscar=teo%40')).total).toBe(0);
    await school.ask('PUT', `/api/auth/users/${teo.id}`, { ...as(), body: { is_active: false, motivo: 'prueba' } });
    expect(names(await list('?estado=inactivo'))).toEqual(['teo']);
    expect(names(await list('?estado=activo'))).not.toContain('teo');
    const first = await list('?limit=2&buscar=%40prueba.mx');
    expect(first.personas).toHaveLength(2);
    const rest = await list(`?limit=2&buscar=%40prueba.mx&cursor=${first.siguiente}`);
    expect([first.total, rest.total]).toEqual([3, 3]);
    expect([first.desde, rest.desde]).toEqual([1, 3]);
    expect(names(first).concat(names(rest))).toEqual(['teo', 'paloma', 'nunez']);
    expect(rest.siguiente).toBeNull();
    expect(code(await school.ask('GET', '/api/personas?cursor=inventado', as()))).toBe('MALFORMED');
    expect(code(await school.ask('GET', '/api/personas?estado=otro', as()))).toBe('MALFORMED');
  });
  // rows: I20
  test('is taken along as a file: all that is found, no cell a formula, and who took it stands on record without what was searched', async () => {
    await join(school, 'formula', { first_name: '=HYPERLINK("http://x","y")', last_name: 'Díaz, hijo' });
    await settled(school);
    const file = await school.ask('GET', '/api/personas/exportar?buscar=%40prueba.mx&rol=1', as());
    expect(file.status, file.text).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(file.headers.get('content-disposition')).toMatch(/filename="usuarios-\d{4}-\d\d-\d\d\.csv"/);
    const [head, first, ...rest] = file.text.split('\r\n');
    expect(head).toMatch(/^.?id,usuario,nombre,apellido,correo,.*,registro \(America\/Tijuana\)$/);
    expect(first).toContain(`formula,"'=HYPERLINK(""http://x"",""y"")","Díaz, hijo",formula@prueba.mx,no,,,estudiante,básico,activo,`);
    expect(first).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect(rest.filter(Boolean)).toHaveLength((await list('?buscar=%40prueba.mx&rol=1')).total - 1);
    const taken = [];
    for await (const { type, data, meta } of school.running.deps.commands.log.readStream('operations-exports'))
      taken.push({ type, data, by: meta.actor.userId });
    expect(taken).toEqual([
      {
        ...{ type: 'PeopleExported', by: admin.id },
        data: { rows: rest.filter(Boolean).length + 1, role: 1, plan: null, state: null, searched: true },
      },
    ]);
  });
  test('knows a new name at once, and nobody who was erased', async () => {
    const eva = await join(school, 'evanescente');
    expect(names(await list('?buscar=evanescente'))).toEqual(['evanescente']);
    await school.ask('PUT', `/api/auth/users/${eva.id}`, { token: eva.token, body: { last_name: 'Zúñiga' } });
    expect(names(await list('?buscar=zuniga'))).toEqual(['evanescente']);
    expect((await school.ask('DELETE', `/api/auth/users/${eva.id}?motivo=lo%20pidi%C3%B3`, as())).status).toBe(200);
    expect((await list('?buscar=zuniga')).total).toBe(0);
    expect((await list('?buscar=evanescente')).total).toBe(0);
  });
  test('is for administrators alone', async () => {
    const student = await school.login('paloma@prueba.mx', PASSWORD);
    for (const path of ['/api/personas', `/api/personas/${admin.id}`, `/api/personas/${admin.id}/sesiones`])
      expect(code(await school.ask('GET', path, { token: student.token }))).toBe('FORBIDDEN');
  });
});

describe('an invitation', () => {
  const invite = (body: object) => school.ask('POST', '/api/personas/invitaciones', { ...as(), body });
  const person = { username: 'Lía Marín', email: 'lia@prueba.mx', user_role: 3, tipo_usuario: 2 };
  const set = (token: string, newPassword = PASSWORD) => school.ask('POST', '/api/auth/reset-password', { body: { token, newPassword } });

  // rows: I08
  test('makes the account, and by its link, once, the invited chooses the password: that confirms the address', async () => {
    const made = await invite(person);
    expect(made.status).toBe(201);
    const [row] = (await list('?estado=invitado')).personas;
    expect(row).toMatchObject({ id: made.body.id, username: 'Lía Marín', user_role: 3, tipo_usuario: 2 });
    expect(row?.invitacion).not.toBeNull();
    // Nobody has a password that was never chosen.
    expect((await school.ask('POST', '/api/auth/login', { body: { email: person.email, password: PASSWORD } })).status).toBe(401);
    const mail = await mailTo(school, person.email, /invit/i);
    // One mail, not one to confirm the address too.
    expect((await mailbox(school)).filter(({ to }) => to === person.email)).toHaveLength(1);
    // Six days later it is still good; a link to a forgotten password would not be.
    ahead += 6 * 86_400_000;
    const weak = await set(tokenIn(mail), 'corta');
    expect(code(weak)).toBe('WEAK_PASSWORD');
    expect((await set(tokenIn(mail))).status).toBe(200);
    expect(code(await set(tokenIn(mail)))).toBe('TOKEN_INVALID');
    const { token, id } = await school.login(person.email, PASSWORD);
    expect((await school.ask('GET', '/api/auth/sesion', { token })).body).toMatchObject({ id, email_verified: true, user_role: 3 });
    expect((await list('?estado=invitado')).total).toBe(0);
  });
  test('can be sent again until it is taken up, not without end, and grows old after seven days', async () => {
    const made = await invite({ ...person, username: 'sol', email: 'sol@prueba.mx' });
    const first = tokenIn(await mailTo(school, 'sol@prueba.mx'));
    ahead += 8 * 86_400_000;
    // The days that passed ended the administrator's session too.
    admin = await school.login('admin');
    expect(code(await set(first))).toBe('TOKEN_EXPIRED');
    const again = () => school.ask('POST', `/api/personas/${made.body.id}/invitacion`, as());
    expect((await again()).status).toBe(200);
    for (let more = 0; more < 4; more++) await again();
    expect((await again()).status).toBe(429);
    const newest = await mailTo(school, 'sol@prueba.mx');
    expect((await set(tokenIn(newest))).status).toBe(200);
    expect(code(await again())).toBe('INVITATION_TAKEN_UP');
  });
  test('is refused where the name or the address has an owner, and by who is no administrator', async () => {
    expect(await invite({ ...person, username: 'otra' })).toMatchObject({ body: { code: 'EMAIL_TAKEN', errors: [{ path: 'email' }] } });
    expect(code(await invite({ ...person, email: 'otra@prueba.mx' }))).toBe('USERNAME_TAKEN');
    expect(code(await invite({ email: 'otra@prueba.mx' }))).toBe('REQUIRED_FIELDS');
    const student = await school.login('paloma@prueba.mx', PASSWORD);
    expect((await school.ask('POST', '/api/personas/invitaciones', { token: student.token, body: person })).status).toBe(403);
  });
});

// rows: I09
test('the sessions of a person are seen and ended by an administrator, with a reason on record; not one’s own', async () => {
  const { token, id } = await school.login('paloma@prueba.mx', PASSWORD);
  await settled(school);
  const open = await school.ask('GET', `/api/personas/${id}/sesiones`, as());
  expect((open.body as unknown as object[]).length).toBeGreaterThan(0);
  const end = (userId: number) =>
    school.ask('POST', `/api/personas/${userId}/sesiones/cerrar`, { ...as(), body: { motivo: 'equipo perdido' } });
  expect((await end(id)).status).toBe(200);
  expect((await school.ask('GET', '/api/auth/sesion', { token })).status).toBe(401);
  await settled(school);
  expect((await school.ask('GET', `/api/personas/${id}/sesiones`, as())).body).toEqual([]);
  expect(code(await end(admin.id))).toBe('SELF_CHANGE');
});

// rows: I10
test('nobody takes their own rights, nor those of the last administrator', async () => {
  const change = (id: number, body: object, who = admin) =>
    school.ask('PUT', `/api/auth/users/${id}`, { token: who.token, body: { motivo: 'prueba', ...body } });
  expect(code(await change(admin.id, { user_role: 1 }))).toBe('SELF_CHANGE');
  expect(code(await change(admin.id, { is_active: false }))).toBe('SELF_CHANGE');
  expect(code(await school.ask('DELETE', `/api/auth/users/${admin.id}`, as()))).toBe('SELF_CHANGE');
});

// rows: I18, I21
test.each([1, 2, 3, 4, 5])(
  'role %i can be given with an invitation, given and taken by a change, filtered by, and kept in a segment',
  async (code) => {
    const username = `papel${code}`;
    const body = { username, email: `${username}@roles.mx`, user_role: code };
    const { id } = (await school.ask('POST', '/api/personas/invitaciones', { ...as(), body })).body;
    expect(names(await list(`?rol=${code}&buscar=roles.mx`))).toEqual([username]);
    const changed = await school.ask('PUT', `/api/auth/users/${id}`, {
      ...as(),
      body: { user_role: code === 1 ? 3 : 1, motivo: 'prueba' },
    });
    expect(changed.status).toBe(200);
    const back = await school.ask('PUT', `/api/auth/users/${id}`, { ...as(), body: { user_role: code, motivo: 'prueba' } });
    expect(back.body.user_role).toBe(code);
    const kept = await school.ask('POST', '/api/segmentos', { ...as(), body: { nombre: `Papel ${code}`, rol: code } });
    expect(kept.status).toBe(201);
    expect((await school.ask('DELETE', `/api/segmentos/${kept.body.id}`, as())).status).toBe(200);
  },
);

// rows: I20
test('filters are kept under a name, with how many people they have, changed by the same name and forgotten', async () => {
  const segments = async () => {
    await settled(school);
    return (await school.ask('GET', '/api/segmentos', as())).body as unknown as { id: string; nombre: string; personas: number }[];
  };
  const keep = (body: object) => school.ask('POST', '/api/segmentos', { ...as(), body });
  const made = await keep({ nombre: 'Docentes', rol: 3 });
  expect(made.status).toBe(201);
  const [one] = await segments();
  expect(one).toMatchObject({
    id: made.body.id,
    nombre: 'Docentes',
    rol: 3,
    plan: null,
    estado: null,
    personas: (await list('?rol=3')).total,
  });
  expect((await keep({ nombre: 'DOCENTES', rol: 3, estado: 'activo' })).body.id).toBe(made.body.id);
  expect((await segments()).length).toBe(1);
  expect(code(await keep({ nombre: 'para ana@ejemplo.mx' }))).toBe('SEGMENT_NAME');
  expect((await school.ask('DELETE', `/api/segmentos/${made.body.id}`, as())).status).toBe(200);
  expect(code(await school.ask('DELETE', `/api/segmentos/${made.body.id}`, as()))).toBe('SEGMENT_NOT_FOUND');
  expect(await segments()).toEqual([]);
});
