import { useTranslation } from 'react-i18next';
import { useCopy } from '../../lib/use-copy.ts';
import './integrations.css';
import './texts.ts';

/** The settings that most assistants accept, as their file has them. */
export const assistantSettings = (key: string): string =>
  JSON.stringify(
    { mcpServers: { aulaviva: { type: 'http', url: `${window.location.origin}/api/mcp`, headers: { Authorization: `Bearer ${key}` } } } },
    null,
    2,
  );

/** How an assistant of an analyst is connected. */
export function AssistantHelp() {
  const { t } = useTranslation('integrations');
  const settings = assistantSettings('av_…');
  const { copied, copy } = useCopy(() => settings);
  return (
    <details className="assistant-help">
      <summary>{t('keys.assistant')}</summary>
      <div className="stack">
        <p>{t('keys.assistantText')}</p>
        <p>{t('keys.assistantHow')}</p>
        <pre className="mono integrations-example" translate="no">
          {settings}
        </pre>
        <div className="row">
          <button type="button" className="btn alt" onClick={() => void copy()}>
            {t(copied ? 'copied' : 'copy')}
          </button>
        </div>
      </div>
    </details>
  );
}
