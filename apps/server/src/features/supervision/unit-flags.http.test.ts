import {
  exportBlockProgress,
  markNext,
  markSubmit,
  scoreInspectDetail,
  scoreInspectList,
  scoreInspectUpdate,
  supervisedPapers,
  supervisedSubjects,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { MarkMode, UnitFlag } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp } from '../../testing/index.ts'
import { syncUnits } from '../marking-core/engine/sync-units.ts'
import { withRetry } from '../marking-core/engine/with-retry.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { imagesOf } from '../marking/testing/sheet-images.ts'

/** Three papers that two or three markers read, with a tolerance of a point. */
async function open(kind: DatabaseKind, mode: MarkMode) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 3,
    markers: 3,
    mode,
    toleranceMilli: 1000,
  })
  const { examId, blockId } = marked
  const { db } = app.services
  const units = await db.selectFrom('unit').selectAll().orderBy('id').execute()
  const markers = [
    await app.signIn('marker1'),
    await app.signIn('marker2'),
    await app.signIn('marker3'),
  ]
  /** Each marker gives every paper that comes to them what is said for it; papers without a score stay in hand. */
  const read = async (given: Readonly<Record<number, readonly number[]>>) => {
    for (const [no, marker] of markers.entries()) {
      const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
      for (const { reading_id, unit_id } of data.tasks) {
        const points = given[unit_id]?.[no]
        if (points === undefined) continue
        const taken = await marker.send(markSubmit, {
          body: {
            block_id: blockId,
            reading_id,
            idem_key: `key-of-reading-${reading_id}`,
            scores: [points * 1000],
          },
        })
        expect(taken.status).toBe(200)
      }
    }
  }
  const leader = await app.signIn('leader')
  const admin = await app.signIn('admin')
  const on = { exam_id: examId, block_id: blockId }
  const counts = async (who = leader) =>
    (await who.send(supervisedSubjects, { query: { exam_id: examId } })).data.blocks[0]?.flag_counts
  const papers = async (flag?: UnitFlag) => {
    const query = { ...on, waits_for: 'total' as const, ...(flag ? { flag } : {}) }
    return (await leader.send(supervisedPapers, { query })).data
  }
  const inspected = async (query: object = {}) =>
    (
      await admin.send(scoreInspectList, {
        query: { exam_id: examId, subject_id: SUBJECT, ...query },
      })
    ).data
  return { ...app, ...marked, units, markers, read, leader, admin, counts, papers, inspected, on }
}

everyDatabase('what is remarkable about a mark, on %s', (kind) => {
  test('two readings that were combined though far apart are counted, listed, and corrected', async () => {
    const world = await open(kind, 2)
    const { units, read, counts, papers, inspected, admin, examId, markers } = world
    const [far, near] = units.map(({ id }) => id)
    await read({ [far ?? 0]: [3, 9], [near ?? 0]: [5, 6] })
    expect(await counts()).toEqual({ over_tolerance: 1, forced_pair: 0, sheet_gone: 0 })
    const all = await papers()
    expect([all.total, all.flag_counts.over_tolerance]).toEqual([3, 1])
    const { list, total, flag_counts } = await papers('over_tolerance')
    expect([total, flag_counts.over_tolerance]).toEqual([1, 1])
    expect(list).toMatchObject([{ unit_id: far, flags: ['over_tolerance'], final_milli: 6000 }])
    expect((await papers('forced_pair')).list).toEqual([])
    // Who only marks there is not told how others mark.
    expect(await counts(markers[0])).toBeNull()
    // Whoever looks at scores finds it as well, and a correction settles it.
    const flagged = await inspected({ flagged: 1 })
    expect([flagged.total, flagged.flagged_count]).toEqual([1, 1])
    const candidate_id = units.find(({ id }) => id === far)?.candidate_id ?? 0
    expect(flagged.list).toMatchObject([
      { candidate_id, flags: [{ block_name: '第17题', flag: 'over_tolerance' }] },
    ])
    const place = { exam_id: examId, subject_id: SUBJECT, candidate_id }
    const { data } = await admin.send(scoreInspectDetail, { query: place })
    const [block] = data.blocks
    expect(block?.flags).toEqual(['over_tolerance'])
    const corrected = await admin.send(scoreInspectUpdate, {
      body: {
        ...place,
        unit_id: far ?? 0,
        version: block?.version ?? 0,
        scores: [9000],
        reason: '一评漏看第二问',
      },
    })
    expect(corrected.data.state).toBe('applied')
    expect(await counts()).toEqual({ over_tolerance: 0, forced_pair: 0, sheet_gone: 0 })
    expect((await inspected({ flagged: 1 })).list).toEqual([])
  })

  test('a pair that was forced is named as that alone', async () => {
    const { units, read, counts, papers, leader, examId } = await open(kind, 4)
    const [far] = units.map(({ id }) => id)
    await read({ [far ?? 0]: [2, 9, 15] })
    expect(await counts()).toEqual({ over_tolerance: 0, forced_pair: 1, sheet_gone: 0 })
    expect((await papers('forced_pair')).list).toMatchObject([
      { unit_id: far, final_milli: 12_000 },
    ])
    expect((await papers('over_tolerance')).list).toEqual([])
    const file = await leader.send(exportBlockProgress, { query: { exam_id: examId } })
    const [head, row] = (await readXlsx(file.bytes)).slice(1)
    expect(row?.[head?.indexOf('三评仍超阈值') ?? -1]).toBe('1')
    expect(row?.[head?.indexOf('分差超阈值') ?? -1]).toBe('0')
  })

  test('a paper that was read before its candidate was found absent is counted, and no more once it is back', async () => {
    const world = await open(kind, 0)
    const { units, read, counts, papers, inspected, services, examId, advance } = world
    const [unit] = units
    await read({ [unit?.id ?? 0]: [8, 8, 8] })
    const { db } = services
    const present = async (attendance: number) => {
      await db
        .updateTable('candidate_subject')
        .set({ attendance })
        .where('candidate_id', '=', unit?.candidate_id ?? 0)
        .execute()
      const candidate = { examId, subjectId: SUBJECT, candidateId: unit?.candidate_id ?? 0 }
      await withRetry(services, async (trx) =>
        syncUnits(trx, services, candidate, await imagesOf(trx, candidate)),
      )
    }
    await present(1)
    expect(await counts()).toEqual({ over_tolerance: 0, forced_pair: 0, sheet_gone: 1 })
    expect((await papers('sheet_gone')).list).toMatchObject([
      { unit_id: unit?.id, flags: ['sheet_gone'], final_milli: 8000 },
    ])
    expect((await inspected({ flagged: 1 })).list).toMatchObject([
      { candidate_id: unit?.candidate_id, flags: [{ flag: 'sheet_gone' }] },
    ])
    // Half read, it left marking: it is no paper of the block any more, and found where it is counted.
    const half = await open(kind, 2)
    const [first] = half.units
    await half.read({ [first?.id ?? 0]: [8] })
    const absent = {
      examId: half.examId,
      subjectId: SUBJECT,
      candidateId: first?.candidate_id ?? 0,
    }
    await half.services.db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('candidate_id', '=', absent.candidateId)
      .execute()
    await withRetry(half.services, async (trx) =>
      syncUnits(trx, half.services, absent, await imagesOf(trx, absent)),
    )
    expect(await half.counts()).toMatchObject({ sheet_gone: 1 })
    expect(await half.papers()).toMatchObject({ total: 2, flag_counts: { sheet_gone: 1 } })
    expect(await half.papers('sheet_gone')).toMatchObject({
      total: 1,
      list: [{ unit_id: first?.id, state: 'OUT', flags: ['sheet_gone'], final_milli: null }],
    })
    await present(0)
    // No event tells of it: the figures are taken again after half a minute.
    advance(31_000)
    expect(await counts()).toEqual({ over_tolerance: 0, forced_pair: 0, sheet_gone: 0 })
    expect((await papers()).list.find(({ unit_id }) => unit_id === unit?.id)?.flags).toEqual([])
  })
})
