/** Where one browser takes what is pushed to it, and the keys that only it can read with. */
export interface PushPlace {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export interface PushMessage {
  /** What the browser is sent; sealed for it alone. */
  body: string;
  urgent: boolean;
  /** Seconds for which it is of use. */
  ttl: number;
}
/** `gone`: the browser takes nothing there any more. Throws where it may be tried again. */
export type PushOutcome = 'sent' | 'gone';

export interface PushSender {
  send(place: PushPlace, message: PushMessage): Promise<PushOutcome>;
}

const PORTS = ['', '443'];
/** Services of browsers stand in the public web, by a name, over https: nothing else is ever asked (what the name leads to is looked at when it is). */
export const isPushEndpoint = (address: string): boolean => {
  if (address.length > 1_000 || !URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'https:' || username !== '' || password !== '' || !PORTS.includes(port)) return false;
  return (
    /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(hostname) &&
    !/\.(local|localhost|internal|home|lan|test|example|invalid|onion)$/i.test(hostname)
  );
};
