import { describe, expect, test } from 'vitest';
import { createIntents } from '../../backend/api/calls/intents.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import { file } from '../../backend/commands/files/file.ts';
import { createCompanyAccounts } from '../../backend/commands/identity/companyAccounts.ts';
import { createGoogleAccounts } from '../../backend/commands/identity/googleAccounts.ts';
import { createImports, type ImportRow } from '../../backend/commands/identity/imports.ts';
import type { Provider } from '../../backend/commands/identity/providers.ts';
import { sameAddress, type UserState, user } from '../../backend/commands/identity/user.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { contextOf } from '../../backend/commands/kernel/reactor.ts';
import { createTimer } from '../../backend/commands/kernel/timer.ts';
import { createBatches } from '../../backend/commands/learning/batches.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { createCoupons } from '../../backend/commands/payments/coupons.ts';
import { createPayments } from '../../backend/commands/payments/payments.ts';
import { draftReactor } from '../../backend/commands/reactions/drafts.ts';
import { quizReactor } from '../../backend/commands/reactions/quizzes.ts';
import type { Domain } from '../../backend/domain.ts';
import { createStandIn, inMemory } from '../../backend/integrations/payments/standIn.ts';
import { createStripe } from '../../backend/integrations/payments/stripe.ts';
import { type FileName, fileAddress, filesIn } from '../../events/files.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { memoryDomain, publishedCourse, register, registration, type TestDomain } from '../support/domain.ts';
import { eachInterruption, type Process, processOf, storedStreams } from '../support/interrupted.ts';

/** Commands of several steps, killed at each step and given again, end as one that nothing interrupted. */

const TWO_KEYS = [
  ['by the same command', 'once'],
  ['by another command', null],
] as const;
const asked = (domain: TestDomain, name: string | null): CommandContext =>
  domain.context(name ?? undefined, { actor: { userId: 1, role: 'administrator' } });
const finder =
  ({ commands, reservations }: Domain) =>
  async (address: string): Promise<UserState | null> => {
    for (const holder of await reservations.holders('email', address)) {
      const { state } = await commands.load(user, holder);
      if (sameAddress(state.email, address)) return state;
    }
    return null;
  };
const batchesOf = ({ commands, accounts, learning, authoring }: Domain) => createBatches(commands, accounts, learning, authoring);
const importsOf = (domain: Domain) =>
  createImports(domain.commands, domain.accounts, domain.learning, domain.reservations, batchesOf(domain), finder(domain));
const row = (line: number, name: string, username: string | null, courseId: number): ImportRow => ({
  ...{ line, email: `${name}@ejemplo.mx`, username, firstName: null, lastName: null },
  ...{ role: 'student', plan: 'basic', courses: [courseId] },
});
const same = ({ whole, cut }: Awaited<ReturnType<typeof eachInterruption>>, least: number) => {
  expect(cut.length).toBeGreaterThanOrEqual(least);
  for (const { at, left, answer } of cut) expect({ at, left, answer }).toEqual({ ...whole, at });
};

test('a registration that is interrupted at any step ends as a whole one', async () => {
  const begun = async () => ({ domain: memoryDomain() });
  const done = await eachInterruption(begun, async ({ domain: { accounts, passwords } }, { domain }) => {
    const setPassword = (userId: number) => passwords.set(userId, 'cualquiera');
    return (await accounts.register(registration('ana'), asked(domain, 'once'), setPassword)).userId;
  });
  same(done, 10);
});

describe('an import of people', () => {
  const begun = async () => {
    const domain = memoryDomain();
    await register(domain, 'jefa', { role: 'administrator' });
    const { courseId } = await publishedCourse(domain, [1]);
    const { batchId } = await batchesOf(domain).open('import', asked(domain, 'open'));
    return { domain, courseId, batchId };
  };
  const rows = (courseId: number) => [row(1, 'ana', 'anita', courseId), row(2, 'beto', null, courseId)];

  test.each(TWO_KEYS)('goes on with the names that it had reserved, sent again %s', async (_, key) => {
    const done = await eachInterruption(begun, async ({ domain }, { domain: school, batchId, courseId }) => {
      return (await importsOf(domain).bring(batchId, 0, rows(courseId), asked(school, key))).results;
    });
    same(done, 20);
  });

  test('whose part was cut off before it was recorded is undone with that part', async () => {
    const { cut } = await eachInterruption(begun, async ({ domain }, { domain: school, batchId, courseId }, tries) => {
      if (tries === 0) return void (await importsOf(domain).bring(batchId, 0, rows(courseId), asked(school, null)));
      await batchesOf(domain).undo(batchId, asked(school, null));
      const left: string[] = [];
      for (const userId of [2, 3]) {
        const { status } = (await domain.commands.load(user, userId)).state;
        if (status === 'active' || status === 'inactive') left.push(status);
        if ((await domain.commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled) left.push('enrolled');
      }
      return left;
    });
    expect(cut.length).toBeGreaterThan(20);
    expect(cut.filter(({ answer }) => !Array.isArray(answer) || answer.includes('active') || answer.includes('enrolled'))).toEqual([]);
  });
});

test('of a batch that is run again, what it did before counts as done', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    const courses = [(await publishedCourse(domain, [1])).courseId, (await publishedCourse(domain, [1])).courseId];
    return { domain, userId: await register(domain, 'ana'), courses };
  };
  const given = await eachInterruption(begun, async ({ domain }, { domain: school, userId, courses }) => {
    const items = courses.map((courseId) => ({ userId, courseId, act: 'give' as const }));
    const { batchId, results } = await batchesOf(domain).run(items, asked(school, 'once'), { paid: false });
    return { results, closed: (await school.events(`batch-${batchId}`)).at(-1)?.data };
  });
  same(given, 10);
  const archived = await eachInterruption(begun, async ({ domain }, { domain: school, courses }) => {
    const { batchId, results } = await batchesOf(domain).runCourses('archive', courses, async () => null, asked(school, 'once'));
    return { results, closed: (await school.events(`batch-${batchId}`)).at(-1)?.data };
  });
  same(archived, 10);
});

test('a batch of courses that is undone brings each back whole, by the same command and by another one', async () => {
  for (const [, key] of TWO_KEYS) {
    const begun = async () => {
      const domain = memoryDomain();
      const courses = [(await publishedCourse(domain, [1])).courseId, (await publishedCourse(domain, [1])).courseId];
      const { batchId } = await batchesOf(domain).runCourses('archive', courses, async () => null, asked(domain, 'archive'));
      return { domain, courses, batchId };
    };
    const { whole, cut } = await eachInterruption(begun, async ({ domain }, { domain: school, courses, batchId }, tries) => {
      const { undone } = await batchesOf(domain)
        .undo(batchId, asked(school, key))
        .catch((error: { code?: string }) => {
          // Without its key it is another request, which is told that the batch was undone before.
          if (key === null && tries === 1 && error.code === 'BATCH_UNDONE') return { undone: courses.length };
          throw error;
        });
      const status = await Promise.all(courses.map(async (id) => (await domain.commands.load(course, id)).state.status));
      return { undone, status };
    });
    expect(whole.answer).toEqual({ undone: 2, status: ['published', 'published'] });
    same({ whole, cut }, 10);
  }
});

test('a publication that was cut off goes on and answers as it would have', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const lesson = { title: 'Lección', kind: 'reading', minutes: 5, text: 'Hola', description: '', videoUrl: null } as const;
    const klass = { title: 'Nueva', description: '', videoUrl: null, subtopics: [lesson], resources: [] };
    await domain.drafts.writes.addClass(courseId, modules[0]?.moduleId ?? 0, klass, asked(domain, 'add'));
    return { domain, courseId, version: (await domain.drafts.read(courseId)).draft.version };
  };
  const done = await eachInterruption(begun, async ({ domain }, { domain: school, courseId, version }) => {
    const { changes } = await domain.drafts.publish(courseId, version, asked(school, 'once'));
    return { changes, left: (await domain.drafts.read(courseId)).changes, kept: (await school.vault.list('drafts', 'texts:')).length };
  });
  expect(done.whole.answer).toEqual({ changes: 2, left: 0, kept: 0 });
  same(done, 8);
});

test('a publication that was cut off ends its draft, as soon as it stands in the log', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const [first] = modules;
    const lesson = { title: 'Lección', kind: 'reading', minutes: 5, text: 'Hola', description: '', videoUrl: null } as const;
    const { writes, read } = domain.drafts;
    const klass = { title: 'Nueva', description: '', videoUrl: null, subtopics: [lesson], resources: [] };
    await writes.addClass(courseId, first?.moduleId ?? 0, klass, asked(domain, 'add'));
    return { domain, courseId, version: (await read(courseId)).draft.version };
  };
  const { whole, cut } = await eachInterruption(begun, async ({ domain }, { domain: school, courseId, version }, tries) => {
    if (tries === 0) await domain.drafts.publish(courseId, version, asked(school, 'once'));
    const reactor = draftReactor(domain.drafts, domain.typed);
    for await (const event of domain.log.readAll(null))
      await reactor.on[event.type]?.(event, contextOf('drafts', event, school.clock.now()));
    const { draft, changes } = await domain.drafts.read(courseId);
    return { changes, parts: Object.keys(draft.parts).length, kept: (await school.vault.list('drafts', 'texts:')).length };
  });
  expect(whole.answer).toEqual({ changes: 0, parts: 0, kept: 0 });
  const done = cut.filter(({ left }) => Object.values(left).flat().includes('CourseChangesPublished'));
  expect(done.length).toBeGreaterThan(6);
  for (const { at, left, answer } of done) expect({ at, left, answer }).toEqual({ ...whole, at });
  // What was not published remains in the draft.
  for (const { answer } of cut) if (!('refused' in answer)) expect(answer.changes === 0).toBe(answer.parts === 0);
  expect(cut.filter(({ answer }) => 'refused' in answer)).toEqual([]);
});

test('a file that a draft names no more is let go with the next save, where the one before was cut off', async () => {
  const name: FileName = { bucket: 'recursos', hash: 'a'.repeat(64), extension: 'pdf' };
  const stored = { type: 'store', bucket: name.bucket, hash: name.hash, extension: 'pdf', bytes: 3, ownerId: 1 } as const;
  const begun = async () => {
    const domain = memoryDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const [first] = modules;
    await domain.commands.handle(file, `${name.bucket}_${name.hash}`, stored, asked(domain, 'store'));
    const resource = { title: 'Guía', kind: 'document', url: fileAddress(name) } as const;
    const [moduleId = 0, classId = 0] = [first?.moduleId, first?.classIds[0]];
    const { resourceId } = await domain.drafts.writes.addResource(courseId, moduleId, classId, resource, asked(domain, 'add'));
    return { domain, courseId, resourceId };
  };
  const { whole, cut } = await eachInterruption(begun, async ({ domain }, { domain: school, courseId, resourceId }, tries) => {
    const { writes } = domain.drafts;
    if (tries === 0) await writes.change(courseId, { type: 'removeResource', resourceId }, asked(school, 'remove'));
    await writes.change(courseId, { type: 'change', title: 'Otro título' }, asked(school, 'title'));
    const { draft } = await domain.drafts.read(courseId);
    return { named: filesIn(JSON.stringify(draft)).length, kept: (await domain.files.load(name)).referrers.has(`draft-${courseId}`) };
  });
  expect(whole.answer).toEqual({ named: 0, kept: false });
  expect(cut.length).toBeGreaterThan(6);
  for (const { at, answer } of cut) expect([at, answer]).toEqual([at, at === 'before 1' ? { named: 1, kept: true } : whole.answer]);
});

test('what a visitor wanted is theirs once they have an account', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    return { domain, visit: await createIntents(domain.vault).remember(null, { courseId: 3 }, domain.clock.now()) };
  };
  const done = await eachInterruption(begun, async ({ domain }, { domain: school, visit }, tries) => {
    await createIntents(domain.vault).adopt(visit, 1, school.clock.now());
    return tries === 0 ? null : createIntents(school.vault).take(null, { ...asked(school, 'once'), userId: 1 });
  });
  for (const { at, answer } of done.cut) expect([at, answer]).toEqual([at, { courseId: 3 }]);
});

test('what a visitor wanted is answered to the command that asked for it, and to no other', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    const intents = createIntents(domain.vault);
    const now = domain.clock.now();
    await intents.adopt(await intents.remember(null, { checkout: 'premium' }, now), 1, now);
    return { domain, visit: await intents.remember(null, { courseId: 3 }, now) };
  };
  const done = await eachInterruption(begun, async ({ domain }, { domain: school, visit }) => {
    const wanted = await createIntents(domain.vault).take(visit, { ...asked(school, 'once'), userId: 1 });
    return { wanted, left: await createIntents(school.vault).take(visit, { ...asked(school, 'other'), userId: 1 }) };
  });
  expect(done.whole.answer).toEqual({ wanted: { courseId: 3, checkout: 'premium' }, left: null });
  same(done, 6);
});

test('a publication says how many questions it published, whether it or the reactor came first', async () => {
  for (const reactorFirst of [false, true]) {
    const domain = memoryDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const [module] = modules;
    const classId = module?.classIds[0] ?? 0;
    const quiz = { title: 'Repaso', kind: 'assessment', minutes: 5, text: '', description: '', videoUrl: null } as const;
    const { subtopicId } = await domain.drafts.writes.addSubtopic(courseId, module?.moduleId ?? 0, classId, quiz, asked(domain, 'add'));
    const ids = { courseId, moduleId: module?.moduleId ?? 0, classId, subtopicId };
    const options = ['4', '5'].map((text) => ({ text, correct: text === '4', explanation: '' }));
    await domain.quizzes.add(ids, { text: '¿2 + 2?', instruction: '', points: 1, options }, asked(domain, 'ask'));
    const { draft } = await domain.drafts.read(courseId);
    const context = asked(domain, 'publish');
    await domain.drafts.publish(courseId, draft.version, context);
    const reactor = quizReactor(domain.commands, domain.quizzes, domain.notifications, createTimer(domain.vault, {}));
    const react = async () => {
      for await (const event of domain.log.readAll(null))
        if (event.type === 'CourseChangesPublished') await reactor.on[event.type]?.(event, contextOf('quizzes', event, domain.clock.now()));
    };
    if (reactorFirst) await react();
    expect((await domain.quizzes.publishAll(courseId, context)).published).toBe(1);
    await react();
    const said = (await domain.events(`quiz-${subtopicId}`)).filter(({ type }) => type === 'QuizPublished');
    expect(said).toHaveLength(1);
  }
});

test('a scholarship code that is closed answers where its grants came back', async () => {
  const begun = async () => {
    const domain = memoryDomain();
    await domain.scholarships.open('c1', 'Campaña', 100, asked(domain, 'open'));
    const allotment = { grants: 5, courseId: null, leadId: null, organisation: 'Uno', expiresOn: null };
    return { domain, ...(await domain.scholarships.allot('c1', allotment, asked(domain, 'allot'))) };
  };
  const done = await eachInterruption(begun, async ({ domain }, { domain: school, codeId }) => {
    const position = await domain.scholarships.closeCode(codeId, asked(school, 'once'));
    return { last: position === (await school.events('campaign-c1')).at(-1)?.position };
  });
  expect(done.whole.answer).toEqual({ last: true });
  same(done, 4);
});

test('an account for who signs in with their company, linked to it', async () => {
  const person = { subject: 's1', email: 'ana@acero.mx', firstName: 'Ana', lastName: null };
  const provider: Provider = {
    ...{ providerId: 'a', name: 'Acero', issuer: 'https://login.acero.mx', domains: ['acero.mx'] },
    ...{ openid: { clientId: 'escuela', secretId: 's' }, saml: null },
    ...{ createsAccounts: true, codeId: null, paused: false },
  };
  const done = await eachInterruption(
    async () => ({ domain: memoryDomain() }),
    async ({ domain }, given) => {
      const { commands, accounts, identities, scholarships } = domain;
      const people = createCompanyAccounts(commands, accounts, identities, scholarships, finder(domain));
      const { state } = await people.enter(provider, person, asked(given.domain, 'once'));
      return { linked: state.outside.has('a'), username: state.username };
    },
  );
  expect(done.whole.answer).toEqual({ linked: true, username: 'ana' });
  same(done, 10);
});

describe('signing in with Google', () => {
  const person = { subject: 's1', email: 'ana@gmail.com', firstName: 'Ana', lastName: null, picture: null };
  const enter = async ({ domain }: Process, given: { domain: TestDomain }, key: string | null) => {
    const { commands, accounts, identities, accountSecrets } = domain;
    const people = createGoogleAccounts(commands, accounts, identities, finder(domain));
    const { state } = await people.enter(person, asked(given.domain, key), (userId) => accountSecrets.removePassword(userId));
    return { google: state.google, verified: state.verified, username: state.username };
  };

  test.each(TWO_KEYS)('to an account of that address links and proves it whole, done again %s', async (_, key) => {
    const begun = async () => {
      const domain = memoryDomain();
      await register(domain, 'ana', { email: person.email });
      return { domain };
    };
    same(await eachInterruption(begun, (process, given) => enter(process, given, key)), 8);
  });

  test('makes an account with the name that it had reserved, and links it', async () => {
    same(
      await eachInterruption(
        async () => ({ domain: memoryDomain() }),
        (process, given) => enter(process, given, 'once'),
      ),
      12,
    );
  });
});

describe('a checkout', () => {
  const begun = async () => {
    const domain = memoryDomain();
    const standIn = createStandIn({
      ...{ store: inMemory(), webhookSecret: 'w', pageOf: (id: string) => `https://pago.example/${id}` },
      now: domain.clock.now,
    });
    const userId = await register(domain, 'ana');
    await confirmEmail(domain.commands, userId, domain.context());
    const { courseId } = await publishedCourse(domain, [1], { price: { amount: 79_900, currency: 'MXN' } });
    const terms = { percent: 50, amount: null, what: 'everything', courseIds: [], limit: 1, from: null, until: null } as const;
    await createCoupons(domain.commands).create('MITAD', { ...terms, courseIds: [] }, domain.context());
    return { domain, standIn, userId, courseId };
  };
  const buy = async ({ domain, outside }: Process, given: Awaited<ReturnType<typeof begun>>, key: string | null) => {
    const request: typeof fetch = (input, init) => outside(() => given.standIn.request(input, init));
    const stripe = createStripe({ secretKey: 's', webhookSecret: 'w', request });
    const payments = createPayments(domain.commands, stripe, 'https://escuela.mx', new Uint8Array(32));
    const wanted = { what: 'course', courseId: given.courseId, coupon: 'mitad' } as const;
    const { orderId, url } = await payments.start(given.userId, wanted, asked(given.domain, key));
    const pages = await given.standIn.request(`http://x/v1/checkout/sessions/${url.split('/').at(-1)}`);
    return { orderId, page: ((await pages.json()) as { status: string }).status };
  };

  test('with a coupon is begun once', async () => {
    same(await eachInterruption(begun, (process, given) => buy(process, given, 'once')), 10);
  });

  test('closes the page of the one that it replaces', async () => {
    const start = (
      { domain, outside }: Process,
      { domain: school, standIn, userId, courseId }: Awaited<ReturnType<typeof begun>>,
      key: string,
    ) => {
      // Whole calls: of a lost answer its library would try again, and wait.
      const bank = createStripe({ secretKey: 's', webhookSecret: 'w', request: standIn.request });
      const stripe = {
        ...bank,
        open: (...given: Parameters<typeof bank.open>) => outside(() => bank.open(...given)),
        expire: (...given: Parameters<typeof bank.expire>) => outside(() => bank.expire(...given)),
      };
      const payments = createPayments(domain.commands, stripe, 'https://escuela.mx', new Uint8Array(32));
      return payments.start(userId, { what: 'course', courseId }, asked(school, key));
    };
    const replacing = async () => {
      const given = await begun();
      const { url } = await start(processOf(given.domain), given, 'first');
      const price = { amount: 59_900, currency: 'MXN' } as const;
      await given.domain.authoring.change(given.courseId, { type: 'change', price }, given.domain.context());
      return { ...given, page: `http://x/v1/checkout/sessions/${url.split('/').at(-1)}` };
    };
    const done = await eachInterruption(replacing, async (process, given) => {
      const { orderId } = await start(process, given, 'second');
      return { orderId, before: ((await (await given.standIn.request(given.page)).json()) as { status: string }).status };
    });
    expect(done.whole.answer).toMatchObject({ before: 'expired' });
    same(done, 4);
  });

  test('that the provider refused is begun anew by the same command, with its coupon', async () => {
    const given = await begun();
    const away = processOf(given.domain);
    const refuse = async () => new Response(JSON.stringify({ error: { type: 'api_error', message: 'away' } }), { status: 500 });
    const cut = { ...away, outside: (() => refuse()) as unknown as Process['outside'] };
    const again = () => buy(cut, given, 'once').catch((error: { code?: string }) => error.code);
    expect(await again()).toBe('PAYMENT_PROVIDER_FAILED');
    expect(await again()).toBe('PAYMENT_PROVIDER_FAILED');
    expect(await buy(processOf(given.domain), given, 'once')).toEqual({ orderId: 3, page: 'open' });
    expect(await buy(processOf(given.domain), given, 'once')).toEqual({ orderId: 3, page: 'open' });
    const { 'coupon-MITAD': coupon, ...rest } = await storedStreams(given.domain);
    expect(coupon?.at(-1)).toBe('CouponHeld');
    expect(rest[`purchases-${given.userId}`]?.filter((type) => type === 'CheckoutStarted')).toHaveLength(3);
  });
});
