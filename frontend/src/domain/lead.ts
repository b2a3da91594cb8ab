import type { LeadForm as LeadCall, LeadKindName } from '../../../backend/api/contract/leads.ts';
import { call } from '../lib/http.ts';

/** What somebody asks to be written to about. */
export interface LeadAsk {
  kind: LeadKindName;
  /** As the inbox names it: a course's title, or what the section is about. */
  subject: string;
  courseId?: number;
  campaign?: string;
  /** Whether the form also asks for whom one writes: a company, an organisation. */
  organisation?: 'company' | 'organisation';
}
export interface LeadPerson {
  name: string;
  email: string;
  phone: string;
  organisation: string;
  message: string;
  /** Nobody sees this field. */
  trap: string;
}
export type LeadProblem = 'required' | 'email' | 'consent';
export type LeadField = 'name' | 'email' | 'phone' | 'organisation' | 'consent';

/** What keeps a form from being sent, in the order of its fields. The server checks again. */
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

/** Sends it. `at` is when it was first sent: the same form sent again says the same, and is one lead. */
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
