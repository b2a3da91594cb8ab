import { IconDots, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CourseMember } from '../../../../backend/api/contract/assignments.ts';
import { api } from '../../api/api.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Email } from '../../ui/email.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { type Choice, Combobox } from '../../ui/select.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { PersonChoice } from './person-choice.tsx';
import { Sources, useTier } from './sources.tsx';
import { TakeCourse, type Taking } from './take-course.tsx';
import './people.css';
import './texts.ts';
import { useAssign } from './use-assign.ts';

/** The people of one course, and adding people to it. */
export function AssignByCourse() {
  const { t } = useTranslation('assignments');
  const { get, put } = useAddress();
  const tier = useTier();
  const courses = api.useListCoursesQuery({ todos: '1' });
  const choices = courses.data?.map(({ id, nombre, tipo }) => ({ id: String(id), label: nombre, detail: tier(tipo) })) ?? [];
  const chosen = choices.find(({ id }) => id === get('courseId')) ?? null;
  return (
    <div className="stack people-part">
      <QueryState of={courses} failed={t('coursesFailed')} inline />
      <Combobox
        label={t('course')}
        placeholder={t('nobody')}
        none={t('noResults')}
        value={chosen}
        choices={choices}
        onChange={(choice) => put({ ver: 'curso', courseId: choice?.id ?? null, pagina: null }, true)}
      />
      {chosen ? <Members key={chosen.id} course={chosen} /> : <p className="muted">{t('chooseCourse')}</p>}
    </div>
  );
}

function Members({ course }: { course: Choice }) {
  const { t } = useTranslation('assignments');
  const cursor = usePageCursor();
  const courseId = Number(course.id);
  const list = api.useCourseMembersQuery({ courseId, limit: 25, ...(cursor && { cursor }) });
  const [taking, setTaking] = useState<Taking | null>(null);
  const [adding, setAdding] = useState(false);
  const columns: readonly Column<CourseMember>[] = [
    {
      id: 'persona',
      label: t('columns.person'),
      head: true,
      cell: ({ id_usuario, nombre, email }) => (
        <>
          <Link to={officePaths.userCourses(id_usuario)}>{nombre}</Link>
          <span className="muted table-note">{email === null ? null : <Email address={email} />}</span>
        </>
      ),
    },
    { id: 'fuente', label: t('columns.source'), cell: ({ fuentes }) => <Sources of={fuentes} /> },
    { id: 'desde', label: t('columns.since'), cell: ({ inscrito }) => <Moment at={inscrito}>{formatDate(inscrito)}</Moment> },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: ({ id_usuario, nombre, fuentes }) => (
        <Menu
          label={t('actsOf', { name: nombre })}
          button={<IconDots size={20} aria-hidden="true" />}
          acts={[
            { id: 'courses', label: t('theirs'), to: officePaths.userCourses(id_usuario) },
            {
              ...{ id: 'remove', label: t('removeCourse'), writes: true },
              onAct: () => setTaking({ userId: id_usuario, name: nombre, courseId, course: course.label, sources: fuentes }),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <div className="people-head">
        <h2>{t('members')}</h2>
        <span className="muted" role="status">
          {list.data ? t('membersCount', { count: list.data.total, shown: formatNumber(list.data.total) }) : ''}
        </span>
        <button data-writes type="button" className="btn" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('addPeople')}
        </button>
      </div>
      <DataTable
        caption={t('members')}
        columns={columns}
        rows={list.data?.personas}
        next={list.data?.siguiente ?? null}
        rowId={({ id_usuario }) => String(id_usuario)}
        query={list}
        failed={t('membersFailed')}
        empty={<Empty title={t('noMembers')}>{t('noMembersText')}</Empty>}
      />
      {taking ? <TakeCourse taking={taking} onClose={() => setTaking(null)} /> : null}
      {adding ? <AddPeople course={course} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function AddPeople({ course, onClose }: { course: Choice; onClose: () => void }) {
  const { t } = useTranslation('assignments');
  const errorText = useErrorText();
  const assign = useAssign();
  const [people, setPeople] = useState<readonly Choice[]>([]);
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('addPeople')}
      confirmLabel={t('confirm')}
      {...(people.length > 0 && { reason: { required: true, of: `curso.${course.id}.personas` } })}
      failureText={(failure) => `${t('addFailed')}${toFailure(failure).code === 'UNKNOWN' ? '' : `. ${errorText(failure)}`}`}
      onConfirm={async (motivo) => {
        if (people.length === 0) return;
        await assign(
          people.map(({ id }) => ({ id_usuario: Number(id), id_curso: Number(course.id), accion: 'agregar' as const })),
          motivo,
          {
            said: (count) => t('peopleAdded', { count }),
            nameOf: ({ id_usuario }) => people.find(({ id }) => id === String(id_usuario))?.label ?? `#${id_usuario}`,
          },
        );
      }}
    >
      <div className="stack">
        <p lang="es">
          <strong>{course.label}</strong>
        </p>
        <PersonChoice
          label={t('addPerson')}
          value={null}
          onChoose={(choice) => {
            if (choice && people.length < 200 && !people.some(({ id }) => id === choice.id)) setPeople([...people, choice]);
          }}
        />
        {people.length > 0 ? (
          <ul className="people" aria-label={t('chosenPeople')}>
            {people.map((one) => (
              <li key={one.id} className="people-one">
                <span className="people-who">
                  {one.label}
                  <span className="muted table-note">{one.detail}</span>
                </span>
                <button
                  type="button"
                  className="btn icon ghost"
                  aria-label={t('takeOff', { name: one.label })}
                  onClick={() => setPeople(people.filter(({ id }) => id !== one.id))}
                >
                  <IconX size={18} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Confirm>
  );
}
