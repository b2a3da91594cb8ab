import { IconHistory } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ManagedSchool } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import type { ArgOf } from '../../lib/calls.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { HistoryDialog, type HistoryOf } from './history.tsx';
import { Contact, Hours, Identity, Mission, Socials, Video } from './school-fields.tsx';
import { movedOf, partsOf, type SchoolValues, schoolForm, touchedOf, valuesOf } from './school-form.ts';
import './site-admin.css';
import { DraftNotice } from './draft-notice.tsx';

/** The school's own data. Only changed parts are sent, and unchanged ones follow the school: two people who change different parts lose nothing. */
export function SchoolPanel({ school }: { school: ManagedSchool }) {
  const { t } = useTranslation('siteAdmin');
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const [uploading, setUploading] = useState(false);
  const [changeSchool] = api.useChangeSchoolMutation();
  const { save, busy } = useSave();
  const latest = useRef(school);
  const form = useForm({
    schema: schoolForm,
    // The contract reports problems as codes.
    words: ({ message }, value) =>
      value === '' || (Array.isArray(value) && value.length === 0) ? t('error.required') : textOfCode(message ?? ''),
    draft: 'sitio.escuela',
    initial: () => valuesOf(latest.current),
  });
  const { getValues, setValue } = form;
  useEffect(() => {
    latest.current = school;
    const values = getValues() as SchoolValues;
    const now = partsOf(school);
    for (const part of movedOf(values, now)) {
      setValue(part, now[part]);
      setValue(`base.${part}`, now[part]);
    }
  }, [school, getValues, setValue]);
  const values = useWatch({ control: form.control }) as SchoolValues;
  const touched = useMemo(() => touchedOf(values), [values]);

  return (
    <section className="stack" aria-label={t('section.escuela')}>
      <div className="site-panel-head">
        <span />
        <button type="button" className="btn alt" onClick={() => setHistory({ of: 'school', name: t('section.escuela') })}>
          <IconHistory size={18} aria-hidden="true" />
          {t('history.title')}
        </button>
      </div>
      {form.restored && touched.length > 0 ? <DraftNotice onDiscard={form.discard} /> : null}
      <Form
        form={form}
        className="site-school"
        onSend={async ({ motivo, ...sent }) => {
          if (touched.length === 0) return form.setError('root.server', { message: t('school.nothing') });
          const body = Object.fromEntries(touched.map((part) => [part, sent[part]])) as ArgOf<'changeSchool'>;
          return save(() => changeSchool({ ...body, ...(motivo && { motivo }) }).unwrap(), { done: t('done.saved'), after: form.discard });
        }}
      >
        <Identity onBusy={setUploading} />
        <Contact />
        <Hours zone={school.zona} />
        <Socials />
        <Mission />
        <Video before={school.video} />
        <div className="card stack site-save">
          <TextField name="motivo" label={t('reason')} optional hint={t('reasonHint')} maxLength={500} />
          <button type="submit" className="btn" disabled={busy || uploading} aria-busy={busy}>
            {t(busy ? 'saving' : 'save')}
          </button>
        </div>
      </Form>
      <HistoryDialog of={history} onClose={() => setHistory(null)} />
    </section>
  );
}
