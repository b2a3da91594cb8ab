import { headerText } from './port.ts';

/** The sender of all mails. */
export interface Sender {
  name: string;
  address: string;
}
export interface Server {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
  tls: { rejectUnauthorized: boolean };
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** A password may contain a bare percent sign. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/**
 * `smtp://` uses STARTTLS where the server offers it, and requires it before sending a password to another machine; `smtps://` is TLS from the start.
 * `?tls=required` always requires it, `?tls=none` never uses it, `?verify=false` accepts any certificate. null where it is not such an address.
 */
export function readSmtpUrl(text: string): Server | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const tls = url.searchParams.get('tls');
  if ((!secure && url.protocol !== 'smtp:') || !url.hostname || (tls !== null && tls !== 'required' && tls !== 'none')) return null;
  const [user, pass] = [decode(url.username), decode(url.password)];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : user ? 587 : 25),
    secure,
    requireTLS: tls === 'required' || (tls === null && !secure && user !== '' && !isLoopback(url.hostname)),
    ignoreTLS: tls === 'none',
    ...(user !== '' && { auth: { user, pass } }),
    tls: { rejectUnauthorized: url.searchParams.get('verify') !== 'false' },
  };
}

/** `hola@escuela.mx`, or `Mi escuela <hola@escuela.mx>`. null where it is neither. */
export function readSender(text: string): Sender | null {
  const match = /^(?:"?([^"<>]*?)"?\s*<([^<>\s]+)>|([^<>\s"]+))$/.exec(text.trim());
  const address = match?.[2] ?? match?.[3] ?? '';
  return /^[^\s@,;:]+@[^\s@,;:]+$/.test(address) ? { name: headerText(match?.[1] ?? ''), address } : null;
}
