import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed only at the second try, with what went wrong at the first: none of them is to stay so. */
export default class Flaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { errors } = test.result();
        if (!test.diagnostic()?.flaky) continue;
        process.stdout.write(`passed only at the second try: ${module.relativeModuleId} › ${test.fullName}\n`);
        for (const { message, stack } of errors ?? []) process.stdout.write(`    ${message}\n${stack ?? ''}\n`);
      }
  }
}
