import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ChoiceField, RadioField } from '../../ui/form-fields.tsx';
import { type EditedClass, twoDigits, useEditor } from './editor-context.ts';

export interface MoveClassProps {
  klass: EditedClass;
  /** `place`: from 1; absent: after the module's other classes. */
  onMove: (moduleId: number, place?: number) => Promise<unknown>;
  onClose: () => void;
}
/** Chooses the module that a class is moved to, and whether it comes first or last there. */
export function MoveClassDialog({ klass, onMove, onClose }: MoveClassProps) {
  const { t } = useTranslation(['authoring', 'sortable']);
  const { outline } = useEditor();
  const others = outline.modulos.flatMap((module, index) => (module.id_modulo === klass.id_modulo ? [] : [{ module, number: index + 1 }]));
  const schema = useMemo(() => z.object({ modulo: z.coerce.number().int().min(1), lugar: z.enum(['first', 'last']) }), []);
  const form = useForm({
    schema,
    initial: () => ({ modulo: String(others[0]?.module.id_modulo ?? '') as string | number, lugar: 'last' as 'first' | 'last' }),
  });
  return (
    <FormDialog
      form={form}
      of="mover-clase"
      title={t('move.title', { name: klass.titulo })}
      send={t('move.send')}
      sending={t('move.sending')}
      onClose={onClose}
      onSend={({ modulo, lugar }) => onMove(modulo, lugar === 'first' ? 1 : undefined)}
    >
      <ChoiceField name="modulo" label={t('move.module')}>
        {others.map(({ module, number }) => (
          <option key={module.id_modulo} value={module.id_modulo} lang="es">
            {twoDigits(number)} {module.nombre}
          </option>
        ))}
      </ChoiceField>
      <RadioField
        name="lugar"
        label={t('move.place')}
        choices={[
          { value: 'first', label: t('sortable:first') },
          { value: 'last', label: t('sortable:last') },
        ]}
      />
    </FormDialog>
  );
}
