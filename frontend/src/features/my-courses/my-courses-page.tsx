import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { CodeButton } from '../../domain/code-button.tsx';
import { byActivity, isOpen } from '../../domain/learning.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CourseCard } from './course-card.tsx';
import { Hero } from './hero.tsx';
import { OwnBundles } from './own-bundles.tsx';
import { inTab, merge, nextFor, type ShelfItem, type Tab, tabs } from './shelf.ts';
import { useEnrolment } from './use-enrolment.ts';
import './my-courses.css';
import './texts.ts';

export function Component() {
  const { t } = useTranslation('myCourses');
  const user = useSessionUser();
  const [search, setSearch] = useSearchParams();
  const panel = api.usePanelQuery(user.id);
  const catalogue = api.useListCoursesQuery({});
  const { enrol, busy } = useEnrolment(user);
  const wanted = search.get('ver');
  const tab: Tab = tabs.find((name) => name === wanted) ?? 'todos';
  const enrolments = panel.data && byActivity(panel.data.cursos);
  const shelf = enrolments && (catalogue.data || catalogue.error) ? merge(catalogue.data ?? [], enrolments) : undefined;
  // Read with them, so that it moves nothing that is shown already.
  const bundles = api.useOwnBundlesQuery(user.id);
  const current = enrolments?.find(isOpen) ?? enrolments?.[0];
  const shown = bundles.isLoading ? undefined : shelf?.filter((item) => inTab(tab, item));
  const leading = current && shown?.some(({ course }) => course.id === current.id_curso) ? current : undefined;
  const others = shown?.filter(({ course }) => course.id !== leading?.id_curso) ?? [];
  // What one has and what one could begin are told apart where both are shown.
  const mine = tab === 'todos' && leading ? others.filter(({ enrolment }) => enrolment !== null) : [];
  const offered = mine.length > 0 ? others.filter(({ enrolment }) => enrolment === null) : others;
  const cards = (items: readonly ShelfItem[]) =>
    items.map((item) => (
      <li key={item.course.id}>
        <CourseCard item={item} user={user} busy={busy === item.course.id} onEnrol={() => void enrol(item.course)} />
      </li>
    ));
  const choose = (next: Tab) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'todos') after.delete('ver');
        else after.set('ver', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const none = {
    todos: 'noneAvailable',
    basico: 'none',
    premium: 'none',
    enCurso: 'noneStarted',
    completados: 'noneCompleted',
  } as const;

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <Link className="btn alt" to={paths.searchContent()}>
            {t('search')}
          </Link>
          <CodeButton>{t('code')}</CodeButton>
        </>
      }
    >
      {panel.data ? null : <QueryState of={panel} failed={t('loadError')} />}
      {catalogue.data ? null : <QueryState of={catalogue} failed={t('loadErrorAvailable')} inline />}
      {panel.error && !panel.data ? null : (
        <Tabs
          label={t('tabs.label')}
          value={tab}
          onChange={choose}
          tabs={tabs.map((name) => ({ id: name, label: t(`tabs.${name}`), count: shelf?.filter((item) => inTab(name, item)).length }))}
        >
          {shown && enrolments ? (
            shown.length > 0 ? (
              <div className="stack">
                {leading ? <Hero enrolment={leading} next={nextFor(shelf ?? [], bundles.data?.paquetes ?? [])} /> : null}
                {tab === 'todos' && bundles.data ? <OwnBundles bundles={bundles.data.paquetes} enrolments={enrolments} /> : null}
                {mine.length > 0 ? (
                  <>
                    <h2>{t('mine')}</h2>
                    <ul className="shelf">{cards(mine)}</ul>
                  </>
                ) : null}
                {leading && tab === 'todos' ? <h2>{t('others')}</h2> : null}
                <ul className="shelf">
                  {cards(offered)}
                  {tab === 'todos' || tab === 'premium' ? (
                    <li>
                      <Link className="shelf-shop" to={paths.shop}>
                        <strong className="display">{t('shop')}</strong>
                        <span>{t('shopText')}</span>
                        <span className="btn alt">{t('shopAction')}</span>
                      </Link>
                    </li>
                  ) : null}
                </ul>
              </div>
            ) : (
              <Empty
                title={t(none[tab])}
                action={
                  tab === 'todos' ? null : (
                    <button type="button" className="btn alt" onClick={() => choose('todos')}>
                      {t('showAll')}
                    </button>
                  )
                }
              >
                {tab === 'todos' ? t('noneAvailableText') : null}
              </Empty>
            )
          ) : (
            <Skeleton>
              <CardsSkeleton count={6} height={340} min={260} />
            </Skeleton>
          )}
        </Tabs>
      )}
    </Page>
  );
}
