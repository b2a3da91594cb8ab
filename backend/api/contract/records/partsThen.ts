import { z } from 'zod';

/** A part of a course as it was. `version`: by how many acts it had become what it was, the last of them at `fecha`; `cambios`: how many came since. */
const partThen = z.object({ id: z.number(), titulo: z.string(), version: z.number(), fecha: z.string(), cambios: z.number() });
/** A class as it was, with what it held. */
export const classThen = partThen.extend({ subtemas: z.array(partThen) });
export type ClassThen = z.output<typeof classThen>;
