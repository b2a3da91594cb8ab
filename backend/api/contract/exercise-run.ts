import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten-core';
import type { Check } from './exercise-text.ts';

/**
 * Runs what a learner wrote in an interpreter of its own (QuickJS, compiled to WebAssembly): it has the language and nothing else, no network, no files, no page,
 * and its memory, stack and time are bounded. The school and the browser use this same function, so that what is tried is what is checked.
 */

export interface CheckResult {
  passed: boolean;
  /** What it gave, as text; null where it gave nothing, because it failed. */
  got: string | null;
  error: string | null;
}
export interface Outcome {
  results: readonly CheckResult[];
  /** What was printed by `console.log`. */
  printed: string;
  /** Why none of it could be run; null: it could. */
  error: string | null;
}

export const RUN_MS = 1_000;
const MEMORY = 16 * 1024 * 1024;
const STACK = 256 * 1024;
const MOST_PRINTED = 4_000;
const MOST_SHOWN = 300;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What a value is as JSON would say it, whatever the order of its properties; a number is not the text that looks like it. */
const whole = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(whole).join(',')}]`
    : value !== null && typeof value === 'object'
      ? `{${Object.entries(value)
          .map(([name, one]) => `${JSON.stringify(name)}:${whole(one)}`)
          .sort()
          .join(',')}}`
      : typeof value === 'string'
        ? JSON.stringify(value)
        : typeof value === 'bigint'
          ? `${value}n`
          : // Without a sign: -0 is 0 to whoever wrote the check.
            Object.is(value, -0)
            ? '0'
            : String(value);
const shown = (value: unknown): string => cut(whole(value), MOST_SHOWN);

const said = (error: unknown): string => {
  if (error === null || typeof error !== 'object') return cut(String(error), MOST_SHOWN);
  const { name, message } = error as { name?: string; message?: string };
  return cut(name === 'InternalError' && message === 'interrupted' ? 'TimeLimit' : `${name ?? 'Error'}: ${message ?? ''}`, MOST_SHOWN);
};

type Evaluated = { value: unknown } | { error: string };

/** The value of an expression, or what a promise of it gives. */
function evaluated(context: QuickJSContext, code: string, name: string): Evaluated {
  const result = context.evalCode(code, name);
  if (result.error) {
    const error = context.dump(result.error);
    result.error.dispose();
    return { error: said(error) };
  }
  const handle: QuickJSHandle = result.value;
  try {
    const jobs = context.runtime.executePendingJobs(10_000);
    if (jobs.error) jobs.error.dispose();
    const state = context.getPromiseState(handle);
    if (state.type === 'pending') return { error: 'TimeLimit' };
    if (state.type === 'rejected') {
      const error = context.dump(state.error);
      state.error.dispose();
      return { error: said(error) };
    }
    const value = context.dump(state.value);
    if (!state.notAPromise) state.value.dispose();
    return { value };
  } finally {
    handle.dispose();
  }
}

function within<T>(engine: QuickJSWASMModule, use: (context: QuickJSContext) => T): T {
  const runtime = engine.newRuntime();
  try {
    runtime.setMemoryLimit(MEMORY);
    runtime.setMaxStackSize(STACK);
    const context = runtime.newContext();
    try {
      // From here on: on a slow or busy device making the interpreter takes a second by itself.
      runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + RUN_MS));
      return use(context);
    } finally {
      context.dispose();
    }
  } finally {
    runtime.dispose();
  }
}

/** `console.log` and its kin print into `lines`. */
function giveConsole(context: QuickJSContext, print: (line: string) => void): void {
  const console = context.newObject();
  for (const name of ['log', 'info', 'warn', 'error']) {
    const log = context.newFunction(name, (...values) => {
      print(values.map((value) => (context.typeof(value) === 'string' ? context.getString(value) : whole(context.dump(value)))).join(' '));
    });
    context.setProp(console, name, log);
    log.dispose();
  }
  context.setProp(context.global, 'console', console);
  console.dispose();
}

export type Run = (code: string, checks: readonly Check[]) => Outcome;

export async function createRun(variant: QuickJSSyncVariant): Promise<Run> {
  const engine = await newQuickJSWASMModuleFromVariant(variant);
  return (code, checks) => {
    // What is expected is not evaluated where the code could change what it means.
    const expected = within(engine, (context) => checks.map((check) => evaluated(context, `(${check.expected}\n)`, 'expected')));
    return within(engine, (context): Outcome => {
      let printed = '';
      giveConsole(context, (line) => {
        if (printed.length < MOST_PRINTED) printed = cut(`${printed}${line}\n`, MOST_PRINTED);
      });
      const ran = evaluated(context, code, 'code');
      if ('error' in ran) return { printed, error: ran.error, results: checks.map(() => ({ passed: false, got: null, error: ran.error })) };
      const results = checks.map(({ call }, at): CheckResult => {
        const given = evaluated(context, `(${call}\n)`, 'check');
        if ('error' in given) return { passed: false, got: null, error: given.error };
        const wanted = expected[at];
        return {
          passed: wanted !== undefined && 'value' in wanted && whole(given.value) === whole(wanted.value),
          got: shown(given.value),
          error: wanted !== undefined && 'error' in wanted ? wanted.error : null,
        };
      });
      return { printed, error: null, results };
    });
  };
}
