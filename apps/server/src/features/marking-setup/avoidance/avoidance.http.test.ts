import {
  avoidanceImport,
  avoidancePeople,
  avoidedPairs,
  avoidedPairSet,
  markNext,
} from '@hengjuan/contracts'
import { describe, expect, test } from 'vitest'
import { openTestApp, xlsxFile } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const open = async () => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, { candidates: 4, markers: 2 })
  const on = { exam_id: marked.examId }
  const director = await app.signIn('director')
  const list = async () => (await director.send(avoidedPairs, { query: on })).data.list
  const names = async () => (await list()).map((row) => [row.marker_name, row.candidate_name])
  const set = (body: object) =>
    director.send(avoidedPairSet, { body: { ...on, action: 'add', ...body } })
  const send = (rows: string[][], preview: 0 | 1) =>
    director.send(
      avoidanceImport,
      { query: { ...on, preview } },
      { file: xlsxFile([HEAD, ...rows]) },
    )
  return { ...app, ...marked, on, director, list, names, set, send }
}

const HEAD = ['教师', '账号', '考号', '考生', '班级', '关系']

test('avoided pair: is found by searching, added, seen, removed and put back', async () => {
  const { director, on, set, list, names, signIn, blockId, markerIds, candidateIds } = await open()
  const find = async (kind: 'marker' | 'candidate', keyword: string) =>
    (await director.send(avoidancePeople, { query: { ...on, kind, keyword } })).data
  expect(await find('marker', '老师1')).toMatchObject([
    { person_id: markerIds[0], name: '阅卷老师1', code: 'marker1', school_name: '测试中学' },
  ])
  expect(await find('marker', 'marker2')).toMatchObject([{ person_id: markerIds[1] }])
  // Who scans does not mark.
  expect(await find('marker', '扫描员')).toEqual([])
  expect(await find('candidate', '考生2')).toMatchObject([
    { person_id: candidateIds[2], code: '10002', class_name: '1班' },
  ])
  expect(await find('candidate', 'c3')).toMatchObject([{ person_id: candidateIds[3] }])
  expect((await find('candidate', '2班')).map(({ person_id }) => person_id)).toEqual([
    candidateIds[1],
    candidateIds[3],
  ])
  expect(await find('candidate', ' ')).toEqual([])

  const marker1 = await signIn('marker1')
  const take = async () =>
    (await marker1.send(markNext, { query: { block_id: blockId, n: 10 } })).data.tasks.length
  expect(await take()).toBe(4)
  const pair = { marker_id: markerIds[0], candidate_id: candidateIds[2] }
  const added = await set({ ...pair, relation: ' 父女 ' })
  expect(added.data).toMatchObject({ recalled: 1 })
  expect(await list()).toMatchObject([
    {
      marker_name: '阅卷老师1',
      candidate_name: '考生2',
      exam_no: '10002',
      class_name: '1班',
      relation: '父女',
      added_by: '教务主任',
      read: 0,
    },
  ])
  expect(await take()).toBe(3)
  const again = await set(pair)
  expect([again.status, again.error.msg]).toEqual([
    409,
    '阅卷老师1与考生2已在回避名单中，不需要再添加',
  ])
  const pair_ids = added.data.pair_ids
  expect((await set({ action: 'remove', pair_ids })).data.pair_ids).toEqual(pair_ids)
  expect(await names()).toEqual([])
  expect(await take()).toBe(4)
  expect((await set({ action: 'restore', pair_ids })).data).toEqual({ pair_ids, recalled: 1 })
  expect(await names()).toEqual([['阅卷老师1', '考生2']])
})

test.for([
  [{}, 400, 'INPUT_INVALID'],
  [{ marker_id: 'scanner' }, 404, 'STAFF_NOT_FOUND'],
  [{ marker_id: 'marker1', candidate_id: 999_999 }, 404, 'CANDIDATE_UNKNOWN'],
] as const)('avoided pair: adding %o is refused', async ([who, status, code]) => {
  const { set, school, candidateIds, names } = await open()
  const body = 'marker_id' in who ? { marker_id: school.userIds[who.marker_id] } : {}
  const answer = await set({ candidate_id: candidateIds[0], ...who, ...body })
  expect([answer.status, answer.error.error]).toEqual([status, code])
  expect(await names()).toEqual([])
})

describe('avoided pair: a table of pairs', () => {
  test('is previewed row by row, written when it is sent for good, and taken back as a whole', async () => {
    const { send, set, names } = await open()
    const table = [
      ['阅卷老师1', '', '10002', '', '', '父女'],
      ['', 'marker2', '', '考生1', '2班', ''],
    ]
    const preview = await send(table, 1)
    expect(preview.data).toMatchObject({ applied: 0, pair_ids: [] })
    expect(preview.data.rows.map(({ result, message }) => [result, message])).toEqual([
      ['add', '测试中学 阅卷老师1 不评阅 测试中学 1班 考生2'],
      ['add', '测试中学 阅卷老师2 不评阅 测试中学 2班 考生1'],
    ])
    expect(await names()).toEqual([])
    const { data } = await send(table, 0)
    expect(data).toMatchObject({ applied: 1, recalled: 0 })
    expect(await names()).toEqual([
      ['阅卷老师1', '考生2'],
      ['阅卷老师2', '考生1'],
    ])
    const again = await send(table, 1)
    expect(again.data.rows.map(({ result }) => result)).toEqual(['same', 'same'])
    await set({ action: 'remove', pair_ids: data.pair_ids })
    expect(await names()).toEqual([])
  })

  test('names every cell that means nothing, and nothing is written', async () => {
    const { send, names, services } = await open()
    await services.db
      .updateTable('candidate')
      .set({ name: '考生0' })
      .where('exam_no', '=', '10003')
      .execute()
    const { status, error } = await send(
      [
        ['赵不在', '', '10001', '', '', ''],
        ['阅卷老师1', 'marker2', '10001', '', '', ''],
        ['阅卷老师1', '', '99999', '', '', ''],
        ['阅卷老师1', '', '10001', '考生2', '', ''],
        ['阅卷老师1', '', '', '考生0', '', ''],
        ['阅卷老师1', '', '', '考生1', '1班', ''],
        ['阅卷老师1', '', '', '', '', ''],
        ['阅卷老师1', '', '10002', '', '', ''],
        ['阅卷老师1', '', '10002', '', '', ''],
      ],
      0,
    )
    expect([status, error.error]).toEqual([422, 'IMPORT_HAS_ERRORS'])
    expect(error.fields.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
      'A2 没有可以阅卷的教师「赵不在」，请核对姓名',
      'A3 账号 marker2 的姓名是「阅卷老师2」，与「阅卷老师1」不同',
      'C4 本场考试没有考号「99999」，请核对考号',
      'D5 考号 10001 的姓名是「考生1」，与「考生2」不同',
      'D6 有 2 名考生叫「考生0」，请填写考号：10000（1班）、10003（2班）',
      'D7 1班没有考生「考生1」，请核对姓名和班级，或填写考号',
      'D8 请填写考号或考生姓名',
      'A10 与第 9 行重复',
    ])
    expect(await names()).toEqual([])
  })
})

test('avoided pair: is seen and changed by those who manage the exam, and by nobody else', async () => {
  const { signIn, on, markerIds, candidateIds } = await open()
  const pair = { marker_id: markerIds[0] ?? 0, candidate_id: candidateIds[0] ?? 0 }
  for (const [who, status] of [
    ['admin', 200],
    ['director', 200],
    ['principal', 403],
    ['leader', 403],
    ['marker1', 403],
    ['other-admin', 404],
  ] as const) {
    const client = await signIn(who)
    const answers = [
      await client.send(avoidedPairs, { query: on }),
      await client.send(avoidancePeople, { query: { ...on, kind: 'marker', keyword: '老师' } }),
      await client.send(
        avoidanceImport,
        { query: { ...on, preview: 1 } },
        { file: xlsxFile([HEAD, ['阅卷老师1', '', '10000', '', '', '']]) },
      ),
      await client.send(avoidedPairSet, { body: { ...on, action: 'add', ...pair } }),
    ]
    const expected = who === 'director' ? [200, 200, 200, 409] : answers.map(() => status)
    expect([who, answers.map((answer) => answer.status)]).toEqual([who, expected])
  }
})
