import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMailbox } from '../../backend/integrations/mail/mailbox.ts';
import { createOutbox, type DeadMail, EXPIRED, type Outbox, outboxId, readOutbox } from '../../backend/integrations/mail/outbox.ts';
import { isAddress, type Mail, type Mailer } from '../../backend/integrations/mail/port.ts';
import { createPostOffice } from '../../backend/integrations/mail/postOffice.ts';
import { readSender, readSmtpUrl } from '../../backend/integrations/mail/settings.ts';
import { createSmtp } from '../../backend/integrations/mail/smtp.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const from = { name: 'Escuela Ñandú', address: 'hola@escuela.mx' };
const BACKOFF = [5, 5, 5];

let count = 0;
const mailOf = (more: Partial<Mail> = {}): Mail => {
  const number = String(++count).padStart(12, '0');
  return {
    messageId: `<00000000-0000-5000-8000-${number}.verify-email@escuela.mx>`,
    userId: 7,
    to: 'ana@ejemplo.mx',
    subject: 'Confirma tu correo',
    text: 'Hola, Ñandú:\n\nConfirma — aquí 🎓\n',
    html: '<!doctype html><p>Confirma — aquí 🎓</p>',
    links: [],
    sentAt: '2026-03-02T17:00:00.000Z',
    ...more,
  };
};

function openVault(now?: () => number): { vault: Vault; file: string } {
  const dir = mkdtempSync(join(tmpdir(), 'aulaviva-outbox-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'vault.db');
  const vault = openSqliteVault(file, now);
  onTestFinished(() => vault.close());
  return { vault, file };
}

interface Box {
  outbox: Outbox;
  /** Everything that was logged, as one text. */
  logged(): string;
  stop(): Promise<void>;
}
function runOutbox(vault: Vault, transport: Mailer, options: { backoff?: readonly number[]; now?: () => Date; begin?: boolean } = {}): Box {
  const lines: unknown[] = [];
  const log = (fields: object, message: string) => void lines.push([fields, message]);
  const outbox = createOutbox({
    vault,
    transport,
    now: options.now ?? (() => new Date()),
    logger: { info: log, warn: log },
    backoff: options.backoff ?? BACKOFF,
  });
  const stopping = new AbortController();
  const running = outbox.run(stopping.signal);
  const stop = () => {
    stopping.abort();
    return running;
  };
  onTestFinished(stop);
  return { outbox, logged: () => JSON.stringify(lines), stop };
}
const smtpOf = (server: Pick<TestSmtp, 'url'>) => createSmtp({ url: server.url, from, timeout: 5_000 });
const keys = async (vault: Vault): Promise<string[]> => (await vault.list('outbox', '')).map(({ key }) => key);
/** Noted as sent, and nothing else left of it. */
const isSent = (vault: Vault, mail: Mail) =>
  until(
    async () => (await keys(vault)).filter((key) => key.endsWith(`:${outboxId(mail)}`)).join() === `sent:${outboxId(mail)}`,
    'the mail to be sent',
  );
const deadOf = (vault: Vault, mail: Mail) => until(() => vault.get<DeadMail>('outbox', `dead:${outboxId(mail)}`), 'the dead letter');

describe('delivery', () => {
  test('text and HTML arrive as they were written, in UTF-8, from and to one address, under their Message-ID', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const mail = mailOf({ subject: 'Añadiste una llave — ¿fuiste tú? 🎓' });
    await outbox.send(mail);
    await isSent(vault, mail);
    const [got] = server.received;
    expect(got).toMatchObject({
      from: 'hola@escuela.mx',
      to: ['ana@ejemplo.mx'],
      subject: mail.subject,
      text: mail.text.trimEnd(),
      html: mail.html,
    });
    expect(got?.header('message-id')).toEqual([mail.messageId]);
    expect(got?.header('to')).toEqual(['ana@ejemplo.mx']);
    expect(got?.header('from')[0]).toContain('<hola@escuela.mx>');
    expect(got?.header('auto-submitted')).toEqual(['auto-generated']);
    expect(Date.parse(got?.header('date')[0] ?? '')).toBe(Date.parse(mail.sentAt));
  });

  test('what was sent leaves no address and no text behind, and is not sent again', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    const first = runOutbox(vault, smtpOf(server));
    const mail = mailOf();
    await first.outbox.send(mail);
    await isSent(vault, mail);
    expect(JSON.stringify(await vault.list('outbox', ''))).not.toMatch(/ejemplo\.mx|Confirma/);
    await first.outbox.send(mail);
    await first.stop();
    const again = runOutbox(vault, smtpOf(server));
    await again.outbox.send(mail);
    const other = mailOf();
    await again.outbox.send(other);
    await until(() => server.received.length === 2, 'the other mail');
    expect(server.received.map((got) => got.header('message-id')[0])).toEqual([mail.messageId, other.messageId]);
  });

  test('mails put in before anything ran are sent by whoever runs next', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    const idle = createOutbox({ vault, transport: smtpOf(server), now: () => new Date(), logger: { info() {}, warn() {} } });
    for (let i = 0; i < 5; i++) await idle.send(mailOf());
    expect(server.received).toEqual([]);
    runOutbox(vault, smtpOf(server));
    await until(() => server.received.length === 5, 'five mails');
  });

  test('STARTTLS is used where it is offered, and the password goes with it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'aulaviva-tls-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    const server = await openSmtp(
      {},
      {
        disabledCommands: [],
        key: readFileSync(key),
        cert: readFileSync(cert),
        authMethods: ['PLAIN'],
        onAuth: ({ username, password }, _, done) => done(null, username === 'ana@x' && password === 'p%:@ß' ? { user: 'ana' } : {}),
      },
    );
    const { vault } = openVault();
    const url = `smtp://${encodeURIComponent('ana@x')}:${encodeURIComponent('p%:@ß')}@127.0.0.1:${server.port}`;
    const strict = runOutbox(vault, createSmtp({ url: `${url}?tls=required`, from }), { backoff: [60_000] });
    const mail = mailOf();
    await strict.outbox.send(mail);
    await until(async () => (await readOutbox(vault, Date.now())).rows.length === 1, 'the refusal of a certificate nobody signed');
    expect(server.received).toEqual([]);
    await strict.stop();
    const lax = runOutbox(openVault().vault, createSmtp({ url: `${url}?tls=required&verify=false`, from }));
    await lax.outbox.send(mail);
    await until(() => server.received.length === 1, 'the mail over TLS');
    expect(server.received[0]).toMatchObject({ secure: true, user: 'ana' });
  });

  test('where TLS is demanded and not offered, nothing is sent in clear', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, createSmtp({ url: `${server.url}?tls=required`, from }), { backoff: [60_000] });
    await outbox.send(mailOf());
    const { rows } = await until(async () => {
      const found = await readOutbox(vault, Date.now());
      return found.rows.length === 1 && found;
    }, 'the failure');
    expect(rows[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(server.received).toEqual([]);
  });
});

describe('failures', () => {
  test('a server that says "later" is asked again, and gets the same mail', async () => {
    const offered: string[] = [];
    const server = await openSmtp({
      onMail(mail) {
        offered.push(mail.raw);
        return offered.length < 3 ? [451, '4.3.0 try again later'] : null;
      },
    });
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const mail = mailOf();
    await outbox.send(mail);
    await isSent(vault, mail);
    expect(server.received).toHaveLength(1);
    expect(offered).toHaveLength(3);
    for (const raw of offered) expect(raw).toContain(`Message-ID: ${mail.messageId}`);
    expect((await vault.get<{ attempts: number }>('outbox', `sent:${outboxId(mail)}`))?.value.attempts).toBe(3);
  });

  test('a server that says "never" makes a dead letter at once; others go on', async () => {
    const server = await openSmtp({
      onRecipient: (address) => (address.startsWith('nadie') ? [550, `5.1.1 <${address}>: no such user here`] : null),
    });
    const { vault } = openVault();
    const { outbox, logged } = runOutbox(vault, smtpOf(server));
    const bad = mailOf({ to: 'nadie@ejemplo.mx' });
    const good = mailOf();
    await outbox.send(bad);
    await outbox.send(good);
    await until(() => server.received.length === 1, 'the good mail');
    await isSent(vault, good);
    const dead = await deadOf(vault, bad);
    expect(dead.value).toMatchObject({ attempts: 1, error: '550 5.1.1 RCPT TO' });
    expect(server.refused).toBe(1);
    expect(logged()).toContain('550 5.1.1');
    const seen = JSON.stringify(await readOutbox(vault, Date.now()));
    for (const shown of [logged(), seen]) expect(shown).not.toMatch(/nadie|ejemplo\.mx|Confirma|no such user/);
    expect(JSON.parse(seen)).toMatchObject({
      waiting: 0,
      dead: 1,
      rows: [{ id: outboxId(bad), purpose: 'verify-email', userId: 7, state: 'dead', retryable: true }],
    });
    // The event comes again: it stays given up.
    await outbox.send(bad);
    expect(await keys(vault)).not.toContain(`pending:${outboxId(bad)}`);
  });

  test('after the last attempt it is a dead letter, and a person may send it again', async () => {
    let broken = true;
    const server = await openSmtp({ onRecipient: () => (broken ? [451, '4.2.1 mailbox busy'] : null) });
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const mail = mailOf();
    await outbox.send(mail);
    const dead = await deadOf(vault, mail);
    expect(dead.value).toMatchObject({ attempts: BACKOFF.length + 1, error: '451 4.2.1 RCPT TO' });
    expect(server.refused).toBe(BACKOFF.length + 1);
    broken = false;
    await outbox.retry('nothing of that name');
    await outbox.retry(outboxId(mail));
    await isSent(vault, mail);
    await outbox.retry(outboxId(mail));
    expect(server.received.map((got) => got.header('message-id')[0])).toEqual([mail.messageId]);
  });

  test('a retry that was cut off half-way is done when it comes again', async () => {
    const server = await openSmtp({ onRecipient: () => [550, '5.1.1 no'] });
    const { vault } = openVault();
    const { outbox, stop } = runOutbox(vault, smtpOf(server));
    const mail = mailOf();
    await outbox.send(mail);
    const dead = await deadOf(vault, mail);
    await stop();
    // As a crash leaves it: waiting again, and still among the dead.
    const waiting = { mail: dead.value.mail, attempts: 0, due: 0, error: null, round: dead.value.round + 1 };
    await vault.insert('outbox', `pending:${outboxId(mail)}`, waiting);
    server.answers.onRecipient = () => null;
    const next = runOutbox(vault, smtpOf(server));
    await next.outbox.retry(outboxId(mail));
    await isSent(vault, mail);
    expect(server.received).toHaveLength(1);
  });

  test('while the server is away nothing is given up; when it is back all that waits goes out, once', async () => {
    const away = await openSmtp();
    const { port } = away;
    await away.close();
    const { vault } = openVault();
    const { outbox, logged } = runOutbox(vault, createSmtp({ url: `smtp://127.0.0.1:${port}`, from, timeout: 5_000 }));
    const mails = Array.from({ length: 4 }, () => mailOf());
    for (const mail of mails) await outbox.send(mail);
    // Many more rounds than attempts.
    let failures = 0;
    await until(async () => {
      const { rows } = await readOutbox(vault, Date.now());
      if (rows.length > 0) failures++;
      // One is counted while it is on its way.
      expect(rows.every(({ state, attempts, error }) => state === 'waiting' && attempts <= 1 && error !== null)).toBe(true);
      return failures > 20;
    }, 'failures');
    const back = await openSmtp({}, { port });
    await until(() => back.received.length === mails.length, 'all mails');
    expect(back.received.map((got) => got.header('message-id')[0]).toSorted()).toEqual(mails.map(({ messageId }) => messageId));
    expect(logged()).not.toContain('ejemplo.mx');
  });

  test('a password that is not taken is about the server: the mail waits', async () => {
    const server = await openSmtp({}, { disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth: (_, __, done) => done(null, {}) });
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, createSmtp({ url: `smtp://ana:mala@127.0.0.1:${server.port}`, from }));
    await outbox.send(mailOf());
    const { rows } = await until(async () => {
      const found = await readOutbox(vault, Date.now());
      // While it is tried once more, that try counts.
      return found.rows[0]?.attempts === 0 && found;
    }, 'the failure, which used up no attempt');
    expect(rows[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(rows[0]?.error).toMatch(/^535 /);
  });

  test('however many wait, few are read to say so', async () => {
    const { vault } = openVault();
    const transport = { send: async () => {}, forget: async () => {} };
    const outbox = createOutbox({ vault, transport, now: () => new Date(), logger: { info() {}, warn() {} } });
    for (let n = 0; n < 1_000; n++) await outbox.send(mailOf());
    let read = 0;
    const list: Vault['list'] = async (table, prefix, options) => {
      const found = await vault.list<never>(table, prefix, options);
      read += found.length;
      return found;
    };
    const seen = await readOutbox({ list, count: (...of: Parameters<Vault['count']>) => vault.count(...of) } as Vault, Date.now());
    expect(seen).toMatchObject({ waiting: 1_000, dead: 0, rows: [] });
    expect(read).toBeLessThanOrEqual(500);
    await outbox.forget(7);
    expect((await readOutbox(vault, Date.now())).waiting).toBe(0);
  });

  test('one whose sending breaks the connection does not hold up the others', async () => {
    const { vault } = openVault();
    const sent: string[] = [];
    const server = await openSmtp();
    const smtp = smtpOf(server);
    const poison = mailOf({ subject: 'veneno' });
    const { outbox } = runOutbox(vault, {
      ...smtp,
      async send(mail, signal) {
        if (mail.subject === 'veneno') return createSmtp({ url: 'smtp://127.0.0.1:9', from }).send(mail, signal);
        await smtp.send(mail, signal);
        sent.push(mail.messageId);
      },
    });
    await outbox.send(poison);
    const others = Array.from({ length: 3 }, () => mailOf());
    for (const mail of others) await outbox.send(mail);
    await until(() => sent.length === 3, 'the others');
    expect(await keys(vault)).toContain(`pending:${outboxId(poison)}`);
  });

  test('what would come too late is not sent, and nothing of it is kept', async () => {
    const server = await openSmtp();
    let time = Date.parse('2026-03-02T17:00:00.000Z');
    const { vault } = openVault(() => time);
    const { outbox } = runOutbox(vault, smtpOf(server), { now: () => new Date(time) });
    const late = mailOf({ expiresAt: '2026-03-02T18:00:00.000Z' });
    time += 3_600_000;
    await outbox.send(late);
    expect((await deadOf(vault, late)).value).toMatchObject({ error: EXPIRED, mail: null });
    expect((await readOutbox(vault, time)).rows[0]).toMatchObject({ retryable: false });
    expect(server.received).toEqual([]);
  });
});

describe('a crash', () => {
  test('between sending and noting it sends the mail again under the same Message-ID, then it is noted', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    // The process ends the moment the server has taken the mail: nothing more is written.
    let dead = false;
    server.answers.beforeAccepted = () => {
      dead = true;
    };
    const dying: Vault = new Proxy(vault, {
      get: (target, name: keyof Vault) =>
        dead ? () => Promise.reject(new Error('the process is gone')) : (target[name] as (...all: unknown[]) => unknown).bind(target),
    });
    const first = runOutbox(dying, smtpOf(server));
    const mail = mailOf();
    await first.outbox.send(mail);
    await until(() => server.received.length === 1, 'the mail');
    await first.stop();
    expect(await keys(vault)).toEqual([`pending:${outboxId(mail)}`]);

    server.answers.beforeAccepted = () => {};
    const second = runOutbox(vault, smtpOf(server));
    await isSent(vault, mail);
    expect(server.received.map((got) => got.header('message-id')[0])).toEqual([mail.messageId, mail.messageId]);
    expect(server.received[1]?.text).toBe(server.received[0]?.text);
    await second.stop();
  });

  test('a vault that cannot note it does not make this process send it again', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    let failures = 3;
    const weak: Vault = new Proxy(vault, {
      get: (target, name: keyof Vault) => {
        const method = (target[name] as (...all: unknown[]) => unknown).bind(target);
        return (...all: unknown[]) =>
          name === 'put' && String(all[1]).startsWith('sent:') && failures-- > 0 ? Promise.reject(new Error('disk full')) : method(...all);
      },
    });
    const { outbox, logged } = runOutbox(weak, smtpOf(server), { backoff: [1, 1, 1, 1, 1, 1] });
    const mail = mailOf();
    await outbox.send(mail);
    await isSent(vault, mail);
    expect(server.received).toHaveLength(1);
    expect(logged()).toContain('the outbox failed');
  });

  test('one that ends the process each time is given up in the end', async () => {
    const { vault } = openVault();
    const mail = mailOf();
    for (let life = 0; life <= BACKOFF.length; life++) {
      const cut = new AbortController();
      let started = false;
      const box = createOutbox({
        vault,
        // Never answers: as far as the vault can tell the process died in the middle.
        transport: {
          send() {
            started = true;
            return new Promise(() => {});
          },
          async forget() {},
        },
        now: () => new Date(),
        logger: { info() {}, warn() {} },
        backoff: BACKOFF,
      });
      await box.send(mail);
      void box.run(cut.signal);
      await until(() => started, `life ${life}`);
      cut.abort();
    }
    const sent: Mail[] = [];
    runOutbox(vault, {
      async send(one) {
        sent.push(one);
      },
      async forget() {},
    });
    expect((await deadOf(vault, mail)).value).toMatchObject({ error: 'INTERRUPTED', attempts: BACKOFF.length + 1 });
    expect(sent).toEqual([]);
  });

  test('stopping lets a mail that is on its way arrive', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    let stopped: Promise<void> | null = null;
    const box = runOutbox(vault, smtpOf(server));
    server.answers.beforeAccepted = () => {
      stopped = box.stop();
    };
    const mail = mailOf();
    await box.outbox.send(mail);
    await isSent(vault, mail);
    await stopped;
    expect(server.received).toHaveLength(1);
  });
});

describe('whose data are erased', () => {
  test('what waits and what was given up goes, also what is on its way; the farewell goes out and leaves nothing', async () => {
    const server = await openSmtp({ onRecipient: (address) => (address.startsWith('nadie') ? [550, '5.1.1 no'] : null) });
    const { vault, file } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const given = mailOf({ to: 'nadie@borrada.mx' });
    await outbox.send(given);
    await deadOf(vault, given);
    let release = () => {};
    server.answers.beforeAccepted = () => new Promise<void>((done) => (release = done));
    const going = mailOf({ to: 'ana@borrada.mx' });
    await outbox.send(going);
    await until(() => server.received.length === 1, 'the mail on its way');
    const waiting = mailOf({ to: 'ana@borrada.mx' });
    const farewell = mailOf({ to: 'ana@borrada.mx', lastWord: true });
    const other = mailOf({ to: 'eva@ejemplo.mx', userId: 8 });
    for (const mail of [waiting, farewell, other]) await outbox.send(mail);
    const forgotten = outbox.forget(7);
    server.answers.beforeAccepted = () => {};
    release();
    await forgotten;
    await until(() => server.received.length === 3, 'the farewell and the other');
    const ids = server.received.map((got) => got.header('message-id')[0]);
    expect(ids).toEqual([going.messageId, farewell.messageId, other.messageId]);
    await until(async () => (await keys(vault)).every((key) => key.startsWith('sent:')), 'nothing to wait');
    expect(JSON.stringify(await vault.list('outbox', ''))).not.toContain('borrada');
    expect(readFileSync(file, 'latin1')).not.toContain('borrada');
  });

  test('what another reactor, or the clock, puts in after that goes too: into the outbox and the mailbox alike', async () => {
    const { vault } = openVault();
    const mailbox = createMailbox(vault);
    const office = createPostOffice({
      ...{ vault, mailbox, smtp: { url: 'smtp://127.0.0.1:1', from }, now: () => new Date(), logger: { info() {}, warn() {} } },
      isErased: async (userId) => userId === 7,
    });
    await vault.put('meta', 'demo', { end: '2026-03-02T17:00:00.000Z' });
    const later = '2026-03-02T17:30:00.000Z';
    const farewell = mailOf({ sentAt: later, to: 'ana@borrada.mx', lastWord: true });
    const other = mailOf({ sentAt: later, to: 'eva@prueba.mx', userId: 8 });
    for (const mail of [farewell, other, mailOf({ sentAt: later, to: 'ana@borrada.mx' }), mailOf({ to: 'ana@borrada.mx' })])
      await office.send(mail);
    expect(await keys(vault)).toEqual([farewell, other].map((mail) => `pending:${outboxId(mail)}`));
    expect(await mailbox.newestFirst(9)).toEqual([]);
  });

  test('a farewell that nobody takes is given up without its address', async () => {
    const server = await openSmtp({ onRecipient: () => [550, '5.1.1 no'] });
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const farewell = mailOf({ to: 'ana@borrada.mx', lastWord: true });
    await outbox.send(farewell);
    expect((await deadOf(vault, farewell)).value).toMatchObject({ mail: null, error: '550 5.1.1 RCPT TO' });
    expect(JSON.stringify(await vault.list('outbox', ''))).not.toContain('borrada');
    await outbox.retry(outboxId(farewell));
    expect(await keys(vault)).toEqual([`dead:${outboxId(farewell)}`]);
  });
});

describe('hostile content', () => {
  test.each([
    ['a line break in the subject', { subject: 'Hola\r\nBcc: otra@mala.mx\r\n\r\n<script>' }],
    ['a bare line feed', { subject: 'Hola\nBcc: otra@mala.mx' }],
    ['a Unicode line separator', { subject: 'Hola\u2028Bcc: otra@mala.mx\u0085x' }],
    ['an encoded word that hides one', { subject: '=?UTF-8?Q?Hola=0D=0ABcc:_otra@mala.mx?=' }],
    ['a subject without end', { subject: 'ñ'.repeat(10_000) }],
    ['a text that ends the message', { text: 'uno\r\n.\r\nMAIL FROM:<x@mala.mx>\r\n' }],
  ])('%s stays inside the mail', async (_, more) => {
    const server = await openSmtp();
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const mail = mailOf(more);
    await outbox.send(mail);
    await isSent(vault, mail);
    const [got] = server.received;
    expect(server.received).toHaveLength(1);
    expect(got?.to).toEqual(['ana@ejemplo.mx']);
    expect(got?.from).toBe('hola@escuela.mx');
    expect(got?.header('bcc')).toEqual([]);
    expect(got?.header('subject')).toHaveLength(1);
    expect([...(got?.subject ?? '')].length).toBeLessThanOrEqual(150);
  });

  test.each([
    'a@x.mx, b@y.mx',
    'a@x.mx;b@y.mx',
    'a@x.mx b@y.mx',
    'a@x.mx\r\nRCPT TO:<b@y.mx>',
    'a@x.mx>\r\nDATA',
    '<a@x.mx>',
    'Ana <a@x.mx>',
    '"a b"@x.mx',
    'a@x@y.mx',
    'sin arroba',
    '',
    '@x.mx',
    'a@',
    'a\u0000@x.mx',
    `${'a'.repeat(250)}@x.mx`,
  ])('%j is no address: nothing goes out', async (to) => {
    expect(isAddress(to)).toBe(false);
    const server = await openSmtp();
    const { vault } = openVault();
    const { outbox } = runOutbox(vault, smtpOf(server));
    const mail = mailOf({ to });
    await outbox.send(mail);
    expect((await deadOf(vault, mail)).value.error).toBe('ADDRESS');
    expect(server.received).toEqual([]);
    expect(server.refused).toBe(0);
  });

  test('addresses that people have are taken', () => {
    for (const address of ['ana@ejemplo.mx', "o'neil+curso@sub.ejemplo.com.mx", 'ñandú@ejemplo.mx', 'a.b-c_d@x.mx'])
      expect(isAddress(address), address).toBe(true);
  });
});

describe('where mails go', () => {
  test('what the demo school made up, and what is for its people, never leaves', async () => {
    const server = await openSmtp();
    const { vault } = openVault();
    await vault.put('meta', 'demo', { end: '2026-03-02T17:00:00.000Z', loaded: true });
    const stayed: Mail[] = [];
    const mailbox: Mailer = {
      async send(mail) {
        stayed.push(mail);
      },
      async forget() {},
    };
    const office = createPostOffice({
      vault,
      mailbox,
      smtp: { url: server.url, from },
      now: () => new Date('2026-03-02T18:00:00.000Z'),
      logger: { info() {}, warn() {} },
      isErased: async () => false,
    });
    const stopping = new AbortController();
    const running = office.run(stopping.signal);
    const history = mailOf({ sentAt: '2026-02-01T10:00:00.000Z' });
    const toItsPeople = mailOf({ sentAt: '2026-03-02T17:30:00.000Z', to: 'estudiante@demo.mx' });
    const real = mailOf({ sentAt: '2026-03-02T17:30:00.000Z', to: 'ana@prueba.mx' });
    for (const mail of [history, toItsPeople, real]) await office.send(mail);
    await until(() => server.received.length === 1, 'the real one');
    expect(server.received[0]?.to).toEqual(['ana@prueba.mx']);
    expect(stayed).toEqual([history, toItsPeople]);
    stopping.abort();
    await running;
  });

  test('settings: which are taken, and what they mean', () => {
    expect(readSmtpUrl('smtp://correo.mx')).toMatchObject({ host: 'correo.mx', port: 25, secure: false, requireTLS: false });
    expect(readSmtpUrl('smtp://u:p@correo.mx')).toMatchObject({ port: 587, requireTLS: true, auth: { user: 'u', pass: 'p' } });
    expect(readSmtpUrl('smtp://u:p@127.0.0.1:2525')).toMatchObject({ port: 2525, requireTLS: false });
    expect(readSmtpUrl('smtps://u:p@correo.mx')).toMatchObject({ port: 465, secure: true });
    expect(readSmtpUrl('smtp://u:p@correo.mx?tls=none')).toMatchObject({ requireTLS: false, ignoreTLS: true });
    expect(readSmtpUrl('smtp://u:100%@correo.mx')).toMatchObject({ auth: { pass: '100%' } });
    for (const bad of ['', 'correo.mx', 'http://correo.mx', 'smtp://', 'smtp://correo.mx?tls=quizá'])
      expect(readSmtpUrl(bad), bad).toBeNull();
    expect(readSender('hola@escuela.mx')).toEqual({ name: '', address: 'hola@escuela.mx' });
    expect(readSender('Mi Escuela <hola@escuela.mx>')).toEqual({ name: 'Mi Escuela', address: 'hola@escuela.mx' });
    expect(readSender('"Escuela, la mía" <hola@escuela.mx>')).toEqual({ name: 'Escuela, la mía', address: 'hola@escuela.mx' });
    for (const bad of ['', 'escuela', 'a@x.mx, b@y.mx', 'Mi Escuela hola@escuela.mx', '<>', 'a@b@c'])
      expect(readSender(bad), bad).toBeNull();
  });
});
