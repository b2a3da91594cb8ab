import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import '../i18n/i18n.ts';
import { Pesos } from './pesos.tsx';

afterEach(cleanup);
const rate = { pesos: 18.355, dia: '2026-11-27' };

// rows: B06, B07
it('says dollars in pesos by the school’s rate, with the rate and its day', () => {
  render(<Pesos amount={50} currency="USD" rate={rate} />);
  expect(screen.getByTitle('Con un dólar a 18.3550 MXN, el 27 de noviembre de 2026. Se cobra en dólares.')).toHaveTextContent('≈ 918 MXN');
});

it('says nothing without a rate, nor of what is in pesos', () => {
  const { container } = render(
    <>
      <Pesos amount={50} currency="USD" rate={null} />
      <Pesos amount={499} currency="MXN" rate={rate} />
    </>,
  );
  expect(container).toBeEmptyDOMElement();
});
