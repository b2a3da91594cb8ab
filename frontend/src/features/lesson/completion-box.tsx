import { useTranslation } from 'react-i18next';
import '../../ui/field.css';
import { useLesson } from './lesson-context.ts';
import type { Class } from './walk.ts';

/** The completion box of a class: shown ticked at once, reverted with the reason where the server refuses. */
export function CompletionBox({ session, compact = false }: { session: Class; compact?: boolean }) {
  const { t } = useTranslation('lesson');
  const { isDone, mark, pending, waiting } = useLesson();
  const done = isDone(session.id_sesion);
  const queued = waiting.has(session.id_sesion);
  const saving = pending.has(session.id_sesion) && !queued;
  const box = (
    <input
      type="checkbox"
      checked={done}
      onChange={(event) => void mark(session.id_sesion, event.target.checked)}
      aria-label={compact ? t('completion.markClass', { class: session.titulo }) : undefined}
      aria-busy={saving}
    />
  );
  if (compact) return <span className="tick">{box}</span>;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands in `box`
    <label className="tick tick-large card" data-done={done || undefined}>
      {box}
      <span className="tick-text">
        <strong>{t(done ? 'completion.done' : 'completion.mark')}</strong>
        <span className="muted">
          {t(queued ? 'completion.waiting' : saving ? 'completion.saving' : done ? 'completion.doneHint' : 'completion.markHint')}
        </span>
      </span>
    </label>
  );
}
