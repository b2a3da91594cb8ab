import { IconEye } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { HistoryPart } from '../../domain/history/history-button.tsx';
import { formatDateTime, formatLongDate, formatRelative } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { leavePast, usePast } from '../../lib/past.ts';
import { homeOf } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { whileLeaving } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Email } from '../../ui/email.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { type Query, QueryState } from '../../ui/query-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PlanBadge, RoleBadge, StateBadge } from './badges.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonPayments } from './person-payments.tsx';
import { PersonSessions } from './person-sessions.tsx';
import '../../domain/past/texts.ts';
import './people.css';
import './texts.ts';

const parts = ['datos', 'cursos', 'pagos', 'sesiones', 'historial'] as const;

/** One person: their record, courses, payments, open sessions and history. */
export function PersonPanel({
  userId,
  part,
  onPart,
  onEdit,
  onClose,
}: {
  userId: number;
  part: string | null;
  onPart: (part: string | null) => void;
  onEdit: (person: PersonRow) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const query = api.useGetPersonQuery(userId);
  const { data } = query;
  const shown = parts.find((one) => one === part) ?? 'datos';
  return (
    <Dialog open onClose={onClose} title={data ? data.name : t('details')} side="right">
      {data ? (
        <Tabs
          label={t('details')}
          value={shown}
          tabs={parts.map((id) => ({ id, label: t(`parts.${id}`) }))}
          onChange={(id) => onPart(id === 'datos' ? null : id)}
        >
          {shown === 'datos' ? <Record person={data} onEdit={() => onEdit(data)} /> : null}
          {shown === 'cursos' ? <PersonCourses person={data} /> : null}
          {shown === 'pagos' ? <PersonPayments person={data} /> : null}
          {shown === 'sesiones' ? <PersonSessions person={data} /> : null}
          {shown === 'historial' ? (
            <Suspense
              fallback={
                <Skeleton>
                  <RowsSkeleton rows={8} />
                </Skeleton>
              }
            >
              <HistoryPart of={{ of: 'person', userId }} />
            </Suspense>
          ) : null}
        </Tabs>
      ) : (
        <Absent query={query} />
      )}
    </Dialog>
  );
}

/** While there is no record: it is loading, it failed, or as of that moment they were not there yet. */
function Absent({ query }: { query: Query }) {
  const { t } = useTranslation(['people', 'past']);
  const past = usePast();
  if (past === null || toFailure(query.error).status !== 404) return <QueryState of={query} failed={t('personFailed')} inline rows={8} />;
  return (
    <Empty
      title={t('notYet')}
      action={
        <button type="button" className="btn" onClick={leavePast}>
          {t('past:today')}
        </button>
      }
    >
      {t('past:as', { date: formatDateTime(past) })} {t('notYetText')}
    </Empty>
  );
}

function Record({ person, onEdit }: { person: PersonRow; onEdit: () => void }) {
  const { t } = useTranslation('people');
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t('fact.name'), person.name],
    [t('columns.person'), person.username === null ? t('unavailable') : `@${person.username}`],
    [
      t('fact.email'),
      person.email === null ? (
        t('unavailable')
      ) : (
        <>
          <a href={`mailto:${person.email}`}>
            <Email address={person.email} />
          </a>
          <span className="muted table-note">{t(person.email_verified ? 'fact.verified' : 'fact.unverified')}</span>
        </>
      ),
    ],
    [t('columns.role'), <RoleBadge key="role" role={person.user_role} />],
    [t('columns.state'), <StateBadge key="state" person={person} />],
    [t('columns.plan'), <PlanBadge key="plan" person={person} />],
    [
      t('fact.registered'),
      <Moment key="at" at={person.created_at}>
        {formatLongDate(person.created_at)}
      </Moment>,
    ],
    ...(person.invitacion === null
      ? []
      : [
          [
            t('fact.invited'),
            <Moment key="invited" at={person.invitacion}>
              {formatRelative(person.invitacion)}
            </Moment>,
          ] as const,
        ]),
    [
      t('fact.phone'),
      person.phone_number === null ? (
        t('unavailable')
      ) : (
        <>
          <a href={`tel:${person.phone_number}`}>{person.phone_number}</a>
          <span className="muted table-note">{t(person.is_phone_verified ? 'fact.verified' : 'fact.unverified')}</span>
        </>
      ),
    ],
    ...(person.country === null ? [] : [[t('fact.country'), person.country] as const]),
  ];
  return (
    <div className="stack">
      <dl className="people-facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </dl>
      <div className="row">
        <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={onEdit}>
          {t('edit.title')}
        </button>
        {person.is_active && person.user_role !== role.admin ? <ViewAs person={person} /> : null}
        <Redo person={person} />
      </div>
    </div>
  );
}
/** Views the school as this person: the page becomes theirs, read-only, until it is ended. */
function ViewAs({ person }: { person: PersonRow }) {
  const { t } = useTranslation('people');
  const [start] = api.useStartViewingMutation();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        <IconEye size={18} stroke={1.7} aria-hidden="true" />
        {t('viewAs.start')}
      </button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={t('viewAs.title', { name: person.name })}
        confirmLabel={t('viewAs.start')}
        reason={{ label: t('viewAs.reason'), required: true, of: `persona.${person.id}.ver` }}
        onConfirm={async (motivo) => {
          const { user_role } = await whileLeaving(() => start({ id_usuario: person.id, motivo }).unwrap());
          globalThis.location.assign(homeOf(user_role));
        }}
      >
        <p>{t('viewAs.text')}</p>
      </Confirm>
    </>
  );
}

/** Builds this person's documents again from their events. */
function Redo({ person }: { person: PersonRow }) {
  const { t } = useTranslation('people');
  const [check] = api.useCheckDocumentsMutation();
  const navigate = useNavigate();
  const action = t(person.user_role === role.student ? 'redo.learner' : 'redo.action');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button data-writes type="button" className="btn alt" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {action}
      </button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={action}
        confirmLabel={t('redo.confirm')}
        reason={{ label: t('viewAs.reason'), required: true, of: `persona.${person.id}.rehacer` }}
        onConfirm={async (motivo) => {
          await check({ id_usuario: person.id, corregir: true, motivo }).unwrap();
          notify.success(t('redo.begun'), {
            action: { label: t('redo.see'), onClick: () => navigate(`${officePaths.projections}?panel=comprobacion`) },
          });
        }}
      >
        <p>{t('redo.text')}</p>
      </Confirm>
    </>
  );
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
