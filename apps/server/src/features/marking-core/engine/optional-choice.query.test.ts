import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { MarkEvent } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { applyEvent } from './apply-event.ts'
import { checkedTask } from '../../quality/spot/checked-task.ts'
import { takeLeaderPaper } from '../../arbitration/leader/leader-paper.ts'
import { settleProblem } from '../../arbitration/leader/settle-problem.ts'
import { syncUnits } from './sync-units.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'
import { withRetry } from './with-retry.ts'

/** A paper with questions from 17 on, each of 10 points, of which `choose` are to be answered. */
async function open(
  kind: DatabaseKind,
  filled: string[] | null,
  { of = 2, choose = 1, resolvedAs }: { of?: number; choose?: number; resolvedAs?: string } = {},
) {
  const subject = await openMarkedSubject(kind, {
    candidates: 1,
    mode: 1,
    points: Array.from({ length: of }, () => ({ fullMilli: 10_000, stepMilli: 1000 })),
  })
  const { services, examId, candidateIds, leaderId } = subject
  await services.db.updateTable('question').set({ optional_group: 'A' }).execute()
  await services.db
    .updateTable('block')
    .set({ full_milli: choose * 10_000 })
    .execute()
  const unit = () => services.db.selectFrom('unit').selectAll().executeTakeFirstOrThrow()
  /** The sheet says so, or says so once more. */
  const fill = async (chosen: string[] | null) => {
    const answers = {
      'optional:A': { answer: chosen, source: 'machine', resolved_as: resolvedAs },
    }
    await services.db
      .updateTable('candidate_subject')
      .set({ answers: JSON.stringify(answers) })
      .execute()
    const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
  }
  const send = async (event: MarkEvent) => {
    const { id } = await unit()
    await withRetry(services, (db) => applyEvent(db, services, id, event, { userId: leaderId }))
  }
  const paper = async () => {
    const { task } = await takeLeaderPaper(services, leaderId, 'problem', {})
    if (!task) throw new Error('the leader has a paper')
    const idOf = (no: string) => task.choices.find((one) => one.no === no)?.question_id ?? 0
    return {
      task,
      chosen: task.choices.flatMap(({ no, question_id }) =>
        task.chosen.includes(question_id) ? [no] : [],
      ),
      decide: async (outcome: 'score' | 'return', nos: string[], scores: number[] = []) => {
        const before = await unit()
        return withRetry(services, (db) =>
          settleProblem(db, services, {
            idemKey: ulid(),
            userId: leaderId,
            unit: before,
            outcome,
            scores,
            excludeRaiser: false,
            questionIds: nos.map(idOf),
          }),
        )
      },
    }
  }
  await fill(filled)
  return { ...subject, unit, fill, send, paper }
}

const found = (by: number): MarkEvent => ({
  type: 'raise_problem',
  by,
  readingId: null,
  reason: 'other',
  note: '填涂第17题，作答第18题',
})

everyDatabase('a leader says which optional question was answered on %s', (kind) => {
  test('otherwise than it was filled in, and that stands while the sheet says nothing new', async () => {
    const { paper, unit, send, fill, markerIds, leaderId } = await open(kind, ['17'])
    await send(found(markerIds[0] ?? 0))
    const first = await paper()
    expect(first.chosen).toEqual(['17'])
    expect(first.task.points.map(({ question_no: no }) => no)).toEqual(['17', '18'])
    await first.decide('score', ['18'], [4000])
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[null,4000]' })
    // Something else was corrected on the sheet.
    await fill(['17'])
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[null,4000]' })
    // By mistake: taken back, it can be said anew.
    await send({ type: 'reopen', by: leaderId, reason: '看错' })
    const again = await paper()
    expect(again.chosen).toEqual(['18'])
    await again.decide('score', ['17'], [5000])
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[5000,null]' })
    await fill(['18'])
    expect(await unit()).toMatchObject({ state: 'READY', final_milli: null })
  })

  test('what was read of a question counts again when the sheet is found to have said that', async () => {
    const opened = await open(kind, ['17'])
    const { unit, fill, markerIds, services } = opened
    const [li = 0, wang = 0, zhao = 0] = markerIds
    await opened.mark(li, 7)
    await opened.mark(wang, 8)
    const before = await unit()
    await fill(['18'])
    expect(await unit()).toMatchObject({ state: 'READY', final_milli: null })
    await opened.mark(zhao, 2)
    await fill(['17'])
    const { state, final_points, final_source } = before
    expect(await unit()).toMatchObject({ state, final_points, final_source })
    expect(before).toMatchObject({ state: 'FINAL', final_points: '[7500,null]' })
    // The same once more: what was read of the other question comes back with its reader.
    await fill(['18'])
    expect(await unit()).toMatchObject({ state: 'MARKING', free_role: 'R2' })
    const live = await services.db
      .selectFrom('reading')
      .where('state', '=', 'submitted')
      .select('marker_id')
      .execute()
    expect(live).toEqual([{ marker_id: zhao }])
  })

  test('what a checker decided comes back too; what was cleared meanwhile does not', async () => {
    const opened = await open(kind, ['17'])
    const { unit, fill, send, markerIds } = opened
    const readingId = (await opened.mark(markerIds[0] ?? 0, 7)) ?? 0
    await opened.mark(markerIds[1] ?? 0, 7)
    const checkerId = opened.leaderId
    await send({ type: 'spot_correct', readingId, checkerId, scores: [6000], isRejection: false })
    await fill(['18'])
    expect((await unit()).state).toBe('READY')
    await fill(['17'])
    expect(await unit()).toMatchObject({ final_points: '[6000,null]', final_source: 'SPOT' })
    await fill(['18'])
    await send({ type: 'reset' })
    await fill(['17'])
    expect(await unit()).toMatchObject({ state: 'READY', final_milli: null })
  })

  test('a leader who said so by mistake says otherwise, and nobody reads it again', async () => {
    const opened = await open(kind, ['17'])
    const { paper, unit, send, markerIds, leaderId } = opened
    await opened.mark(markerIds[0] ?? 0, 7)
    await send(found(leaderId))
    await (await paper()).decide('return', ['18'])
    expect((await unit()).state).toBe('READY')
    await send(found(leaderId))
    await (await paper()).decide('return', ['17'])
    expect(await unit()).toMatchObject({ state: 'MARKING', free_role: 'R2' })
    await opened.mark(markerIds[1] ?? 0, 8)
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[7500,null]' })
  })

  test('what was read of another question is void, the paper is read anew', async () => {
    const opened = await open(kind, ['17'])
    const { paper, unit, send, markerIds, services } = opened
    const mark = (by: number, points: number) => opened.mark(by, points)
    await mark(markerIds[0] ?? 0, 7)
    await send(found(markerIds[1] ?? 0))
    await (await paper()).decide('return', ['18'])
    await mark(markerIds[0] ?? 0, 2)
    await mark(markerIds[1] ?? 0, 3)
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[null,2500]' })
    const states = await services.db.selectFrom('reading').select('state').orderBy('id').execute()
    expect(states.map(({ state }) => state)).toEqual(['superseded', 'submitted', 'submitted'])
  })
})

test.for([
  [[], '选做题号没有填涂（3 题选做 2 题）'],
  [['18'], '选做题号只填涂了第18题，应选做 2 题'],
  [['17', '18', '19'], '选做题号填涂了第17、18、19题，多于选做的 2 题'],
] as const)(
  'with %j filled in the leader is told why, and says which two it are',
  async ([filled, why]) => {
    const { paper, unit } = await open('sqlite', [...filled], { of: 3, choose: 2 })
    const { task, decide } = await paper()
    expect(task.problem?.note).toBe(why)
    expect(task).toMatchObject({ choose: 2, chosen: [] })
    await expect(decide('score', ['17'], [4000])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    await decide('score', ['17', '19'], [4000, 6000])
    expect(await unit()).toMatchObject({ state: 'FINAL', final_points: '[4000,null,6000]' })
  },
)

test('what is filled in and still in doubt is said to be so', async () => {
  const { paper } = await open('sqlite', null)
  const { task } = await paper()
  expect(task.problem?.note).toMatch(/还没有核实，请先在扫描异常中处理/)
})

test('several numbers that a person confirmed to be filled in are not said to be none', async () => {
  const { paper } = await open('sqlite', [], { resolvedAs: 'multi_invalid' })
  expect((await paper()).task.problem?.note).toBe('选做题号多涂（2 题选做 1 题）')
})

test('who checks a mark is told which question it was given for', async () => {
  const opened = await open('sqlite', ['18'])
  const { services, blockId, leaderId } = opened
  // Read twice: an arbitrator is not shown who gave what.
  const readingId = await opened.mark(opened.markerIds[0] ?? 0, 7)
  await opened.mark(opened.markerIds[1] ?? 0, 7)
  const checked = await checkedTask(services, blockId, readingId ?? 0, leaderId)
  expect(checked).toMatchObject({ answered: '第18题', points: [{ question_no: '18' }] })
})
