import {
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkScriptSet,
  blockMasterReset,
  checkDetail,
  type InputOf,
  leaderDecide,
  markerWaitingSet,
  markNext,
  markStatus,
  markSubmit,
  messagesUnread,
  spotCheckGet,
  spotCheckReject,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { notifyMarkers } from '../../marking-core/claims/release-claims.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

type Verdict = InputOf<typeof spotCheckReject>['body']

/** One paper of 20 points; `say` gives it a score of a marker, who takes it first. */
async function open(kind: 'sqlite' | 'postgres', mode: 0 | 1 | 3 = 3) {
  const app = await openTestApp(kind)
  const { services } = app
  const seeded = { candidates: 1, markers: 3, mode } as const
  const { blockId, examId, markerIds, candidateIds } = await seedMarking(
    services,
    app.school,
    seeded,
  )
  const admin = await app.signIn('admin')
  const markers = await Promise.all([1, 2, 3].map((no) => app.signIn(`marker${no}`)))
  const of = (no: number) => {
    const marker = markers[no - 1]
    if (!marker) throw new Error(`no marker ${no}`)
    return marker
  }
  const take = async (no: number) => {
    const { data } = await of(no).send(markNext, { query: { block_id: blockId, n: 1 } })
    const [task] = data.tasks
    if (!task) throw new Error(`nothing for marker ${no}`)
    return task
  }
  const say = async (no: number, milli: number) => {
    const { reading_id } = await take(no)
    const idem_key = `reading-of-marker-${no}`
    await of(no).send(markSubmit, {
      body: { block_id: blockId, reading_id, idem_key, scores: [milli] },
    })
    return reading_id
  }
  /** What the page of a marker looks again by. */
  const stamp = async (no: number) => {
    const { data } = await of(no).send(messagesUnread, { query: { exam_id: examId } })
    return data.list.find(({ block_id }) => block_id === blockId)?.stamp
  }
  const check = (readingId: number, verdict: Partial<Verdict> & Pick<Verdict, 'is_marked'>) =>
    admin.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        block_id: blockId,
        marker_id: markerIds[0] ?? 0,
        task_detail_id: readingId,
        is_rejected: 0,
        ...verdict,
      },
    })
  const holds = async (no: number) => {
    const { data } = await of(no).send(markStatus, { query: { block_id: blockId } })
    return { claims: data.claims, again: data.again }
  }
  const candidate = { examId, subjectId: SUBJECT, candidateId: candidateIds[0] ?? 0 }
  const settle = async () => {
    const taken = await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
    await notifyMarkers(services.db, taken)
  }
  const leave = async () => {
    await services.db.updateTable('candidate_subject').set({ attendance: 1 }).execute()
    await settle()
  }
  const scanAnew = async () => {
    await services.db.updateTable('scan_sheet').set({ state: 'void' }).execute()
    await seedSheet(services, examId, candidate.candidateId, 'b'.repeat(64))
    await settle()
  }
  const leader = await app.signIn('leader')
  /** A marker passes the paper on to the leader. */
  const passOn = async (no: number) => {
    const { reading_id } = await take(no)
    const problem = { reason: 'unclear_image' as const }
    const body = { block_id: blockId, reading_id, idem_key: `problem-of-marker-${no}`, problem }
    await of(no).send(markSubmit, { body })
  }
  const suspend = (no: number) =>
    services.db
      .updateTable('block_marker')
      .set({ suspended_at: '2026-11-20T01:00:00.000Z' })
      .where('block_id', '=', blockId)
      .where('user_id', '=', markerIds[no - 1] ?? 0)
      .execute()
  const named = (task_detail_id: number) => ({ query: { block_id: blockId, task_detail_id } })
  const look = async (readingId: number) => {
    const { task } = (await admin.send(spotCheckGet, named(readingId))).data
    if (!task) throw new Error('the reading can be checked')
    return task
  }
  /** Why a reading that is asked for by name is not shown; null where it is. */
  const refused = async (who: TestClient, readingId: number) => {
    const { status, error } = await who.send(spotCheckGet, named(readingId))
    return status === 200 ? null : error.msg
  }
  return {
    blockId,
    examId,
    take,
    say,
    stamp,
    check,
    admin,
    leader,
    passOn,
    holds,
    leave,
    scanAnew,
    suspend,
    look,
    refused,
  }
}

everyDatabase('who has a paper on the desk, on %s', (kind) => {
  test('looks again at once when a check settles it, and not when it only agrees', async () => {
    const { take, say, stamp, check } = await open(kind)
    const given = await say(1, 8000)
    await take(2)
    const before = await stamp(2)
    expect((await check(given, { is_marked: 0 })).status).toBe(200)
    expect(await stamp(2)).toBe(before)
    expect((await check(given, { is_marked: 1, reject_score: 9000 })).status).toBe(200)
    expect(await stamp(2)).not.toBe(before)
  })

  test('looks again at once when it is put before an arbitrator', async () => {
    const { take, say, stamp, admin } = await open(kind)
    await say(1, 2000)
    await say(2, 18_000)
    const { unit_id } = await take(3)
    const before = await stamp(3)
    const body = { unit_id, action: 'escalate', reason: '两人理解不同' } as const
    expect((await admin.send(blockMasterReset, { body })).status).toBe(200)
    expect(await stamp(3)).not.toBe(before)
  })

  test('looks again at once when the other reader passed it on and the leader scores it', async () => {
    const { take, stamp, leader, passOn, holds } = await open(kind, 1)
    const { unit_id } = await take(2)
    await passOn(1)
    const before = await stamp(2)
    const body = { mode: 'problem' as const, unit_id, outcome: 'score' as const, scores: [5000] }
    const settled = await leader.send(leaderDecide, {
      body: { ...body, idem_key: 'leader-scores' },
    })
    expect([settled.status, settled.data.state]).toEqual([200, 'FINAL'])
    expect(await stamp(2)).not.toBe(before)
    expect((await holds(2)).claims).toEqual([])
  })

  test('looks again at once when leaders agree on its score as a benchmark script', async () => {
    const { take, stamp, leader, blockId, holds } = await open(kind, 0)
    const { unit_id } = await take(1)
    const on = { block_id: blockId }
    const made = await leader.send(benchmarkScriptSet, {
      body: { ...on, unit_id, kind: 'discussion' },
    })
    const script = { ...on, script_id: made.data.script_id, scores: [9000] }
    await leader.send(benchmarkMark, { body: script })
    const before = await stamp(1)
    const agreed = await leader.send(benchmarkDefinitive, { body: { ...script, alone: 1 } })
    expect(agreed.data.state).toBe('agreed')
    expect(await stamp(1)).not.toBe(before)
    expect((await holds(1)).claims).toEqual([])
  })

  test('looks again at once when the paper that was sent back to it is corrected by a checker', async () => {
    const { say, stamp, check, admin, holds, refused } = await open(kind, 0)
    const given = await say(1, 8000)
    expect((await check(given, { is_rejected: 1, is_marked: 0, comment: '漏看一步' })).status).toBe(
      200,
    )
    expect(await holds(1)).toEqual({ claims: [], again: [given] })
    const before = await stamp(1)
    expect((await check(given, { is_marked: 1, reject_score: 9000 })).status).toBe(200)
    expect(await stamp(1)).not.toBe(before)
    expect(await holds(1)).toEqual({ claims: [], again: [] })
    // Nothing is said of a reading that is judged; one that waits for its marker is no more sampled.
    expect(await refused(admin, given)).toBeNull()
  })

  test('looks again at once when the candidate of the paper that was sent back to it is absent', async () => {
    const { say, stamp, check, holds, leave, admin, refused } = await open(kind, 0)
    const given = await say(1, 8000)
    await check(given, { is_rejected: 1, is_marked: 0, comment: '漏看一步' })
    const before = await stamp(1)
    await leave()
    expect(await stamp(1)).not.toBe(before)
    expect(await holds(1)).toEqual({ claims: [], again: [] })
    expect(await refused(admin, given)).toMatch(/^这次评阅已不是您看到的样子.*请换一份$/)
  })

  test('looks again at once when the paper that was sent back to it is given to others', async () => {
    const { say, stamp, check, holds, admin, suspend, blockId, examId } = await open(kind, 0)
    const given = await say(1, 8000)
    await check(given, { is_rejected: 1, is_marked: 0, comment: '漏看一步' })
    await suspend(1)
    const before = await stamp(1)
    const body = { exam_id: examId, block_id: blockId, to: 'others' as const }
    expect((await admin.send(markerWaitingSet, { body })).data.changed).toBe(1)
    expect(await stamp(1)).not.toBe(before)
    expect((await holds(1)).again).toEqual([])
  })
})

everyDatabase('a checker of a paper on %s', (kind) => {
  test('is told of another sheet, and says nothing of one whose candidate is absent', async () => {
    const { say, check, leave, admin, refused, look } = await open(kind, 1)
    const given = await say(1, 8000)
    const { version } = await look(given)
    await leave()
    const told = await check(given, { is_marked: 0, version })
    expect([told.status, told.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(told.error.msg).toMatch(/撤下图像（缺考、换答题卡或退回切图）/)
    expect(await refused(admin, given)).toMatch(/^这份试卷当前为「不阅卷」状态，不能抽查/)
    const seen = await check(given, { is_marked: 0, version: version + 1 })
    expect([seen.status, seen.error.error]).toEqual([409, 'MARKING_UNIT_NOT_OPEN'])
  })

  test('says nothing of a mark whose candidate was found absent, and is told why', async () => {
    const { say, check, leave, admin, refused, look, blockId, examId } = await open(kind, 0)
    const given = await say(1, 8000)
    const { version } = await look(given)
    await leave()
    const told = await check(given, { is_marked: 1, reject_score: 9000, version })
    const gone = '这份试卷当前为「评后缺卷」状态，不能抽查，请刷新后继续下一份'
    expect([told.status, told.error.msg]).toEqual([409, gone])
    expect(await refused(admin, given)).toBe(gone)
    const query = { exam_id: examId, block_id: blockId, task_detail_id: given }
    const { refusals } = (await admin.send(checkDetail, { query })).data
    expect([refusals.agree, refusals.correct]).toEqual([gone, gone])
  })

  test('is told that another sheet took the place of the one that was read', async () => {
    const { say, check, scanAnew, admin, refused, look, blockId, examId } = await open(kind, 0)
    const given = await say(1, 8000)
    const { version } = await look(given)
    await scanAnew()
    const told = await check(given, { is_marked: 0, version })
    expect([told.status, told.error.error]).toEqual([409, 'VERSION_CONFLICT'])
    expect(told.error.msg).toMatch(/更换图像或选做题号/)
    expect(await refused(admin, given)).toMatch(/请换一份$/)
    const query = { exam_id: examId, block_id: blockId, task_detail_id: given }
    const opened = await admin.send(checkDetail, { query })
    expect([opened.status, opened.error.error]).toEqual([409, 'MARKING_REJECT_INVALID'])
  })
})
