import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**'],
          environment: 'node',
          globalSetup: ['tests/support/demoData.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: 'frontend/vite.config.ts',
        test: {
          name: 'dom',
          root: '.',
          include: ['frontend/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
          hookTimeout: 120_000,
          setupFiles: ['tests/support/dom.ts'],
        },
      },
    ],
    maxWorkers: 2,
  },
});
