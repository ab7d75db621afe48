import { describe } from 'vitest'
import { faultScripts } from '../../testing/fault-scripts.ts'
import { buildTwainSource, whyNoTwainSource } from '../../testing/twain-feeder.ts'

const reason = whyNoTwainSource()
if (reason !== null) console.warn(`skipped: ${reason}`)

const HABITS = ['', 'exact', 'blind', 'thread', 'dismiss', 'unknown-length']

describe.skipIf(reason !== null)('random faults of a TWAIN source', () => {
  faultScripts({
    device: { driver: 'twain64', id: 'twain64|new|Hengjuan Exam feeder' },
    faults: [
      'jam',
      'jam-late',
      'double-feed',
      'cover',
      'offline',
      'io',
      'short',
      'no-docs',
      'hang',
      'crash',
    ],
    prepare: buildTwainSource,
    vary: (random) => ({
      settings: {
        transfer: random() < 0.5 ? 'native' : 'memory',
        readAhead: random() < 0.4,
        doubleFeed: { ultrasonic: true, length: random() < 0.5 },
      },
      environment: { TWAIN_TEST_HABITS: HABITS[Math.floor(random() * HABITS.length)] ?? '' },
    }),
  })
})
