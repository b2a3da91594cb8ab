import { IconPlus } from '@tabler/icons-react';
import './texts.ts';
import './course-groups.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { GroupMember, ManagedGroup } from '../../../../backend/api/contract/groups.ts';
import { api } from '../../api/api.ts';
import { CourseCrumb } from '../../domain/course-crumb.tsx';
import { formatDay } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { command } from '../../live/live.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { GroupForm } from './group-form.tsx';
import { Members } from './members.tsx';
import { MoveForm } from './move-form.tsx';

const tones = { 'por-empezar': 'info', 'en-curso': 'now', terminado: 'neutral', cancelado: 'error' } as const;
type Doing =
  | { does: 'plan' }
  | { does: 'move'; group: ManagedGroup; person: GroupMember }
  | { does: 'edit' | 'cancel' | 'reinstate' | 'members'; group: ManagedGroup };

/** The groups of a course, for who teaches it: planned, edited, cancelled, and who is in each. */
export function Component() {
  const { t } = useTranslation('courseGroups');
  const user = useSessionUser();
  const asked = Number(useAddress().get('curso'));
  if (Number.isInteger(asked) && asked > 0) return <OfCourse key={asked} courseId={asked} />;
  return (
    <Page title={t('title')}>
      <Empty
        title={t('choose')}
        action={
          <Link className="btn" to={user.user_role === role.admin ? paths.adminCourses : paths.instructorCourses}>
            {t('toCourses')}
          </Link>
        }
      >
        {t('chooseText')}
      </Empty>
    </Page>
  );
}

function OfCourse({ courseId }: { courseId: number }) {
  const { t } = useTranslation('courseGroups');
  const list = api.useManagedGroupsQuery(courseId);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const of = (what: 'edit' | 'cancel' | 'reinstate') => (doing?.does === what ? doing.group : null);
  /** Other groups that people of this group can be moved to. */
  const othersOf = ({ id }: ManagedGroup) =>
    (list.data?.grupos ?? []).filter((one) => one.id !== id && (one.estado === 'por-empezar' || one.estado === 'en-curso'));
  const actsOf = (group: ManagedGroup): RowAct[] => [
    {
      ...{ id: 'personas', label: t('members'), name: t('seeMembersOf', { name: group.nombre }) },
      onAct: () => setDoing({ does: 'members', group }),
    },
    ...(group.estado === 'por-empezar' || group.estado === 'en-curso'
      ? [
          { id: 'editar', label: t('edit'), onAct: () => setDoing({ does: 'edit', group }), writes: true },
          { id: 'cancelar', label: t('cancel'), onAct: () => setDoing({ does: 'cancel', group }), writes: true },
        ]
      : []),
    ...(group.estado === 'cancelado' && Date.parse(group.inicio) > Date.now()
      ? [{ id: 'reanudar', label: t('reinstate'), onAct: () => setDoing({ does: 'reinstate', group }), writes: true }]
      : []),
  ];
  const columns: readonly Column<ManagedGroup>[] = [
    { id: 'nombre', label: t('name'), head: true, cell: ({ nombre }) => <span lang="es">{nombre}</span> },
    {
      id: 'fechas',
      label: t('dates'),
      className: 'group-dates',
      // In the zone in which the group was planned.
      cell: ({ fecha, hora, fin }) => (
        <>
          {t('starts', { date: `${formatDay(fecha, 'year')}, ${hora}` })}
          <span className="table-note">{t('ends', { date: formatDay(fin, 'year') })}</span>
        </>
      ),
    },
    {
      id: 'estado',
      label: t('state'),
      cell: ({ estado, motivo }) => (
        <>
          <StatusTag tone={tones[estado]}>{t(`states.${estado}`)}</StatusTag>
          {motivo ? (
            <span className="table-note" lang="es">
              {motivo}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'lugares',
      label: t('seats'),
      cell: ({ inscritos, apartados, cupo }) => (
        <>
          <span className="num">{t('taken', { taken: inscritos, count: cupo })}</span>
          {apartados > 0 ? <span className="table-note">{t('held', { count: apartados })}</span> : null}
        </>
      ),
    },
    {
      id: 'acciones',
      label: t('acts'),
      acts: true,
      cell: (group) => <RowActs label={t('moreOf', { name: group.nombre })} acts={actsOf(group)} />,
    },
  ];
  return (
    <Page
      title={t('title')}
      breadcrumb={<CourseCrumb courseId={courseId} />}
      lead={t('lead')}
      actions={
        <button data-writes type="button" className="btn" onClick={() => setDoing({ does: 'plan' })}>
          <IconPlus size={18} aria-hidden="true" />
          {t('plan')}
        </button>
      }
    >
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={list.data?.grupos}
        next={null}
        rowId={({ id }) => String(id)}
        query={list}
        failed={t('failed')}
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
        bones={3}
      />
      {doing?.does === 'plan' ? <GroupForm courseId={courseId} group={null} onClose={close} /> : null}
      {of('edit') ? <GroupForm courseId={courseId} group={of('edit')} onClose={close} /> : null}
      {doing?.does === 'members' ? (
        <Members
          courseId={courseId}
          group={doing.group}
          onMove={othersOf(doing.group).length > 0 ? (person) => setDoing({ does: 'move', group: doing.group, person }) : null}
          onClose={close}
        />
      ) : null}
      {doing?.does === 'move' ? (
        <MoveForm
          courseId={courseId}
          from={doing.group}
          person={doing.person}
          groups={othersOf(doing.group)}
          onClose={() => setDoing({ does: 'members', group: doing.group })}
        />
      ) : null}
      <Cancelling courseId={courseId} group={of('cancel')} onClose={close} />
      <Reinstating courseId={courseId} group={of('reinstate')} onClose={close} />
    </Page>
  );
}

/** Asks for the reason, which its members read; the notice offers to take it back. */
function Cancelling({ courseId, group, onClose }: { courseId: number; group: ManagedGroup | null; onClose: () => void }) {
  const { t } = useTranslation('courseGroups');
  const [cancel] = api.useCancelGroupMutation();
  const [reinstate] = api.useReinstateGroupMutation();
  const { save, act } = useSave();
  return (
    <Confirm
      open={group !== null}
      onClose={onClose}
      title={t('cancelTitle')}
      confirmLabel={t('cancelTitle')}
      keepLabel={t('dontCancel')}
      danger
      reason={{ label: t('cancelReason'), required: true, of: `grupo.${courseId}.${group?.id}` }}
      onConfirm={async (motivo) => {
        if (!group) return;
        const { id: groupId, version: ifMatch, inicio } = group;
        await save(() => cancel({ courseId, groupId, body: command({ motivo }, { ifMatch }) }).unwrap(), {
          done: t('cancelled'),
          // A group whose dates have begun cannot be reinstated.
          ...(Date.parse(inicio) > Date.now() && {
            offer: {
              action: {
                label: t('keep'),
                onClick: () =>
                  void act(() => reinstate({ courseId, groupId, body: { motivo: t('undoReason') } }).unwrap(), { done: t('reinstated') }),
              },
            },
          }),
        });
      }}
    >
      <p>{group ? t('cancelText', { name: group.nombre, count: group.inscritos }) : ''}</p>
    </Confirm>
  );
}

/** Asks for the reason, which stands in the history. */
function Reinstating({ courseId, group, onClose }: { courseId: number; group: ManagedGroup | null; onClose: () => void }) {
  const { t } = useTranslation('courseGroups');
  const [reinstate] = api.useReinstateGroupMutation();
  const { save } = useSave();
  return (
    <Confirm
      open={group !== null}
      onClose={onClose}
      title={t('reinstateTitle')}
      confirmLabel={t('reinstateTitle')}
      reason={{ required: true, of: `grupo.${courseId}.${group?.id}.sigue` }}
      onConfirm={(motivo) =>
        group && save(() => reinstate({ courseId, groupId: group.id, body: { motivo } }).unwrap(), { done: t('reinstated') })
      }
    >
      <p>{group ? t('reinstateText', { name: group.nombre }) : ''}</p>
    </Confirm>
  );
}
