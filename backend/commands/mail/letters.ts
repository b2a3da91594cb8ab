import { dayInWords, timeInWords } from '../../../events/calendar.ts';
import type { RightKind } from '../../../events/rights.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import { greetable, type Letter } from './template.ts';

/** The mails of the school. Spanish, in plain words, with one thing to do in each. */

/** What the mails need to know of the school. */
export interface School {
  publicUrl: string;
  /** IANA name; times are shown in it. */
  zone: string;
}
export interface Reader {
  firstName: string | null;
}

const hello = ({ firstName }: Reader): string => {
  const name = greetable(firstName);
  return name === null ? 'Hola:' : `Hola, ${name}:`;
};

/** "2 de marzo de 2026, 9:00 a.m. hora de Tijuana" */
const moment = (iso: string, zone: string): string => `${dayInWords(iso, { zone })}, ${timeInWords(iso, { zone })}`;

/** "n…@e….mx": enough to recognise one's own address, not enough to learn another's. */
export const masked = (email: string): string => {
  const [local = '', domain = ''] = email.split('@');
  const end = domain.slice(domain.lastIndexOf('.'));
  return `${[...local][0] ?? ''}…@${[...domain][0] ?? ''}…${end}`;
};

const secure = ({ publicUrl }: School) =>
  ({ kind: 'button', label: 'Proteger mi cuenta con una contraseña nueva', href: `${publicUrl}/reset-password` }) as const;
const NOT_YOU = 'Si no fuiste tú, alguien más puede tener acceso a tu cuenta. Pide de inmediato un enlace para poner otra contraseña.';

/** To a new address: of a new account, after a change of address, or on request. */
export const verification = (reader: Reader, link: string): Letter => ({
  subject: 'Confirma tu correo',
  preview: 'Un clic y tu cuenta queda completa. El enlace vale 7 días.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Confirma que este correo es tuyo para completar tu cuenta.' },
    { kind: 'button', label: 'Confirmar mi correo', href: link },
    { kind: 'note', text: 'El enlace vale 7 días. Si no creaste una cuenta, ignora este mensaje.' },
  ],
});

/** To a person for whom the school created an account. */
export const invitation = (reader: Reader, link: string): Letter => ({
  subject: 'Te invitamos a nuestra escuela',
  preview: 'Elige tu contraseña y entra. El enlace vale 7 días y una sola vez.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Ya tienes una cuenta en la escuela. Elige tu contraseña con este enlace, que vale 7 días y una sola vez.' },
    { kind: 'button', label: 'Elegir mi contraseña', href: link },
    { kind: 'note', text: 'Si no esperabas esta invitación, ignora este mensaje: sin contraseña nadie entra a la cuenta.' },
  ],
});

export const passwordReset = (reader: Reader, link: string): Letter => ({
  subject: 'Cambia tu contraseña',
  preview: 'El enlace vale 60 minutos y una sola vez.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Pediste cambiar tu contraseña. Hazlo con este enlace, que vale 60 minutos y una sola vez.' },
    { kind: 'button', label: 'Poner una contraseña nueva', href: link },
    { kind: 'note', text: 'Si no fuiste tú, no hace falta hacer nada: tu contraseña sigue igual.' },
  ],
});

const howChanged = {
  reset: 'La contraseña de tu cuenta cambió con el enlace que te enviamos, y cerramos todas tus sesiones.',
  self: 'La contraseña de tu cuenta cambió desde tu perfil, y cerramos tus otras sesiones.',
  administrator: 'Un administrador de la escuela cambió la contraseña de tu cuenta.',
} as const;

export const passwordChanged = (reader: Reader, by: keyof typeof howChanged, at: string, school: School): Letter => ({
  subject: 'Tu contraseña cambió',
  preview: 'Si no fuiste tú, actúa de inmediato.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: howChanged[by] },
    { kind: 'facts', facts: [['Cuándo', moment(at, school.zone)]] },
    { kind: 'text', text: NOT_YOU },
    secure(school),
  ],
});

/** To a requested address: nothing changes before its link is followed. */
export const emailChangeAsked = (reader: Reader, link: string): Letter => ({
  subject: 'Confirma tu correo nuevo',
  preview: 'Hasta que lo confirmes, tu cuenta sigue con el correo de antes.',
  greeting: hello(reader),
  blocks: [
    {
      kind: 'text',
      text: 'Se pidió que esta dirección sea el correo de tu cuenta. Desde que la confirmes, entras con ella y aquí te escribimos.',
    },
    { kind: 'button', label: 'Confirmar mi correo nuevo', href: link },
    { kind: 'note', text: 'El enlace vale 24 horas. Si no tienes una cuenta con nosotros, ignora este mensaje: nada cambia.' },
  ],
});

/** To the present address of the account: its owner can still stop the change. */
export const emailChangeNotice = (reader: Reader, email: string, at: string, school: School): Letter => ({
  subject: 'Pidieron cambiar el correo de tu cuenta',
  preview: 'Nada cambia hasta que se confirme desde la dirección nueva.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Se pidió otro correo para tu cuenta. Hasta que se confirme desde esa dirección, entras con la de siempre.' },
    {
      kind: 'facts',
      facts: [
        ['Correo nuevo', masked(email)],
        ['Cuándo', moment(at, school.zone)],
      ],
    },
    { kind: 'button', label: 'Ver o cancelar el cambio', href: `${school.publicUrl}/profile` },
    { kind: 'text', text: NOT_YOU },
    secure(school),
  ],
});

/** To the previous address: the owner's last chance to notice that the account is being taken over. */
export const emailChangedFrom = (reader: Reader, email: string, at: string, school: School, contact: string | null): Letter => ({
  subject: 'Cambió el correo de tu cuenta',
  preview: 'A esta dirección ya no llegarán nuestros mensajes.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Tu cuenta tiene ahora otro correo, y este deja de servir para entrar.' },
    {
      kind: 'facts',
      facts: [
        ['Correo nuevo', masked(email)],
        ['Cuándo', moment(at, school.zone)],
      ],
    },
    {
      kind: 'text',
      text: `Si no fuiste tú, escríbenos cuanto antes${contact === null ? '' : ` a ${contact}`}: con esta dirección ya no puedes pedir una contraseña nueva.`,
    },
    { kind: 'button', label: 'Ir a la escuela', href: school.publicUrl },
  ],
});

/** To the new address. Where it is not confirmed yet, the link that confirms it comes in a separate mail. */
export const emailChangedTo = (reader: Reader, confirmed: boolean, at: string, school: School): Letter => ({
  subject: 'Este es ahora el correo de tu cuenta',
  preview: confirmed ? 'Ya lo confirmaste: desde ahora entras con él.' : 'Te enviamos también el enlace para comprobar que es tuyo.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Desde ahora entras con esta dirección, y aquí te llegarán nuestros mensajes.' },
    { kind: 'facts', facts: [['Cuándo', moment(at, school.zone)]] },
    ...(confirmed ? [] : [{ kind: 'text', text: 'En otro mensaje va el enlace para comprobar que la dirección es tuya.' } as const]),
    { kind: 'button', label: 'Abrir mi perfil', href: `${school.publicUrl}/profile` },
    ...(confirmed ? [] : [{ kind: 'note', text: 'Si no tienes una cuenta con nosotros, ignora los dos mensajes.' } as const]),
  ],
});

const methods = {
  password: 'con tu contraseña',
  google: 'con Google',
  passkey: 'con una llave de acceso',
  mail: 'al confirmar tu correo',
  company: 'con tu empresa o plataforma',
  demo: 'con la demostración',
} as const;

/** Only for a device that the person had not used before. */
export const newSession = (
  reader: Reader,
  session: { device: string | null; method: keyof typeof methods; at: string },
  school: School,
): Letter => ({
  subject: 'Nuevo inicio de sesión en tu cuenta',
  preview: 'Entraron a tu cuenta desde un dispositivo que no conocíamos.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `Se inició sesión en tu cuenta ${methods[session.method]}, desde un dispositivo que no habías usado.` },
    {
      kind: 'facts',
      facts: [
        ['Dispositivo', session.device ?? 'No lo reconocimos'],
        ['Cuándo', moment(session.at, school.zone)],
      ],
    },
    { kind: 'text', text: `Si fuiste tú, no hace falta hacer nada. ${NOT_YOU}` },
    secure(school),
    { kind: 'button', label: 'Ver mis sesiones abiertas', href: `${school.publicUrl}/profile/security` },
  ],
});

const ways = {
  passkeyAdded: ['Agregaste una llave de acceso', 'Tu cuenta tiene una llave de acceso nueva: con ella se entra sin contraseña.'],
  passkeyRemoved: ['Quitaste una llave de acceso', 'Una llave de acceso de tu cuenta ya no sirve para entrar.'],
  companyLinked: [
    'Enlazaste tu cuenta con tu empresa o plataforma',
    'Desde ahora también entras a tu cuenta con el acceso de tu empresa o desde tu plataforma.',
  ],
  googleLinked: ['Enlazaste tu cuenta de Google', 'Desde ahora también entras a tu cuenta con Google.'],
} as const;

/** A way to sign in was added or removed. */
export const wayIn = (reader: Reader, what: keyof typeof ways, at: string, school: School): Letter => ({
  subject: ways[what][0],
  preview: 'Si no fuiste tú, actúa de inmediato.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: ways[what][1] },
    { kind: 'facts', facts: [['Cuándo', moment(at, school.zone)]] },
    { kind: 'text', text: NOT_YOU },
    secure(school),
    { kind: 'button', label: 'Ver las formas de entrar a mi cuenta', href: `${school.publicUrl}/profile/security` },
  ],
});

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ kind: 'text', text: part }) as const);

const rightNames: Readonly<Record<RightKind, string>> = {
  ...{ access: 'Acceso', rectify: 'Rectificación', erase: 'Cancelación', oppose: 'Oposición' },
};
/** `due`: the last day for the answer, in the school's calendar. */
export const dataRequest = (reader: Reader, { kind, due }: { kind: RightKind; due: string }, school: School): Letter => ({
  subject: 'Recibimos tu solicitud sobre tus datos',
  preview: 'Te respondemos en 20 días hábiles a más tardar.',
  greeting: hello(reader),
  blocks: [
    {
      kind: 'text',
      text: 'Recibimos tu solicitud sobre los datos que guardamos de ti. Te respondemos por correo a más tardar en esta fecha.',
    },
    {
      kind: 'facts',
      facts: [
        ['Derecho', rightNames[kind]],
        ['Fecha límite', dayInWords(due)],
      ],
    },
    { kind: 'button', label: 'Ver mi solicitud', href: `${school.publicUrl}/profile/security#derechos` },
  ],
});

/** `kind`: null where the request is not known any more. */
export const dataRequestAnswer = (
  reader: Reader,
  { kind, granted, text }: { kind: RightKind | null; granted: boolean; text: string },
  school: School,
): Letter => ({
  subject: 'Respuesta a tu solicitud sobre tus datos',
  preview: granted ? 'Tu solicitud fue atendida.' : 'Tu solicitud no procedió. Aquí está el motivo.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: granted ? 'Atendimos tu solicitud.' : 'Tu solicitud no procedió.' },
    ...(kind ? [{ kind: 'facts', facts: [['Derecho', rightNames[kind]]] } as const] : []),
    ...paragraphs(text),
    { kind: 'button', label: 'Ver mi solicitud', href: `${school.publicUrl}/profile/security#derechos` },
  ],
});

const toIntegrity = ({ publicUrl }: School) =>
  ({ kind: 'button', label: 'Ver la integridad de la historia', href: `${publicUrl}/admin/history?vista=integridad` }) as const;
/** To auditors, once a day. `file`: the same text that the button «Descargar huella firmada» downloads. */
export const logHash = (reader: Reader, { events, at, file }: { events: number; at: string; file: string }, school: School): Letter => ({
  subject: `Huella de la historia del ${dayInWords(at, { zone: school.zone })}`,
  preview: 'La historia está intacta. Guarda esta huella fuera de la escuela.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Hoy se comparó toda la historia de la escuela con sus huellas, y está intacta.' },
    {
      kind: 'facts',
      facts: [
        ['Hechos comparados', String(events)],
        ['Cuándo', moment(at, school.zone)],
      ],
    },
    {
      kind: 'text',
      text: 'Guarda este correo: si alguien cambia la historia más adelante, esta huella ya no coincidirá. Para compararla, pon lo que sigue en un archivo de texto y elígelo en «Comparar una huella guardada».',
    },
    { kind: 'text', text: file },
    toIntegrity(school),
  ],
});
export const logChanged = (
  reader: Reader,
  { sound, event, at }: { sound: number; event: { position: string; type: string; stream: string } | null; at: string },
  school: School,
): Letter => ({
  subject: 'La historia de la escuela no es la que era',
  preview: 'Un hecho cambió o falta. Mira cuál es el primero.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Al comparar la historia con sus huellas se encontró que un hecho cambió o que falta.' },
    {
      kind: 'facts',
      facts: [
        ['Hechos intactos antes', String(sound)],
        ...(event
          ? ([
              ['El primero distinto', `${event.type}, posición ${event.position.replace(/^0+(?=\w)/, '')}`],
              ['En', event.stream],
            ] as const)
          : []),
        ['Cuándo', moment(at, school.zone)],
      ],
    },
    toIntegrity(school),
  ],
});

const toSupport = (requestId: string, { publicUrl }: School) =>
  ({ kind: 'button', label: 'Ver mi solicitud', href: `${publicUrl}/support?solicitud=${requestId}` }) as const;
/** `due`: until when the school promised an answer; null: it promised none. */
export const supportRequest = (
  reader: Reader,
  { requestId, subject, due }: { requestId: string; subject: string; due: string | null },
  school: School,
): Letter => ({
  subject: `Recibimos tu solicitud: ${subject}`,
  preview: due === null ? 'Te respondemos lo antes posible.' : `Te respondemos antes del ${moment(due, school.zone)}`,
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Recibimos tu solicitud de ayuda. Te avisamos por correo y en tu campana cuando la respondamos.' },
    ...(due === null ? [] : [{ kind: 'facts', facts: [['Te respondemos antes del', moment(due, school.zone)]] } as const]),
    toSupport(requestId, school),
  ],
});

export const supportAnswer = (
  reader: Reader,
  { requestId, subject, text, closed }: { requestId: string; subject: string; text: string; closed: boolean },
  school: School,
): Letter => ({
  subject: `Respuesta a tu solicitud: ${subject}`,
  preview: text.replace(/\s+/g, ' ').slice(0, 120),
  greeting: hello(reader),
  blocks: [
    ...paragraphs(text),
    toSupport(requestId, school),
    {
      kind: 'note',
      text: closed
        ? 'Cerramos la solicitud. Si no quedó resuelta, escribe ahí mismo y se abre otra vez.'
        : 'Para contestar, escribe en tu solicitud: a este correo no le llega respuesta.',
    },
  ],
});

export const supportClosed = (reader: Reader, { requestId, subject }: { requestId: string; subject: string }, school: School): Letter => ({
  subject: `Cerramos tu solicitud: ${subject}`,
  preview: 'Si no quedó resuelta, escribe ahí mismo.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: 'Cerramos tu solicitud de ayuda. Si no quedó resuelta, escribe ahí mismo y se abre otra vez.' },
    toSupport(requestId, school),
  ],
});

/** From an instructor or administrator to an inactive learner of a course. `by`: their name as the catalogue shows it. */
export const reminder = (
  reader: Reader,
  { by, course, text, href }: { by: string; course: string; text: string; href: string },
): Letter => ({
  subject: `${by} te escribe sobre «${course}»`,
  preview: text.replace(/\s+/g, ' ').slice(0, 120),
  greeting: hello(reader),
  blocks: [
    ...text
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => ({ kind: 'text', text: part }) as const),
    { kind: 'button', label: 'Seguir con el curso', href },
    {
      kind: 'note',
      text: `Recibes este mensaje porque estás en el curso «${course}». La escuela escribe a lo más una vez por semana por cada curso.`,
    },
  ],
});

interface WebinarLetter {
  webinarId: number;
  details: Pick<WebinarDetails, 'title' | 'startsAt' | 'endsAt' | 'place' | 'link'>;
}
const webinarFacts = ({ startsAt, place, link }: WebinarLetter['details'], zone: string) =>
  ({
    kind: 'facts',
    facts: [['Cuándo', moment(startsAt, zone)] as const, ['Dónde', place ?? (link === null ? 'Por confirmar' : 'En línea')] as const],
  }) as const;
const toWebinar = (webinarId: number, { publicUrl }: School, label: string) =>
  ({ kind: 'button', label, href: `${publicUrl}/events?evento=${webinarId}` }) as const;

export const webinarReminder = (
  reader: Reader,
  { webinarId, details, hours }: WebinarLetter & { hours: number },
  school: School,
): Letter => ({
  subject: hours === 1 ? `«${details.title}» empieza en una hora` : `Mañana: «${details.title}»`,
  preview: moment(details.startsAt, school.zone),
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `Te recordamos que tienes un lugar en «${details.title}».` },
    webinarFacts(details, school.zone),
    toWebinar(webinarId, school, details.link === null ? 'Ver el evento' : 'Entrar al evento'),
    { kind: 'note', text: 'Si no puedes asistir, deja libre tu lugar desde esa página: alguien más puede aprovecharlo.' },
  ],
});

export const webinarChanged = (
  reader: Reader,
  { webinarId, details, before, after }: WebinarLetter & { before: Partial<WebinarDetails>; after: Partial<WebinarDetails> },
  school: School,
): Letter => ({
  subject: `Cambió «${details.title}»`,
  preview: after.startsAt === undefined ? 'Hay datos nuevos del evento.' : `Ahora es el ${moment(details.startsAt, school.zone)}`,
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `El evento «${before.title ?? details.title}» cambió. Así queda:` },
    webinarFacts(details, school.zone),
    ...(before.startsAt === undefined ? [] : [{ kind: 'note', text: `Antes: ${moment(before.startsAt, school.zone)}.` } as const]),
    toWebinar(webinarId, school, 'Ver el evento'),
    { kind: 'note', text: 'Tu lugar sigue siendo tuyo. Si ya no puedes asistir, déjalo libre desde esa página.' },
  ],
});

export const webinarCancelled = (
  reader: Reader,
  { webinarId, details, reason }: WebinarLetter & { reason: string | null },
  school: School,
): Letter => ({
  subject: `Se canceló «${details.title}»`,
  preview: reason ?? 'El evento ya no se hará.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `El evento «${details.title}» del ${moment(details.startsAt, school.zone)} se canceló.` },
    ...(reason === null ? [] : [{ kind: 'facts', facts: [['Motivo', reason] as const] } as const]),
    toWebinar(webinarId, school, 'Ver otros eventos'),
  ],
});

export const webinarReinstated = (reader: Reader, { webinarId, details }: WebinarLetter, school: School): Letter => ({
  subject: `«${details.title}» sí se hará`,
  preview: 'El evento sigue en pie y conservas tu lugar.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `El evento «${details.title}» sigue en pie, y lo que habías apartado sigue siendo tuyo.` },
    webinarFacts(details, school.zone),
    toWebinar(webinarId, school, 'Ver el evento'),
  ],
});

export const webinarSeat = (reader: Reader, { webinarId, details }: WebinarLetter, school: School): Letter => ({
  subject: `Tienes lugar en «${details.title}»`,
  preview: 'Se liberó un lugar y es tuyo.',
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `Se liberó un lugar en «${details.title}» y es tuyo: ya no estás en la lista de espera.` },
    webinarFacts(details, school.zone),
    toWebinar(webinarId, school, 'Ver el evento'),
    { kind: 'note', text: 'Si ya no puedes asistir, deja libre tu lugar desde esa página.' },
  ],
});
/** Something urgent that the school tells one person. `path`: where it leads. */
export const notice = (
  reader: Reader,
  { title, text, path }: { title: string; text: string; path: string | null },
  { publicUrl }: School,
): Letter => ({
  subject: title,
  preview: text.slice(0, 120),
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: `${title}.` },
    { kind: 'text', text },
    { kind: 'button', label: 'Abrirlo en la escuela', href: `${publicUrl}${path ?? '/dashboard'}` },
    {
      kind: 'note',
      text: 'Solo lo urgente te llega en cuanto pasa; lo demás, en un resumen al día. En tu perfil eliges qué te llega y por dónde.',
    },
  ],
});
/** What came since yesterday and was not read, in one mail. `stop`: where one press ends these mails. */
export const digest = (
  reader: Reader,
  items: readonly { title: string; text: string; course: string | null }[],
  stop: string,
  school: School,
): Letter => ({
  subject: items.length === 1 ? (items[0]?.title ?? '') : `Tienes ${items.length} novedades en la escuela`,
  preview: items
    .map(({ title }) => title)
    .join(' · ')
    .slice(0, 120),
  greeting: hello(reader),
  blocks: [
    { kind: 'text', text: items.length === 1 ? 'Esto es lo nuevo desde ayer:' : 'Esto es lo nuevo desde ayer, todo en un solo mensaje:' },
    {
      kind: 'facts',
      facts: items
        .slice(0, MOST_IN_DIGEST)
        .map(({ title, text, course }) => [course ?? 'De la escuela', `${title}\n${text.slice(0, 300)}`] as const),
    },
    ...(items.length > MOST_IN_DIGEST
      ? [{ kind: 'text', text: `Y ${items.length - MOST_IN_DIGEST} más, que te esperan en la escuela.` } as const]
      : []),
    { kind: 'button', label: 'Ver mis notificaciones', href: `${school.publicUrl}/dashboard` },
    {
      kind: 'note',
      text: 'Recibes a lo más un resumen al día, solo cuando hay algo que no has leído. En tu perfil eliges qué te llega y por dónde.',
    },
    { kind: 'link', label: 'Dejar de recibir estos correos', href: stop },
  ],
});
const MOST_IN_DIGEST = 12;

/** The last mail: without a name, because nothing of the person is left. */
export const erased = (at: string, school: School): Letter => ({
  subject: 'Tu cuenta fue borrada',
  preview: 'Tus datos personales ya no existen en la escuela.',
  greeting: 'Hola:',
  blocks: [
    { kind: 'text', text: 'Tu cuenta y tus datos personales quedaron borrados para siempre. Nadie puede recuperarlos, tampoco nosotros.' },
    { kind: 'facts', facts: [['Cuándo', moment(at, school.zone)]] },
    { kind: 'text', text: 'Este es el último mensaje que recibes de nosotros; después de enviarlo olvidamos también esta dirección.' },
    { kind: 'text', text: 'Gracias por haber aprendido aquí. Si algún día quieres volver, puedes crear una cuenta nueva.' },
    { kind: 'button', label: 'Ir a la escuela', href: school.publicUrl },
  ],
});

/** To somebody who was given a course or a bundle; they may have no account. */
export const gift = (
  reader: Reader,
  { code, title, from, message }: { code: string; title: string; from: string | null; message: string | null },
  { publicUrl }: School,
): Letter => {
  const giver = greetable(from);
  const who = giver ?? 'Alguien';
  return {
    subject: `${who} te regaló «${title}»`,
    preview: 'Acéptalo con un clic y empieza cuando quieras.',
    greeting: hello(reader),
    blocks: [
      { kind: 'text', text: `${who} te regaló «${title}». Acéptalo con tu cuenta, o crea una gratis, y es tuyo para siempre.` },
      ...(message ? paragraphs(message) : []),
      { kind: 'button', label: 'Abrir mi regalo', href: `${publicUrl}/regalos/${code}` },
      { kind: 'note', text: 'El regalo se acepta una sola vez. Si no conoces a quien te lo manda, ignora este mensaje.' },
    ],
  };
};
