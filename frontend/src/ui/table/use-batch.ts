import '../../i18n/table.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../error-text.ts';
import { notify } from '../notify.ts';
import { useSave } from '../use-save.ts';

interface Batch<Row> {
  rows: readonly Row[];
  send: (row: Row) => Promise<unknown>;
  /** The notice about the changed rows. */
  done: (count: number) => string;
  /** All of them succeeded. */
  after: () => void;
}

/** Applies an action to many rows, one after the other: a refusal does not stop the others, and both counts are reported. */
export const useBatch = () => {
  const { t } = useTranslation('table');
  const errorText = useErrorText();
  const { save, busy } = useSave();
  const run = async <Row>({ rows, send, done, after }: Batch<Row>): Promise<void> => {
    const refused: unknown[] = [];
    await save(async () => {
      for (const row of rows)
        try {
          await send(row);
        } catch (failure) {
          refused.push(failure);
        }
    });
    const went = rows.length - refused.length;
    if (went > 0) notify.success(done(went));
    if (refused.length > 0) notify.error(t('batchFailed', { count: refused.length, detail: errorText(refused[0]) }));
    else after();
  };
  return { run, busy };
};
