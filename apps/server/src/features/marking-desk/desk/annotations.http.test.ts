import {
  checkDetail,
  flaggedPapers,
  leaderDecide,
  leaderNext,
  markCorrect,
  markNext,
  markSubmit,
  spotCheckGet,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import type { Annotation } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'

const open = async (wanted: Wanted, kind?: DatabaseKind) => {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, wanted)
  const paperOf = async (who: string) => {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: marked.blockId, n: 1 } })
    const [task] = data.tasks
    if (!task) throw new Error(`${who} has no paper`)
    return { marker, task }
  }
  const submit = async (who: string, points: number, traces: Annotation[] | null, key: string) => {
    const { marker, task } = await paperOf(who)
    const answer = await marker.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id: task.reading_id,
        idem_key: key,
        scores: [points * 1000],
        flags: points === 20 ? ['excellent'] : [],
        traces,
      },
    })
    return { marker, task, answer }
  }
  return { ...app, ...marked, paperOf, submit }
}

const drawn: Annotation[] = [
  { kind: 'pen', part: 0, points: [10, 10, 40, 12, 90, 30] },
  { kind: 'tick', part: 0, x: 120, y: 80 },
  { kind: 'half', part: 0, x: 160, y: 80 },
  { kind: 'cross', part: 0, x: 200, y: -4 },
  { kind: 'text', part: 0, x: 30, y: 140, text: '步骤不全' },
  { kind: 'stamp', part: 0, x: 300, y: 90, milli: 2000, point: 0 },
]
const WITH_TRACES = { traces: 1 }

test('what a marker draws is there again for the marker, the arbitrator and the checker, and nobody else', async () => {
  const { examId, blockId, submit, signIn } = await open({
    candidates: 1,
    mode: 1,
    toleranceMilli: 1000,
    settings: WITH_TRACES,
  })
  const { marker, task } = await submit('marker1', 20, drawn, 'first-reading')
  const again = await marker.send(markNext, {
    query: { block_id: blockId, reading_id: task.reading_id },
  })
  expect(again.data.tasks[0]?.traces).toEqual(drawn)

  // The second reader gets the paper as it was scanned.
  const second = await submit('marker2', 2, null, 'second-reading')
  expect(second.task.traces).toBeNull()
  expect(second.answer.data.outcome).toBe('submitted')
  const stranger = await second.marker.send(markNext, {
    query: { block_id: blockId, reading_id: task.reading_id },
  })
  expect(stranger.status).toBe(403)

  const leader = await signIn('leader')
  const { data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
  expect(data.task?.readings.map(({ traces }) => traces)).toEqual([drawn, null])
  // The arbitrator draws too, and a checker sees whose hand was whose.
  const [, tick] = drawn
  const decided = await leader.send(leaderDecide, {
    body: {
      mode: 'arbitration',
      unit_id: task.unit_id,
      idem_key: 'arbitrators-word',
      scores: [10_000],
      flags: ['typical'],
      traces: tick ? [tick] : [],
    },
  })
  expect(decided.status).toBe(200)
  const sampled = await leader.send(spotCheckGet, {
    query: { block_id: blockId, task_detail_id: task.reading_id },
  })
  expect(sampled.data.task?.traces).toEqual(drawn)
  const after = await leader.send(checkDetail, {
    query: { exam_id: examId, block_id: blockId, task_detail_id: task.reading_id },
  })
  expect(after.data.readings.map(({ role, traces }) => [role, traces])).toEqual([
    ['R1', drawn],
    ['R2', null],
    ['ARB', [tick]],
  ])
})

test('a back-mark keeps its own annotations, the new ones only', async () => {
  const { blockId, submit } = await open({ candidates: 1, settings: WITH_TRACES })
  const { marker, task } = await submit('marker1', 8, drawn, 'first-reading')
  const [, tick] = drawn
  const corrected = await marker.send(markCorrect, {
    body: {
      block_id: blockId,
      reading_id: task.reading_id,
      idem_key: 'second-thoughts',
      scores: [8000],
      traces: tick ? [tick] : [],
    },
  })
  const shown = await marker.send(markNext, {
    query: { block_id: blockId, reading_id: corrected.data.reading_id },
  })
  expect(shown.data.tasks[0]?.traces).toEqual([tick])
})

everyDatabase('a note beside a flag on %s', (kind) => {
  test('is the marker’s again and the leader’s to read, changes with a back-mark, and is none without a flag', async () => {
    const { examId, blockId, paperOf, signIn } = await open({ candidates: 2 }, kind)
    const { marker, task } = await paperOf('marker1')
    const on = { block_id: blockId, reading_id: task.reading_id }
    const given = { scores: [8000], flags: ['typical_mistake', 'doubtful'] }
    await marker.send(markSubmit, {
      body: { ...on, ...given, idem_key: 'first-reading', flag_note: ' 漏了定义域 ' },
    })
    const shown = async (reading_id: number) =>
      (await marker.send(markNext, { query: { block_id: blockId, reading_id } })).data.tasks[0]
    expect(await shown(task.reading_id)).toMatchObject({
      flags: given.flags,
      flag_note: '漏了定义域',
    })
    const found = await marker.send(markNext, { query: { block_id: blockId, marked: 1 } })
    expect(found.data.tasks.map(({ flag_note }) => flag_note)).toEqual(['漏了定义域'])
    const leader = await signIn('leader')
    const collected = async () =>
      (await leader.send(flaggedPapers, { query: { block_id: blockId } })).data.list[0]?.flags
    expect((await collected())?.map(({ flag, note }) => [flag, note])).toEqual([
      ['typical_mistake', '漏了定义域'],
      ['doubtful', '漏了定义域'],
    ])
    const drilled = await leader.send(checkDetail, {
      query: { exam_id: examId, block_id: blockId, task_detail_id: task.reading_id },
    })
    expect(drilled.data.readings[0]).toMatchObject({
      flags: given.flags,
      flag_note: '漏了定义域',
    })

    const { data } = await marker.send(markCorrect, {
      body: { ...on, ...given, idem_key: 'second-thoughts', flag_note: '没有讨论符号' },
    })
    expect((await shown(data.reading_id))?.flag_note).toBe('没有讨论符号')
    expect((await collected())?.[0]?.note).toBe('没有讨论符号')
    const bare = await marker.send(markCorrect, {
      body: {
        block_id: blockId,
        reading_id: data.reading_id,
        idem_key: 'third-thoughts',
        scores: [8000],
        flag_note: '没有标记的说明',
      },
    })
    expect(await shown(bare.data.reading_id)).toMatchObject({ flags: [], flag_note: null })
    expect(await collected()).toBeUndefined()
  })

  test('is an arbitrator’s as well, and stands in the collection beside those of the markers', async () => {
    const { blockId, submit, signIn } = await open(
      { candidates: 1, mode: 1, toleranceMilli: 1000 },
      kind,
    )
    const { task } = await submit('marker1', 20, null, 'first-reading')
    await submit('marker2', 2, null, 'second-reading')
    const leader = await signIn('leader')
    const { data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
    const decided = await leader.send(leaderDecide, {
      body: {
        mode: 'arbitration',
        unit_id: task.unit_id,
        reading_id: data.task?.reading_id ?? null,
        idem_key: 'arbitrators-word',
        scores: [10_000],
        flags: ['typical_mistake', 'unheard-of'],
        flag_note: ' 两位教师都没有看到第二步 ',
      },
    })
    expect(decided.status).toBe(200)
    const collected = await leader.send(flaggedPapers, { query: { block_id: blockId } })
    expect(
      collected.data.list[0]?.flags.map(({ flag, note, by_name }) => [flag, note, by_name]),
    ).toEqual([
      ['excellent', null, '阅卷老师1'],
      ['typical_mistake', '两位教师都没有看到第二步', '数学组长'],
    ])
  })
})

test('a block without traces keeps none, and takes the score all the same', async () => {
  const { blockId, submit } = await open({ candidates: 1 })
  const { marker, task, answer } = await submit('marker1', 8, drawn, 'first-reading')
  expect(answer.data.outcome).toBe('submitted')
  const shown = await marker.send(markNext, {
    query: { block_id: blockId, reading_id: task.reading_id },
  })
  expect(shown.data.tasks[0]).toMatchObject({ scores: [8000], traces: null })
})

test('annotations without end are refused in Chinese, and the paper stays in hand', async () => {
  const { submit, paperOf } = await open({ candidates: 1, settings: WITH_TRACES })
  const line = Array.from({ length: 300 }, () => 7)
  const scribble = Array.from({ length: 30 }, (): Annotation => ({
    kind: 'pen',
    part: 0,
    points: line,
  }))
  const { answer, task } = await submit('marker1', 8, scribble, 'too-much-ink')
  expect(answer.status).toBe(400)
  expect(answer.error.fields).toEqual([
    { path: 'traces', msg: '这份试卷上的批注太多，请擦去一些再提交' },
  ])
  expect((await paperOf('marker1')).task.reading_id).toBe(task.reading_id)
})

test('own marked papers are found by score, flag and secret code, and nobody finds those of others', async () => {
  const { blockId, submit, signIn } = await open({ candidates: 4 })
  const { marker } = await submit('marker1', 3, null, 'reading-of-three')
  await submit('marker1', 8, null, 'reading-of-eight')
  const { task: excellent } = await submit('marker1', 20, null, 'reading-of-twenty')
  await submit('marker2', 8, null, 'reading-of-another')
  const find = async (query: object) => {
    const { data } = await marker.send(markNext, {
      query: { block_id: blockId, marked: 1, ...query },
    })
    return data.tasks.map(({ scores }) => (scores?.[0] ?? 0) / 1000).sort((a, b) => a - b)
  }
  expect(await find({})).toEqual([3, 8, 20])
  expect(await find({ low_milli: 8000 })).toEqual([8, 20])
  expect(await find({ high_milli: 8000, low_milli: 8000 })).toEqual([8])
  expect(await find({ flag: 'excellent' })).toEqual([20])
  expect(await find({ code: excellent.secret_code.toLowerCase() })).toEqual([20])
  expect(await find({ sent_back: 1 })).toEqual([])
  expect(await find({ before: '2020-01-01T00:00:00.000Z' })).toEqual([])
  const other = await (
    await signIn('marker3')
  ).send(markNext, {
    query: { block_id: blockId, marked: 1 },
  })
  expect(other.data).toMatchObject({ tasks: [], reason: 'empty' })
  const leader = await (
    await signIn('leader')
  ).send(markNext, {
    query: { block_id: blockId, marked: 1 },
  })
  expect(leader.status).toBe(403)
})

test('the whole paper shows the answer areas of the own paper, and says nothing about the candidate', async () => {
  const { blockId, paperOf } = await open({ candidates: 1 })
  const { marker, task } = await paperOf('marker1')
  const { data, bytes } = await marker.send(markNext, {
    query: { block_id: blockId, reading_id: task.reading_id, whole: 1 },
  })
  expect(data.sheet).toEqual([
    { block_name: '第17题', is_own: true, images: data.tasks[0]?.images },
  ])
  for (const secret of ['考生0', 'candidate', 'class', 'school'])
    expect(bytes.toString()).not.toContain(secret)
})
