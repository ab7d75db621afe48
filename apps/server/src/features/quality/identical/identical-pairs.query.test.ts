import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { settleProblem } from '../../arbitration/leader/settle-problem.ts'
import { takeLeaderPaper } from '../../arbitration/leader/leader-paper.ts'
import { leaderPapers } from '../../arbitration/leader/leader-papers.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { shownCode } from '../../marking-core/papers/mark-task.ts'
import { raiseProblem } from '../../marking-desk/desk/submit-mark.ts'
import { openMarkedSubject, type MarkedSubject } from '../../marking/testing/marked-subject.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

/** Units by their order in the block. */
const unitsOf = ({ services }: MarkedSubject) =>
  services.db.selectFrom('unit').select(['id', 'secret_code']).orderBy('ord').execute()

const takeOne = async ({ services, blockId }: MarkedSubject, markerId: number) => {
  const { tasks } = await nextPapers(services, blockId, markerId, 1)
  const [task] = tasks
  if (!task) throw new Error('no paper was given')
  return task
}

const raise = (
  subject: MarkedSubject,
  markerId: number,
  readingId: number,
  pairCode?: string,
  reason = 'identical',
) =>
  raiseProblem(subject.services, {
    markerId,
    blockId: subject.blockId,
    readingId,
    reason,
    note: '',
    pairCode,
  })

const problems = ({ services }: MarkedSubject) =>
  services.db
    .selectFrom('problem_paper')
    .select(['unit_id', 'reason', 'pair_unit_id', 'resolved_at'])
    .orderBy('id')
    .execute()

const listed = async ({ services, leaderId }: MarkedSubject) =>
  (await leaderPapers(services, leaderId, 'problem', undefined)).map(
    ({ unit_id, identical_codes }) => [unit_id, identical_codes],
  )

everyDatabase('identical scripts on %s', (kind) => {
  test('a link is kept with the problem, and both sides are told as one group', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 4 })
    const [own = 0] = subject.markerIds
    const { services, leaderId } = subject
    const marked = await takeOne(subject, own)
    await subject.mark(own, 8)
    const second = await takeOne(subject, own)
    const units = await unitsOf(subject)
    const idOf = (code: string) => units.find(({ secret_code }) => secret_code === code)?.id ?? 0
    const [first, pair] = [idOf(marked.secret_code), idOf(second.secret_code)]
    const typed = marked.secret_code.toLowerCase()
    expect((await raise(subject, own, second.reading_id, typed)).outcome).toBe('problem')
    expect((await raise(subject, own, second.reading_id, typed)).outcome).toBe('repeat')
    expect(await listed(subject)).toEqual([[pair, [marked.secret_code]]])

    const third = await takeOne(subject, own)
    await raise(subject, own, third.reading_id, second.secret_code)
    const fourth = await takeOne(subject, own)
    await raise(subject, own, fourth.reading_id)
    expect(await problems(subject)).toMatchObject([
      { unit_id: pair, reason: 'identical', pair_unit_id: first },
      { unit_id: idOf(third.secret_code), pair_unit_id: pair },
      { unit_id: idOf(fourth.secret_code), pair_unit_id: null },
    ])
    const groups = new Map((await listed(subject)) as [number, string[]][])
    expect(groups.get(pair)?.toSorted()).toEqual([marked.secret_code, third.secret_code].toSorted())
    expect(groups.get(idOf(fourth.secret_code))).toEqual([])

    const unit = await services.db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', pair)
      .executeTakeFirstOrThrow()
    const { task } = await takeLeaderPaper(services, leaderId, 'problem', { unit })
    expect(task?.identical.map(({ secret_code }) => secret_code).toSorted()).toEqual(
      [marked.secret_code, third.secret_code].toSorted(),
    )
    expect(task?.identical.every(({ images }) => images.length > 0)).toBe(true)

    await withRetry(services, (db) =>
      settleProblem(db, services, {
        idemKey: ulid(),
        userId: leaderId,
        unit,
        outcome: 'score',
        scores: [0],
        excludeRaiser: true,
        questionIds: [],
      }),
    )
    const left = new Map((await listed(subject)) as [number, string[]][])
    expect(left.get(idOf(third.secret_code))).toContain(second.secret_code)
  })
})

test('identical papers: a code that the block does not have changes nothing, and the paper stays in hand', async () => {
  const subject = await openMarkedSubject('sqlite', { candidates: 2 })
  const [own = 0] = subject.markerIds
  const task = await takeOne(subject, own)
  await expect(raise(subject, own, task.reading_id, 'nowhere1')).rejects.toMatchObject({
    code: 'MARKING_PAIR_UNKNOWN',
    message: expect.stringContaining('NOWHERE1') as string,
  })
  await expect(raise(subject, own, task.reading_id, task.secret_code)).rejects.toMatchObject({
    code: 'MARKING_PAIR_SELF',
  })
  expect(await problems(subject)).toEqual([])
  expect((await takeOne(subject, own)).reading_id).toBe(task.reading_id)
})

test('identical papers: the code is not looked at for another reason', async () => {
  const subject = await openMarkedSubject('sqlite', { candidates: 2 })
  const [own = 0] = subject.markerIds
  const task = await takeOne(subject, own)
  await raise(subject, own, task.reading_id, 'NOWHERE1', 'wrong_order')
  expect(await problems(subject)).toMatchObject([{ reason: 'wrong_order', pair_unit_id: null }])
})

test('identical papers: an own paper that was served again is found by the code it was shown under', async () => {
  const subject = await openMarkedSubject('sqlite', { candidates: 2 })
  const { services, blockId, markerIds } = subject
  const [own = 0] = markerIds
  const readingId = (await subject.mark(own, 8)) ?? 0
  const {
    id: _,
    live_role: _role,
    live_marker: _marker,
    ...reading
  } = await services.db
    .selectFrom('reading')
    .selectAll()
    .where('id', '=', readingId)
    .executeTakeFirstOrThrow()
  const again = await services.db
    .insertInto('reading')
    .values({ ...reading, role: 'SELF', state: 'given', idem_key: 'again' })
    .returning(['id', 'role'])
    .executeTakeFirstOrThrow()
  const shown = shownCode(await selectBlockRules(services.db, blockId), again, '')
  const task = await takeOne(subject, own)
  await raise(subject, own, task.reading_id, shown)
  expect(await problems(subject)).toMatchObject([{ pair_unit_id: reading.unit_id }])
})
