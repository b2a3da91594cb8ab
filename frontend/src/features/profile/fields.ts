import { type FieldName, fieldLimits } from '../../../../backend/api/contract/choices.ts';

interface FieldRow {
  name: FieldName;
  autoComplete: string;
  /** Greatest length, in characters. */
  max: number;
  /** May be empty. */
  clearable: boolean;
  lines?: number;
  /** An address of the web, with a hint of its own. */
  link?: 'website' | 'github' | 'linkedin';
}

const row = (name: FieldName, autoComplete: string, more: Partial<FieldRow> = {}): FieldRow => ({
  name,
  autoComplete,
  max: fieldLimits[name],
  clearable: name !== 'first_name' && name !== 'username',
  ...more,
});

/** Every text field of the profile, in the order of display. */
export const groups = {
  who: [row('first_name', 'given-name'), row('last_name', 'family-name'), row('username', 'username')],
  place: [
    row('country', 'country-name'),
    row('state_province', 'address-level1'),
    row('city', 'address-level2'),
    row('postal_code', 'postal-code'),
  ],
  about: [
    row('bio', 'off', { lines: 4 }),
    row('website', 'url', { link: 'website' }),
    row('github', 'off', { link: 'github' }),
    row('linkedin', 'off', { link: 'linkedin' }),
  ],
} as const satisfies Record<string, readonly FieldRow[]>;
export type { FieldRow };
