import { entryFile } from '../../events/entry.ts';

/** A process of the school as `npm start` makes one, without building the frontend. */
const { serve } = (await import(
  entryFile(new URL('../../backend/process/serve.ts', import.meta.url)).href
)) as typeof import('../../backend/process/serve.ts');
await serve(process.env);
