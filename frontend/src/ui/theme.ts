import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const agave: MantineColorsTuple = [
  '#e6f6f1',
  '#d0ebe2',
  '#a3d7c6',
  '#73c2a9',
  '#4bb090',
  '#31a480',
  '#1f9e78',
  '#0f7f68',
  '#0b6b57',
  '#085545',
];
const bugambilia: MantineColorsTuple = [
  '#fdeaf3',
  '#f7d2e3',
  '#eea2c5',
  '#e66fa6',
  '#df468b',
  '#db2c7a',
  '#d91d71',
  '#c11062',
  '#b0185e',
  '#960448',
];

export const theme = createTheme({
  primaryColor: 'agave',
  primaryShade: { light: 8, dark: 7 },
  colors: { agave, bugambilia },
  autoContrast: true,
  fontFamily: 'var(--cuerpo)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--titulo)', fontWeight: '700' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Mantine's own variables point at our tokens, so that a component never brings a second palette. */
const map: Record<string, string> = {
  '--mantine-color-body': 'var(--papel)',
  '--mantine-color-text': 'var(--tinta)',
  '--mantine-color-dimmed': 'var(--tinta2)',
  '--mantine-color-default': 'var(--hoja)',
  '--mantine-color-default-hover': 'var(--arena)',
  '--mantine-color-default-color': 'var(--tinta)',
  '--mantine-color-default-border': 'var(--borde)',
  '--mantine-color-placeholder': 'var(--tinta2)',
  '--mantine-color-error': 'var(--rojo)',
  '--mantine-color-anchor': 'var(--agave)',
  '--mantine-primary-color-filled': 'var(--agave)',
  '--mantine-primary-color-filled-hover': 'var(--agave-fuerte)',
  '--mantine-primary-color-contrast': 'var(--sobre-agave)',
  '--mantine-primary-color-light': 'var(--agave-suave)',
  '--mantine-primary-color-light-hover': 'var(--agave-suave)',
  '--mantine-primary-color-light-color': 'var(--agave-fuerte)',
};
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: map, dark: map });
