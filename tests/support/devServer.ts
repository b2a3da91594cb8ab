import { serve } from '../../backend/process/serve.ts';

/** The school from its sources, without a bundle or a built frontend, which Vite serves (dev.ts). */
await serve(process.env);
