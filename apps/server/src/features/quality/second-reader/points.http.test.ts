import {
  markNext,
  readerScores,
  secondReaderImport,
  secondReaderReference,
  secondReaderTemplate,
  spotCheckGet,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { xlsxFile } from '../../../testing/index.ts'
import { markAllTakeBest, TWO_QUESTIONS } from '../../marking/testing/best-of-block.ts'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'

/** Two points, of 4 and 6; one point apart is let pass in either, two in the total. */
const POINTS = [
  { fullMilli: 4000, stepMilli: 1000 },
  { fullMilli: 6000, stepMilli: 1000 },
]

async function open(kind: DatabaseKind, candidates = 4, points = POINTS) {
  const world = await openSecondReader({ candidates, mode: 0, points }, kind)
  const { on, as, papers, signIn, submit, leader, turn } = world
  await turn(true)
  /** What the reader says of a paper: its points, or nothing but the total. */
  const say = async (said: (number[] | number)[], key: string) => {
    const items = (await papers(1)).map(({ code, picture }, at) => {
      const one = said[at] ?? 0
      return {
        code,
        picture,
        ...(Array.isArray(one)
          ? { scores: one.map((points) => points * 1000) }
          : { total_milli: one * 1000 }),
      }
    })
    return as(readerScores, { body: { ...on, idem_key: key, items } })
  }
  /** A marker gives each paper what belongs to its code. */
  const mark = async (given: (code: string) => number[]) => {
    const marker = await signIn('marker1')
    for (;;) {
      const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
      const [task] = data.tasks
      if (!task) return
      const scores = given(task.secret_code).map((points) => points * 1000)
      expect((await submit(marker, task.reading_id, scores)).status).toBe(200)
    }
  }
  const sample = async () =>
    (await leader.send(spotCheckGet, { query: { ...on, kind: 'second_reader' } })).data
  return { ...world, say, mark, sample }
}

everyDatabase('a program that gives scores by point, on %s', (kind) => {
  test('is compared by total and by point, where both have points', async () => {
    const { say, mark, panel, sample, papers } = await open(kind)
    const codes = (await papers()).map(({ code }) => code)
    // The total is the same and the points are not; the same; far apart; only a total, which is near.
    const sent = await say([[4, 2], [3, 3], [0, 0], 5], 'by-point-1')
    expect(sent.data).toMatchObject({ accepted: 4 })
    const given = [
      [1, 5],
      [3, 3],
      [4, 6],
      [0, 5],
    ]
    await mark((code) => given[codes.indexOf(code)] ?? [])
    const found = await panel()
    expect(found.agreement).toMatchObject({ n: 4, exact: { num: 3, den: 4 } })
    expect(
      found.points.map(({ name, full_milli, tolerance_milli, agreement }) => [
        name,
        full_milli,
        tolerance_milli,
        agreement.n,
        agreement.exact,
        agreement.within,
      ]),
    ).toEqual([
      ['(1)', 4000, 1000, 3, { num: 1, den: 3 }, { num: 1, den: 3 }],
      ['(2)', 6000, 1000, 3, { num: 1, den: 3 }, { num: 1, den: 3 }],
    ])
    // The furthest total first; the one that differs by point alone is a disagreement as well.
    expect(found.disagreement_count).toBe(2)
    expect(found.disagreements.map(({ secret_code, points }) => [secret_code, points])).toEqual([
      [
        codes[2],
        [
          { name: '(1)', final_milli: 4000, reader_milli: 0 },
          { name: '(2)', final_milli: 6000, reader_milli: 0 },
        ],
      ],
      [
        codes[0],
        [
          { name: '(1)', final_milli: 1000, reader_milli: 4000 },
          { name: '(2)', final_milli: 5000, reader_milli: 2000 },
        ],
      ],
    ])
    expect((await sample()).remaining).toBe(2)
    // Said again within the tolerance, the paper is in the sample no more.
    await say([[2, 4], [3, 3], [0, 0], 5], 'by-point-2')
    const { remaining, task } = await sample()
    expect([remaining, task?.second_reader?.scores]).toEqual([1, [0, 0]])
    // Without points of the reader there is nothing to compare but the total.
    await say([6, 6, 10, 5], 'totals-only')
    expect(await sample()).toMatchObject({ remaining: 0 })
    expect((await panel()).points.map(({ agreement }) => agreement.n)).toEqual([0, 0])
  })

  test('does not disagree in a question that does not count', async () => {
    const world = await open(kind, 2, TWO_QUESTIONS)
    await markAllTakeBest(world.services, world)
    const { say, mark, sample } = world
    await say(
      [
        [8, 1],
        [1, 2],
      ],
      'best-of-two',
    )
    // The better one counts: 8 for 8, and 8 for 2.
    await mark(() => [8, 6])
    expect((await sample()).remaining).toBe(1)
  })

  test('is told of by point after handing in, and by its total where it gave no more', async () => {
    const { say, papers, signIn, submit, on } = await open(kind, 2)
    const codes = (await papers()).map(({ code }) => code)
    await say([[4, 2], 5], 'by-point-reference')
    const marker = await signIn('marker1')
    const told: Record<string, unknown> = {}
    for (let nth = 0; nth < 2; nth++) {
      const { data } = await marker.send(markNext, { query: { ...on, n: 1 } })
      const [task] = data.tasks
      if (!task) throw new Error('there are two papers')
      await submit(marker, task.reading_id, [1000, 5000])
      const query = { ...on, reading_id: task.reading_id }
      const answer = await marker.send(secondReaderReference, { query })
      told[task.secret_code] = answer.data.reference
    }
    expect(told).toMatchObject({
      [codes[0] ?? '']: { total_milli: 6000, scores: [4000, 2000] },
      [codes[1] ?? '']: { total_milli: 5000, scores: [] },
    })
  })

  test('may give a total alone, which lies on the grid and is what the points come to', async () => {
    const { as, papers, on, leader, services } = await open(kind, 5)
    const all = await papers()
    const of = (at: number, said: object) => ({
      code: all[at]?.code ?? '',
      picture: all[at]?.picture ?? '',
      ...said,
    })
    const send = (items: ReturnType<typeof of>[], key: string) =>
      as(readerScores, { body: { ...on, idem_key: key, items } })
    const answer = await send(
      [
        of(0, { total_milli: 7000 }),
        of(1, { total_milli: 11_000 }),
        of(2, { total_milli: 500 }),
        of(3, { scores: [1000, 2000], total_milli: 4000 }),
        of(4, {}),
      ],
      'totals-wrong',
    )
    expect(answer.status).toBe(422)
    expect(
      answer.error.fields.map(({ path, msg }) => `${path} ${msg.slice(msg.indexOf('：') + 1)}`),
    ).toEqual([
      'items.1.total_milli 「总分」的分数应在 0 到 10 分之间，请重新给分',
      'items.2.total_milli 「总分」不能给 0.5 分，请改为下列分数之一：0、1、2、3、4、5、6、7、8、9、10',
      'items.3.scores 各给分点合计 3 分，与总分 4 分不符，请核对',
      'items.4.total_milli 请给出各给分点的分数，或总分',
    ])
    const good = [of(0, { total_milli: 7000 }), of(1, { scores: [1000, 2000], total_milli: 3000 })]
    expect((await send(good, 'totals-good')).status).toBe(200)
    const stored = () =>
      services.db
        .selectFrom('second_reader_score')
        .select(['points', 'total_milli'])
        .orderBy('id')
        .execute()
    expect(await stored()).toEqual([
      { points: '[]', total_milli: 7000 },
      { points: '[1000,2000]', total_milli: 3000 },
    ])

    // A table says it the same way: points, the total, or both.
    const { bytes } = await leader.send(secondReaderTemplate, { query: on })
    expect((await readXlsx(bytes))[0]).toEqual(['密号', '17(1)', '18(2)', '总分', '把握', '理由'])
    const table = (rows: string[][]) =>
      leader.send(
        secondReaderImport,
        { query: on },
        { file: xlsxFile([['密号', '17(1)', '18(2)', '总分'], ...rows]) },
      )
    const [, , third = '', fourth = '', fifth = ''] = all.map(({ code }) => code)
    const wrong = await table([
      [third, '', '', '11'],
      [fourth, '1', '2', '4'],
      [fifth, '', '', ''],
    ])
    expect(wrong.error.fields.map(({ path, msg }) => `${path} ${msg}`)).toEqual([
      'D2 「总分」的分数应在 0 到 10 分之间，请重新给分',
      'B3 各给分点合计 3 分，与总分 4 分不符，请核对',
      'A4 请填写各给分点的得分，或只填总分',
    ])
    const right = await table([
      [third, '', '', '8'],
      [fourth, '1', '2', '3'],
    ])
    expect(right.data).toMatchObject({ applied: 1, add: 2, error: 0 })
    expect((await stored()).slice(2)).toEqual([
      { points: '[]', total_milli: 8000 },
      { points: '[1000,2000]', total_milli: 3000 },
    ])
  })
})
