import { defineConfig } from 'vitest/config'

const everywhere = '{apps,packages,native,bench,scripts}/**/'
const special = ['query', 'http', 'scan', 'fault'] as const
const outside = ['**/node_modules/**', '**/dist/**', '**/data/**']
const suffix = (kind: (typeof special)[number]) => `${everywhere}*.${kind}.test.{ts,tsx}`

/** Starts one PostgreSQL for the run and migrates its template; see packages/db/testing. */
const withDatabases = ['./packages/db/testing/global-setup.ts']
/** Finds or installs Chromium before the first test. */
const withChromium = ['./scripts/testing/chromium-setup.ts']
/** Finds or installs SANE before the first test. */
const withSane = ['./scripts/testing/sane-setup.ts']

/** One project per kind of test; `scripts/check.ts` runs them in this order, all but `research`. */
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the smallest machine has cores: many tests wait for processes and timers.
    maxWorkers: 3,
    // What is waited for comes; a second, the usual limit, is short on a machine with other work.
    expect: { poll: { timeout: 60_000 } },
    // A forgotten `.only` would quietly skip the rest.
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${everywhere}*.test.{ts,tsx}`],
          exclude: [...outside, ...special.map(suffix)],
          // Here and below: modules are loaded once for each worker, not for each of hundreds of files.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'scan',
          include: [suffix('scan')],
          exclude: outside,
          globalSetup: withSane,
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'database',
          include: [suffix('query')],
          exclude: outside,
          globalSetup: withDatabases,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'api',
          include: [suffix('http')],
          exclude: outside,
          globalSetup: withDatabases,
          // Every test opens an application of its own.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['**/e2e/**/*.spec.ts'],
          exclude: outside,
          globalSetup: [...withDatabases, ...withChromium, './e2e/world-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // Servers and pages are opened anew for each file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'fault',
          include: [suffix('fault')],
          exclude: outside,
          globalSetup: withDatabases,
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        // Studies are run by name by whoever repeats them; nothing that is served is made of them.
        test: {
          name: 'research',
          include: ['research/**/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
})
