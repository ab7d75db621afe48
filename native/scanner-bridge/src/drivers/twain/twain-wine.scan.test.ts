import path from 'node:path'
import { describe } from 'vitest'
import { twainCases } from '../../testing/twain-cases.ts'
import { prepareWine, whyNoWine, windowsPath } from '../../testing/wine.ts'

const reason = whyNoWine()
if (reason !== null) console.warn(`skipped: ${reason}`)

/** A process of Windows takes some seconds to start under Wine, and five to be gone after a crash. */
const TIMEOUTS = { hello: 60_000, feeding: 15_000, reading: 15_000 }

describe.skipIf(reason !== null)('the Windows code under Wine', { timeout: 120_000 }, () => {
  describe.for(['memory', 'native'] as const)('%s transfer', (transfer) => {
    const transferOnly = transfer === 'native'
    const habits = ['event', 'thread', 'blind', 'exact', 'dismiss', 'unknown-length']
    const common = { transfer, transferOnly, isHeard: false, timeouts: TIMEOUTS, habits }
    const prepare = async (folder: string) => (await prepareWine(folder)).launch

    describe('a manager before TWAIN 2: messages of Windows', () => {
      twainCases({
        ...common,
        manager: () => 'old',
        prepare,
      })
    })

    describe('a manager of TWAIN 2: callbacks', () => {
      twainCases({
        ...common,
        manager: (folder) => windowsPath(path.join(folder, 'TWAINDSM.dll')),
        prepare,
      })
    })
  })
})
