import type { LeadForm as LeadCall, LeadKindName } from '../../../backend/api/contract/leads.ts';
import { call } from '../lib/http.ts';

/** The subject of a request for information. */
export interface LeadAsk {
  kind: LeadKindName;
  /** Its name in the inbox: a course's title, or the subject of the section. */
  subject: string;
  courseId?: number;
  campaign?: string;
  /** Whether the form also asks for an organisation. */
  organisation?: 'company' | 'organisation';
}
export interface LeadPerson {
  name: string;
  email: string;
  phone: string;
  organisation: string;
  message: string;
  /** The honeypot. */
  trap: string;
}
export type LeadProblem = 'required' | 'email' | 'consent';
export type LeadField = 'name' | 'email' | 'phone' | 'organisation' | 'consent';

/** The problems of a form, in the order of its fields. The server checks again. */
export const problemsOf = (
  person: LeadPerson,
  { consent, organisation }: { consent: boolean; organisation: boolean },
): [field: LeadField, problem: LeadProblem][] => {
  const found: [LeadField, LeadProblem][] = [];
  if (!person.name.trim()) found.push(['name', 'required']);
  if (!person.email.trim()) found.push(['email', 'required']);
  else if (!/^[^\s@]+@[^\s@]+$/.test(person.email.trim())) found.push(['email', 'email']);
  if (!person.phone.trim()) found.push(['phone', 'required']);
  if (organisation && !person.organisation.trim()) found.push(['organisation', 'required']);
  if (!consent) found.push(['consent', 'consent']);
  return found;
};

/** Sends it. `at` is when it was first sent: a repeat of the same form has the same time, and is one lead. */
export const sendLead = async (ask: LeadAsk, person: LeadPerson, { consent, at }: { consent: string; at: string }): Promise<void> => {
  const body: LeadCall = {
    curso: ask.subject.slice(0, 200),
    nombre: person.name.trim(),
    correo: person.email.trim(),
    telefono: person.phone.trim(),
    fecha: at,
    tipo: ask.kind,
    consentimiento: consent,
    ...(ask.courseId !== undefined && { id_curso: ask.courseId }),
    ...(person.organisation.trim() && { empresa: person.organisation.trim() }),
    ...(person.message.trim() && { mensaje: person.message.trim() }),
    ...(ask.campaign !== undefined && { campana: ask.campaign }),
    ...(person.trap && { sitio_web: person.trap }),
  };
  await call(calls.captureLead, body);
};
