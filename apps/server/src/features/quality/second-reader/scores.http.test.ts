import { readerScores, secondReaderImport, secondReaderTemplate } from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { xlsxFile } from '../../../testing/index.ts'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'

describe('second reader scores: scores of a reader', () => {
  test('are taken once for the same key, and another content under it is refused', async () => {
    const { as, turn, papers, on, services } = await openSecondReader()
    await turn(true)
    const [paper] = await papers()
    const item = { code: paper?.code ?? '', picture: paper?.picture ?? '', scores: [6500] }
    const body = { ...on, idem_key: 'batch-0001', items: [{ ...item, confidence: 80 }] }
    const send = (more = {}) => as(readerScores, { body: { ...body, ...more } })
    // The same call twice at once, as after a lost connection.
    const [one, two] = await Promise.all([send(), send()])
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(one?.data.batch_id).toBe(two?.data.batch_id)
    expect((await send()).data).toMatchObject({ accepted: 1, is_repeat: true })
    const other = await send({ items: [{ ...item, scores: [7000] }] })
    expect([other.status, other.error.error]).toEqual([409, 'MARKING_IDEMPOTENCY_MISMATCH'])
    const count = await services.db.selectFrom('second_reader_score').selectAll().execute()
    expect(count).toHaveLength(1)
    expect(count[0]).toMatchObject({ total_milli: 6500, confidence: 80, points: '[6500]' })
  })

  test('that are wrong are named one by one, and nothing of the batch is taken', async () => {
    const { as, turn, papers, on, services } = await openSecondReader({ candidates: 6 })
    await turn(true)
    const [a, b, c, d] = await papers()
    const of = (paper: typeof a, scores: number[], more = {}) => ({
      code: paper?.code ?? '',
      picture: paper?.picture ?? '',
      scores,
      ...more,
    })
    const items = [
      of(a, [6500]),
      of(b, [6200]),
      of(c, [20_500]),
      of(d, [1000, 2000]),
      of(a, [7000]),
      { code: 'ZZZZ', picture: 'x', scores: [1000] },
    ]
    const answer = await as(readerScores, { body: { ...on, idem_key: 'batch-0002', items } })
    expect([answer.status, answer.error.error]).toEqual([422, 'SECOND_READER_SCORES_INVALID'])
    expect(answer.error.msg).toBe('有 5 份的给分有误，整批没有收下，请按逐份说明改正后重新提交')
    expect(
      answer.error.fields.map(({ path, msg }) => `${path} ${msg.slice(msg.indexOf('：') + 1)}`),
    ).toEqual([
      'items.1.scores 「(1)」不能给 6.2 分，请改为下列分数之一：0 到 20 分，每 0.5 分一档',
      'items.2.scores 「(1)」的分数应在 0 到 20 分之间，请重新给分',
      'items.3.scores 应给 1 个小题打分，收到 2 个，请刷新页面后重试',
      'items.4.code 同一批中出现了两次，请只保留一份',
      'items.5.code 这个题块没有这份试卷，请重新取卷',
    ])
    expect(await services.db.selectFrom('second_reader_score').selectAll().execute()).toEqual([])
  })

  test('of an image that was replaced are refused, and what was said of the old one counts no more', async () => {
    const { as, turn, papers, on, services, panel, give } = await openSecondReader()
    await turn(true)
    const [old] = await papers()
    await give(6)
    expect(await panel()).toMatchObject({ scored: 6, outdated: 0 })
    await services.db
      .updateTable('unit')
      .set({ images: JSON.stringify(['b'.repeat(64)]) })
      .where('secret_code', '=', old?.code ?? '')
      .execute()
    const late = await as(readerScores, {
      body: {
        ...on,
        idem_key: 'batch-0003',
        items: [{ code: old?.code ?? '', picture: old?.picture ?? '', scores: [1000] }],
      },
    })
    expect(late.error.fields[0]?.msg).toContain('图像已经更换，请重新取卷后再评')
    expect(await panel()).toMatchObject({ scored: 5, outdated: 1 })
    expect((await papers()).map(({ code }) => code)).toEqual([old?.code])
  })
})

describe('second reader scores: a table of scores', () => {
  const HEAD = ['密号', '得分', '把握', '理由']

  test('is previewed, written once, and leaves what is the same out of the log', async () => {
    const { leader, on, turn, codes, services, panel } = await openSecondReader({ candidates: 3 })
    const send = (rows: string[][], preview: 0 | 1) =>
      leader.send(
        secondReaderImport,
        { query: { ...on, preview } },
        { file: xlsxFile([HEAD, ...rows]) },
      )
    const [a = '', b = ''] = await codes()
    const rows = [
      [a, '6.5', '85%', '步骤不全'],
      [b.toLowerCase(), '12', '', ''],
    ]
    const off = await send(rows, 1)
    expect([off.status, off.error.error]).toEqual([409, 'SECOND_READER_OFF'])
    await turn(true)
    const preview = await send(rows, 1)
    expect(preview.data).toMatchObject({ applied: 0, add: 2, error: 0 })
    expect(await panel()).toMatchObject({ scored: 0, batches: [] })
    expect((await send(rows, 0)).data).toMatchObject({ applied: 1, add: 2 })
    expect(
      (
        await send(
          [
            [a, '7', '85', '步骤不全'],
            [b, '12', '', ''],
          ],
          0,
        )
      ).data,
    ).toMatchObject({
      change: 1,
      same: 1,
    })
    const stored = await services.db
      .selectFrom('second_reader_score')
      .select(['total_milli', 'confidence', 'reason'])
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { total_milli: 6500, confidence: 85, reason: '步骤不全' },
      { total_milli: 12_000, confidence: null, reason: '' },
      { total_milli: 7000, confidence: 85, reason: '步骤不全' },
    ])
    expect((await panel()).batches).toMatchObject([
      { via: 'table', by_name: '数学组长', papers: 1, version: '1.0' },
      { via: 'table', by_name: '数学组长', papers: 2, version: '1.0' },
    ])
  })

  test('names every cell that is wrong, and nothing is written', async () => {
    const { leader, on, turn, codes, services } = await openSecondReader({ candidates: 7 })
    await turn(true)
    const [a = '', b = '', c = '', d = '', e = ''] = await codes()
    const answer = await leader.send(
      secondReaderImport,
      { query: on },
      {
        file: xlsxFile([
          HEAD,
          [a, '6', '', ''],
          [a, '6', '', ''],
          ['ZZZZ', '6', '', ''],
          [b, '', '', ''],
          [c, '六分', '', ''],
          [d, '6.2', '', ''],
          [e, '6', '0.8', ''],
        ]),
      },
    )
    expect([answer.status, answer.error.error]).toEqual([422, 'IMPORT_HAS_ERRORS'])
    expect(answer.error.fields.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
      'A3 与第 2 行重复，请只保留一行',
      'A4 这个题块没有密号「ZZZZ」，请核对密号',
      'B5 「(1)」未给分，零分也需要输入，请补上后提交',
      'B6 「六分」不是分数，请填写数字，例如 6 或 6.5',
      'B7 「(1)」不能给 6.2 分，请改为下列分数之一：0 到 20 分，每 0.5 分一档',
      'C8 把握请填 0 到 100 的整数（百分数），或不填',
    ])
    expect(await services.db.selectFrom('second_reader_batch').selectAll().execute()).toEqual([])
  })

  test('has a column for each point, and the template names them', async () => {
    const points = [
      { fullMilli: 4000, stepMilli: 1000 },
      { fullMilli: 6000, stepMilli: 1000 },
    ]
    const { leader, on, turn, codes, services } = await openSecondReader({ candidates: 1, points })
    await turn(true)
    const template = await leader.send(secondReaderTemplate, { query: on })
    expect([template.status, template.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const [code = ''] = await codes()
    const file = xlsxFile([
      ['密号', '17(1)', '18(2)'],
      [code, '3', '5'],
    ])
    const { status, data } = await leader.send(secondReaderImport, { query: on }, { file })
    expect([status, data.rows[0]?.total_milli]).toEqual([200, 8000])
    const row = await services.db
      .selectFrom('second_reader_score')
      .select('points')
      .executeTakeFirstOrThrow()
    expect(row.points).toBe('[3000,5000]')
  })
})
