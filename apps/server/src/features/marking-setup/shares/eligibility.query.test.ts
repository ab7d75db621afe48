import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { barredBy, type MarkScope } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { selectRulesOfBlocks } from '../../marking-core/block/block-rules.query.ts'
import { barsOf } from './eligibility.ts'
import { stuckPapers } from '../stuck/stuck-papers.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

/**
 * A subject in which every second candidate, all of the second class, comes from another school, as does
 * the second marker. The first marker's school holds the exam.
 */
async function openJoint(kind: DatabaseKind, wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, {
    candidates: 8,
    markers: 2,
    ...wanted,
    settings: { ...wanted.settings, qualify: false },
  })
  const { services, school, examId, candidateIds, markerIds, blockId } = subject
  const { db } = services
  const { id: otherId } = await db
    .insertInto('school')
    .values({ name: '第二中学', short_name: '二中', created_at: '2026-11-01T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guests = candidateIds.filter((_, no) => no % 2 === 1)
  await db
    .updateTable('user_role')
    .set({ school_id: otherId })
    .where('user_id', '=', markerIds[1] ?? 0)
    .execute()
  await db.updateTable('candidate').set({ school_id: otherId }).where('id', 'in', guests).execute()
  // Their papers are cut anew.
  const old = db.selectFrom('unit').select('id').where('candidate_id', 'in', guests)
  await db.deleteFrom('mark_event').where('unit_id', 'in', old).execute()
  await db.deleteFrom('unit').where('candidate_id', 'in', guests).execute()
  for (const candidateId of guests) {
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await db
      .transaction()
      .execute(async (db) => syncUnits(db, services, candidate, await imagesOf(db, candidate)))
  }
  const readBy = async (markerId: number) => {
    const rows = await db
      .selectFrom('reading')
      .innerJoin('unit', 'unit.id', 'reading.unit_id')
      .where('reading.marker_id', '=', markerId)
      .where('reading.state', 'in', ['claimed', 'submitted'])
      .select('unit.school_id')
      .execute()
    return rows.map(({ school_id }) => (school_id === otherId ? 'other' : 'own')).sort()
  }
  const set = (settings: object) =>
    db
      .updateTable('block')
      .set({ settings: JSON.stringify({ ...wanted.settings, qualify: false, ...settings }) })
      .where('id', '=', blockId)
      .execute()
  const group = (schoolIds: number[], ids: number[]) => ({
    scope: 'group' satisfies MarkScope,
    schoolGroups: [{ name: '一组', schoolIds, markerIds: ids }],
  })
  return {
    ...subject,
    claim: (id: number, want?: number) => subject.claim(id, want),
    mark: (id: number, points: number) => subject.mark(id, points),
    db,
    otherId,
    schoolId: school.schoolId,
    readBy,
    set,
    group,
  }
}

const FOUR = (school: 'own' | 'other') => [school, school, school, school]

everyDatabase('who may read which paper on %s', (kind) => {
  test('a paper knows its school, and one of another school makes the exam a joint one', async () => {
    const home = await openMarkedSubject(kind, { candidates: 2 })
    const joint = await openJoint(kind)
    const blockOf = ({ services, blockId }: typeof home) =>
      services.db
        .selectFrom('block')
        .where('id', '=', blockId)
        .select('is_joint')
        .executeTakeFirstOrThrow()
    expect((await blockOf(home)).is_joint).toBe(0)
    expect((await blockOf(joint)).is_joint).toBe(1)
    const counts = await joint.db
      .selectFrom('unit')
      .groupBy('school_id')
      .select(['school_id', ({ fn }) => fn.countAll().as('count')])
      .orderBy('school_id')
      .execute()
    expect(counts.map(({ school_id, count }) => [school_id, Number(count)])).toEqual([
      [joint.schoolId, 4],
      [joint.otherId, 4],
    ])
  })

  test('own schools are avoided in a joint exam, unless that is switched off', async () => {
    const { markerIds, claim, readBy, set } = await openJoint(kind)
    const [first = 0, second = 0] = markerIds
    await claim(first, 10)
    expect(await readBy(first)).toEqual(FOUR('other'))
    await claim(second, 2)
    expect(await readBy(second)).toEqual(['own', 'own'])
    await set({ avoidOwnSchool: false })
    await claim(first, 10)
    expect(await readBy(first)).toEqual([...FOUR('other'), 'own', 'own'])
  })

  test('each school reads its own papers, and nothing else is left to it', async () => {
    const { markerIds, claim, readBy } = await openJoint(kind, {
      settings: { scope: 'own_school' },
    })
    const [first = 0, second = 0] = markerIds
    await claim(first, 10)
    expect(await claim(first, 10)).toBe('empty')
    await claim(second, 10)
    expect([await readBy(first), await readBy(second)]).toEqual([FOUR('own'), FOUR('other')])
  })

  test('a group of markers reads the schools that it was given', async () => {
    const { markerIds, claim, readBy, set, group, otherId } = await openJoint(kind)
    const [first = 0, second = 0] = markerIds
    await set(group([otherId], [first]))
    expect(await claim(second, 10)).toBe('empty')
    await claim(first, 10)
    expect([await readBy(first), await readBy(second)]).toEqual([FOUR('other'), []])
  })

  test('at target, a marker takes the rest of the own school and nothing of another', async () => {
    const { markerIds, claim, readBy } = await openJoint(kind, {
      allocation: 3,
      quotas: [1, 8],
      settings: { scope: 'own_school' },
    })
    const [first = 0] = markerIds
    await claim(first, 10)
    expect(await claim(first, 10)).toBe('at_quota')
    expect(await readBy(first)).toEqual(FOUR('own'))
  })

  test('at target, a marker leaves to others what they may read', async () => {
    const { markerIds, claim, readBy } = await openJoint(kind, {
      allocation: 3,
      quotas: [1, 8],
      settings: { avoidOwnSchool: false },
    })
    const [first = 0] = markerIds
    await claim(first, 10)
    expect(await readBy(first)).toHaveLength(1)
  })

  test.for<[string, object, number]>([
    ['joint exam', {}, 0],
    ['own schools only', { scope: 'own_school' }, 0],
    ['nothing avoided', { avoidOwnSchool: false }, 4],
  ])(
    'nobody ever reads what a rule excludes, third readings included: %s',
    async ([, rules, thirds]) => {
      const subject = await openJoint(kind, { markers: 3, mode: 3, settings: rules })
      const { db, markerIds, blockId, mark, school } = subject
      await db
        .insertInto('teaching')
        .values({
          user_id: markerIds[2] ?? 0,
          class_id: school.classIds[0] ?? 0,
          subject_id: SUBJECT,
        })
        .execute()
      for (let idle = 0; idle < markerIds.length;) {
        idle = 0
        // Far apart, so that third readings are needed wherever somebody may give one.
        for (const [no, id] of markerIds.entries()) if ((await mark(id, no * 8)) === null) idle++
      }
      const block = (await selectRulesOfBlocks(db, [blockId])).get(blockId)
      if (!block) throw new Error('the block is gone')
      const barOf = await barsOf(
        db,
        markerIds.map((markerId) => ({ rules: block, markerId })),
      )
      const readings = await db
        .selectFrom('reading')
        .innerJoin('unit', 'unit.id', 'reading.unit_id')
        .select(['reading.marker_id', 'reading.role', 'unit.class_id', 'unit.school_id'])
        .select(['unit.candidate_id', 'unit.released'])
        .execute()
      const barred = readings.filter(
        ({ marker_id, class_id, school_id, candidate_id, released }) =>
          barredBy(block.settings.scope, barOf(block, marker_id), {
            classId: class_id,
            schoolId: school_id,
            candidateId: candidate_id,
            released,
          }) !== null,
      )
      expect(barred).toEqual([])
      expect(readings.length).toBeGreaterThan(0)
      // Three people may read the guests' papers where nothing is avoided, elsewhere two at most.
      expect(readings.filter(({ role }) => role === 'R3')).toHaveLength(thirds)
    },
  )

  test('papers that nobody may read are counted with the reason', async () => {
    const { db, examId, blockId, markerIds, school, claim, set, group, ...joint } =
      await openJoint(kind)
    const [first = 0, second = 0] = markerIds
    const stuck = async () => {
      const [own] = await stuckPapers(db, examId)
      return own?.reasons.map(({ reason, count }) => [reason, count]) ?? []
    }
    const suspend = (at: string | null) =>
      db
        .updateTable('block_marker')
        .set({ suspended_at: at })
        .where('block_id', '=', blockId)
        .where('user_id', '=', second)
        .execute()
    expect(await stuck()).toEqual([])
    await suspend('2026-11-20T01:00:00.000Z')
    expect(await stuck()).toEqual([['own_school', 4]])
    await set({ scope: 'own_school' })
    expect(await stuck()).toEqual([['not_own_school', 4]])
    await suspend(null)
    await set(group([joint.otherId], [second]))
    // The guest avoids the own school, the host is in no group, and the host's school is nobody's.
    expect(await stuck()).toEqual([['not_in_group', 8]])
    await set({ avoidOwnSchool: false })
    await db
      .insertInto('teaching')
      .values(
        [first, second].map((user_id) => ({
          user_id,
          class_id: school.classIds[0] ?? 0,
          subject_id: SUBJECT,
        })),
      )
      .execute()
    expect(await stuck()).toEqual([['own_class', 4]])
    await db.deleteFrom('teaching').execute()
    await db.updateTable('block').set({ mark_mode: 2 }).where('id', '=', blockId).execute()
    expect(await stuck()).toEqual([])
    await claim(first, 3)
    await db.updateTable('unit').set({ free_role: 'R2' }).execute()
    await suspend('2026-11-20T01:00:00.000Z')
    expect(await stuck()).toEqual([['all_read', 3]])
    await set({ avoidOwnSchool: false, qualify: true })
    expect(await stuck()).toEqual([['unqualified', 8]])
  })
})
