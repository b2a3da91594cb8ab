import { serve } from '../../backend/process/serve.ts';

/** A process of the school as `npm start` makes one, without building the frontend. */
await serve(process.env);
