import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { AvoidanceRule } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { stuckPapers } from '../stuck/stuck-papers.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { writePairs } from './avoided-pairs.ts'
import { releasePapers, stuckView, undoRelease } from './release-papers.ts'

/** Six candidates in two classes; both markers teach the first class, so its three papers are stuck. */
async function open(kind: DatabaseKind, wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, {
    candidates: 6,
    markers: 2,
    columns: { avoid_own_class: 1 },
    ...wanted,
  })
  const { services, blockId, examId, markerIds, school, candidateIds } = subject
  const { db } = services
  await db
    .insertInto('teaching')
    .values(
      markerIds.map((user_id) => ({
        user_id,
        class_id: school.classIds[0] ?? 0,
        subject_id: SUBJECT,
      })),
    )
    .execute()
  const director = school.userIds['director'] ?? 0
  const view = () => stuckView(services, blockId)
  const release = (
    unitIds: readonly number[],
    rules: readonly AvoidanceRule[] = ['own_class'],
    { reason = '只有两位教师', isConfirmed = false } = {},
  ) => releasePapers(services, { blockId, unitIds, rules, reason, isConfirmed }, director)
  const undo = (ids: readonly number[]) => undoRelease(services, blockId, ids, director)
  const count = async () => (await stuckPapers(db, examId))[0]?.count ?? 0
  const held = async (markerId: number) => {
    const rows = await db
      .selectFrom('reading')
      .where('marker_id', '=', markerId)
      .where('state', 'in', ['claimed', 'submitted'])
      .select('unit_id')
      .execute()
    return rows.map(({ unit_id }) => unit_id).sort((a, b) => a - b)
  }
  const keep = (markerId: number, candidateId = 0) =>
    writePairs(services, examId, [{ markerId, candidateId, relation: '' }], director)
  return {
    ...subject,
    claim: (id: number, want?: number) => subject.claim(id, want),
    mark: (id: number, points: number) => subject.mark(id, points),
    units: () => subject.units(),
    db,
    candidateIds,
    view,
    release,
    undo,
    count,
    held,
    keep,
  }
}

const idsOf = ({ list }: { list: readonly { unit_id: number }[] }) =>
  list.map(({ unit_id }) => unit_id).sort((a, b) => a - b)

everyDatabase('papers that nobody may read on %s', (kind) => {
  test('are given out when they are released, those alone, until that is taken back', async () => {
    const { view, release, undo, count, held, claim, markerIds } = await open(kind)
    const [first = 0] = markerIds
    const before = await view()
    expect(before).toMatchObject({ total: 3, releases: [] })
    expect(before.list[0]).toMatchObject({
      class_name: '1班',
      reason: '回避本班',
      options: [{ rules: ['own_class'], markers: ['阅卷老师1', '阅卷老师2'] }],
    })
    expect(await release(idsOf(before).slice(0, 2))).toEqual({ changed: 2, skipped: 0 })
    expect(await count()).toBe(1)
    const after = await view()
    const [one = 0, two = 0] = after.releases[0]?.papers.map(({ unit_id }) => unit_id) ?? []
    expect([one, two].toSorted((a, b) => a - b)).toEqual(idsOf(before).slice(0, 2))
    expect(after.releases).toMatchObject([
      {
        rules: ['own_class'],
        reason: '只有两位教师',
        by_name: '教务主任',
        papers: [
          { unit_id: one, state: 'waiting' },
          { unit_id: two, state: 'waiting' },
        ],
        undone: null,
      },
    ])
    // One of the two is taken back before anybody has it.
    const releaseIds = after.releases[0]?.release_ids ?? []
    expect(await undo(releaseIds.slice(1))).toEqual({ changed: 1, skipped: 0 })
    expect(await count()).toBe(2)
    await claim(first, 10)
    const own = await held(first)
    expect(own).toContain(one)
    expect(own).not.toContain(two)
    expect(own).toHaveLength(4)
    await expect(undo(releaseIds)).rejects.toMatchObject({ code: 'MARKING_RELEASE_BEGUN' })
    const states = (await view()).releases.flatMap(({ papers }) => papers)
    expect(new Map(states.map(({ unit_id, state }) => [unit_id, state]))).toEqual(
      new Map([
        [one, 'begun'],
        [two, 'undone'],
      ]),
    )
  })

  test('are given to who is at target, where nobody else may read them', async () => {
    const { view, release, held, claim, markerIds } = await open(kind, {
      allocation: 3,
      quotas: [2, 4],
      settings: { autoTopUp: true },
    })
    const [first = 0, second = 0] = markerIds
    await claim(first, 10)
    await claim(second, 10)
    expect([await held(first), await held(second)].map(({ length }) => length)).toEqual([2, 1])
    const stuck = idsOf(await view())
    await release(stuck)
    // The second's target leaves room for all three; the first is at theirs and leaves them alone.
    expect(await claim(first, 10)).toBe('at_quota')
    await claim(second, 10)
    expect(await held(second)).toEqual(expect.arrayContaining(stuck))
  })

  test('need every rule relaxed that stands against them, and relatives a second word', async () => {
    const { view, release, keep, held, claim, markerIds, candidateIds, units } = await open(kind)
    const [first = 0, second = 0] = markerIds
    const [child = 0] = candidateIds
    await keep(first, child)
    await keep(second, child)
    const [paper = 0] = (await units()).map(({ id }) => id)
    const own = (await view()).list.find(({ unit_id }) => unit_id === paper)
    expect(own).toMatchObject({
      reason: '回避亲属',
      options: [{ rules: ['relative', 'own_class'], markers: ['阅卷老师1', '阅卷老师2'] }],
    })
    // One rule alone would not help, so it is not relaxed.
    await expect(release([paper])).rejects.toMatchObject({ code: 'MARKING_STUCK_NOTHING' })
    const both: AvoidanceRule[] = ['own_class', 'relative']
    await expect(release([paper], both)).rejects.toMatchObject({
      code: 'MARKING_RELATIVE_UNCONFIRMED',
    })
    await release([paper], both, { isConfirmed: true })
    await claim(second, 10)
    expect(await held(second)).toContain(paper)
    expect((await view()).releases[0]?.papers).toMatchObject([{ unit_id: paper, state: 'begun' }])
  })

  test('wait for a second reader: who may has read them, who may not could be let', async () => {
    const { view, release, held, claim, mark, markerIds, db } = await open(kind, {
      mode: 1,
      candidates: 2,
    })
    const [first = 0, second = 0] = markerIds
    await db.deleteFrom('teaching').where('user_id', '=', first).execute()
    await mark(first, 5)
    await mark(first, 5)
    await claim(second, 10)
    expect(await held(second)).toHaveLength(1)
    const { list } = await view()
    expect(list).toMatchObject([
      {
        reason: '可评的教师都已评过或转为问题卷',
        options: [{ rules: ['own_class'], markers: ['阅卷老师2'] }],
      },
    ])
    await release(idsOf({ list }))
    await claim(second, 10)
    expect(await held(second)).toHaveLength(2)
  })
})

test('release of stuck papers: nothing is relaxed for papers that somebody may read, nor without a reason', async () => {
  const { view, release, units, markerIds, db } = await open('sqlite')
  const all = (await units()).map(({ id }) => id)
  await expect(release(all, ['own_class'], { reason: '' })).rejects.toMatchObject({
    code: 'MARKING_REASON_MISSING',
  })
  expect(await release(all)).toEqual({ changed: 3, skipped: 3 })
  const released = await db.selectFrom('unit').select('id').where('released', '>', 0).execute()
  expect(released).toHaveLength(3)
  expect(idsOf(await view())).toEqual([])
  await expect(release(all)).rejects.toMatchObject({ code: 'MARKING_STUCK_NOTHING' })
  expect(markerIds).toHaveLength(2)
})
