import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as letters from '../../backend/commands/mail/letters.ts';
import { greetable, html, type Letter, type Letterhead, webAddress, writeMail } from '../../backend/commands/mail/template.ts';

import type { Tongue } from '../../events/sentences.ts';

const school: letters.School = { publicUrl: 'https://escuela.mx', zone: 'America/Tijuana' };
const from: Letterhead = { name: 'Aulaviva', email: 'hola@escuela.mx', url: 'https://escuela.mx', color: null };
const at = '2026-03-02T17:00:00.000Z';
const lettersIn = (language: Tongue | null): Readonly<Record<string, Letter>> => {
  const ana = { firstName: 'Ana María', language };
  return {
    verification: letters.verification(ana, 'https://escuela.mx/verify-email?token=1.a&b="c"'),
    passwordReset: letters.passwordReset(ana, 'https://escuela.mx/reset-password?token=1'),
    passwordChangedReset: letters.passwordChanged(ana, 'reset', at, school),
    passwordChangedSelf: letters.passwordChanged(ana, 'self', at, school),
    passwordChangedAdministrator: letters.passwordChanged(ana, 'administrator', at, school),
    emailChangedFrom: letters.emailChangedFrom(ana, 'nueva@otra.mx', at, school, 'hola@escuela.mx'),
    emailChangedTo: letters.emailChangedTo(ana, false, at, school),
    emailChangedToConfirmed: letters.emailChangedTo(ana, true, at, school),
    emailChangeAsked: letters.emailChangeAsked(ana, 'https://escuela.mx/verify-email?token=2'),
    emailChangeNotice: letters.emailChangeNotice(ana, 'nueva@otra.mx', at, school),
    newSession: letters.newSession(ana, { device: 'Chrome en Linux', method: 'passkey', at }, school),
    passkeyAdded: letters.wayIn(ana, 'passkeyAdded', at, school),
    passkeyRemoved: letters.wayIn(ana, 'passkeyRemoved', at, school),
    companyLinked: letters.wayIn(ana, 'companyLinked', at, school),
    googleLinked: letters.wayIn(ana, 'googleLinked', at, school),
    logHash: letters.logHash(ana, { events: 12, at, file: 'declaración y firma' }, school),
    logChanged: letters.logChanged(ana, { sound: 3, at, event: { type: 'UserRegistered', position: '42', stream: 'user-4' } }, school),
    erased: letters.erased(at, school, language),
  };
};
const all = lettersIn(null);
const everyOne = [
  ...Object.entries(all),
  ...Object.entries(lettersIn('en')).map(([name, letter]) => [`${name} in English`, letter] as const),
];

test('lines that somebody wrote stay lines, and a title is said once', () => {
  const ana = { firstName: 'Ana', language: null };
  const news = { title: 'Reto de la semana', text: 'Automatiza una tarea.\nCuéntala.', course: null };
  for (const letter of [
    letters.notice(ana, { ...news, path: null }, school),
    letters.digest(ana, [news], 'https://escuela.mx/unsubscribe?token=1', school),
  ]) {
    const mail = writeMail(letter, from);
    expect(mail.html).toMatch(/white-space:pre-line;">[^<]*Automatiza una tarea\.\nCuéntala\.</);
  }
  expect(
    writeMail(letters.notice(ana, { ...news, path: null }, school), from).html.match(
      /<h1[^>]*>Reto de la semana<|<p[^>]*>Reto de la semana/g,
    ),
  ).toHaveLength(1);
});

describe.each(everyOne)('letter %s', (_, letter) => {
  const mail = writeMail(letter, from);
  test('says the same as text and as HTML, with every address in both', () => {
    for (const block of letter.blocks) {
      if (block.kind === 'button' || block.kind === 'link') {
        expect(mail.text).toContain(block.href);
        expect(mail.links).toContain(block.href);
      } else if (block.kind === 'facts') {
        for (const [name, value] of block.facts) {
          expect(mail.text).toContain(`${name}: ${value}`);
          expect(mail.html).toContain(value);
        }
      } else {
        expect(mail.text).toContain(block.text);
        expect(mail.html).toContain(block.text);
      }
    }
    expect(mail.links.length).toBeGreaterThan(0);
  });
  test('fetches nothing, runs nothing, has no table, and turns dark', () => {
    expect(mail.html).not.toMatch(/<(script|img|link|iframe|object|form|table|svg|base)\b|\son\w+=|url\(|@import|javascript:/i);
    expect(mail.html).toContain(`<html lang="${{ es: 'es-MX', en: 'en' }[letter.tongue]}"`);
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('name="viewport"');
    expect(mail.html).toContain('max-width:560px');
  });
});

test('a letter in English has the parts of the Spanish one, and no word of it', () => {
  for (const [name, letter] of Object.entries(lettersIn('en'))) {
    const spanish = all[name];
    expect(
      letter.blocks.map(({ kind }) => kind),
      name,
    ).toEqual(spanish?.blocks.map(({ kind }) => kind));
    expect(letter.subject).not.toBe(spanish?.subject);
    const { text } = writeMail(letter, from);
    const said = text.replaceAll('Ana María', '').replaceAll('declaración y firma', '');
    expect(said, name).not.toMatch(/[áéíóúñ¿¡«»]|\b(?:el|la|los|tu|que|de|para|con)\b/i);
    expect(said).toMatch(/^Hello,/);
  }
});

test('whatever stands in a letter is text in the HTML', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', '>', '"', "'", '&', 'script', 'onload=', '</p>', '\u0000', '\u202e', '{', 'ñ'), { maxLength: 12 }),
      (parts) => {
        const text = parts.join('');
        const letter: Letter = {
          tongue: 'es',
          subject: text,
          preview: text,
          greeting: text,
          blocks: [
            { kind: 'text', text },
            { kind: 'facts', facts: [[text, text]] },
            { kind: 'note', text },
            { kind: 'button', label: text, href: `https://escuela.mx/?a=${encodeURIComponent(text)}&b='"` },
          ],
        };
        const written = writeMail(letter, { ...from, name: text, color: text }).html;
        // As many tags as one whose texts are empty.
        const plain = writeMail(
          {
            tongue: 'es',
            subject: '',
            preview: '',
            greeting: '',
            blocks: [
              { kind: 'text', text: '' },
              { kind: 'facts', facts: [['', '']] },
              { kind: 'note', text: '' },
              { kind: 'button', label: '', href: 'https://escuela.mx/' },
            ],
          },
          { ...from, name: '' },
        ).html;
        const tags = (document: string) => (document.match(/<[a-z!/]/gi) ?? []).length;
        expect(tags(written)).toBe(tags(plain));
        for (const unseen of ['\u0000', '\u202e']) expect(written).not.toContain(unseen);
        expect((written.match(/"/g) ?? []).length).toBe((plain.match(/"/g) ?? []).length);
      },
    ),
  );
});

test('every value in a mail is escaped unless the tag itself made it', () => {
  expect(html`<b>${'<i>'}</b>`.html).toBe('<b>&lt;i&gt;</b>');
  expect(html`<b>${[html`<i>${'&'}</i>`, html`x`]}</b>`.html).toBe('<b><i>&amp;</i>x</b>');
});

test('a link in a mail is a web address, never a script', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'no es una dirección', '//otra.mx'])
    expect(() => webAddress(bad)).toThrow();
  expect(webAddress('https://escuela.mx/a?b=c')).toBe('https://escuela.mx/a?b=c');
});

test('only what can be a name is greeted: no advertisement reaches a stranger through one', () => {
  for (const name of ['Ana', 'Ana María', 'José Ángel', 'Ma. Elena', 'O’Higgins', "D'Angelo", 'Nguyễn Thị', '李 明', ' Ana ', 'Jean-Luc'])
    expect(greetable(name), name).toBe(name.trim().normalize('NFC'));
  for (const name of [
    null,
    '',
    '   ',
    'Gana dinero en premios.example',
    'https://mala.example',
    'www.mala.com',
    'ana@mala.com',
    '<b>Ana</b>',
    'Ana\r\nBcc: otra@mala.mx',
    'Has ganado un premio muy grande hoy',
    'a'.repeat(41),
    'Ana 555 123 4567',
    '\u202eanA',
    '-',
  ])
    expect(greetable(name), String(name)).toBeNull();
  expect(letters.verification({ firstName: 'compra en mala.com', language: null }, 'https://escuela.mx/x').greeting).toBe('Hola:');
});

test('an address is masked so that only its owner knows it', () => {
  expect(letters.masked('ana.lopez@gmail.com')).toBe('a…@g….com');
  expect(letters.masked('ñ@x.edu.mx')).toBe('ñ…@x….mx');
});
