import { IconExternalLink, IconFileText, IconPlayerPlay, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ResourceRecord } from '../../../../backend/api/contract/records/courses.ts';
import { api } from '../../api/api.ts';
import { useLesson } from './lesson-context.ts';
import './materials.css';

const kinds = [
  { code: 1, key: 'document', Icon: IconFileText },
  { code: 2, key: 'video', Icon: IconPlayerPlay },
  { code: 3, key: 'tool', Icon: IconTool },
] as const;
const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : '');
const safe = (link: string) => /^(https?:|mailto:|\/)/i.test(link);

/** The resources of a class, by type: documents, videos, tools and others. */
export function Resources({ resources }: { resources: readonly ResourceRecord[] }) {
  const { t } = useTranslation('lesson');
  const { mode } = useLesson();
  const [note] = api.useOpenResourceMutation();
  // Reported beside the browser's own navigation, which does not wait for it. Only for learners: staff who preview a course are not counted.
  const open = (resource: ResourceRecord) => mode === 'learner' && void note(resource.id_recurso);
  const of = (code: number) =>
    resources.filter(({ tipo_recurso }) => (code === 3 ? tipo_recurso !== 1 && tipo_recurso !== 2 : tipo_recurso === code));
  return (
    <section className="materials" aria-labelledby="recursos">
      <h2 id="recursos">{t('resources.title')}</h2>
      <div className="materials-types">
        {kinds.map(({ code, key, Icon }) =>
          of(code).length > 0 ? (
            <div key={key}>
              <h3>{t(`resources.${key}`)}</h3>
              <ul className="materials-list">
                {of(code).map((resource) => (
                  <li key={resource.id_recurso}>
                    <Icon size={20} stroke={1.7} aria-hidden="true" />
                    {safe(resource.link_recurso) ? (
                      <a
                        href={resource.link_recurso}
                        target="_blank"
                        rel="noopener noreferrer"
                        onClick={() => open(resource)}
                        onAuxClick={(event) => event.button === 1 && open(resource)}
                      >
                        {resource.titulo}
                        <span className="sr"> {t('resources.newTab')}</span>
                        <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
                      </a>
                    ) : (
                      <span lang="es">{resource.titulo}</span>
                    )}
                    <small className="muted">{hostOf(resource.link_recurso)}</small>
                  </li>
                ))}
              </ul>
            </div>
          ) : null,
        )}
      </div>
    </section>
  );
}
