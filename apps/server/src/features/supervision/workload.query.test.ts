import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { allocationOf } from '../marking-setup/shares/allocation-plan.ts'
import { applyEvent } from '../marking-core/engine/apply-event.ts'
import { selectBlockRules } from '../marking-core/block/block-rules.query.ts'
import { openMarkedSubject, type MarkedSubject } from '../marking/testing/marked-subject.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'
import { markerRows } from './marker-rows.ts'
import { examProgress } from './exam-progress.ts'
import { unfinishedIn } from './unfinished.ts'

const allocated = async ({ services, blockId }: MarkedSubject) =>
  allocationOf(services.db, await selectBlockRules(services.db, blockId))

const targetsOf = async (subject: MarkedSubject) =>
  (await allocated(subject)).people.map(({ target }) => target ?? 0)

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** Everybody takes papers by turns until nobody gets any. */
async function markAll(subject: MarkedSubject): Promise<void> {
  for (let more = true; more;) {
    more = false
    for (const id of subject.markerIds) if ((await subject.mark(id, 5)) !== null) more = true
  }
}

const doublesOf = async ({ services }: MarkedSubject) =>
  (await services.db.selectFrom('unit').select('facts').execute()).filter(
    ({ facts }) => (JSON.parse(facts) as { double: boolean }).double,
  ).length

/** Candidates of whom nothing is known, of one of the classes. */
async function register(
  { services, school, examId }: MarkedSubject,
  count: number,
  classNo = 0,
): Promise<void> {
  const { db } = services
  const class_id = school.classIds[classNo] ?? 0
  for (let no = 0; no < count; no++) {
    const name = `缺${classNo}-${no}`
    const who = { school_id: school.schoolId, class_id, name, name_pinyin: name }
    const student = await db
      .insertInto('student')
      .values({ ...who, student_no: name, gender: '女', left_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const candidate = await db
      .insertInto('candidate')
      .values({ ...who, exam_id: examId, student_id: student.id, exam_no: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('candidate_subject')
      .values({
        exam_id: examId,
        subject_id: SUBJECT,
        candidate_id: candidate.id,
        attendance: -1,
        attendance_source: 'machine',
        version: 1,
      })
      .execute()
  }
}

const closeBatches = ({ services }: MarkedSubject) =>
  services.db.updateTable('scan_batch').set({ closed_at: '2026-11-20T02:00:00.000Z' }).execute()

/** Who is said to have work left, by the table for those who remind them. */
async function unfinishedOf({ services, examId, blockId }: MarkedSubject): Promise<string[]> {
  const { blocks } = await examProgress(services, examId)
  const [block] = blocks
  const rows = await markerRows(services, blockId, null)
  if (!block) return []
  const listed = rows.map((row) => ({ ...row, subject_name: block.subject_name, block }))
  return (await unfinishedIn(services.db, listed)).map(({ name }) => name)
}

everyDatabase('what there is to read in a block, on %s', (kind) => {
  // The units' own lot decides which are read twice: with these texts more and fewer than the share.
  test.for(['s1', 's2', 's3', 's4'])(
    'of papers some of which are read twice, every reading is somebody’s to the one (%s)',
    async (salt) => {
      const subject = await openMarkedSubject(kind, {
        candidates: 40,
        markers: 3,
        mode: 2,
        allocation: 2,
        columns: { double_ratio: 25, salt },
        settings: { autoTopUp: false },
      })
      const readings = 40 + (await doublesOf(subject))
      const before = await targetsOf(subject)
      expect(sum(before)).toBe(readings)
      expect(Math.max(...before) - Math.min(...before)).toBeLessThanOrEqual(1)
      await markAll(subject)
      const { people } = await allocated(subject)
      expect(people.map(({ work }) => work.done)).toEqual(before)
      expect((await subject.units()).filter(({ state }) => state !== 'FINAL')).toEqual([])
      const [block] = (await examProgress(subject.services, subject.examId)).blocks
      expect(block).toMatchObject({
        double_mode: 2,
        double_ratio: 25,
        marking_count: readings,
        reading_total: readings,
        free_count: 0,
      })
      expect(await unfinishedOf(subject)).toEqual([])
    },
  )

  test('sheets still to be scanned are expected until scanning is closed', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 20, markers: 2, allocation: 2 })
    const { services, markerIds } = subject
    await register(subject, 6)
    await register(subject, 10, 2)
    expect(await targetsOf(subject)).toEqual([18, 18])
    for (let no = 0; no < 13; no++) await subject.mark(markerIds[0] ?? 0, 5)
    // Between two batches, a class of which nothing has come is probably next.
    await closeBatches(subject)
    expect(await targetsOf(subject)).toEqual([15, 15])
    const { plan } = await allocated(subject)
    expect([plan.units, plan.readings]).toEqual([30, 30])
    await services.db.updateTable('exam_subject').set({ status: 6 }).execute()
    // Nobody's target falls below what they did.
    expect(await targetsOf(subject)).toEqual([13, 7])
    await services.db.updateTable('exam_subject').set({ status: 2 }).execute()
    await services.db.updateTable('scan_batch').set({ closed_at: null }).execute()
    expect(await targetsOf(subject)).toEqual([18, 18])
  })

  test('of sheets still to come, as many are taken to be read twice as usually are', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 20,
      markers: 2,
      mode: 2,
      allocation: 2,
      columns: { double_ratio: 25 },
    })
    const readings = 20 + (await doublesOf(subject))
    await register(subject, 10)
    const { plan } = await allocated(subject)
    expect([plan.units, plan.readings]).toEqual([30, readings + 13])
  })

  test('who has a target and nothing to take is not reminded of it', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 20, markers: 2, allocation: 2 })
    await register(subject, 6)
    const [first = 0, second = 0] = subject.markerIds
    for (let no = 0; no < 11; no++) await subject.mark(first, 5)
    expect(await unfinishedOf(subject)).toEqual(['阅卷老师1', '阅卷老师2'])
    for (let no = 0; no < 9; no++) await subject.mark(second, 5)
    subject.advance(31_000)
    // Six sheets may still come, and there is nothing to mark until they do.
    expect(await targetsOf(subject)).toEqual([13, 13])
    expect(await unfinishedOf(subject)).toEqual([])
  })

  test('a paper that was decided without readings is nobody’s share', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 10,
      markers: 2,
      mode: 1,
      allocation: 2,
    })
    const { services } = subject
    const [one] = await subject.units()
    expect(await targetsOf(subject)).toEqual([10, 10])
    // By nobody: a machine did it.
    const mark = { type: 'offline_mark', by: 0, totalMilli: 15_000 } as const
    await services.db
      .transaction()
      .execute((db) => applyEvent(db, services, one?.id ?? 0, mark, { userId: null }))
    expect(await targetsOf(subject)).toEqual([9, 9])
    await markAll(subject)
    expect((await allocated(subject)).people.map(({ work }) => work.done)).toEqual([9, 9])
  })

  test('each school shares its own papers, with those of them that are read twice', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 24,
      markers: 2,
      mode: 2,
      allocation: 2,
      columns: { double_ratio: 25 },
      settings: { scope: 'own_school' },
    })
    const { services, school } = subject
    const { id: school_id } = await services.db
      .insertInto('school')
      .values({ name: '第二中学', short_name: '二中', created_at: '2026-11-20T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const table of ['unit', 'candidate'] as const)
      await services.db
        .updateTable(table)
        .set({ school_id })
        .where('class_id', '=', school.classIds[1] ?? 0)
        .execute()
    // Three more of the own school are still to come.
    await register(subject, 3)
    const { parts, plan } = await allocated(subject)
    const units = await services.db
      .selectFrom('unit')
      .select(['school_id', 'readings_due'])
      .execute()
    const given = [school.schoolId, school_id].map((id) => {
      const own = units.filter((unit) => unit.school_id === id)
      return [own.length, sum(own.map(({ readings_due }) => readings_due))]
    })
    expect(given.map(([count]) => count)).toEqual([12, 12])
    expect(parts?.map((part) => [part.schoolIds, part.units, part.readings])).toEqual([
      [[school.schoolId], 12 + 3, (given[0]?.[1] ?? 0) + 3 + 1],
      [[school_id], 12, given[1]?.[1]],
    ])
    expect(sum((parts ?? []).map(({ readings }) => readings))).toBe(plan.readings)
  })
})
