import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';

/** Questions whose answers contain the present policies and prices (A17). */
export function Faq({ questions }: { questions: SiteRecord['preguntas'] }) {
  const { t } = useTranslation('site');
  if (questions.length === 0) return null;
  return (
    <section className="section questions" id="preguntas" aria-labelledby="preguntas-titulo">
      <div className="wrap questions-grid">
        <div className="stack">
          <h2 id="preguntas-titulo">{t('faq.heading')}</h2>
          <p className="muted">{t('faq.lead')}</p>
        </div>
        <div className="questions-list">
          {questions.map(({ id, pregunta, respuesta, idioma }) => (
            <details key={id} name="preguntas" lang={idioma}>
              <summary>
                <h3>{pregunta}</h3>
              </summary>
              <p>{respuesta}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
