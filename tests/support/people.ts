import type { Role } from '../../events/define.ts';
import type { School } from './school.ts';
import { until } from './until.ts';

/** A password that every rule accepts. */
export const PASSWORD = 'Segura-2026!';

export interface Person {
  id: number;
  token: string;
  email: string;
  username: string;
}

/** What S0's registration screen sends. */
export const registration = (name: string) => ({
  username: name,
  first_name: 'Nora',
  last_name: 'Quintanilla',
  email: `${name}@prueba.mx`,
  password: PASSWORD,
});

/** Registers a person as a visitor would, and logs in. */
export async function join(school: School, name: string, more: object = {}): Promise<Person> {
  const body = { ...registration(name), ...more };
  const registered = await school.ask('POST', '/api/auth/register', { body });
  if (registered.status !== 201) throw new Error(`register ${name}: ${registered.status} ${registered.text}`);
  return { ...(await school.login(body.email, PASSWORD)), email: body.email, username: body.username };
}

export interface MailEntry {
  to: string;
  subject: string;
  text: string;
  links: string[];
  sentAt: string;
}
export const mailbox = async (school: School): Promise<MailEntry[]> =>
  (await school.ask('GET', '/api/demo/mailbox')).body as unknown as MailEntry[];

/** The newest mail to somebody whose text matches, once it is there. */
export const mailTo = (school: School, to: string, matching: RegExp = /./): Promise<MailEntry> =>
  until(
    async () => (await mailbox(school)).find((mail) => mail.to === to && matching.test(`${mail.subject}\n${mail.text}`)),
    `a mail to ${to} matching ${matching}`,
  );
export const tokenIn = (mail: MailEntry): string => new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';

/** Waits until reads have caught up with everything written so far, as a client does that reads its own writes. */
export async function settled(school: School): Promise<void> {
  const head = await school.running.deps.commands.log.store.head();
  if (head !== null && !(await school.running.deps.reads.waitFor(head))) throw new Error('the read models have not caught up');
}

/** Makes somebody an administrator (or whatever role) of a school that has none yet, by the command that an administrator's click would run. */
export async function promote(school: School, { id }: { id: number }, role: Role): Promise<void> {
  const { accounts, accountSecrets } = school.running.deps;
  const commandId = crypto.randomUUID();
  const now = school.running.deps.clock();
  const actor = { userId: null, role: 'system' } as const;
  await accounts.govern(id, { type: 'changeRole', role }, { commandId, correlationId: commandId, causationId: commandId, actor, now });
  await accountSecrets.setSessionRole(id, role);
}

/** Registers a person, who is given this role. */
export async function joinAs(school: School, name: string, role: Role): Promise<Person> {
  const person = await join(school, name);
  if (role !== 'student') await promote(school, person, role);
  return person;
}
/** Registers several at once, each with their role. */
export const joinAll = <const Who extends readonly (readonly [name: string, role: Role])[]>(
  school: School,
  who: Who,
): Promise<{ -readonly [K in keyof Who]: Person }> =>
  Promise.all(who.map(([name, role]) => joinAs(school, name, role))) as Promise<{ -readonly [K in keyof Who]: Person }>;

export interface TestCourse {
  id: number;
  modules: { id: number; classes: number[] }[];
}

/** A published course by the calls of the documents, with a module for each number, of that many classes. */
export async function makeCourse(
  school: School,
  token: string,
  instructor: number,
  classes: readonly number[],
  fields: object = {},
): Promise<TestCourse> {
  const ask = async (method: string, path: string, body: object) => {
    const answer = await school.ask(method, path, { token, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const made = await ask('POST', '/api/cursos/create', {
    nombre: 'Curso',
    descripcion: 'Descripción',
    id_maestro: instructor,
    tipo: 'Básico',
    precio: 0,
    ...fields,
  });
  const course: TestCourse = { id: Number(made.id), modules: [] };
  for (const [index, count] of classes.entries()) {
    const module = {
      id: Number((await ask('POST', '/api/modulos/create', { nombre: `Módulo ${index + 1}`, id_curso: course.id })).id_modulo),
      classes: [] as number[],
    };
    for (let i = 0; i < count; i++) {
      const klass = await ask('POST', '/api/sesiones/createSesion', {
        id_modulo: module.id,
        titulo: `Clase ${index + 1}.${i + 1}`,
        descripcion: '',
        subtemas: [{ titulo: 'Lectura', tipo_subtema: 'lectura', contenido_texto: 'Texto', duracion: 10 }],
      });
      module.classes.push(Number(klass.id_sesion));
    }
    course.modules.push(module);
  }
  await ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { estado: 1 });
  await settled(school);
  return course;
}
