import { useTranslation } from 'react-i18next';
import type { ScholarshipGrantRecord } from '../../../../backend/api/contract/scholarships.ts';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import './texts.ts';

/** Redeemed scholarships, the newest first; those of one code, or all (null). */
export function Grants({ codeId }: { codeId: string | null }) {
  const { t } = useTranslation('scholarships');
  const cursor = usePageCursor('becas');
  const list = api.useListScholarshipGrantsQuery({ limit: 25, ...(codeId !== null && { codigo: codeId }), ...(cursor && { cursor }) });
  const columns: readonly Column<ScholarshipGrantRecord>[] = [
    { id: 'persona', label: t('columns.person'), head: true, cell: ({ persona }) => persona ?? t('erased') },
    { id: 'curso', label: t('columns.course'), cell: ({ curso, id_curso }) => curso ?? `#${id_curso}` },
    { id: 'organizacion', label: t('columns.organisation'), cell: ({ organizacion }) => organizacion ?? t('nameless') },
    { id: 'fecha', label: t('columns.when'), cell: ({ fecha }) => <Moment at={fecha}>{formatRelative(fecha)}</Moment> },
  ];
  return (
    <DataTable
      name="becas"
      caption={t('granted')}
      columns={columns}
      rows={list.data?.otorgadas}
      next={list.data?.siguiente ?? null}
      rowId={({ id_codigo, id_usuario }) => `${id_codigo} ${id_usuario}`}
      query={list}
      failed={t('grantsFailed')}
      empty={<Empty title={t('noGrants')}>{t('noGrantsHint')}</Empty>}
      bones={4}
    />
  );
}
