import { expect, it } from 'vitest';
import { motifOf } from './cover-motif.tsx';

it('finds the figure of a subject in its name, then in its category', () => {
  const of = (nombre: string, categoria = '') => motifOf({ nombre, categoria });
  expect(of('Agentes de IA')).toBe('loop');
  expect(of('MCP Servers')).toBe('plug');
  expect(of('IA No-Code')).toBe('blocks');
  expect(of('Fine Tuning LLMs')).toBe('neuron');
  expect(of('Vibe Coding')).toBe('terminal');
  expect(of('Curso de Python')).toBe('code');
  expect(of('Visión por computadora')).toBe('neuron');
  expect(of('Curso nuevo', 'Agentes')).toBe('loop');
  expect(of('Historia del arte', 'Cultura')).toBeNull();
});
