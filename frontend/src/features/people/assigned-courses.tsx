import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { ExamsSeen } from '../../domain/orders/exams-seen.tsx';
import { formatDate } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Sources, useTier } from './sources.tsx';
import { TakeCourse, type Taking } from './take-course.tsx';
import './people.css';
import './texts.ts';

/** The courses of a person, where each entitlement comes from, and removing one. */
export function AssignedCourses({ person }: { person: Pick<PersonRow, 'id' | 'name'> }) {
  const { t } = useTranslation(['assignments', 'history']);
  const list = api.usePersonCoursesQuery(person.id);
  const tier = useTier();
  const [taking, setTaking] = useState<Taking | null>(null);
  const [seen, setSeen] = useState<{ courseId: number; course: string } | null>(null);
  const [exams, setExams] = useState<{ courseId: number; course: string } | null>(null);
  if (!list.data) return <QueryState of={list} failed={t('theirsFailed')} inline rows={3} />;
  if (list.data.length === 0) return <p className="muted">{t('empty')}</p>;
  return (
    <>
      <ul className="people">
        {list.data.map(({ id_curso, titulo, tipo, fuentes, inscrito, progreso }) => (
          <li key={id_curso} className="people-one">
            <span className="people-who">
              <strong lang="es">{titulo}</strong>
              <span className="muted table-note">
                {tier(tipo)} · {t('since', { date: formatDate(inscrito) })} · {t('progress', { percent: formatNumber(progreso) })}
              </span>
              <Sources of={fuentes} />
            </span>
            <Menu
              label={t('actsOf', { name: titulo })}
              button={<IconDots size={20} aria-hidden="true" />}
              acts={[
                { id: 'history', label: t('history:title'), onAct: () => setSeen({ courseId: id_curso, course: titulo }) },
                { id: 'exams', label: t('exams'), onAct: () => setExams({ courseId: id_curso, course: titulo }) },
                {
                  ...{ id: 'remove', label: t('removeCourse'), writes: true },
                  onAct: () => setTaking({ userId: person.id, name: person.name, courseId: id_curso, course: titulo, sources: fuentes }),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {seen ? (
        <Dialog open onClose={() => setSeen(null)} title={t('history:titleOf', { name: seen.course })} side="right">
          <Suspense>
            <HistoryPart of={{ of: 'enrolment', userId: person.id, courseId: seen.courseId }} />
          </Suspense>
        </Dialog>
      ) : null}
      {exams ? (
        <Dialog open onClose={() => setExams(null)} title={t('examsOf', { course: exams.course })} side="right">
          <ExamsSeen userId={person.id} courseId={exams.courseId} own={false} />
        </Dialog>
      ) : null}
      {taking ? <TakeCourse taking={taking} onClose={() => setTaking(null)} /> : null}
    </>
  );
}
