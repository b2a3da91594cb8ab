import { useTranslation } from 'react-i18next';
import { useAddress } from '../../lib/use-address.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AssignByCourse } from './assign-by-course.tsx';
import { AssignByPerson } from './assign-by-person.tsx';
import './texts.ts';

/** The courses of a person, and the people of a course. Which one is in the address. */
export function Component() {
  const { t } = useTranslation('assignments');
  const { get, put } = useAddress();
  const byCourse = get('courseId') !== null || get('ver') === 'curso';
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('parts')}
        value={byCourse ? 'curso' : 'usuario'}
        tabs={[
          { id: 'usuario', label: t('byPerson') },
          { id: 'curso', label: t('byCourse') },
        ]}
        onChange={(id) => put({ ver: id === 'curso' ? id : null, courseId: null })}
      >
        {byCourse ? <AssignByCourse /> : <AssignByPerson />}
      </Tabs>
    </Page>
  );
}
