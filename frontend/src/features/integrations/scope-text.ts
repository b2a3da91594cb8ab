import type { KeyScope } from '../../../../backend/api/contract/policy.ts';

type Dashed<S extends string> = S extends `${infer Thing}.${infer Act}` ? `${Thing}-${Act}` : never;
/** The part of a message's key that names what a key may do: dots divide those of messages. */
export const scopeText = (scope: KeyScope) => scope.replace('.', '-') as Dashed<KeyScope>;
