import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import '../../i18n/i18n.ts';
import '../../i18n/site.ts';
import './below-texts.ts';
import { Sources } from './sources.tsx';

afterEach(cleanup);

const claim = (id: number, lugar: 'empleadores' | 'empresas', cifra: string): SiteRecord['cifras'][number] => ({
  ...{ id, lugar, cifra, rotulo: 'vacantes', fuente: 'Conteo propio', responsable: 'Renata Arriaga', fecha: '2026-10-15' },
});
const channel = (id: number, miembros: number | null, miembros_fuente: string | null) =>
  ({
    id,
    nombre: `Canal ${id}`,
    miembros,
    miembros_al: miembros === null ? null : '2026-11-01',
    miembros_fuente,
  }) as SiteRecord['canales'][number];

// rows: A08, A09, A15
test('one note says where every figure of the page is from, and nothing of what has no figure', () => {
  const said = () => screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
  const channels = [
    channel(1, 1250, 'Recuento de quienes moderan'),
    channel(2, 890, 'Recuento de quienes moderan'),
    channel(3, null, null),
  ];
  const { rerender, container } = render(
    <Sources claims={[claim(1, 'empleadores', '50,000+'), claim(2, 'empresas', '25+')]} channels={channels} />,
  );
  expect(screen.getAllByText('De dónde salen estas cifras')).toHaveLength(1);
  expect(said()).toEqual([
    '50,000+ vacantes: Conteo propio. Renata Arriaga, 15 de octubre de 2026.',
    '25+ vacantes: Conteo propio. Renata Arriaga, 15 de octubre de 2026.',
    'Canales de la comunidad: Personas contadas el 1 de noviembre de 2026. Recuento de quienes moderan.',
  ]);
  // Counted in different ways: each says of which channels.
  rerender(<Sources claims={[]} channels={[channel(1, 1250, 'Recuento de quienes moderan'), channel(2, 890, 'El servidor')]} />);
  expect(said()).toEqual([
    'Canal 1: Personas contadas el 1 de noviembre de 2026. Recuento de quienes moderan.',
    'Canal 2: Personas contadas el 1 de noviembre de 2026. El servidor.',
  ]);
  rerender(<Sources claims={[]} channels={[channel(3, null, null)]} />);
  expect(container.textContent).toBe('');
});
