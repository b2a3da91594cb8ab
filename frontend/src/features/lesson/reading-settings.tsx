import { IconLetterCase, IconMaximize } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/popover.tsx';
import { setReading, sizes, useReading, widths } from './reading.ts';
import './reading.css';

/** A choice among a few values: radio buttons drawn as one control. */
function Choice<Value extends string>({
  label,
  values,
  value,
  words,
  onChange,
}: {
  label: string;
  values: readonly Value[];
  value: Value;
  words: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="reading-choice">
      <legend>{label}</legend>
      <span className="reading-options">
        {values.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            <span>{words(one)}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

/** How this device shows classes: text size, width, focus mode, keyboard shortcuts. */
export function ReadingSettings() {
  const { t } = useTranslation('lesson');
  const { size, width, focus, keys } = useReading();
  return (
    <>
      <Popover
        label={t('reading.open')}
        align="start"
        className="btn ghost"
        button={
          <>
            <IconLetterCase size={22} stroke={1.8} aria-hidden="true" />
            {t('reading.short')}
          </>
        }
      >
        <div className="reading-panel">
          <Choice
            label={t('reading.size')}
            values={sizes}
            value={size}
            words={(one) => t(`reading.sizes.${one}`)}
            onChange={(next) => setReading({ size: next })}
          />
          <Choice
            label={t('reading.width')}
            values={widths}
            value={width}
            words={(one) => t(`reading.widths.${one}`)}
            onChange={(next) => setReading({ width: next })}
          />
          <label className="reading-switch">
            <input type="checkbox" checked={keys} onChange={(event) => setReading({ keys: event.target.checked })} />
            <span>
              {t('reading.keys')}
              <small className="muted">{t('reading.keysHint')}</small>
            </span>
          </label>
        </div>
      </Popover>
      <button type="button" className="btn ghost" aria-pressed={focus} onClick={() => setReading({ focus: !focus })}>
        <IconMaximize size={22} stroke={1.8} aria-hidden="true" />
        {t(focus ? 'reading.leave' : 'reading.focus')}
      </button>
    </>
  );
}
