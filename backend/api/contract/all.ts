import { administration } from './administration.ts';
import { auth } from './auth.ts';
import { catalogue } from './catalogue.ts';
import { learning } from './learning.ts';
import type { RouteContract } from './route.ts';

/** Every call of the API. */
export const contracts = { ...auth, ...catalogue, ...learning, ...administration } as const;
export const allRoutes: readonly RouteContract[] = Object.values(contracts) as unknown as readonly RouteContract[];
