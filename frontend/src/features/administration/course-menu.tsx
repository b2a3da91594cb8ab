import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPaperclip,
  IconStar,
  IconStarOff,
  IconSubtitles,
  IconUpload,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Course } from '../../lib/course.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { closeMenu, Menu } from '../../ui/menu.tsx';
import type { CourseState } from './course-list.ts';
import type { ActKind } from './use-course-acts.ts';

interface Props {
  course: Course;
  state: CourseState;
  busy: boolean;
  onAct: (kind: ActKind) => void;
  onResources: () => void;
  onVideos: () => void;
}

/** The most likely act as a button, the rest in a menu. */
export function CourseMenu({ course, state, busy, onAct, onResources, onVideos }: Props) {
  const { t } = useTranslation('admin');
  const user = useSessionUser();
  const kind = state === 'archivado' ? 'restore' : state === 'publicado' ? 'unpublish' : 'publish';
  const Figure = { restore: IconArchiveOff, unpublish: IconEyeOff, publish: IconUpload }[kind];
  const star = course.destacado ? 'unfeature' : 'feature';
  const Star = course.destacado ? IconStarOff : IconStar;
  const leave = (go: () => void) => (event: React.MouseEvent) => {
    closeMenu(event.currentTarget);
    go();
  };
  const act = (what: ActKind) => leave(() => onAct(what));
  return (
    <Menu
      label={t('courses.actionsOf', { course: course.nombre })}
      className="btn icon ghost"
      button={<IconDots size={20} aria-hidden="true" />}
    >
      <Link className="menu-option" to={paths.course(course.id)}>
        <IconEye size={18} stroke={1.7} aria-hidden="true" />
        {t('courses.view')}
      </Link>
      <button type="button" className="menu-option" onClick={leave(onResources)}>
        <IconPaperclip size={18} stroke={1.7} aria-hidden="true" />
        {t('courses.resources')}
      </button>
      <button type="button" className="menu-option" onClick={leave(onVideos)}>
        <IconSubtitles size={18} stroke={1.7} aria-hidden="true" />
        {t('courses.videos')}
      </button>
      <button type="button" className="menu-option" onClick={act(kind)} disabled={busy}>
        <Figure size={18} stroke={1.7} aria-hidden="true" />
        {t(`courses.${kind}`)}
      </button>
      {user.user_role === role.admin && state === 'publicado' ? (
        <button type="button" className="menu-option" onClick={act(star)} disabled={busy}>
          <Star size={18} stroke={1.7} aria-hidden="true" />
          {t(`courses.${star}`)}
        </button>
      ) : null}
      {state === 'archivado' ? null : (
        <button type="button" className="menu-option" onClick={act('archive')} disabled={busy}>
          <IconArchive size={18} stroke={1.7} aria-hidden="true" />
          {t('courses.archive')}
        </button>
      )}
    </Menu>
  );
}
