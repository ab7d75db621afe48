import {
  createSnapshot,
  flaggedPapers,
  type InputOf,
  markNext,
  markSubmit,
  reportExamples,
  reportExampleSet,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const FLAGS = [['excellent', 'typical'], ['typical_mistake'], []]

/** Three papers with a mark, of 9, 8 and 7 points; two of them flagged. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 3, markers: 1 })
  const on = { block_id: marked.blockId }
  const marker = await app.signIn('marker1')
  const unitIds: number[] = []
  for (const [at, flags] of FLAGS.entries()) {
    const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
    const task = data.tasks[0]
    unitIds.push(task?.unit_id ?? 0)
    await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: task?.reading_id ?? 0,
        idem_key: `paper-number-${at}`,
        scores: [(9 - at) * 1000],
        flags,
      },
    })
  }
  const leader = await app.signIn('leader')
  const director = await app.signIn('director')
  const example = (unitId: number, more: Partial<InputOf<typeof reportExampleSet>['body']> = {}) =>
    leader.send(reportExampleSet, {
      body: { ...on, unit_id: unitId, action: 'publish', is_anonymous: 1, ...more },
    })
  return {
    ...app,
    ...marked,
    on,
    leader,
    unitIds,
    example,
    release: () =>
      director.send(createSnapshot, {
        body: {
          exam_id: marked.examId,
          confirm_name: '期中考试',
          override_reason: '其余学科免考',
        },
      }),
    shown: async (account = 'director') =>
      (await app.signIn(account)).send(reportExamples, {
        query: { exam_id: marked.examId, subject_id: SUBJECT },
      }),
    collected: async (unitId: number) =>
      (await leader.send(flaggedPapers, { query: on })).data.list.find(
        ({ unit_id }) => unit_id === unitId,
      )?.example,
  }
}

everyDatabase('example answers in the reports on %s', (kind) => {
  test('are those that a leader chose, with words and marks, and nothing of whose they are', async () => {
    const { example, unitIds, release, shown, collected, services } = await open(kind)
    const [best = 0, wrong = 0] = unitIds
    expect((await example(best, { flag: 'typical', comment: ' 步骤完整 ' })).status).toBe(200)
    expect((await shown()).error.error).toBe('SCORE_NOT_RELEASED')
    const released = await release()
    expect(released.status).toBe(200)
    const answer = await shown()
    expect(answer.data.list).toMatchObject([
      {
        block_name: '第17题',
        flag: 'typical',
        comment: '步骤完整',
        score_milli: 9000,
        full_milli: 20_000,
      },
    ])
    expect(Object.keys(answer.data.list[0] ?? {}).toSorted()).toEqual([
      'block_name',
      'comment',
      'example_id',
      'flag',
      'full_milli',
      'images',
      'question_nos',
      'score_milli',
    ])
    const unit = await services.db
      .selectFrom('unit')
      .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
      .where('unit.id', '=', best)
      .select(['unit.images', 'unit.secret_code', 'candidate.name', 'candidate.exam_no'])
      .executeTakeFirstOrThrow()
    expect(answer.data.list[0]?.images.map(({ hash }) => hash)).toEqual(JSON.parse(unit.images))
    const text = JSON.stringify(answer.data)
    for (const word of [unit.secret_code, unit.name, unit.exam_no]) {
      expect(word.length).toBeGreaterThan(1)
      expect(text).not.toContain(word)
    }

    // Chosen after the release they appear as well; new words take the place of the old ones.
    await example(wrong, { comment: '漏了定义域' })
    await example(best, { flag: 'excellent' })
    expect((await shown()).data.list.map(({ flag, comment }) => [flag, comment])).toEqual([
      ['typical_mistake', '漏了定义域'],
      ['excellent', ''],
    ])
    expect(await collected(wrong)).toMatchObject({
      flag: 'typical_mistake',
      published_by: '数学组长',
      hidden_reason: null,
    })
    await example(wrong, { action: 'remove' })
    await example(wrong, { action: 'remove' })
    expect((await shown()).data.list).toHaveLength(1)
    expect(await collected(wrong)).toBe(null)
  })

  test('are flagged papers with a mark, and looked at by somebody', async () => {
    const { example, unitIds, services } = await open(kind)
    const [best = 0, , plain = 0] = unitIds
    const refusal = async (...asked: Parameters<typeof example>) => {
      const { status, error } = await example(...asked)
      return [status, error.error]
    }
    expect(await refusal(best, { is_anonymous: undefined })).toEqual([
      400,
      'MARKING_EXAMPLE_UNCHECKED',
    ])
    expect(await refusal(plain)).toEqual([409, 'MARKING_EXAMPLE_UNFIT'])
    expect(await refusal(best, { flag: 'doubtful' })).toEqual([409, 'MARKING_EXAMPLE_UNFIT'])
    expect(await refusal(999_999)).toEqual([404, 'MARKING_UNIT_NOT_FOUND'])
    for (const final_reason of ['MISCONDUCT', 'VOID']) {
      await services.db.updateTable('unit').set({ final_reason }).where('id', '=', best).execute()
      expect(await refusal(best)).toEqual([409, 'MARKING_EXAMPLE_UNFIT'])
    }
  })

  test('disappear when the paper is cut anew, loses its mark, or turns out to speak of danger', async () => {
    const { example, unitIds, release, shown, collected, services, blockId, markerIds } =
      await open(kind)
    const [best = 0] = unitIds
    await example(best)
    await release()
    const { images } = await services.db
      .selectFrom('unit')
      .select('images')
      .where('id', '=', best)
      .executeTakeFirstOrThrow()
    const seen = async (change: object) => {
      await services.db.updateTable('unit').set(change).where('id', '=', best).execute()
      return [
        (await shown()).data.list.length,
        (await collected(best))?.hidden_reason?.slice(0, 4) ?? null,
      ]
    }
    expect(await seen({ images: '["another"]' })).toEqual([0, '图像在发'])
    expect(await seen({ images })).toEqual([1, null])
    expect(await seen({ final_milli: null })).toEqual([0, '还没有终'])
    expect(await seen({ final_milli: 0, final_reason: 'MISCONDUCT' })).toEqual([0, '已按违纪'])
    expect(await seen({ final_milli: 9000, final_reason: null })).toEqual([1, null])
    await services.db
      .insertInto('problem_paper')
      .values({
        unit_id: best,
        block_id: blockId,
        reason: 'emotional_or_risk',
        text: '',
        raised_by: markerIds[0] ?? 0,
        raised_at: '2026-11-20T02:00:00.000Z',
        resolved_by: null,
        resolved_at: null,
        outcome: null,
        pair_unit_id: null,
        cared_by: null,
        cared_at: null,
        care_note: null,
      })
      .execute()
    expect((await shown()).data.list).toEqual([])
  })

  test('are for whoever reads the reports of the subject', async () => {
    const app = await open(kind)
    await app.example(app.unitIds[0] ?? 0)
    await app.release()
    for (const [account, status] of [
      ['principal', 200],
      ['head', 200],
      ['marker1', 200],
      ['scanner', 403],
      ['student', 403],
      ['other-principal', 404],
    ] as const)
      expect([account, (await app.shown(account)).status]).toEqual([account, status])
    const marker = await app.signIn('marker1')
    const chosen = await marker.send(reportExampleSet, {
      body: { ...app.on, unit_id: app.unitIds[1] ?? 0, action: 'publish', is_anonymous: 1 },
    })
    expect(chosen.status).toBe(403)
  })

  test('are published by whoever leads the block, in any role, and of no other block', async () => {
    const { services, signIn, on, blockId, markerIds, unitIds, shown, release } = await open(kind)
    const { db } = services
    const marker = await signIn('marker1')
    const publish = (more: object = {}) =>
      marker.send(reportExampleSet, {
        body: { ...on, unit_id: unitIds[0] ?? 0, action: 'publish', is_anonymous: 1, ...more },
      })
    const refused = async () => {
      const { status, error } = await publish()
      const list = await marker.send(flaggedPapers, { query: on })
      return [status, error.error, list.status]
    }
    // Who marks a block does not lead it.
    expect(await refused()).toEqual([403, 'MARKING_LEADERS_ONLY', 403])
    const { id: _, ...columns } = await db
      .selectFrom('block')
      .selectAll()
      .where('id', '=', blockId)
      .executeTakeFirstOrThrow()
    const other = await db
      .insertInto('block')
      .values({ ...columns, block_key: '18', name: '第18题', sort: 1, settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lead = (block_id: number) =>
      db
        .insertInto('block_marker')
        .values({ block_id, user_id: markerIds[0] ?? 0, duty: 'leader', weight: 1 })
        .execute()
    // Nor does who leads another one; a paper of this one is none of that.
    await lead(other.id)
    expect(await refused()).toEqual([403, 'MARKING_LEADERS_ONLY', 403])
    expect((await publish({ block_id: other.id })).error.error).toBe('MARKING_UNIT_NOT_FOUND')
    await lead(blockId)
    expect((await publish()).status).toBe(200)
    const { data } = await marker.send(flaggedPapers, { query: on })
    expect(data.list.find(({ unit_id }) => unit_id === unitIds[0])?.example).toMatchObject({
      published_by: '阅卷老师1',
    })
    await release()
    expect((await shown()).data.list).toHaveLength(1)
    expect((await publish({ action: 'remove' })).status).toBe(200)
    expect((await shown()).data.list).toEqual([])
  })
})
