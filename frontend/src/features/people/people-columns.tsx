import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { api } from '../../api/api.ts';
import { formatDate } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Email } from '../../ui/email.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';
import { PlanBadge, RoleBadge, StateBadge } from './badges.tsx';

/** What a row asks the page for. */
export interface PersonRowActs {
  show: (person: PersonRow) => void;
  edit: (person: PersonRow) => void;
  remove: (person: PersonRow) => void;
}

/** The columns of the list of people, with what may be done with each of them. */
export const usePeopleColumns = ({ show, edit, remove }: PersonRowActs): readonly Column<PersonRow>[] => {
  const { t } = useTranslation(['people', 'common']);
  const self = useSessionUser();
  const [resend] = api.useResendInvitationMutation();
  const { act: save } = useSave();
  const actsOf = (person: PersonRow) => [
    { id: 'courses', label: t('acts.courses'), to: officePaths.userCourses(person.id) },
    { id: 'details', label: t('acts.details'), onAct: () => show(person) },
    { id: 'edit', label: t('acts.edit'), onAct: () => edit(person), writes: true },
    ...(person.invitacion === null
      ? []
      : [
          {
            id: 'resend',
            label: t('acts.resend'),
            onAct: () => void save(() => resend(person.id).unwrap(), { done: t('resent', { email: person.email }) }),
            writes: true,
          },
        ]),
    ...(person.id === self.id ? [] : [{ id: 'delete', label: t('acts.delete'), onAct: () => remove(person), writes: true }]),
  ];

  return [
    {
      id: 'usuario',
      label: t('columns.person'),
      head: true,
      cell: (person) => (
        <span className="people-name">
          <Avatar name={person.name} picture={person.profile_picture} size={36} />
          <span>
            <button type="button" className="link" aria-haspopup="dialog" onClick={() => show(person)}>
              {person.name}
            </button>
            <span className="muted table-note">
              {person.username === null || person.username === person.name ? null : <span>{`@${person.username} · `}</span>}
              {person.email === null ? null : <Email address={person.email} />}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'rol',
      label: t('columns.role'),
      className: 'people-badge',
      cell: ({ user_role }) => <RoleBadge role={user_role} />,
    },
    {
      id: 'estado',
      label: t('columns.state'),
      className: 'people-badge',
      cell: (person) => <StateBadge person={person} />,
    },
    { id: 'plan', label: t('columns.plan'), className: 'people-badge', cell: (person) => <PlanBadge person={person} /> },
    {
      id: 'desde',
      label: t('columns.since'),
      className: 'people-badge people-since',
      cell: ({ created_at }) => <Moment at={created_at}>{t('since', { date: formatDate(created_at) })}</Moment>,
    },
    {
      id: 'acciones',
      label: t('columns.acts'),
      acts: true,
      cell: (person) => (
        <Menu label={t('actsOf', { name: person.name })} button={<IconDots size={20} aria-hidden="true" />} acts={actsOf(person)} />
      ),
    },
  ];
};
