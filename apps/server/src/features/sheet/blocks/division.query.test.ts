import { everyDatabase } from '@hengjuan/db/testing'
import { milli, type SheetDesign } from '@hengjuan/domain'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { unitCounts } from '../../marking-core/engine/unit-counts.query.ts'
import { bindQuestions } from './bind-questions.ts'
import { automaticPlan } from './block-plan.ts'
import { countBroughtBack, findLastDivision } from './division.query.ts'

const AT = '2026-11-20T00:00:00.000Z'

everyDatabase('a division that took marks, on %s', (kind) => {
  test('is undone with the marks, once, and only while nothing else was saved', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const { services, markerIds, leaderId } = subject
    const [marker = 0] = markerIds
    await subject.mark(marker, 12)
    await subject.mark(marker, 7.5)
    const { bind, plan, sheet } = await withSheet(subject)
    const finals = async () =>
      (await subject.units()).map(({ state, final_milli }) => [state, final_milli])
    const marked = await finals()
    expect(marked.map(([state]) => state)).toEqual(['FINAL', 'FINAL'])
    const told = async () =>
      (await services.db.selectFrom('marking_message').select('text').orderBy('id').execute()).map(
        ({ text }) => text,
      )

    const moved = plan.map((block) => ({
      ...block,
      regions: block.regions.map((area) => ({ ...area, height_mm: area.height_mm - 4 })),
    }))
    const divided = await bind({ blocks: moved, accept_lost: 2 })
    expect(divided).toMatchObject({ version: 2, lost: 2, restored: 0 })
    expect(await finals()).toEqual([
      ['WAIT_IMAGE', null],
      ['WAIT_IMAGE', null],
    ])
    expect(await findLastDivision(services.db, await sheet())).toMatchObject({ planBefore: null })
    expect(await told()).toEqual([
      '题块已重新划分，试卷重新裁切，此前 2 份试卷的评阅不再计入，裁切后请重新评阅。',
    ])

    expect(await bind({ undo: true, preview: true })).toMatchObject({ lost: 0, restored: 2 })
    expect(await bind({ undo: true })).toMatchObject({ version: 3, restored: 2 })
    expect((await told())[1]).toBe(
      '题块的重新划分已撤销，2 份试卷此前的评阅恢复计入，不用重新评阅。',
    )
    expect((await sheet()).block_plan).toBeNull()
    expect((await finals()).map(([state]) => state)).toEqual(['WAIT_IMAGE', 'WAIT_IMAGE'])
    await cutAgain(subject)
    expect(await finals()).toEqual(marked)
    await expect(bind({ undo: true })).rejects.toMatchObject({ code: 'SHEET_DIVISION_NO_UNDO' })

    await bind({ blocks: moved, accept_lost: 2 })
    await bind({ blocks: moved.map((block) => ({ ...block, name: '改了名' })) })
    expect((await findLastDivision(services.db, await sheet()))?.units).toEqual([])
    const events = await services.db
      .selectFrom('mark_event')
      .where('actor_id', '=', leaderId)
      .select('type')
      .execute()
    expect(events.filter(({ type }) => type === 'restore')).toHaveLength(2)
  })

  test('and a block with its papers is undone row by row', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const { services, markerIds } = subject
    const [marker = 0] = markerIds
    await subject.mark(marker, 12)
    const { bind, plan, sheet } = await withSheet(subject)
    const rows = async () => ({
      units: await subject.units(),
      readings: await services.db.selectFrom('reading').selectAll().orderBy('id').execute(),
      events: await services.db.selectFrom('mark_event').selectAll().orderBy('id').execute(),
      markers: await services.db
        .selectFrom('block_marker')
        .selectAll()
        .orderBy('duty')
        .orderBy('user_id')
        .execute(),
      blocks: await services.db.selectFrom('block').selectAll().execute(),
      places: await services.db.selectFrom('unit_queue').selectAll().orderBy('unit_id').execute(),
      counts: (await unitCounts(services.db, subject.examId, SUBJECT)).byState,
      judged: await services.db
        .selectFrom('reading_tally')
        .where('count', '<>', 0)
        .selectAll()
        .execute(),
    })
    const before = await rows()
    expect(before.events.length).toBeGreaterThan(0)

    const another = plan.map((block) => ({ ...block, block_key: 'another', name: '另一块' }))
    const preview = await bind({ blocks: another, preview: true })
    expect(preview).toMatchObject({ lost: 1 })
    expect(preview.effects.find(({ kind: what }) => what === 'removed')).toMatchObject({
      papers: 2,
      marked: 1,
      refusal: null,
    })
    await expect(bind({ blocks: another })).rejects.toMatchObject({ code: 'SHEET_BLOCK_MARKED' })
    expect(await bind({ blocks: another, accept_lost: 1 })).toMatchObject({ version: 2 })
    expect(await rows()).toMatchObject({ units: [], readings: [], events: [], markers: [] })

    const last = await findLastDivision(services.db, await sheet())
    expect(last && (await countBroughtBack(services.db, last))).toEqual({ marks: 1, papers: 2 })

    // Papers of the new block are made before somebody finds that the old division was right.
    await cutAgain(subject)
    expect(await bind({ undo: true, preview: true })).toMatchObject({ restored: 1 })
    await bind({ undo: true })
    expect((await sheet()).block_plan).toBeNull()
    const after = await rows()
    const [stamp] = before.blocks.map(({ rules_stamp }) => rules_stamp)
    // A stamp is never used again, so a block that comes back has another.
    expect(after.blocks.map(({ rules_stamp }) => rules_stamp)).not.toContain(stamp)
    expect(after).toEqual({
      ...before,
      blocks: before.blocks.map((block) => ({ ...block, rules_stamp: expect.any(Number) })),
    })
  })
})

/** A sheet of the one question that the subject marks. */
async function withSheet({ services, examId, leaderId, school }: MarkedSubject) {
  const { db } = services
  const design: SheetDesign = {
    ...sampleDesigns.mathematics,
    id: 'sheet-1-v1',
    sections: [
      {
        title: '解答题',
        questions: [
          {
            no: '17',
            type: 4,
            fullMilli: milli(20),
            blockKey: '17',
            heightMm: 80,
            scorePoints: [{ name: '(1)', fullMilli: milli(20), stepMilli: milli(0.5) }],
          },
        ],
      },
    ],
  }
  const geometry = layoutSheet(design)
  const template = templateOf(geometry)
  const { id } = await db
    .insertInto('answer_sheet')
    .values({
      school_id: school.schoolId,
      exam_id: examId,
      subject_id: SUBJECT,
      type: 1,
      name: '数学',
      version: 1,
      sheet_code: design.sheetCode,
      share_type: 0,
      design: JSON.stringify(design),
      geometry: JSON.stringify(geometry),
      template: JSON.stringify(template),
      created_by: leaderId,
      created_at: AT,
      updated_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('exam_subject')
    .set({ sheet_id: id })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', SUBJECT)
    .execute()
  const sheet = () =>
    db.selectFrom('answer_sheet').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  type Body = Omit<Parameters<typeof bindQuestions>[4], 'sheet_id'>
  const bind = async (body: Body) => {
    const row = await sheet()
    return db
      .transaction()
      .execute(async (db) =>
        bindQuestions(services, db, { userId: leaderId }, row, { sheet_id: id, ...body }),
      )
  }
  return { sheet, bind, plan: automaticPlan(design, template) }
}

/** As the background work does after a division. */
async function cutAgain({ services, examId, candidateIds }: MarkedSubject): Promise<void> {
  for (const candidateId of candidateIds) {
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await services.db
      .transaction()
      .execute(async (db) => syncUnits(db, services, candidate, await imagesOf(db, candidate)))
  }
}
