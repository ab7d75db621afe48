import { describe } from 'vitest'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { twainCases } from '../../testing/twain-cases.ts'
import { buildTwainSource, whyNoTwainSource } from '../../testing/twain-feeder.ts'

const reason = whyNoTwainSource()
if (reason !== null) console.warn(`skipped: ${reason}`)

describe.skipIf(reason !== null)('a TWAIN source on Linux', () => {
  describe.for(['memory', 'native'] as const)('%s transfer', (transfer) => {
    twainCases({
      manager: () => 'new',
      transfer,
      transferOnly: transfer === 'native',
      isHeard: true,
      // Long against a page of this size on a busy machine, short against a test.
      timeouts: { feeding: 3000, reading: 3000 },
      habits: ['exact', 'blind', 'thread', 'dismiss', 'unknown-length'],
      prepare: async (folder) => {
        const environment = await buildTwainSource(folder)
        return (more) => bridgeLaunch(process.execPath, { ...environment, ...more })
      },
    })
  })
})
