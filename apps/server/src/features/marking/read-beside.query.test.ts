import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openHelper } from '../../beside/beside.ts'
import type { Services } from '../../services.ts'
import { watchTables } from '../supervision/testing/asked-tables.ts'
import { stuckView } from './avoidance/release-papers.ts'
import { plannedBalance } from './balance/balance-block.ts'
import { selectBlankBlocks } from './blank/blank-check.ts'
import { benchmarkPapersOf } from './quality/benchmark-view.ts'
import { openMarkedSubject } from './testing/marked-subject.ts'

/** Of a region they have hundreds of thousands of rows. */
const LONG = ['unit', 'reading', 'unit_queue', 'mark_event', 'blank_batch_unit', 'candidate']

everyDatabase('what leaders of a block look at, on %s', (kind) => {
  async function open(wanted: Parameters<typeof openMarkedSubject>[1]) {
    const subject = await openMarkedSubject(kind, wanted)
    const helper = openHelper(subject.services, { fromRows: 0 })
    onTestFinished(() => helper.close())
    /** The same beside and here; none of the long tables was read by this connection. */
    const look = async <Seen>(
      by: (services: Services) => Promise<Seen>,
      ...known: string[]
    ): Promise<Seen> => {
      const beside = watchTables({ ...subject.services, helper })
      const here = watchTables(subject.services)
      const seen = await by(beside.services)
      expect(seen).toEqual(await by(here.services))
      expect(LONG.filter((table) => beside.tables.has(table) && !known.includes(table))).toEqual([])
      expect(LONG.filter((table) => here.tables.has(table))).not.toEqual([])
      return seen
    }
    return { ...subject, look }
  }

  test('blank answers are counted beside those who mark', async () => {
    const { look, examId, leaderId } = await open({ candidates: 6, ink: [0, 0, 0, 0.1, 0.1, 0.1] })
    const [block] = await look((services) =>
      selectBlankBlocks(services, examId, { supervises: () => true }, leaderId),
    )
    expect(block).toMatchObject({ waiting: 3, confirmed: 0 })
  })

  test('papers that nobody may read are found beside those who mark', async () => {
    // One reader, and every paper is read by two.
    const world = await open({ candidates: 4, markers: 1, mode: 1 })
    const { look, blockId, markerIds } = world
    expect(await world.mark(markerIds[0] ?? 0, 8)).not.toBeNull()
    const { total, list } = await look((services) => stuckView(services, blockId))
    expect([total, list.length]).toEqual([1, 1])
  })

  test('papers to choose scripts from are found beside those who mark', async () => {
    const world = await open({ candidates: 5, markers: 1 })
    const { look, blockId, markerIds } = world
    for (const points of [2, 12, 15]) await world.mark(markerIds[0] ?? 0, points)
    const filter = { blockId, lowMilli: 10_000, withScripts: false }
    // Their pictures are looked up by their ids.
    const { total, list } = await look((services) => benchmarkPapersOf(services, filter, 1), 'unit')
    expect([total, list.length]).toEqual([2, 1])
  })

  test('shares to balance are counted beside those who mark', async () => {
    const { look, blockId } = await open({ candidates: 6, markers: 2, allocation: 2 })
    const { plan } = await look((services) => plannedBalance(services, blockId))
    expect(plan.markers.map(({ target }) => target)).toEqual([3, 3])
  })
})
