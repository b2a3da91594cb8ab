import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { unlockChoices, videoChoices } from '../../../../backend/api/contract/choices.ts';
import { facetValues } from '../../../../backend/api/contract/facets.ts';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { WhatIf } from '../../domain/what-if/what-if.tsx';
import type { ArgOf } from '../../lib/calls.ts';
import { money } from '../../lib/figures.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { CoInstructors } from './co-instructors.tsx';
import { CoverField } from './cover-field.tsx';
import { useEditor, useLocked } from './editor-context.ts';
import { HelpCard } from './help-card.tsx';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';
import { LastChange } from './last-change.tsx';
import { useWrite } from './use-write.ts';

type Course = AuthoringOutline['curso'];
type Body = ArgOf<'updateCourse'>['body'];
const priceText = (amount: number | null) => (amount === null ? '' : amount.toFixed(2));
const priceBody = (typed: string) => (typed === '' ? null : typed);

/** A field of the course itself: what an `InlineField` takes to read it and to save it by itself. */
const useCourseField = () => {
  const { t } = useTranslation(['authoring', 'common']);
  const { outline, courseId } = useEditor();
  const { curso } = outline;
  const update = useWrite('updateCourse');
  const locked = useLocked();
  return (
    name: string,
    textOf: (course: Course) => string,
    bodyOf: (typed: string) => Body,
  ): Pick<InlineFieldProps, 'field' | 'value' | 'read' | 'send' | 'saved' | 'failureText' | 'none' | 'locked' | 'by'> => ({
    field: `curso.${name}`,
    value: textOf(curso),
    read: (now) => textOf(now.curso),
    send: (typed, version) => update({ id: courseId, body: command(bodyOf(typed), { ifMatch: version }) }).unwrap(),
    saved: t('info.saved'),
    failureText: (detail) => t('info.failed', { detail }),
    none: t('field.none'),
    by: curso.modificado,
    locked,
  });
};

const filled = (message: string) => (typed: string) => (typed.trim() === '' ? message : undefined);
const choicesOf = <V extends string>(values: readonly V[], label: (value: V) => string) =>
  values.map((value) => ({ value, label: label(value) }));

/** Name, description, and who teaches it. */
function Basics() {
  const { t } = useTranslation(['authoring', 'common']);
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const { curso } = useEditor().outline;
  const isAdmin = useSessionUser().user_role === role.admin;
  const instructors = api.useInstructorsQuery(undefined, { skip: !isAdmin });
  const of = useCourseField();
  const teachers = useMemo(
    () => (instructors.data?.data ?? []).map((person) => ({ value: String(person.id), label: person.fullName || (person.email ?? '') })),
    [instructors.data],
  );
  return (
    <section className="card stack" aria-labelledby="info-basico">
      <h2 id="info-basico">{t('info.basics')}</h2>
      <dl className="data">
        <InlineField
          {...of(
            'nombre',
            ({ nombre }) => nombre,
            (nombre) => ({ nombre }),
          )}
          label={t('info.name')}
          max={200}
          check={filled(t('empty.title'))}
        />
        <InlineField
          {...of(
            'descripcion',
            ({ descripcion }) => descripcion,
            (descripcion) => ({ descripcion }),
          )}
          label={t('info.description')}
          kind="body"
          max={20_000}
          check={filled(t('empty.description'))}
        />
        {isAdmin ? (
          <InlineField
            {...of(
              'maestro',
              ({ id_maestro }) => (id_maestro === null ? '' : String(id_maestro)),
              (id) => ({ id_maestro: Number(id) }),
            )}
            label={t('info.instructor')}
            shown={curso.instructor ?? t('field.none')}
            options={[{ value: '', label: t('info.choose') }, ...teachers]}
            check={filled(t('empty.instructor'))}
            hint={
              instructors.error ? (
                <span className="field-error" role="alert">
                  {t('info.instructorsFailed', { message: errorText(instructors.error) })}{' '}
                  <button type="button" className="link" onClick={() => void instructors.refetch()}>
                    {common('action.retry')}
                  </button>
                </span>
              ) : undefined
            }
          />
        ) : null}
      </dl>
    </section>
  );
}

/** The picture, and its words for who does not see it. */
function Cover() {
  const { t } = useTranslation(['authoring', 'common']);
  const { curso } = useEditor().outline;
  const locked = useLocked();
  const of = useCourseField();
  return (
    <section className="card stack" aria-labelledby="info-portada">
      <h2 id="info-portada">{t('info.cover')}</h2>
      <CoverField locked={locked} />
      {curso.imagen === null ? null : (
        <dl className="data">
          <InlineField
            {...of(
              'descripcion_imagen',
              ({ descripcion_imagen }) => descripcion_imagen ?? '',
              (descripcion_imagen) => ({ descripcion_imagen }),
            )}
            label={t('cover.words')}
            max={200}
            check={filled(t('cover.wordsNeeded'))}
          />
        </dl>
      )}
    </section>
  );
}

/** Where it stands in the catalogue, and how its modules open. */
function Place() {
  const { t } = useTranslation(['authoring', 'common']);
  const { t: common } = useTranslation();
  const { curso } = useEditor().outline;
  const of = useCourseField();
  return (
    <section className="card stack" aria-labelledby="info-lugar">
      <h2 id="info-lugar">{t('info.place')}</h2>
      <dl className="data">
        <InlineField
          {...of(
            'tipo',
            ({ tipo }) => tipo,
            (tipo) => ({ tipo: tipo as Course['tipo'] }),
          )}
          label={t('info.type')}
          shown={common(`course.tier.${curso.tipo}`)}
          options={choicesOf(['Básico', 'Premium'] as const, (value) => common(`course.tier.${value}`))}
          hint={t('info.typeHint')}
        />
        <InlineField
          {...of(
            'categoria',
            ({ categoria }) => categoria,
            (categoria) => ({ categoria }),
          )}
          label={t('info.category')}
          max={80}
          check={filled(t('empty.category'))}
        />
        <InlineField
          {...of(
            'dificultad',
            ({ dificultad }) => dificultad,
            (dificultad) => ({ dificultad: dificultad as Course['dificultad'] }),
          )}
          label={t('info.difficulty')}
          shown={common(`level.${curso.dificultad}`)}
          options={choicesOf(facetValues.dificultad, (value) => common(`level.${value}`))}
        />
        <InlineField
          {...of(
            'level',
            ({ level }) => level,
            (level) => ({ level: level as Course['level'] }),
          )}
          label={t('info.track')}
          shown={common(`track.${curso.level}`)}
          options={choicesOf(['no-code', 'code'] as const, (value) => common(`track.${value}`))}
        />
        <InlineField
          {...of(
            'duracion',
            ({ duracion }) => duracion ?? '',
            (duration) => ({ duration: duration === '' ? null : duration }),
          )}
          label={t('info.duration')}
          max={80}
          hint={t('info.durationHint')}
        />
        <InlineField
          {...of(
            'ver_videos',
            ({ ver_videos }) => ver_videos,
            (ver_videos) => ({ ver_videos: ver_videos as Course['ver_videos'] }),
          )}
          label={t('info.videos')}
          shown={t(`info.watching.${curso.ver_videos}`)}
          options={choicesOf(videoChoices, (value) => t(`info.watching.${value}`))}
          hint={t('info.videosHint')}
        />
        <InlineField
          {...of(
            'resolver_ejercicios',
            ({ resolver_ejercicios }) => resolver_ejercicios,
            (resolver_ejercicios) => ({ resolver_ejercicios: resolver_ejercicios as Course['resolver_ejercicios'] }),
          )}
          label={t('info.exercises')}
          shown={t(`info.solving.${curso.resolver_ejercicios}`)}
          options={choicesOf(videoChoices, (value) => t(`info.solving.${value}`))}
          hint={t('info.exercisesHint')}
        />
        <InlineField
          {...of(
            'desbloqueo',
            ({ desbloqueo }) => desbloqueo,
            (desbloqueo) => ({ desbloqueo: desbloqueo as Course['desbloqueo'] }),
          )}
          label={t('info.unlock')}
          shown={t(`info.unlocks.${curso.desbloqueo}`)}
          options={choicesOf(unlockChoices, (value) => t(`info.unlocks.${value}`))}
        />
      </dl>
      <WhatIf rule="desbloqueo" cursoId={curso.id_curso} typed={curso.desbloqueo === 'libre' ? '0' : '1'} />
    </section>
  );
}

/** What it costs, and how it is paid. */
function Prices() {
  const { t } = useTranslation(['authoring', 'common']);
  const { t: common } = useTranslation();
  const { curso } = useEditor().outline;
  const of = useCourseField();
  const priced = (typed: string) => (typed === '' || amountOf(typed) !== null ? undefined : t('info.priceWrong'));
  const price = (amount: number | null) =>
    amount === null ? t('info.noPrice') : amount === 0 ? common('course.free') : money(amount, curso.moneda);
  return (
    <section className="card stack" aria-labelledby="info-precio">
      <h2 id="info-precio">{t('info.prices')}</h2>
      <dl className="data">
        <InlineField
          {...of(
            'precio',
            ({ precio }) => priceText(precio),
            (typed) => ({ precio: priceBody(typed) }),
          )}
          label={t('info.price')}
          shown={price(curso.precio)}
          inputMode="decimal"
          max={40}
          check={priced}
          hint={t('info.priceHint', { currency: curso.moneda })}
        />
        <InlineField
          {...of(
            'precio-anterior',
            ({ price: before }) => priceText(before),
            (typed) => ({ price: priceBody(typed) }),
          )}
          label={t('info.previousPrice')}
          shown={curso.price === null ? t('info.noPreviousPrice') : money(curso.price, curso.moneda)}
          inputMode="decimal"
          max={40}
          check={priced}
          hint={t('info.previousPriceHint')}
        />
        <InlineField
          {...of(
            'stripe',
            ({ stripe_price_id }) => stripe_price_id ?? '',
            (typed) => ({ stripe_price_id: typed === '' ? null : typed }),
          )}
          label={t('info.provider')}
          none={t('info.providerNone')}
          max={200}
          hint={t('info.providerHint')}
        />
      </dl>
    </section>
  );
}

/** «Información del Curso»: the course's own fields, each saved separately. */
export function CourseInfo() {
  const { t } = useTranslation(['authoring', 'common']);
  const { outline, courseId } = useEditor();
  const { curso } = outline;
  const { user_role } = useSessionUser();
  return (
    <>
      <HelpCard name="curso" title={t('help.course.title')}>
        <p>{t('help.course.text')}</p>
        <p>{t('help.course.keys')}</p>
      </HelpCard>
      <Basics />
      <CoInstructors />
      <Cover />
      <Place />
      <Prices />
      <footer className="editor-foot muted">
        <span>{t('info.id', { id: courseId })}</span>
        {curso.copia ? (
          <Link to={officePaths.editCourse(curso.copia.id, user_role)}>{t('info.copy', { course: curso.copia.titulo })}</Link>
        ) : null}
        <LastChange edit={curso.modificado} />
      </footer>
    </>
  );
}
