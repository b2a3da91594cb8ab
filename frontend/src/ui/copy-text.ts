import { toClipboard } from '../lib/use-copy.ts';
import { notify } from './notify.ts';

/** Copies a text and says so in a notice. `failed`: how to copy it by hand, where the browser refuses. */
export const copyText = async (text: string, { done, failed }: { done: string; failed: string }): Promise<void> =>
  (await toClipboard(text)) ? notify.success(done) : notify.error(failed);
