import {
  markCorrect,
  markNext,
  markReturn,
  markSubmit,
  ownTasks,
  spotCheckReject,
  supervisedBlocks,
  supervisedMarkers,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { PaperFlag } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** What marker1 gives, in order; the last two papers are marker2's. */
const GIVEN: { points: number; flags?: PaperFlag[] }[] = [
  { points: 0 },
  { points: 6.5, flags: ['typical'] },
  { points: 7, flags: ['typical_mistake', 'doubtful'] },
  { points: 12 },
  { points: 20, flags: ['excellent'] },
  { points: 12, flags: ['doubtful'] },
]

async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { blockId, examId, markerIds } = await seedMarking(app.services, app.school, {
    candidates: GIVEN.length + 2,
    markers: 2,
  })
  const on = { block_id: blockId }
  const [marker, other] = [await app.signIn('marker1'), await app.signIn('marker2')]
  const leader = await app.signIn('leader')
  let key = 0
  const idem_key = () => `key-of-the-search-${key++}`
  const give = async (who: typeof marker, { points, flags = [] }: (typeof GIVEN)[number]) => {
    const { tasks } = (await who.send(markNext, { query: { ...on, n: 1 } })).data
    const [task] = tasks
    if (!task) throw new Error('no paper')
    const body = { ...on, reading_id: task.reading_id, scores: [points * 1000], flags }
    await who.send(markSubmit, { body: { ...body, idem_key: idem_key() } })
    return { id: task.reading_id, code: task.secret_code }
  }
  const papers = []
  for (const one of GIVEN) papers.push(await give(marker, one))
  const theirs = [await give(other, { points: 12 }), await give(other, { points: 7 })]
  const find = async (filter: object) =>
    (await marker.send(markNext, { query: { ...on, marked: 1, ...filter } })).data.tasks
  /** Points of what is found, the latest first. */
  const pointsOf = async (filter: object) =>
    (await find(filter)).map(({ scores }) => (scores?.[0] ?? 0) / 1000)
  const sendBack = (id: number) =>
    leader.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        ...on,
        marker_id: markerIds[0] ?? 0,
        task_detail_id: id,
        is_rejected: 1,
        is_marked: 0,
        comment: '漏看第二问',
      },
    })
  return {
    ...app,
    examId,
    on,
    marker,
    leader,
    papers,
    theirs,
    find,
    pointsOf,
    sendBack,
    give,
    idem_key,
  }
}

everyDatabase('the search in own papers on %s', (kind) => {
  test('finds exactly what each filter names, alone and together', async () => {
    const { papers, theirs, find, pointsOf } = await open(kind)
    const all = [12, 20, 12, 7, 6.5, 0]
    expect(await pointsOf({})).toEqual(all)
    const cases: [object, number[]][] = [
      // Both ends belong to the range, and 0 is a score.
      [{ low_milli: 7000, high_milli: 12_000 }, [12, 12, 7]],
      [{ low_milli: 7001 }, [12, 20, 12]],
      [{ high_milli: 6500 }, [6.5, 0]],
      [{ high_milli: 0 }, [0]],
      [{ low_milli: 12_500, high_milli: 19_500 }, []],
      // One name is the beginning of another.
      [{ flag: 'typical' }, [6.5]],
      [{ flag: 'typical_mistake' }, [7]],
      [{ flag: 'doubtful' }, [12, 7]],
      [{ flag: 'doubtful', low_milli: 8000 }, [12]],
      [{ flag: 'excellent', high_milli: 19_000 }, []],
      [{ sent_back: 1 }, []],
    ]
    for (const [filter, expected] of cases)
      expect(await pointsOf(filter), JSON.stringify(filter)).toEqual(expected)

    for (const [at, { code, id }] of papers.entries())
      for (const typed of [code, code.toLowerCase(), code.slice(0, 6)])
        expect(
          (await find({ code: typed })).map(({ reading_id }) => reading_id),
          `${at}: ${typed}`,
        ).toEqual([id])
    // It is the beginning that is typed, and papers of others are nobody's to find.
    expect(await find({ code: papers[0]?.code.slice(1) })).toEqual([])
    for (const { code } of theirs) expect(await find({ code })).toEqual([])
    expect(await find({ code: papers[0]?.code, low_milli: 1000 })).toEqual([])
  })

  test('finds what was sent back while it waits and once it was marked again, and by its present score', async () => {
    const world = await open(kind)
    const { marker, on, papers, pointsOf, sendBack, give, idem_key } = world
    const [, half, seven, twelve] = papers
    for (const paper of [half, seven]) expect((await sendBack(paper?.id ?? 0)).status).toBe(200)
    expect(await pointsOf({ sent_back: 1 })).toEqual([7, 6.5])
    // The first that comes back is marked again, with another score.
    await give(marker, { points: 9 })
    expect((await pointsOf({ sent_back: 1 })).toSorted((a, b) => a - b)).toEqual([7, 9])
    expect(await pointsOf({ high_milli: 6500 })).toEqual([0])
    expect(await pointsOf({ low_milli: 9000, high_milli: 9000 })).toEqual([9])

    // What the marker changed or took back was sent back by nobody; it stands once, as it stands now.
    const change = { ...on, reading_id: twelve?.id ?? 0, idem_key: idem_key(), scores: [15_000] }
    await marker.send(markCorrect, { body: { ...change, flags: ['excellent'] } })
    await marker.send(markReturn, { body: { ...on, take_back: [papers[4]?.id ?? 0] } })
    expect((await pointsOf({ sent_back: 1 })).toSorted((a, b) => a - b)).toEqual([7, 9])
    expect((await pointsOf({})).toSorted((a, b) => a - b)).toEqual([0, 7, 9, 12, 15, 20])
    expect((await pointsOf({ flag: 'excellent' })).toSorted((a, b) => a - b)).toEqual([15, 20])
  })
})

everyDatabase('a paper that was sent back on %s', (kind) => {
  test('was handed in all the same, wherever readings are counted', async () => {
    const { marker, leader, on, examId, papers, sendBack, give } = await open(kind)
    const query = { exam_id: examId, block_id: on.block_id }
    const counted = async () => {
      const [task] = (await marker.send(ownTasks, { query: {} })).data
      const [block] = (await leader.send(supervisedBlocks, { query: { exam_id: examId } })).data
        .list
      const { list } = (await leader.send(supervisedMarkers, { query })).data
      const { mine } = (await marker.send(markNext, { query: { ...on, n: 1 } })).data
      return {
        own: [task?.marking_count, mine.done],
        row: list.find(({ duty, done }) => duty === 'marker' && done > 2)?.done,
        block: [block?.marking_count, block?.reading_total],
        waiting: [task?.rejected_count, block?.numbers.rejected],
      }
    }
    const all = { own: [6, 6], row: 6, block: [8, 8] }
    expect(await counted()).toEqual({ ...all, waiting: [0, 0] })
    await sendBack(papers[1]?.id ?? 0)
    expect(await counted()).toEqual({ ...all, waiting: [1, 1] })
    await give(marker, { points: 9 })
    expect(await counted()).toEqual({ ...all, waiting: [0, 0] })
  })
})
