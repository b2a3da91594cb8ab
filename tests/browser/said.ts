import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The name under which a failed test hands over what its pages said. */
export const WHAT_IT_SAID = 'what the page said';

/** Prints what the pages of a failed test said, so that the log of a run explains itself. */
export default class Said implements Reporter {
  onTestEnd(test: TestCase, { attachments, retry }: TestResult): void {
    for (const { name, body } of attachments)
      if (name === WHAT_IT_SAID && body)
        process.stdout.write(
          `\n${test.titlePath().slice(2).join(' › ')} (try ${retry + 1}): ${name}\n${body.toString('utf8').replace(/^/gm, '    ')}\n`,
        );
  }
}
