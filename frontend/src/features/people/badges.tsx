import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../../backend/api/contract/people.ts';
import { roleKey } from '../../lib/roles.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import './people.css';
import './texts.ts';

export const isPremium = ({ tipo_usuario }: Pick<PersonRow, 'tipo_usuario'>): boolean => tipo_usuario === 2;

export function RoleBadge({ role }: { role: number }) {
  const { t } = useTranslation();
  const key = roleKey(role);
  return <StatusTag tone={key === 'admin' ? 'now' : key === 'student' ? 'empty' : 'info'}>{t(`role.${key}`)}</StatusTag>;
}

export function StateBadge({ person }: { person: Pick<PersonRow, 'is_active' | 'invitacion'> }) {
  const { t } = useTranslation('people');
  if (!person.is_active) return <StatusTag tone="error">{t('inactive')}</StatusTag>;
  return person.invitacion === null ? <StatusTag tone="ok">{t('active')}</StatusTag> : <StatusTag tone="info">{t('invited')}</StatusTag>;
}

export function PlanBadge({ person }: { person: Pick<PersonRow, 'tipo_usuario'> }) {
  const { t } = useTranslation();
  return <StatusTag tone={isPremium(person) ? 'premium' : 'neutral'}>{t(isPremium(person) ? 'plan.premium' : 'plan.basic')}</StatusTag>;
}
