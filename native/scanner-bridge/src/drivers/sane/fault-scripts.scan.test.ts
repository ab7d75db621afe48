import { describe } from 'vitest'
import { faultScripts } from '../../testing/fault-scripts.ts'
import { buildFeeder, whyNoFeeder } from '../../testing/sane-feeder.ts'

const reason = whyNoFeeder()
if (reason !== null) console.warn(`skipped: ${reason}`)

describe.skipIf(reason !== null)('random faults behind libsane', () => {
  faultScripts({
    device: { driver: 'sane', id: 'examfeed:feeder' },
    faults: ['jam', 'jam-late', 'double-feed', 'cover', 'io', 'short', 'no-docs', 'hang', 'crash'],
    prepare: buildFeeder,
  })
})
