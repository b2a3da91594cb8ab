import fc from 'fast-check';

/** Generated cases are the same in each `npm test`, so that what was green stays so; `npm run test:long` makes others. */
if (process.env['TEST_LONG'] !== 'true') fc.configureGlobal({ seed: 1 });
