import fc from 'fast-check';
import { LONG } from './scale.ts';

/** Generated cases are the same in each `npm test`, so that what was green stays so; `npm run test:long` makes others. */
if (!LONG) fc.configureGlobal({ seed: 1 });
