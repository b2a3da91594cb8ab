import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { GroupRecord } from '../../../../backend/api/contract/records/groups.ts';
import { type Course, openedAction } from '../../domain/course.ts';
import { GroupFacts } from '../../domain/groups/group-facts.tsx';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../lib/use-live.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

/** The groups in which the course is taken, each with the way into it for this person. `first`: as they came with the course; then they are followed live. */
export function CourseGroups({ course, first }: { course: Course; first: readonly GroupRecord[] }) {
  const { t } = useTranslation('groups');
  const { user, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const live = useLive(reads.courseGroups, course.id, `grupos:${course.id}`);
  const groups = live.data?.grupos ?? first;
  const action = openedAction(actionOf(course));
  const wayIn = (group: GroupRecord) => {
    const named = (text: string) => t('named', { action: text, group: group.nombre });
    if (action.kind === 'start')
      return (
        <button
          data-writes
          type="button"
          className="btn alt"
          aria-disabled={busy !== null}
          aria-label={named(t('enter'))}
          onClick={() => void enrol(course, group.id)}
        >
          {t('enter')}
        </button>
      );
    if (action.kind === 'buy')
      return (
        <Link className="btn alt" to={paths.checkout(course.id, false, group.id)} aria-label={named(t('buy'))}>
          {t('buy')}
        </Link>
      );
    if (action.kind === 'login')
      return (
        <Link className="btn alt" to={paths.login(paths.course(course.id))} aria-label={named(t('signIn'))}>
          {t('signIn')}
        </Link>
      );
    return null;
  };
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="curso-grupos">
      <h2 id="curso-grupos">{t('title')}</h2>
      {live.data?.mio ? null : <p className="muted">{t(groups.some(({ abierto }) => abierto) ? 'lead' : 'noneOpen')}</p>}
      <ul className="group-list">
        {groups.map((group) => (
          <li key={group.id}>
            <GroupFacts group={group} />
            {group.id === live.data?.mio ? <StatusTag tone="now">{t('yours')}</StatusTag> : group.abierto ? wayIn(group) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
