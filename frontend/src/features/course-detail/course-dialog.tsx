import './texts.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSchool } from '../../lib/school.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { CourseButton } from './course-button.tsx';
import { CourseContent } from './course-content.tsx';
import { useCourse } from './use-course.ts';

/** A course in a dialog ('Más información'). Meanwhile the address bar shows the course's own page. */
export function CourseDialog({ courseId, onClose }: { courseId: number | null; onClose: () => void }) {
  const { t } = useTranslation(['catalog', 'common']);
  const outline = useCourse(courseId);
  const course = outline.data?.curso;
  const { nombre } = useSchool();
  useEffect(() => {
    if (!course) return;
    const before = document.title;
    document.title = `${course.nombre} · ${nombre}`;
    return () => {
      document.title = before;
    };
  }, [course, nombre]);
  return (
    <Dialog
      open={courseId !== null}
      onClose={onClose}
      title={course?.nombre ?? t('catalog:course.previewTitle')}
      side="right"
      footer={
        course ? (
          // Navigating to another page leaves the page behind the dialog.
          <Link className="btn alt" to={paths.coursePage(course.slug)} replace>
            {t('catalog:course.page')}
          </Link>
        ) : null
      }
    >
      {outline.data && course ? (
        <CourseContent outline={outline.data} action={<CourseButton course={course} />} />
      ) : (
        <QueryState of={outline} failed={t('catalog:course.loadFailed')}>
          <div className="stack">
            <Bone height={180} radius={14} />
            <Bone height={260} radius={14} />
          </div>
        </QueryState>
      )}
    </Dialog>
  );
}
