import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SchoolFigures, StepPerson } from '../../../../backend/api/contract/figures.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { factsOf } from './step-facts.ts';
import './texts.ts';

const TABLE = 'personas';

interface Props {
  step: SchoolFigures['embudo_compra'][number]['id'];
  /** Of those who paid. */
  paying: boolean;
  days: Pick<SchoolFigures, 'desde' | 'hasta'>;
  onClose: () => void;
}

/** Those whom a step of the funnel counts: as many rows as the figure says. Analysts see their numbers instead of their names. */
export function StepPeople({ step, paying, days, onClose }: Props) {
  const { t } = useTranslation('analytics');
  const isAdmin = useSessionUser().user_role === role.admin;
  const cursor = usePageCursor(TABLE);
  const { desde, hasta } = days;
  const list = api.useStepPeopleQuery({ paso: step, desde, hasta, ...(paying && { compra: '1' }), ...(cursor && { cursor }) });
  const columns: readonly Column<StepPerson>[] = [
    {
      id: 'persona',
      label: t('figures.people.person'),
      head: true,
      cell: ({ id_usuario: id, nombre }) => {
        const name = nombre ?? t('figures.people.number', { id });
        return isAdmin && nombre !== null ? <Link to={`${officePaths.adminPeople}?persona=${id}`}>{name}</Link> : name;
      },
    },
    { id: 'registro', label: t('figures.people.registered'), cell: ({ registro }) => formatDay(registro, 'full') },
    ...(step === 'registros'
      ? []
      : [{ id: 'fecha', label: t(`figures.people.reached.${step}`), cell: ({ fecha }: StepPerson) => formatDay(fecha, 'full') }]),
  ];
  return (
    <Dialog open onClose={onClose} title={t(`figures.steps.${step}`)} side="right">
      <div className="stack">
        <p className="muted" role="status">
          {list.data ? t('figures.people.count', { count: list.data.total, number: formatNumber(list.data.total) }) : ''}
        </p>
        <DataTable
          name={TABLE}
          caption={t(`figures.steps.${step}`)}
          columns={columns}
          rows={list.data?.personas}
          next={list.data?.siguiente ?? null}
          rowId={({ id_usuario }) => String(id_usuario)}
          query={list}
          failed={t('figures.people.failed')}
          empty={<Empty title={t('figures.people.none')} />}
        />
        <p>
          <Link to={factsOf(step)}>{t('figures.people.facts')}</Link>
        </p>
      </div>
    </Dialog>
  );
}
