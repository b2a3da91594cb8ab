import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What failed outside of any test; `file`: the absolute path of the file whose tests ran then, null where the runner does not know. */
export interface Fault {
  file: string | null;
  text: string;
}

/**
 * Names the tests that passed only at the second try, with what went wrong at the first (none of them is to stay so), and those that this machine cannot
 * run, with why.
 * What failed outside of any test makes a run fail as well, and no other report holds it: it goes to the file that `FAULTS_FILE` names, a `Fault`
 * a line.
 */
export default class Flaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], faults: readonly SerializedError[]): void {
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const result = test.result();
        const { errors } = result;
        if (result.state === 'skipped' && result.note)
          process.stdout.write(`skipped: ${module.relativeModuleId} › ${test.fullName}: ${result.note}\n`);
        if (!test.diagnostic()?.flaky) continue;
        process.stdout.write(`passed only at the second try: ${module.relativeModuleId} › ${test.fullName}\n`);
        for (const { message, stack } of errors ?? []) process.stdout.write(`    ${message}\n${stack ?? ''}\n`);
      }
    const file = process.env.FAULTS_FILE;
    if (!file) return;
    for (const { message, stack, VITEST_TEST_PATH } of faults) {
      const fault: Fault = { file: typeof VITEST_TEST_PATH === 'string' ? VITEST_TEST_PATH : null, text: `${message}\n${stack ?? ''}` };
      appendFileSync(file, `${JSON.stringify(fault)}\n`);
    }
  }
}
