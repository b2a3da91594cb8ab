import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Vault } from '../vault/port.ts';

/** A passkey as the vault stores it: the public key and its signature counter. */
export interface StoredPasskey {
  userId: number;
  passkeyId: string;
  /** base64url. */
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  /** ISO UTC. */
  createdAt: string;
  usedAt: string | null;
}

/** Loaded on first use: it brings 400 modules, some 20 MB in every thread. */
const library = () => import('@simplewebauthn/server');

interface Challenge {
  challenge: string;
  userId: number | null;
}

/** EdDSA, ES256, RS256: the algorithms of common authenticators. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MS = 5 * 60_000;

/** `rpId`: the host name to which keys are bound; `rpName`: the present name of the school. */
export function createPasskeys(vault: Vault, { rpId, rpName }: { rpId: string; rpName: () => Promise<string> }) {
  const list = async (userId: number) => (await vault.list<StoredPasskey>('passkeys', `${userId}:`)).map(({ value }) => value);
  const remove = async (userId: number, passkeyId: string) => {
    const found = await vault.get<StoredPasskey>('passkeys', `${userId}:${passkeyId}`);
    if (!found) return;
    await vault.remove('passkeys', `id:${found.value.credentialId}`);
    await vault.remove('passkeys', `${userId}:${passkeyId}`);
  };
  /** Redeems a challenge, once. */
  const take = async (key: string): Promise<Challenge | null> => {
    const found = await vault.get<Challenge>('challenges', key);
    if (!found) return null;
    // Of two concurrent uses of one challenge only the first succeeds.
    const mine = await vault.replace<Challenge>('challenges', key, found.revision, { ...found.value, challenge: '' });
    await vault.remove('challenges', key);
    return mine && found.value.challenge !== '' ? found.value : null;
  };

  return {
    /** What the browser needs to create a key for this person; the challenge is valid once, for five minutes, in this session. */
    async beginAdding(
      { userId, name, displayName }: { userId: number; name: string; displayName: string },
      sessionId: string,
      now: Date,
    ): Promise<object> {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: await rpName(),
        rpID: rpId,
        userName: name,
        userDisplayName: displayName,
        userID: new TextEncoder().encode(String(userId)),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: (await list(userId)).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      const challenge: Challenge = { challenge: options.challenge, userId };
      await vault.put('challenges', `add:${sessionId}`, challenge, { expiresAt: now.getTime() + CHALLENGE_MS });
      return options;
    },

    /** Stores the key of a browser's answer; null where the answer cannot be verified. `keep` runs before, and may refuse by throwing. */
    async finishAdding(
      userId: number,
      sessionId: string,
      response: object,
      origin: readonly string[],
      now: Date,
      keep: (passkeyId: string) => Promise<void>,
    ): Promise<StoredPasskey | null> {
      const { verifyRegistrationResponse } = await library();
      const challenge = await take(`add:${sessionId}`);
      if (challenge?.userId !== userId) return null;
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: [...origin],
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null);
      if (!verified?.verified) return null;
      const { credential } = verified.registrationInfo;
      const passkeyId = crypto.randomUUID();
      const stored: StoredPasskey = {
        userId,
        passkeyId,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        createdAt: now.toISOString(),
        usedAt: null,
      };
      // A credential belongs to one person for good: its id cannot be registered for another.
      if (!(await vault.insert('passkeys', `id:${credential.id}`, { userId, passkeyId }))) return null;
      try {
        await vault.put<StoredPasskey>('passkeys', `${userId}:${passkeyId}`, stored);
        await keep(passkeyId);
      } catch (error) {
        await remove(userId, passkeyId);
        throw error;
      }
      return stored;
    },

    async beginSigningIn(now: Date): Promise<{ id: string; options: object }> {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
      const id = crypto.randomUUID();
      const challenge: Challenge = { challenge: options.challenge, userId: null };
      await vault.put('challenges', `login:${id}`, challenge, { expiresAt: now.getTime() + CHALLENGE_MS });
      return { id, options };
    },

    /** The owner of the key that answered; null where it cannot be verified, is nobody's, or its counter went back. */
    async finishSigningIn(id: string, response: object, origin: readonly string[], now: Date): Promise<StoredPasskey | null> {
      const { verifyAuthenticationResponse } = await library();
      const challenge = await take(`login:${id}`);
      const credentialId = (response as { id?: unknown }).id;
      if (!challenge || typeof credentialId !== 'string' || credentialId.length > 1_400) return null;
      const whose = await vault.get<{ userId: number; passkeyId: string }>('passkeys', `id:${credentialId}`);
      const found = whose && (await vault.get<StoredPasskey>('passkeys', `${whose.value.userId}:${whose.value.passkeyId}`));
      if (!found) return null;
      const { value } = found;
      const verified = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge.challenge,
        expectedOrigin: [...origin],
        expectedRPID: rpId,
        credential: { id: value.credentialId, publicKey: Buffer.from(value.publicKey, 'base64url'), counter: value.counter },
        requireUserVerification: true,
      }).catch(() => null);
      if (!verified?.verified) return null;
      const next: StoredPasskey = { ...value, counter: verified.authenticationInfo.newCounter, usedAt: now.toISOString() };
      // Only over the verified revision: a key removed meanwhile does not come back.
      return (await vault.replace<StoredPasskey>('passkeys', `${value.userId}:${value.passkeyId}`, found.revision, next)) ? next : null;
    },

    list,
    remove,
    async removeAll(userId: number): Promise<void> {
      for (const { passkeyId } of await list(userId)) await remove(userId, passkeyId);
    },
  };
}
