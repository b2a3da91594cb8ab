import './before-texts.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Course, openedAction } from '../../domain/course.ts';
import { CourseAction } from '../../domain/course-action.tsx';
import { PriceTag } from '../../domain/course-card.tsx';
import { useEnrol } from '../../domain/use-enrol.ts';
import { useEntitlements } from '../../domain/use-entitlements.ts';
import './before.css';

/** On a phone: price and button at the bottom of the window, while neither the page's own ones nor the site's footer are in view. */
export function CourseBar({ course }: { course: Course }) {
  const { t } = useTranslation('before');
  const { user, actionOf } = useEntitlements();
  const { enrol, busy } = useEnrol(user);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const inSight = new Set<Element>();
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inSight.add(target);
        else inSight.delete(target);
      }
      setAway(inSight.size === 0);
    });
    for (const one of document.querySelectorAll('.detail-side, .foot')) watch.observe(one);
    return () => watch.disconnect();
  }, []);
  return (
    <section className="course-bar" aria-label={t('bar')} hidden={!away}>
      <PriceTag course={course} />
      <CourseAction course={course} action={openedAction(actionOf(course))} busy={busy === course.id} onStart={() => void enrol(course)} />
    </section>
  );
}
