import '../../i18n/i18n.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetResources } from '../../lib/use-resource.ts';
import { Component as MailboxPage } from './demo-mailbox-page.tsx';

const mail = {
  to: 'ana@correo.mx',
  subject: 'Confirma tu correo',
  text: 'Hola:',
  links: [] as string[],
  sentAt: '2026-03-02T17:00:00.000Z',
};
let mails: object[] = [];

beforeEach(() => {
  forgetResources();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(mails)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = () =>
  render(
    <MemoryRouter>
      <MailboxPage />
    </MemoryRouter>,
  );

it('shows the HTML of a mail only on demand, in a frame that may do nothing', async () => {
  mails = [{ ...mail, html: '<p>Hola</p><script>parent.stolen = true</script>' }];
  const { container } = show();
  const summary = await screen.findByText('Verlo como llega al correo');
  expect(container.querySelector('iframe')).toBeNull();
  const details = summary.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const frame = screen.getByTitle<HTMLIFrameElement>('Correo: Confirma tu correo');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.getAttribute('srcdoc')).toBe('<p>Hola</p><script>parent.stolen = true</script>');
  expect(frame.getAttribute('src')).toBeNull();
  expect(container.querySelector('script')).toBeNull();
});

it('shows what is not HTML as text, and leads only into this application', async () => {
  mails = [
    {
      ...mail,
      text: '<img src=x onerror=alert(1)>',
      links: ['https://escuela.mx//mala.mx/x', 'javascript:alert(1)', 'https://escuela.mx/profile/security?a=1#b', 'no es una dirección'],
    },
  ];
  const { container } = show();
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(container.querySelector('iframe, img')).toBeNull();
  const targets = [...container.querySelectorAll('li a')].map((link) => link.getAttribute('href'));
  expect(targets).toEqual(['/mala.mx/x', '/', '/profile/security?a=1#b', '/']);
});
