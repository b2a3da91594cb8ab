import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { LearnersAtRisk } from '../../../../backend/api/contract/teaching.ts';
import { api } from '../../api/api.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Quiet = LearnersAtRisk['personas'][number];

/** Writes to inactive learners by mail, with a prepared text that can be changed: one press is enough. */
export function RemindDialog({ people, onClose, onSent }: { people: readonly Quiet[]; onClose: () => void; onSent: () => void }) {
  const { t } = useTranslation('admin');
  const [remind] = api.useRemindLearnersMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ texto: z.string().trim().min(1, t('remind.missing')).max(1_000) }), [t]);
  const courses = [...new Map(people.map(({ id_curso, curso }) => [id_curso, curso]))];
  const form = useForm({
    schema,
    initial: () => ({ texto: t(courses.length === 1 ? 'remind.text' : 'remind.textMany', { course: courses[0]?.[1] }) }),
  });
  return (
    <FormDialog
      form={form}
      title={t('remind.title', { count: people.length })}
      send={t('remind.send')}
      sending={t('remind.sending')}
      onClose={onClose}
      of="recordatorio"
      onSend={async ({ texto }) => {
        let sent = 0;
        const refused: string[] = [];
        await save(async () => {
          for (const [courseId] of courses) {
            const usuarios = people.filter(({ id_curso }) => id_curso === courseId).map(({ id_usuario }) => id_usuario);
            const { enviados, resultados } = await remind({ courseId, body: { usuarios, texto } }).unwrap();
            sent += enviados;
            refused.push(...resultados.flatMap(({ codigo }) => (codigo === null ? [] : [codigo])));
          }
        });
        if (sent > 0) notify.success(t('remind.done', { count: sent }));
        const [first] = refused;
        if (first !== undefined) notify.error(t('remind.refused', { count: refused.length, detail: textOfCode(first) ?? first }));
        onSent();
      }}
    >
      <p>{people.map(({ nombre, id_usuario }) => nombre ?? t('instructor.risk.nameless', { id: id_usuario })).join(', ')}</p>
      <AreaField name="texto" label={t('remind.label')} hint={t('remind.hint')} maxLength={1_000} rows={7} required />
    </FormDialog>
  );
}
