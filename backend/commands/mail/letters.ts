import { dayInWords, timeInWords } from '../../../events/calendar.ts';
import type { RightKind } from '../../../events/rights.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { WebinarDetails } from '../../../events/webinars.ts';
import { greetable, type Letter } from './template.ts';

/** The mails of the school, in the language of their reader: plain words, with one thing to do in each. */

/** What the mails need to know of the school. */
export interface School {
  publicUrl: string;
  /** IANA name; times are shown in it. */
  zone: string;
}
export interface Reader {
  firstName: string | null;
  /** The language that they chose for the school; null: they chose none, which is Spanish. */
  language: Tongue | null;
}

/** What is said to a reader, of the Spanish and the English. */
const sayTo =
  ({ language }: Pick<Reader, 'language'>) =>
  <T>(...[es, en]: Both<T>): T =>
    language === 'en' ? en : es;
type Say = ReturnType<typeof sayTo>;
type Both<T = string> = readonly [es: T, en: T];
const letter = (reader: Reader, write: (say: Say) => Omit<Letter, 'greeting' | 'tongue'>): Letter => {
  const say = sayTo(reader);
  const name = greetable(reader.firstName);
  const greeting = name === null ? say('Hola:', 'Hello,') : say(`Hola, ${name}:`, `Hello, ${name},`);
  return { tongue: say('es', 'en'), greeting, ...write(say) };
};

const localeOf = (say: Say) => ({ locale: say('es-MX', 'en') });
/** "2 de marzo de 2026, 9:00 a.m. hora de Tijuana" */
const moment = (iso: string, zone: string, say: Say): string =>
  `${dayInWords(iso, { zone, ...localeOf(say) })}, ${timeInWords(iso, { zone, ...localeOf(say) })}`;
const when = (iso: string, { zone }: School, say: Say) => [say('Cuándo', 'When'), moment(iso, zone, say)] as const;

/** "n…@e….mx": enough to recognise one's own address, not enough to learn another's. */
export const masked = (email: string): string => {
  const [local = '', domain = ''] = email.split('@');
  const end = domain.slice(domain.lastIndexOf('.'));
  return `${[...local][0] ?? ''}…@${[...domain][0] ?? ''}…${end}`;
};

const secure = ({ publicUrl }: School, say: Say) =>
  ({
    kind: 'button',
    label: say('Proteger mi cuenta con una contraseña nueva', 'Protect my account with a new password'),
    href: `${publicUrl}/reset-password`,
  }) as const;
const notYou = (say: Say): string =>
  say(
    'Si no fuiste tú, alguien más puede tener acceso a tu cuenta. Pide de inmediato un enlace para poner otra contraseña.',
    'If it was not you, somebody else may have access to your account. Ask at once for a link to set another password.',
  );

/** To a new address: of a new account, after a change of address, or on request. */
export const verification = (reader: Reader, link: string): Letter =>
  letter(reader, (say) => ({
    subject: say('Confirma tu correo', 'Confirm your email'),
    preview: say(
      'Un clic y tu cuenta queda completa. El enlace vale 7 días.',
      'One click and your account is complete. The link works for 7 days.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Confirma que este correo es tuyo para completar tu cuenta.',
          'Confirm that this email is yours to complete your account.',
        ),
      },
      { kind: 'button', label: say('Confirmar mi correo', 'Confirm my email'), href: link },
      {
        kind: 'note',
        text: say(
          'El enlace vale 7 días. Si no creaste una cuenta, ignora este mensaje.',
          'The link works for 7 days. If you did not create an account, ignore this message.',
        ),
      },
    ],
  }));

/** To a person for whom the school created an account. */
export const invitation = (reader: Reader, link: string): Letter =>
  letter(reader, (say) => ({
    subject: say('Te invitamos a nuestra escuela', 'We invite you to our school'),
    preview: say(
      'Elige tu contraseña y entra. El enlace vale 7 días y una sola vez.',
      'Choose your password and come in. The link works once, for 7 days.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Ya tienes una cuenta en la escuela. Elige tu contraseña con este enlace, que vale 7 días y una sola vez.',
          'You have an account at the school. Choose your password with this link, which works once, for 7 days.',
        ),
      },
      { kind: 'button', label: say('Elegir mi contraseña', 'Choose my password'), href: link },
      {
        kind: 'note',
        text: say(
          'Si no esperabas esta invitación, ignora este mensaje: sin contraseña nadie entra a la cuenta.',
          'If you did not expect this invitation, ignore this message: without a password nobody can sign in to the account.',
        ),
      },
    ],
  }));

export const passwordReset = (reader: Reader, link: string): Letter =>
  letter(reader, (say) => ({
    subject: say('Cambia tu contraseña', 'Change your password'),
    preview: say('El enlace vale 60 minutos y una sola vez.', 'The link works once, for 60 minutes.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Pediste cambiar tu contraseña. Hazlo con este enlace, que vale 60 minutos y una sola vez.',
          'You asked to change your password. Do it with this link, which works once, for 60 minutes.',
        ),
      },
      { kind: 'button', label: say('Poner una contraseña nueva', 'Set a new password'), href: link },
      {
        kind: 'note',
        text: say(
          'Si no fuiste tú, no hace falta hacer nada: tu contraseña sigue igual.',
          'If it was not you, there is nothing to do: your password stays as it is.',
        ),
      },
    ],
  }));

const howChanged: Readonly<Record<'reset' | 'self' | 'administrator', Both>> = {
  reset: [
    'La contraseña de tu cuenta cambió con el enlace que te enviamos, y cerramos todas tus sesiones.',
    'The password of your account was changed with the link that we sent you, and we ended all your sessions.',
  ],
  self: [
    'La contraseña de tu cuenta cambió desde tu perfil, y cerramos tus otras sesiones.',
    'The password of your account was changed from your profile, and we ended your other sessions.',
  ],
  administrator: [
    'Un administrador de la escuela cambió la contraseña de tu cuenta.',
    'An administrator of the school changed the password of your account.',
  ],
};

export const passwordChanged = (reader: Reader, by: keyof typeof howChanged, at: string, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say('Tu contraseña cambió', 'Your password changed'),
    preview: say('Si no fuiste tú, actúa de inmediato.', 'If it was not you, act at once.'),
    blocks: [
      { kind: 'text', text: say(...howChanged[by]) },
      { kind: 'facts', facts: [when(at, school, say)] },
      { kind: 'text', text: notYou(say) },
      secure(school, say),
    ],
  }));

/** To a requested address: nothing changes before its link is followed. */
export const emailChangeAsked = (reader: Reader, link: string): Letter =>
  letter(reader, (say) => ({
    subject: say('Confirma tu correo nuevo', 'Confirm your new email'),
    preview: say(
      'Hasta que lo confirmes, tu cuenta sigue con el correo de antes.',
      'Until you confirm it, your account stays with the email from before.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Se pidió que esta dirección sea el correo de tu cuenta. Desde que la confirmes, entras con ella y aquí te escribimos.',
          'Somebody asked that this address be the email of your account. Once you confirm it, you sign in with it and we write to you here.',
        ),
      },
      { kind: 'button', label: say('Confirmar mi correo nuevo', 'Confirm my new email'), href: link },
      {
        kind: 'note',
        text: say(
          'El enlace vale 24 horas. Si no tienes una cuenta con nosotros, ignora este mensaje: nada cambia.',
          'The link works for 24 hours. If you have no account with us, ignore this message: nothing changes.',
        ),
      },
    ],
  }));

/** To the present address of the account: its owner can still stop the change. */
export const emailChangeNotice = (reader: Reader, email: string, at: string, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say('Pidieron cambiar el correo de tu cuenta', 'Somebody asked to change the email of your account'),
    preview: say(
      'Nada cambia hasta que se confirme desde la dirección nueva.',
      'Nothing changes until it is confirmed from the new address.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Se pidió otro correo para tu cuenta. Hasta que se confirme desde esa dirección, entras con la de siempre.',
          'Another email was asked for your account. Until it is confirmed from that address, you sign in with the present one.',
        ),
      },
      {
        kind: 'facts',
        facts: [[say('Correo nuevo', 'New email'), masked(email)], when(at, school, say)],
      },
      { kind: 'button', label: say('Ver o cancelar el cambio', 'See or cancel the change'), href: `${school.publicUrl}/profile` },
      { kind: 'text', text: notYou(say) },
      secure(school, say),
    ],
  }));

/** To the previous address: the owner's last chance to notice that the account is being taken over. */
export const emailChangedFrom = (reader: Reader, email: string, at: string, school: School, contact: string | null): Letter =>
  letter(reader, (say) => ({
    subject: say('Cambió el correo de tu cuenta', 'The email of your account changed'),
    preview: say('A esta dirección ya no llegarán nuestros mensajes.', 'Our messages will no longer come to this address.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Tu cuenta tiene ahora otro correo, y este deja de servir para entrar.',
          'Your account now has another email, and this one no longer signs you in.',
        ),
      },
      {
        kind: 'facts',
        facts: [[say('Correo nuevo', 'New email'), masked(email)], when(at, school, say)],
      },
      {
        kind: 'text',
        text: say(
          `Si no fuiste tú, escríbenos cuanto antes${contact === null ? '' : ` a ${contact}`}: con esta dirección ya no puedes pedir una contraseña nueva.`,
          `If it was not you, write to us as soon as you can${contact === null ? '' : ` at ${contact}`}: with this address you can no longer ask for a new password.`,
        ),
      },
      { kind: 'button', label: say('Ir a la escuela', 'Go to the school'), href: school.publicUrl },
    ],
  }));

/** To the new address. Where it is not confirmed yet, the link that confirms it comes in a separate mail. */
export const emailChangedTo = (reader: Reader, confirmed: boolean, at: string, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say('Este es ahora el correo de tu cuenta', 'This is now the email of your account'),
    preview: confirmed
      ? say('Ya lo confirmaste: desde ahora entras con él.', 'You confirmed it: from now on you sign in with it.')
      : say('Te enviamos también el enlace para comprobar que es tuyo.', 'We also sent you the link that shows that it is yours.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Desde ahora entras con esta dirección, y aquí te llegarán nuestros mensajes.',
          'From now on you sign in with this address, and our messages come here.',
        ),
      },
      { kind: 'facts', facts: [when(at, school, say)] },
      ...(confirmed
        ? []
        : [
            {
              kind: 'text',
              text: say(
                'En otro mensaje va el enlace para comprobar que la dirección es tuya.',
                'Another message has the link that shows that the address is yours.',
              ),
            } as const,
          ]),
      { kind: 'button', label: say('Abrir mi perfil', 'Open my profile'), href: `${school.publicUrl}/profile` },
      ...(confirmed
        ? []
        : [
            {
              kind: 'note',
              text: say(
                'Si no tienes una cuenta con nosotros, ignora los dos mensajes.',
                'If you have no account with us, ignore both messages.',
              ),
            } as const,
          ]),
    ],
  }));

const methods = {
  password: ['con tu contraseña', 'with your password'],
  google: ['con Google', 'with Google'],
  passkey: ['con una llave de acceso', 'with a passkey'],
  mail: ['al confirmar tu correo', 'by confirming your email'],
  company: ['con tu empresa o plataforma', 'with your company or platform'],
  demo: ['con la demostración', 'by the demo'],
} as const;

/** Only for a device that the person had not used before. */
export const newSession = (
  reader: Reader,
  session: { device: string | null; method: keyof typeof methods; at: string },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say('Nuevo inicio de sesión en tu cuenta', 'New sign-in to your account'),
    preview: say(
      'Entraron a tu cuenta desde un dispositivo que no conocíamos.',
      'Somebody signed in to your account from a device that we did not know.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          `Se inició sesión en tu cuenta ${methods[session.method][0]}, desde un dispositivo que no habías usado.`,
          `Somebody signed in to your account ${methods[session.method][1]}, from a device that you had not used.`,
        ),
      },
      {
        kind: 'facts',
        facts: [
          [say('Dispositivo', 'Device'), session.device ?? say('No lo reconocimos', 'We did not recognize it')],
          when(session.at, school, say),
        ],
      },
      { kind: 'text', text: `${say('Si fuiste tú, no hace falta hacer nada.', 'If it was you, there is nothing to do.')} ${notYou(say)}` },
      secure(school, say),
      { kind: 'button', label: say('Ver mis sesiones abiertas', 'See my open sessions'), href: `${school.publicUrl}/profile/security` },
    ],
  }));

const ways: Readonly<
  Record<'passkeyAdded' | 'passkeyRemoved' | 'companyLinked' | 'googleLinked', Both<readonly [subject: string, text: string]>>
> = {
  passkeyAdded: [
    ['Agregaste una llave de acceso', 'Tu cuenta tiene una llave de acceso nueva: con ella se entra sin contraseña.'],
    ['You added a passkey', 'Your account has a new passkey: it signs you in without a password.'],
  ],
  passkeyRemoved: [
    ['Quitaste una llave de acceso', 'Una llave de acceso de tu cuenta ya no sirve para entrar.'],
    ['You removed a passkey', 'A passkey of your account can no longer be used to sign in.'],
  ],
  companyLinked: [
    [
      'Enlazaste tu cuenta con tu empresa o plataforma',
      'Desde ahora también entras a tu cuenta con el acceso de tu empresa o desde tu plataforma.',
    ],
    [
      'You linked your account with your company or platform',
      'From now on you can also get in by your company’s sign-in or from your platform.',
    ],
  ],
  googleLinked: [
    ['Enlazaste tu cuenta de Google', 'Desde ahora también entras a tu cuenta con Google.'],
    ['You linked your Google account', 'From now on you can also get in with Google.'],
  ],
};

/** A way to sign in was added or removed. */
export const wayIn = (reader: Reader, what: keyof typeof ways, at: string, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say(...ways[what])[0],
    preview: say('Si no fuiste tú, actúa de inmediato.', 'If it was not you, act at once.'),
    blocks: [
      { kind: 'text', text: say(...ways[what])[1] },
      { kind: 'facts', facts: [when(at, school, say)] },
      { kind: 'text', text: notYou(say) },
      secure(school, say),
      {
        kind: 'button',
        label: say('Ver las formas de entrar a mi cuenta', 'See how I sign in'),
        href: `${school.publicUrl}/profile/security`,
      },
    ],
  }));

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ kind: 'text', text: part }) as const);

const rightNames: Readonly<Record<RightKind, Both>> = {
  ...{ access: ['Acceso', 'Access'], rectify: ['Rectificación', 'Rectification'] },
  ...{ erase: ['Cancelación', 'Erasure'], oppose: ['Oposición', 'Objection'] },
};
/** `due`: the last day for the answer, in the school's calendar. */
export const dataRequest = (reader: Reader, { kind, due }: { kind: RightKind; due: string }, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say('Recibimos tu solicitud sobre tus datos', 'We received your request about your data'),
    preview: say('Te respondemos en 20 días hábiles a más tardar.', 'We will answer you within 20 working days.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Recibimos tu solicitud sobre los datos que guardamos de ti. Te respondemos por correo a más tardar en esta fecha.',
          'We received your request about the data that we keep about you. We will answer you by email on this date at the latest.',
        ),
      },
      {
        kind: 'facts',
        facts: [
          [say('Derecho', 'Right'), say(...rightNames[kind])],
          [say('Fecha límite', 'Latest date'), dayInWords(due, localeOf(say))],
        ],
      },
      { kind: 'button', label: say('Ver mi solicitud', 'See my request'), href: `${school.publicUrl}/profile/security#derechos` },
    ],
  }));

/** `kind`: null where the request is not known any more. */
export const dataRequestAnswer = (
  reader: Reader,
  { kind, granted, text }: { kind: RightKind | null; granted: boolean; text: string },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say('Respuesta a tu solicitud sobre tus datos', 'Answer to your request about your data'),
    preview: granted
      ? say('Tu solicitud fue atendida.', 'We took care of your request.')
      : say('Tu solicitud no procedió. Aquí está el motivo.', 'Your request was not granted. Here is why.'),
    blocks: [
      {
        kind: 'text',
        text: granted
          ? say('Atendimos tu solicitud.', 'We took care of your request.')
          : say('Tu solicitud no procedió.', 'Your request was not granted.'),
      },
      ...(kind ? [{ kind: 'facts', facts: [[say('Derecho', 'Right'), say(...rightNames[kind])]] } as const] : []),
      ...paragraphs(text),
      { kind: 'button', label: say('Ver mi solicitud', 'See my request'), href: `${school.publicUrl}/profile/security#derechos` },
    ],
  }));

const toIntegrity = ({ publicUrl }: School, say: Say) =>
  ({
    kind: 'button',
    label: say('Ver la integridad de la historia', 'See the integrity of the history'),
    href: `${publicUrl}/admin/history?vista=integridad`,
  }) as const;
/** To auditors, once a day. `file`: the same text that the button «Descargar huella firmada» downloads. */
export const logHash = (reader: Reader, { events, at, file }: { events: number; at: string; file: string }, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say(
      `Huella de la historia del ${dayInWords(at, { zone: school.zone })}`,
      `Hash of the history of ${dayInWords(at, { zone: school.zone, locale: 'en' })}`,
    ),
    preview: say(
      'La historia está intacta. Guarda esta huella fuera de la escuela.',
      'The history is intact. Keep this hash outside the school.',
    ),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Hoy se comparó toda la historia de la escuela con sus huellas, y está intacta.',
          'Today the whole history of the school was compared with its hashes, and it is intact.',
        ),
      },
      {
        kind: 'facts',
        facts: [[say('Hechos comparados', 'Events compared'), String(events)], when(at, school, say)],
      },
      {
        kind: 'text',
        text: say(
          'Guarda este correo: si alguien cambia la historia más adelante, esta huella ya no coincidirá. Para compararla, pon lo que sigue en un archivo de texto y elígelo en «Comparar una huella guardada».',
          'Keep this email: if somebody changes the history later, this hash no longer matches. To compare it, put what follows into a text file and choose it at “Compare a kept hash”.',
        ),
      },
      { kind: 'text', text: file },
      toIntegrity(school, say),
    ],
  }));
export const logChanged = (
  reader: Reader,
  { sound, event, at }: { sound: number; event: { position: string; type: string; stream: string } | null; at: string },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say('La historia de la escuela no es la que era', 'The history of the school is not what it was'),
    preview: say('Un hecho cambió o falta. Mira cuál es el primero.', 'An event changed or is missing. See which is the first.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Al comparar la historia con sus huellas se encontró que un hecho cambió o que falta.',
          'Comparing the history with its hashes showed that an event changed or is missing.',
        ),
      },
      {
        kind: 'facts',
        facts: [
          [say('Hechos intactos antes', 'Intact events before'), String(sound)],
          ...(event
            ? ([
                [
                  say('El primero distinto', 'The first that differs'),
                  say(
                    `${event.type}, posición ${event.position.replace(/^0+(?=\w)/, '')}`,
                    `${event.type}, position ${event.position.replace(/^0+(?=\w)/, '')}`,
                  ),
                ],
                [say('En', 'In'), event.stream],
              ] as const)
            : []),
          when(at, school, say),
        ],
      },
      toIntegrity(school, say),
    ],
  }));

const toSupport = (requestId: string, { publicUrl }: School, say: Say) =>
  ({ kind: 'button', label: say('Ver mi solicitud', 'See my request'), href: `${publicUrl}/support?solicitud=${requestId}` }) as const;
/** `due`: until when the school promised an answer; null: it promised none. */
export const supportRequest = (
  reader: Reader,
  { requestId, subject, due }: { requestId: string; subject: string; due: string | null },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say(`Recibimos tu solicitud: ${subject}`, `We received your request: ${subject}`),
    preview:
      due === null
        ? say('Te respondemos lo antes posible.', 'We will answer you as soon as we can.')
        : say(`Te respondemos antes del ${moment(due, school.zone, say)}`, `We will answer you before ${moment(due, school.zone, say)}`),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Recibimos tu solicitud de ayuda. Te avisamos por correo y en tu campana cuando la respondamos.',
          'We received your request for help. We will let you know by email and in your notifications when we answer it.',
        ),
      },
      ...(due === null
        ? []
        : [
            {
              kind: 'facts',
              facts: [[say('Te respondemos antes del', 'We will answer you before'), moment(due, school.zone, say)]],
            } as const,
          ]),
      toSupport(requestId, school, say),
    ],
  }));

export const supportAnswer = (
  reader: Reader,
  { requestId, subject, text, closed }: { requestId: string; subject: string; text: string; closed: boolean },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say(`Respuesta a tu solicitud: ${subject}`, `Answer to your request: ${subject}`),
    preview: text.replace(/\s+/g, ' ').slice(0, 120),
    blocks: [
      ...paragraphs(text),
      toSupport(requestId, school, say),
      {
        kind: 'note',
        text: closed
          ? say(
              'Cerramos la solicitud. Si no quedó resuelta, escribe ahí mismo y se abre otra vez.',
              'We closed the request. If it is not resolved, write there and it opens again.',
            )
          : say(
              'Para contestar, escribe en tu solicitud: a este correo no le llega respuesta.',
              'To answer, write in your request: replies to this email do not arrive.',
            ),
      },
    ],
  }));

export const supportClosed = (reader: Reader, { requestId, subject }: { requestId: string; subject: string }, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say(`Cerramos tu solicitud: ${subject}`, `We closed your request: ${subject}`),
    preview: say('Si no quedó resuelta, escribe ahí mismo.', 'If it is not resolved, write there.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Cerramos tu solicitud de ayuda. Si no quedó resuelta, escribe ahí mismo y se abre otra vez.',
          'We closed your request for help. If it is not resolved, write there and it opens again.',
        ),
      },
      toSupport(requestId, school, say),
    ],
  }));

/** From an instructor or administrator to an inactive learner of a course. `by`: their name as the catalogue shows it; null: they have none. */
export const reminder = (
  reader: Reader,
  { by, course, text, href }: { by: string | null; course: string; text: string; href: string },
): Letter =>
  letter(reader, (say) => ({
    subject: say(`${by ?? 'Tu escuela'} te escribe sobre «${course}»`, `${by ?? 'Your school'} writes to you about “${course}”`),
    preview: text.replace(/\s+/g, ' ').slice(0, 120),
    blocks: [
      ...text
        .split(/\n{2,}/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => ({ kind: 'text', text: part }) as const),
      { kind: 'button', label: say('Seguir con el curso', 'Go on with the course'), href },
      {
        kind: 'note',
        text: say(
          `Recibes este mensaje porque estás en el curso «${course}». La escuela escribe a lo más una vez por semana por cada curso.`,
          `You get this message because you are in the course “${course}”. The school writes at most once a week for each course.`,
        ),
      },
    ],
  }));

interface WebinarLetter {
  webinarId: number;
  details: Pick<WebinarDetails, 'title' | 'startsAt' | 'endsAt' | 'place' | 'link'>;
}
const webinarFacts = ({ startsAt, place, link }: WebinarLetter['details'], school: School, say: Say) =>
  ({
    kind: 'facts',
    facts: [
      when(startsAt, school, say),
      [say('Dónde', 'Where'), place ?? (link === null ? say('Por confirmar', 'To be confirmed') : say('En línea', 'Online'))] as const,
    ],
  }) as const;
const toWebinar = (webinarId: number, { publicUrl }: School, label: string) =>
  ({ kind: 'button', label, href: `${publicUrl}/events?evento=${webinarId}` }) as const;

export const webinarReminder = (reader: Reader, { webinarId, details, hours }: WebinarLetter & { hours: number }, school: School): Letter =>
  letter(reader, (say) => ({
    subject:
      hours === 1
        ? say(`«${details.title}» empieza en una hora`, `“${details.title}” starts in an hour`)
        : say(`Mañana: «${details.title}»`, `Tomorrow: “${details.title}”`),
    preview: moment(details.startsAt, school.zone, say),
    blocks: [
      {
        kind: 'text',
        text: say(`Te recordamos que tienes un lugar en «${details.title}».`, `A reminder that you have a seat at “${details.title}”.`),
      },
      webinarFacts(details, school, say),
      toWebinar(
        webinarId,
        school,
        details.link === null ? say('Ver el evento', 'See the event') : say('Entrar al evento', 'Enter the event'),
      ),
      {
        kind: 'note',
        text: say(
          'Si no puedes asistir, deja libre tu lugar desde esa página: alguien más puede aprovecharlo.',
          'If you cannot come, give up your seat on that page: somebody else can use it.',
        ),
      },
    ],
  }));

export const webinarChanged = (
  reader: Reader,
  { webinarId, details, before, after }: WebinarLetter & { before: Partial<WebinarDetails>; after: Partial<WebinarDetails> },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say(`Cambió «${details.title}»`, `“${details.title}” changed`),
    preview:
      after.startsAt === undefined
        ? say('Hay datos nuevos del evento.', 'Something about the event changed.')
        : say(`Ahora es el ${moment(details.startsAt, school.zone, say)}`, `It is now on ${moment(details.startsAt, school.zone, say)}`),
    blocks: [
      {
        kind: 'text',
        text: say(
          `El evento «${before.title ?? details.title}» cambió. Así queda:`,
          `The event “${before.title ?? details.title}” changed. This is how it is now:`,
        ),
      },
      webinarFacts(details, school, say),
      ...(before.startsAt === undefined
        ? []
        : [
            {
              kind: 'note',
              text: say(`Antes: ${moment(before.startsAt, school.zone, say)}.`, `Before: ${moment(before.startsAt, school.zone, say)}.`),
            } as const,
          ]),
      toWebinar(webinarId, school, say('Ver el evento', 'See the event')),
      {
        kind: 'note',
        text: say(
          'Tu lugar sigue siendo tuyo. Si ya no puedes asistir, déjalo libre desde esa página.',
          'Your seat is still yours. If you can no longer come, give it up on that page.',
        ),
      },
    ],
  }));

export const webinarCancelled = (
  reader: Reader,
  { webinarId, details, reason }: WebinarLetter & { reason: string | null },
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject: say(`Se canceló «${details.title}»`, `“${details.title}” was cancelled`),
    preview: reason ?? say('El evento ya no se hará.', 'The event will not take place.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          `El evento «${details.title}» del ${moment(details.startsAt, school.zone, say)} se canceló.`,
          `The event “${details.title}” of ${moment(details.startsAt, school.zone, say)} was cancelled.`,
        ),
      },
      ...(reason === null ? [] : [{ kind: 'facts', facts: [[say('Motivo', 'Reason'), reason] as const] } as const]),
      toWebinar(webinarId, school, say('Ver otros eventos', 'See other events')),
    ],
  }));

export const webinarReinstated = (reader: Reader, { webinarId, details }: WebinarLetter, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say(`«${details.title}» sí se hará`, `“${details.title}” takes place`),
    preview: say('El evento sigue en pie y conservas tu lugar.', 'The event takes place and you keep your seat.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          `El evento «${details.title}» sigue en pie, y lo que habías apartado sigue siendo tuyo.`,
          `The event “${details.title}” takes place after all, and what you had reserved is still yours.`,
        ),
      },
      webinarFacts(details, school, say),
      toWebinar(webinarId, school, say('Ver el evento', 'See the event')),
    ],
  }));

export const webinarSeat = (reader: Reader, { webinarId, details }: WebinarLetter, school: School): Letter =>
  letter(reader, (say) => ({
    subject: say(`Tienes lugar en «${details.title}»`, `You have a seat at “${details.title}”`),
    preview: say('Se liberó un lugar y es tuyo.', 'A seat came free and it is yours.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          `Se liberó un lugar en «${details.title}» y es tuyo: ya no estás en la lista de espera.`,
          `A seat came free at “${details.title}” and it is yours: you are no longer on the waiting list.`,
        ),
      },
      webinarFacts(details, school, say),
      toWebinar(webinarId, school, say('Ver el evento', 'See the event')),
      {
        kind: 'note',
        text: say(
          'Si ya no puedes asistir, deja libre tu lugar desde esa página.',
          'If you can no longer come, give up your seat on that page.',
        ),
      },
    ],
  }));
/** Something urgent that the school tells one person. `path`: where it leads. */
export const notice = (
  reader: Reader,
  { title, text, path }: { title: string; text: string; path: string | null },
  { publicUrl }: School,
): Letter =>
  letter(reader, (say) => ({
    subject: title,
    preview: text.slice(0, 120),
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: say('Abrirlo en la escuela', 'Open it at the school'), href: `${publicUrl}${path ?? '/dashboard'}` },
      {
        kind: 'note',
        text: say(
          'Solo lo urgente te llega en cuanto pasa; lo demás, en un resumen al día. En tu perfil eliges qué te llega y por dónde.',
          'Only what is urgent comes as it happens; the rest, in one summary a day. In your profile you choose what you get and how.',
        ),
      },
    ],
  }));
/** What came since yesterday and was not read, in one mail. `stop`: where one press ends these mails. */
export const digest = (
  reader: Reader,
  items: readonly { title: string; text: string; course: string | null }[],
  stop: string,
  school: School,
): Letter =>
  letter(reader, (say) => ({
    subject:
      items.length === 1
        ? (items[0]?.title ?? '')
        : say(`Tienes ${items.length} novedades en la escuela`, `${items.length} things are new at the school`),
    preview: items
      .map(({ title }) => title)
      .join(' · ')
      .slice(0, 120),
    blocks: [
      {
        kind: 'text',
        text:
          items.length === 1
            ? say('Esto es lo nuevo desde ayer:', 'Here is what is new since yesterday:')
            : say('Esto es lo nuevo desde ayer, todo en un solo mensaje:', 'Here is what is new since yesterday, all in one message:'),
      },
      {
        kind: 'facts',
        facts: items
          .slice(0, MOST_IN_DIGEST)
          .map(
            ({ title, text, course }) => [course ?? say('De la escuela', 'From the school'), `${title}\n${text.slice(0, 300)}`] as const,
          ),
      },
      ...(items.length > MOST_IN_DIGEST
        ? [
            {
              kind: 'text',
              text: say(
                `Y ${items.length - MOST_IN_DIGEST} más, que te esperan en la escuela.`,
                `And ${items.length - MOST_IN_DIGEST} more, waiting for you at the school.`,
              ),
            } as const,
          ]
        : []),
      { kind: 'button', label: say('Ver mis notificaciones', 'See my notifications'), href: `${school.publicUrl}/dashboard` },
      {
        kind: 'note',
        text: say(
          'Recibes a lo más un resumen al día, solo cuando hay algo que no has leído. En tu perfil eliges qué te llega y por dónde.',
          'You get at most one summary a day, only when there is something that you have not read. In your profile you choose what you get and how.',
        ),
      },
      { kind: 'link', label: say('Dejar de recibir estos correos', 'Stop these emails'), href: stop },
    ],
  }));
const MOST_IN_DIGEST = 12;

/** The last mail: without a name, because nothing of the person is left. */
export const erased = (at: string, school: School, language: Tongue | null): Letter =>
  letter({ firstName: null, language }, (say) => ({
    subject: say('Tu cuenta fue borrada', 'Your account was erased'),
    preview: say('Tus datos personales ya no existen en la escuela.', 'Your personal data no longer exist at the school.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          'Tu cuenta y tus datos personales quedaron borrados para siempre. Nadie puede recuperarlos, tampoco nosotros.',
          'Your account and your personal data are erased for good. Nobody can bring them back, nor can we.',
        ),
      },
      { kind: 'facts', facts: [when(at, school, say)] },
      {
        kind: 'text',
        text: say(
          'Este es el último mensaje que recibes de nosotros; después de enviarlo olvidamos también esta dirección.',
          'This is the last message that you get from us; after sending it we forget this address, too.',
        ),
      },
      {
        kind: 'text',
        text: say(
          'Gracias por haber aprendido aquí. Si algún día quieres volver, puedes crear una cuenta nueva.',
          'Thank you for having learned here. If you ever want to come back, you can create a new account.',
        ),
      },
      { kind: 'button', label: say('Ir a la escuela', 'Go to the school'), href: school.publicUrl },
    ],
  }));

/** To somebody who was given a course or a bundle; they may have no account. */
export const gift = (
  reader: Reader,
  { code, title, from, message }: { code: string; title: string; from: string | null; message: string | null },
  { publicUrl }: School,
): Letter => {
  const giver = greetable(from);
  const who = giver ?? sayTo(reader)('Alguien', 'Somebody');
  return letter(reader, (say) => ({
    subject: say(`${who} te regaló «${title}»`, `${who} gave you “${title}”`),
    preview: say('Acéptalo con un clic y empieza cuando quieras.', 'Accept it with one click and start whenever you like.'),
    blocks: [
      {
        kind: 'text',
        text: say(
          `${who} te regaló «${title}». Acéptalo con tu cuenta, o crea una gratis, y es tuyo.`,
          `${who} gave you “${title}”. Accept it with your account, or create one for free, and it is yours.`,
        ),
      },
      ...(message ? paragraphs(message) : []),
      { kind: 'button', label: say('Abrir mi regalo', 'Open my gift'), href: `${publicUrl}/regalos/${code}` },
      {
        kind: 'note',
        text: say(
          'El regalo se acepta una sola vez. Si no conoces a quien te lo manda, ignora este mensaje.',
          'The gift is accepted once. If you do not know who sends it, ignore this message.',
        ),
      },
    ],
  }));
};
