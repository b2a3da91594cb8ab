import {
  IconArchive,
  IconArrowBackUp,
  IconCertificate,
  IconCopy,
  IconDots,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFileText,
  IconInfoCircle,
  IconPaperclip,
  IconPencil,
  IconStar,
  IconStarOff,
  IconSubtitles,
  IconUpload,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Course } from '../../domain/course.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Menu, type MenuAct } from '../../ui/menu.tsx';
import type { CourseState } from './course-list.ts';
import type { ActKind } from './use-course-acts.ts';

interface Props {
  course: Course;
  state: CourseState;
  busy: boolean;
  onAct: (kind: Exclude<ActKind, 'duplicate'>) => void;
  onDetails: () => void;
  onResources: () => void;
  onVideos: () => void;
  onDuplicate: () => void;
  onDownload: (what: 'package' | 'text') => void;
}

const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The actions on a course. */
export function CourseMenu({ course, state, busy, onAct, onDetails, onResources, onVideos, onDuplicate, onDownload }: Props) {
  const { t } = useTranslation('admin');
  const user = useSessionUser();
  const kind = state === 'archivado' ? 'restore' : state === 'publicado' ? 'unpublish' : 'publish';
  const Figure = { restore: IconArrowBackUp, unpublish: IconEyeOff, publish: IconUpload }[kind];
  const star = course.destacado ? 'unfeature' : 'feature';
  const Star = course.destacado ? IconStarOff : IconStar;
  const acts: MenuAct[] = [
    { id: 'edit', label: t('courses.edit'), icon: <IconPencil {...drawn} />, to: officePaths.editCourse(course.id, user.user_role) },
    { id: 'details', label: t('courses.details.open'), icon: <IconInfoCircle {...drawn} />, onAct: onDetails },
    { id: 'view', label: t('courses.view'), icon: <IconEye {...drawn} />, to: paths.course(course.id) },
    { id: 'resources', label: t('courses.resources'), icon: <IconPaperclip {...drawn} />, onAct: onResources },
    { id: 'videos', label: t('courses.videos'), icon: <IconSubtitles {...drawn} />, onAct: onVideos },
    {
      id: 'groups',
      label: t('courses.groups'),
      icon: <IconUsersGroup {...drawn} />,
      to: officePaths.courseGroups(course.id, user.user_role),
    },
    {
      id: 'certificates',
      label: t('courses.certificates'),
      icon: <IconCertificate {...drawn} />,
      to: officePaths.courseCertificates(course.id, user.user_role),
    },
    { id: kind, label: t(`courses.${kind}`), icon: <Figure {...drawn} />, onAct: () => onAct(kind), disabled: busy, writes: true },
  ];
  if (user.user_role === role.admin && state === 'publicado')
    acts.push({ id: star, label: t(`courses.${star}`), icon: <Star {...drawn} />, onAct: () => onAct(star), disabled: busy, writes: true });
  acts.push(
    { id: 'duplicate', label: t('courses.duplicate'), icon: <IconCopy {...drawn} />, onAct: onDuplicate, disabled: busy, writes: true },
    { id: 'package', label: t('courses.package.download'), icon: <IconDownload {...drawn} />, onAct: () => onDownload('package') },
    { id: 'text', label: t('courses.package.text'), icon: <IconFileText {...drawn} />, onAct: () => onDownload('text') },
  );
  if (state !== 'archivado')
    acts.push({
      id: 'archive',
      label: t('courses.archive'),
      icon: <IconArchive {...drawn} />,
      onAct: () => onAct('archive'),
      disabled: busy,
      writes: true,
    });
  return <Menu label={t('courses.actionsOf', { course: course.nombre })} button={<IconDots size={20} aria-hidden="true" />} acts={acts} />;
}
