/** Where one browser receives push messages, and the keys with which only it can read them. */
export interface PushPlace {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export interface PushMessage {
  /** The message for the browser; encrypted for it alone. */
  body: string;
  urgent: boolean;
  /** How many seconds it is useful. */
  ttl: number;
}
/** `gone`: the browser receives nothing there any more. Throws where another try may help. */
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
