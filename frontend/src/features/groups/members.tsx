import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupMember, ManagedGroup } from '../../../../backend/api/contract/groups.ts';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** Who is in a group, in the order in which they came, and who is paying for a seat in it. */
export function Members({
  courseId,
  group,
  onMove,
  onClose,
}: {
  courseId: number;
  group: ManagedGroup;
  /** null: there is no other group to go to. */
  onMove: ((person: GroupMember) => void) | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('courseGroups');
  const [estado, setEstado] = useState<GroupMember['estado']>('inscrito');
  const list = <List key={estado} courseId={courseId} groupId={group.id} estado={estado} onMove={estado === 'inscrito' ? onMove : null} />;
  return (
    <Dialog open onClose={onClose} title={t('membersOf', { name: group.nombre })} side="right">
      {group.apartados > 0 || estado === 'apartado' ? (
        <Tabs
          label={t('membersOf', { name: group.nombre })}
          value={estado}
          tabs={(['inscrito', 'apartado'] as const).map((id) => ({ id, label: t(`tabs.${id}`) }))}
          onChange={setEstado}
        >
          {list}
        </Tabs>
      ) : (
        list
      )}
    </Dialog>
  );
}

function List({
  courseId,
  groupId,
  estado,
  onMove,
}: {
  courseId: number;
  groupId: number;
  estado: GroupMember['estado'];
  onMove: ((person: GroupMember) => void) | null;
}) {
  const { t } = useTranslation('courseGroups');
  const cursor = usePageCursor(estado);
  const list = api.useGroupMembersQuery({ courseId, groupId, estado, limit: 25, ...(cursor && { cursor }) });
  const columns: readonly Column<GroupMember>[] = [
    { id: 'persona', label: t('person'), head: true, cell: ({ nombre }) => nombre ?? t('erased') },
    { id: 'desde', label: t('since'), cell: ({ desde }) => <Moment at={desde}>{formatRelative(desde)}</Moment> },
    ...(onMove
      ? [
          {
            id: 'acciones',
            label: t('acts'),
            acts: true,
            cell: (person: GroupMember) => (
              <button
                data-writes
                type="button"
                className="btn alt"
                aria-label={t('moveOf', { person: person.nombre ?? t('erased') })}
                onClick={() => onMove(person)}
              >
                {t('move')}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      name={estado}
      caption={t(`tabs.${estado}`)}
      columns={columns}
      rows={list.data?.personas}
      next={list.data?.siguiente ?? null}
      rowId={({ id_usuario }) => String(id_usuario)}
      query={list}
      failed={t('membersFailed')}
      empty={<Empty title={t(estado === 'inscrito' ? 'noMembers' : 'noHeld')} />}
      bones={4}
    />
  );
}
