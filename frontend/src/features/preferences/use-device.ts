import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';

/** `unable`: the browser does not support push messages; `blocked`: the person has blocked them; `asking`: not known yet. */
export type DeviceState = 'asking' | 'unable' | 'blocked' | 'off' | 'on';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
};
const keyOf = (subscription: PushSubscription, name: 'p256dh' | 'auth'): string => {
  const bytes = new Uint8Array(subscription.getKey(name) ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
};
/** The id by which the school knows this browser's push endpoint, without revealing the endpoint. */
const placeOf = async ({ endpoint }: PushSubscription): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
const able = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
/** The person, or the browser on their behalf, did not permit notifications. */
export class NotAllowed extends Error {}

/** Without a service worker (as in development) nothing can show push messages. */
const workerOf = async () => (await navigator.serviceWorker.getRegistration()) ?? null;

/** Whether this browser shows push messages to its person, and how to turn them on and off. `devices`: those that the school knows. */
export function useDevice(userId: number, publicKey: string, devices: readonly { id: string }[]) {
  const [add] = api.useAddPushDeviceMutation();
  const [remove] = api.useRemovePushDeviceMutation();
  const [state, setState] = useState<DeviceState>('asking');
  useEffect(() => {
    let over = false;
    const look = async (): Promise<DeviceState> => {
      if (!able()) return 'unable';
      if (Notification.permission === 'denied') return 'blocked';
      const worker = await workerOf();
      if (!worker) return 'unable';
      const subscription = await worker.pushManager.getSubscription();
      if (!subscription || Notification.permission !== 'granted') return 'off';
      const placeId = await placeOf(subscription);
      return devices.some(({ id }) => id === placeId) ? 'on' : 'off';
    };
    look().then(
      (found) => !over && setState(found),
      () => !over && setState('unable'),
    );
    return () => {
      over = true;
    };
  }, [devices]);
  return {
    state,
    turnOn: async () => {
      if ((await Notification.requestPermission()) !== 'granted') {
        setState(Notification.permission === 'denied' ? 'blocked' : 'off');
        throw new NotAllowed();
      }
      const worker = await workerOf();
      if (!worker) throw new Error('no worker');
      const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
      const { endpoint } = subscription;
      return add({ userId, body: { endpoint, p256dh: keyOf(subscription, 'p256dh'), auth: keyOf(subscription, 'auth') } }).unwrap();
    },
    turnOff: async () => {
      const subscription = await (await workerOf())?.pushManager.getSubscription();
      if (!subscription) return;
      const placeId = await placeOf(subscription);
      await subscription.unsubscribe();
      await remove({ userId, placeId }).unwrap();
    },
  };
}
