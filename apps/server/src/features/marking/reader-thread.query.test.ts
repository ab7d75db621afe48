import { everyDatabase } from '@hengjuan/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openReaderThread } from '../../reader-thread/run-in-worker.ts'
import type { Services } from '../../services.ts'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { watchTables } from '../supervision/testing/asked-tables.ts'
import { allocationOverview } from '../marking-setup/allocation/block-overview.ts'
import { stuckView } from '../marking-setup/avoidance/release-papers.ts'
import { plannedBalance } from '../marking-setup/balance/balance-block.ts'
import { blanksToConfirm, selectBlankBlocks } from '../blank-review/blank-check.ts'
import { checkedBlanks } from '../blank-review/blank-checked.ts'
import { clearing } from '../marking-setup/block/block-clear.ts'
import { blockSettings } from '../marking-setup/block/block-settings.ts'
import { selectBlockRules } from '../marking-core/block/block-rules.query.ts'
import { toleranceGapsOf } from '../marking-core/tolerance/tolerance-gaps.ts'
import { leaderPapers } from '../arbitration/leader/leader-papers.ts'
import { leaderWork } from '../arbitration/leader/leader-work.ts'
import { previewedReturns } from '../arbitration/leader/master-review.ts'
import { nearLineView } from '../quality/near-line/near-line.routes.ts'
import { saveNearLineRule } from '../quality/near-line/near-line-rule.ts'
import { benchmarkPapersOf } from '../quality/benchmark/benchmark-view.ts'
import { flaggedPage } from '../quality/seeds/flagged-papers.ts'
import { rubricUseOf } from '../marking-messages/rubric/rubric-use.ts'
import { givenByVersion } from '../marking-messages/rubric/rubric-view.ts'
import { agreementPanel } from '../quality/second-reader/agreement-panel.ts'
import { checksFile, checksPage } from '../quality/spot/checks-made.ts'
import { drawnOf, sampleCounts, usualMs } from '../quality/spot/sample-figures.ts'
import { nextSpotCheck } from '../quality/spot/spot-check.ts'
import type { Sample } from '../quality/spot/spot-sample.ts'
import { takeSpotCheck } from '../quality/spot/take-spot-check.ts'
import { openMarkedSubject } from './testing/marked-subject.ts'
import { SUBJECT } from './testing/seed-sheet.ts'

/** Of a region they have hundreds of thousands of rows. */
const LONG = ['unit', 'reading', 'unit_queue', 'mark_event', 'blank_batch_unit', 'candidate']

everyDatabase('what leaders of a block look at, on %s', (kind) => {
  async function open(wanted: Parameters<typeof openMarkedSubject>[1]) {
    const subject = await openMarkedSubject(kind, wanted)
    const readerThread = openReaderThread(subject.services, { fromRows: 0 })
    onTestFinished(() => readerThread.close())
    /** The same in the thread and here; none of the long tables was read by this connection. */
    const look = async <Seen>(
      by: (services: Services) => Promise<Seen>,
      ...known: string[]
    ): Promise<Seen> => {
      const watched = watchTables({ ...subject.services, readerThread })
      const here = watchTables(subject.services)
      const seen = await by(watched.services)
      expect(seen).toEqual(await by(here.services))
      expect(LONG.filter((table) => watched.tables.has(table) && !known.includes(table))).toEqual(
        [],
      )
      expect(LONG.filter((table) => here.tables.has(table))).not.toEqual([])
      return seen
    }
    return { ...subject, look, readerThread }
  }

  test('papers that wait for a leader are listed in the reader thread', async () => {
    const subject = await open({
      candidates: 3,
      markers: 2,
      mode: 1,
      toleranceMilli: 1000,
    })
    const { leaderId, markerIds } = subject
    const [first = 0, second = 0] = markerIds
    for (const score of [1, 2, 3]) await subject.mark(first, score)
    for (const score of [5, 6, 7]) await subject.mark(second, score)
    const list = await subject.look((services) =>
      leaderPapers(services, leaderId, 'arbitration', undefined),
    )
    expect(list).toHaveLength(3)
  })

  test('blank answers are counted in the reader thread', async () => {
    const { look, examId, leaderId } = await open({ candidates: 6, ink: [0, 0, 0, 0.1, 0.1, 0.1] })
    const [block] = await look((services) =>
      selectBlankBlocks(services, examId, { supervises: () => true }, leaderId),
    )
    expect(block).toMatchObject({ waiting: 3, confirmed: 0 })
  })

  test('papers that nobody may read are found in the reader thread', async () => {
    // One reader, and every paper is read by two.
    const world = await open({ candidates: 4, markers: 1, mode: 1 })
    const { look, blockId, markerIds } = world
    expect(await world.mark(markerIds[0] ?? 0, 8)).not.toBeNull()
    const { total, list } = await look((services) => stuckView(services, blockId))
    expect([total, list.length]).toEqual([1, 1])
  })

  test('papers to choose scripts from are found in the reader thread', async () => {
    const world = await open({ candidates: 5, markers: 1 })
    const { look, blockId, markerIds } = world
    for (const points of [2, 12, 15]) await world.mark(markerIds[0] ?? 0, points)
    const filter = { blockId, lowMilli: 10_000, withScripts: false }
    // Their pictures are looked up by their ids.
    const { total, list } = await look((services) => benchmarkPapersOf(services, filter, 1), 'unit')
    expect([total, list.length]).toEqual([2, 1])
  })

  test('what sending back all of a marker would do is counted in the reader thread', async () => {
    const world = await open({ candidates: 5, markers: 1 })
    const { look, blockId, leaderId, markerIds } = world
    const [marker_id = 0] = markerIds
    for (const points of [2, 12, 15]) await world.mark(marker_id, points)
    const asked = { block_id: blockId, outcome: 'return', marker_id, preview: 1 } as const
    const counts = await look((services) => previewedReturns(services, leaderId, asked))
    expect(counts).toMatchObject({ total: 3, changed: 3, refused: 0 })
  })

  test('shares to balance are counted in the reader thread', async () => {
    const { look, blockId } = await open({ candidates: 6, markers: 2, allocation: 2 })
    const { plan } = await look((services) => plannedBalance(services, blockId))
    expect(plan.markers.map(({ target }) => target)).toEqual([3, 3])
  })

  test('samples to check are drawn and counted in the reader thread', async () => {
    const world = await open({ candidates: 8, markers: 2 })
    const { look, readerThread, blockId, leaderId } = world
    const [first = 0, second = 0] = world.markerIds
    for (const id of [first, second]) for (const points of [0, 8, 20]) await world.mark(id, points)
    const query = { block_id: blockId, kind: 'mixed', line_milli: 8000, percent: 50 } as const
    const { services, said } = watchWords({ ...world.services, readerThread })
    const { task, remaining, parts } = await nextSpotCheck(services, leaderId, query)
    expect([remaining, parts?.length]).toEqual([4, 4])
    expect(task).not.toBeNull()
    // Which the drawing of a sample says of all readings of a block.
    const drawing = 'row_number() over'
    expect(said.filter((words) => words.includes(drawing))).toEqual([])
    const here = watchWords(world.services)
    await nextSpotCheck(here.services, leaderId, query)
    expect(here.said.filter((words) => words.includes(drawing))).toHaveLength(3)
    const sample = { ...ANY, blockId, kind: 'full' as const }
    const drawn = await look((by) => drawnOf(by, sample, leaderId))
    expect(drawn).toHaveLength(2)
    expect(await look((by) => sampleCounts(by, sample, leaderId))).toEqual({
      remaining: 2,
      held: 0,
    })
    expect(await look((by) => usualMs(by, blockId))).toBe(3000)
  })

  test('checks of an exam are listed and written to a file in the reader thread', async () => {
    const world = await open({ candidates: 3, markers: 1 })
    const { look, examId, blockId, leaderId, services } = world
    const readingId = await world.mark(world.markerIds[0] ?? 0, 8)
    await takeSpotCheck(services, leaderId, {
      exam_id: examId,
      subject_id: SUBJECT,
      block_id: blockId,
      marker_id: world.markerIds[0] ?? 0,
      task_detail_id: readingId ?? 0,
      is_rejected: 0,
      is_marked: 0,
      comment: '',
      version: 'any',
    })
    const asked = { examId, subjects: 'all' as const }
    const page = { page: 1, limit: 20 }
    const seen = await look((by) => checksPage(by, asked, page), 'unit')
    expect(seen).toMatchObject({ total: 1, counts: { agreed: 1, rejected: 0 }, page_size: 20 })
    expect(await look((by) => checksPage(by, { ...asked, subjects: [] }, page))).toMatchObject({
      total: 0,
    })
    const file = await look(async (by) => [
      ...((await checksFile(by, '期中', '2026-11-20T08:00:00.000Z', asked))?.body ?? []),
    ])
    expect((await readXlsx(Buffer.from(file)))[2]?.slice(5, 7)).toEqual(['8', '合格'])
  })

  test('blank answers to look at are found in the reader thread', async () => {
    const { look, blockId, leaderId } = await open({ candidates: 6, ink: [0, 0, 0, 0.1, 0.1, 0.1] })
    const by = { blockId, userId: leaderId }
    const { shown, remaining } = await look((services) => blanksToConfirm(services, by, 2))
    expect([shown.length, remaining]).toEqual([2, 3])
    const once = await look((services) =>
      checkedBlanks(services, { ...by, of: 'second' }, { page: 1, limit: 20 }),
    )
    expect(once.total).toBe(0)
  })

  test('papers near a line are counted in the reader thread', async () => {
    const world = await open({ candidates: 3, markers: 1 })
    const { look, examId, services, markerIds } = world
    for (const points of [8, 9, 20]) await world.mark(markerIds[0] ?? 0, points)
    const on = { examId, subjectId: SUBJECT }
    await saveNearLineRule(services.db, examId, SUBJECT, {
      lines: [{ name: '及格线', totalMilli: 8000 }],
      windowMilli: 1000,
      singleMode: 1,
      blockIds: null,
    })
    const { preview } = await look((by) => nearLineView(by, on))
    expect(preview).toMatchObject({ papers: 2, candidates: 2 })
  })

  test('decisions, a clearing and gaps of a block are counted in the reader thread', async () => {
    const world = await open({ candidates: 4, markers: 2, mode: 1 })
    const { look, blockId, examId, services, markerIds } = world
    for (let paper = 0; paper < 4; paper++) for (const id of markerIds) await world.mark(id, 8)
    expect(await look((by) => leaderWork(by, blockId, {}))).toMatchObject({ total: 0 })
    expect(await look((by) => clearing(by, blockId, 0))).toMatchObject({ counts: { readings: 8 } })
    const { block } = await selectBlockRules(services.db, blockId)
    expect(await look((by) => toleranceGapsOf(by, block))).toMatchObject({ pair_count: 4 })
    const settings = await look((by) => blockSettings(by, examId, SUBJECT))
    expect(settings).toMatchObject([{ pair_count: 4, over_count: 0, reading_count: 8 }])
    expect(await look((by) => allocationOverview(by, examId, SUBJECT))).toMatchObject([{ done: 8 }])
    expect(await look((by) => rubricUseOf(by, blockId))).toMatchObject({ readings: 8 })
    expect(await look((by) => givenByVersion(by, blockId))).toEqual(new Map([[0, 8]]))
    expect(await look((by) => flaggedPage(by, { block_id: blockId }))).toMatchObject({
      page: { total: 0 },
    })
    expect(await look((by) => agreementPanel(by, blockId, undefined))).toMatchObject({ papers: 4 })
  })
})

/** A sample of everything. */
const ANY: Sample = {
  blockId: 0,
  hasRelatives: false,
  kind: 'random',
  fullMilli: 20_000,
  blankInk: 0,
  lowMilli: 0,
  highMilli: 20_000,
  fastMs: 0,
  line: null,
  gapMilli: 0,
  secondReader: null,
  rubric: { version: 0, first: 0 },
  isBlind: false,
  percent: 100,
}

/** The same services, with what statements of this thread's connection are made of. */
function watchWords(services: Services): { services: Services; said: string[] } {
  const said: string[] = []
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      said.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { services: { ...services, db }, said }
}
