import {
  exceptionCounts,
  exceptionDetail,
  fixScore,
  fixSheet,
  listExceptions,
  markNext,
  reviewPresence,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/index.ts'
import {
  clear,
  doubt,
  markedPages,
  markedTemplate,
  seedMarkedBlocks,
  totalledTemplate,
  withTotal,
} from './testing/marked-sheet.ts'
import { openStation } from './testing/station.ts'

const NINE = { text: ' 9', scoreMilli: 9000 }

async function open(kind: 'sqlite' | 'postgres' = 'sqlite', bound = markedTemplate) {
  const station = await openStation(kind, bound)
  const { app, exam, scanner, at } = station
  const { db } = app.services
  const questions = await seedMarkedBlocks(db, exam)
  const list = async (category: 'score' | 'all' | 'handled' = 'score') =>
    (await scanner.send(listExceptions, { query: { ...at, category: category as 'all' } })).data
      .list
  const type = (sheet_id: string, key: string, points: number, who: TestClient = scanner) =>
    who.send(fixScore, {
      body: { ...at, sheet_id, target: `score:${key}`, score_milli: points * 1000 },
    })
  const scores = async () => {
    const row = await db
      .selectFrom('candidate_subject')
      .selectAll()
      .where('candidate_id', '=', exam.candidateIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    return { total: row.total_milli, items: JSON.parse(row.item_scores ?? '{}') }
  }
  const units = async () =>
    db
      .selectFrom('unit')
      .innerJoin('block', 'block.id', 'unit.block_id')
      .where('unit.exam_id', '=', exam.examId)
      .orderBy('block.sort')
      .select(['block.id', 'unit.state', 'unit.final_milli', 'unit.final_source', 'final_points'])
      .execute()
  return { ...station, questions, list, type, scores, units }
}

everyDatabase('marks on paper on %s', (kind) => {
  test('a clear bar counts at once, a handwritten mark when a person has agreed', async () => {
    const { scan, list, type, scores, units, questions } = await open(kind)
    const sheet = await scan(...markedPages(clear('7.5'), NINE))
    expect(await list()).toMatchObject([
      {
        target: 'score:18',
        reason: '手写分数读作 9 分，请核对',
        score: {
          block_name: '第18题',
          full_milli: 10_000,
          entry: 'digits',
          read_milli: 9000,
          answer_milli: null,
          places: [
            { name: '第 1 格', marks: [] },
            { name: '第 2 格', marks: ['9'] },
          ],
        },
      },
    ])
    expect(await units()).toMatchObject([
      { state: 'FINAL', final_milli: 7500, final_source: 'OFFLINE', final_points: '[7500]' },
      { state: 'WAIT_IMAGE', final_milli: null },
    ])
    expect((await scores()).total).toBeNull()

    const { status, data } = await type(sheet, '18', 9)
    expect([status, data.open]).toEqual([200, []])
    // Nobody knows how nine points lie over two places of five; the question has them all the same.
    expect((await units())[1]).toMatchObject({
      state: 'FINAL',
      final_milli: 9000,
      final_points: null,
    })
    expect(await scores()).toEqual({
      total: 16_500,
      items: { [questions.seventeen]: 7500, [questions.eighteen]: 9000 },
    })
  })

  test('a mark is typed, corrected by undoing, and totals follow', async () => {
    const { app, at, exam, scanner, scan, list, type, scores, units } = await open(kind)
    const sheet = await scan(...markedPages(doubt('得分栏没有填涂，请确认得分'), NINE))
    expect((await list()).map(({ target }) => target)).toEqual(['score:17', 'score:18'])
    const first = await type(sheet, '17', 8.5)
    await type(sheet, '18', 10)
    expect((await scores()).total).toBe(18_500)
    expect(await list('handled')).toHaveLength(2)
    const detail = await scanner.send(exceptionDetail, {
      query: { ...at, exception_id: (await list('handled'))[0]?.exception_id ?? 0 },
    })
    expect(detail.data.sheet.decisions.map(({ text }) => text).toSorted()).toEqual([
      '题块 17：得 8.5 分',
      '题块 18：得 10 分',
    ])

    const undone = await scanner.send(fixSheet, {
      body: { ...at, fix: { kind: 'undo', decision_ids: [first.data.decision_id ?? 0] } },
    })
    expect(undone.data.open).toEqual(['score'])
    expect((await scores()).total).toBeNull()
    expect((await units())[0]).toMatchObject({ state: 'WAIT_IMAGE', final_milli: null })

    // Another person takes it; who was first does not decide over that.
    const admin = await app.signIn('admin')
    expect((await type(sheet, '17', 4, admin)).status).toBe(200)
    expect((await scores()).total).toBe(14_000)
    const again = await type(sheet, '17', 5)
    expect([again.status, again.error.error]).toEqual([409, 'SCAN_SHEET_ALREADY_RESOLVED'])
    expect(exam.candidateIds).not.toHaveLength(0)
  })
})

describe('marks on paper', () => {
  test('only marks that the block may get are taken, and the refusal names them', async () => {
    const { scan, type, list } = await open()
    const sheet = await scan(...markedPages(doubt('得分栏合计 19 分', '19'), NINE))
    expect((await list()).find(({ target }) => target === 'score:17')).toMatchObject({
      reason: '合计 19 分，超过满分 12 分，请确认得分',
      score: { read_milli: 19_000, places: [{ marks: [] }, { name: '个位', marks: ['7'] }] },
    })
    const over = await type(sheet, '17', 19)
    expect([over.status, over.error.msg]).toEqual([
      422,
      '第17题的得分只能是 0 到 12 分，可带半分，不能录入 19 分，请对照图像重新输入',
    ])
    const between = await type(sheet, '18', 7.5)
    expect(between.error.msg).toContain('第18题的得分只能是 0、1、2、3、4、5、6、7、8、9、10 分')
    expect((await type(sheet, '99', 1)).status).toBe(404)
    expect(await list()).toHaveLength(2)
  })

  test('a mark off the grid of the block is looked at, however clear the bar', async () => {
    const { scan, list } = await open()
    await scan(...markedPages(clear('7.25'), { text: '  ', scoreMilli: null }))
    expect((await list()).map(({ reason }) => reason)).toEqual([
      '读出 7.25 分，这个题块没有这样的得分，请确认得分',
      '分数格没有填写，请确认得分',
    ])
  })

  test('they have a tab of their own, and only on sheets that carry marks', async () => {
    const { scan, scanner, at } = await open()
    await scan(...markedPages(clear('7.5'), NINE))
    const tabs = (await scanner.send(exceptionCounts, { query: at })).data.categories
    expect(tabs.filter(({ open: waiting }) => waiting > 0)).toMatchObject([
      { category: 'score', label: '分数异常', open: 1 },
    ])
    const plain = await openStation('sqlite')
    const other = (await plain.scanner.send(exceptionCounts, { query: plain.at })).data.categories
    expect(other.map(({ category }) => category)).not.toContain('score')
  })

  test('no marker is given a paper that was marked by hand', async () => {
    const { app, scan, units } = await open()
    await scan(...markedPages(doubt('得分栏没有填涂，请确认得分'), NINE))
    const [{ id: blockId } = { id: 0 }] = await units()
    await app.services.db
      .insertInto('block_marker')
      .values({
        block_id: blockId,
        user_id: app.school.userIds['marker1'] ?? 0,
        duty: 'marker',
        quota: null,
        weight: 1,
        allow_exceed: 0,
        suspended_at: null,
        cursor_ord: null,
      })
      .execute()
    const marker = await app.signIn('marker1')
    const { status, data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    expect([status, data.tasks]).toEqual([200, []])
  })

  test('who is absent has no marks to confirm', async () => {
    const { scan, list } = await open()
    await scan(
      ...markedPages(doubt('得分栏没有填涂'), NINE, {
        absent: true,
        choices: { 1: '', 2: '', 3: '' },
        ink: 0,
      }),
    )
    expect((await list('all')).map(({ category }) => category)).not.toContain('score')
  })

  test('what a colleague has in hand is left alone, and others may not type at all', async () => {
    const { app, at, scan, type } = await open()
    const sheet = await scan(...markedPages(doubt('得分栏没有填涂'), NINE))
    const admin = await app.signIn('admin')
    await admin.send(reviewPresence, { body: { ...at, sheet_id: sheet } })
    expect((await type(sheet, '17', 5)).error.error).toBe('SCAN_SHEET_BUSY')
    expect((await type(sheet, '17', 5, admin)).status).toBe(200)
    for (const account of ['marker1', 'student'])
      expect((await type(sheet, '17', 5, await app.signIn(account))).status, account).toBe(403)
  })
})

everyDatabase('a written total on %s', (kind) => {
  const openTotal = async (total: Parameters<typeof withTotal>[1], bar = clear('7.5')) => {
    const opened = await open(kind, totalledTemplate)
    const sheet = await opened.scan(...withTotal(markedPages(bar, NINE), total))
    const waitingNow = async () =>
      (await opened.list()).map(({ target, reason }) => [target, reason])
    return { ...opened, sheet, open: waitingNow }
  }

  test('that is the sum of the marks is asked about by nobody, once these are known', async () => {
    const { sheet, open: waiting, type, scores } = await openTotal(clear('16.5'))
    expect((await waiting()).map(([target]) => target)).toEqual(['score:18'])
    await type(sheet, '18', 9)
    expect(await waiting()).toEqual([])
    expect((await scores()).total).toBe(16_500)
  })

  test('that is another is shown beside the sum, and counts for nothing', async () => {
    const { sheet, open: waiting, type, list, scores } = await openTotal(clear('17'))
    await type(sheet, '18', 9)
    expect(await waiting()).toEqual([['score:total', '卷面总分 17 分，各题合计 16.5 分，不一致']])
    const [item] = await list()
    expect(item?.score).toMatchObject({
      block_name: '各题总分',
      full_milli: 22_000,
      read_milli: 17_000,
      total: {
        sum_milli: 16_500,
        parts: [
          { target: 'score:17', block_name: '第17题', counted_milli: 7500 },
          { target: 'score:18', block_name: '第18题', counted_milli: 9000 },
        ],
      },
    })
    expect((await scores()).total).toBe(16_500)
    // Another number is still another number.
    expect((await type(sheet, 'total', 18)).status).toBe(200)
    expect(await waiting()).toEqual([['score:total', '卷面总分 18 分，各题合计 16.5 分，不一致']])
    // The total was miswritten: the sum holds.
    await type(sheet, 'total', 16.5)
    expect(await waiting()).toEqual([])
    expect((await scores()).total).toBe(16_500)
    // A mark that is changed afterwards asks anew.
    await type(sheet, '18', 8)
    expect(await waiting()).toEqual([['score:total', '卷面总分 16.5 分，各题合计 15.5 分，不一致']])
  })

  test('is settled by the mark that was read wrong', async () => {
    const { sheet, open: waiting, type, scores } = await openTotal(clear('17.5'))
    await type(sheet, '18', 9)
    await type(sheet, '17', 8.5)
    expect(await waiting()).toEqual([])
    expect((await scores()).total).toBe(17_500)
  })

  test('that nobody wrote, or that is more than the sheet is worth', async () => {
    const { sheet, open: waiting, type } = await openTotal(doubt('得分栏没有填涂，请确认得分'))
    await type(sheet, '18', 9)
    expect(await waiting()).toEqual([
      ['score:total', '总分栏没有填写或读不出，各题合计 16.5 分，请核对'],
    ])
    const refused = await type(sheet, 'total', 23)
    expect(refused.error.error).toBe('SCAN_SCORE_INVALID')
  })
})
