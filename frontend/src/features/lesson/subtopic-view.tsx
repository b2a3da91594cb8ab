import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatMinutes } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { readingMinutes } from '../../lib/markdown-text.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { useLesson } from './lesson-context.ts';
import { findWords, markRanges, rangeIn } from './notes/quote.ts';
import type { Subtopic } from './walk.ts';

// Loaded on demand: most classes have none.
const ExerciseView = lazyPart(() => import('./exercise/exercise-view.tsx').then((module) => module.ExerciseView));
const QuizView = lazyPart(() => import('./quiz/quiz-view.tsx').then((module) => module.QuizView));

/** Follows a link to a passage of the element's text: the passage is marked and scrolled into view; where the text has changed since, the class is shown from its top. */
function usePassage(text: string | null): React.RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const passage = useSearchParams()[0].get('pasaje');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what stands in the section
  useEffect(() => {
    const root = section.current?.querySelector<HTMLElement>(':scope > .text');
    const found = passage && root ? findWords(root.textContent ?? '', passage) : null;
    const range = found && root ? rangeIn(root, found.from, found.to) : null;
    if (!range) return;
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return markRanges('pasaje', [range]);
  }, [passage, text]);
  return section;
}

/** The content of a class, before its subtopics. */
export function ClassText({ text }: { text: string }) {
  const { t } = useTranslation('lesson');
  return (
    <section ref={usePassage(text)} className="class-text" aria-labelledby="contenido-clase">
      <h2 id="contenido-clase" className="sr">
        {t('class.content')}
      </h2>
      <Markdown>{text}</Markdown>
    </section>
  );
}

/** The text of a subtopic; its video is at the head of the class. */
export function SubtopicView({ subtopic, alone }: { subtopic: Subtopic; alone: boolean }) {
  const { t } = useTranslation('lesson');
  const { mode } = useLesson();
  const { contenido_texto: text, link_video: link, tipo, titulo, descripcion, duracion } = subtopic;
  const section = usePassage(text);
  const reading = text ? readingMinutes(text) : 0;
  const read = reading > 0 && tipo !== 'evaluacion' && tipo !== 'ejercicio' && (!duracion || reading < duracion);
  const facts = [
    t(`subtopic.${tipo}`),
    duracion ? (read ? t('subtopic.whole', { time: formatMinutes(duracion) }) : formatMinutes(duracion)) : null,
    read ? t('subtopic.reading', { count: reading }) : null,
  ].filter(Boolean);
  return (
    <section ref={section} className="subtopic" aria-labelledby={`subtema-${subtopic.id_subtema}`}>
      <h2 lang="es" id={`subtema-${subtopic.id_subtema}`} className={alone ? 'sr' : undefined}>
        {titulo}
      </h2>
      <p className="muted subtopic-facts">{facts.join(' · ')}</p>
      {descripcion ? <p lang="es">{descripcion}</p> : null}
      {text && tipo !== 'ejercicio' ? <Markdown>{text}</Markdown> : null}
      {text && tipo === 'ejercicio' ? (
        <Suspense
          fallback={
            <Skeleton>
              <TextSkeleton lines={9} />
            </Skeleton>
          }
        >
          <ExerciseView key={subtopic.id_subtema} subtopicId={subtopic.id_subtema} text={text} mode={mode} />
        </Suspense>
      ) : null}
      {tipo === 'evaluacion' ? (
        <Suspense
          fallback={
            <Skeleton>
              <TextSkeleton lines={6} />
            </Skeleton>
          }
        >
          <QuizView key={subtopic.id_subtema} subtopicId={subtopic.id_subtema} mode={mode} />
        </Suspense>
      ) : null}
      {!text && !link && tipo !== 'evaluacion' ? <p className="muted">{t('subtopic.empty')}</p> : null}
    </section>
  );
}
