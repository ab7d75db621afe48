import { CallError } from '@hengjuan/client'
import { describe, expect, test } from 'vitest'
import { AnswerOutbox, type Change } from './answer-outbox.ts'

const ENDS = '2026-11-20T02:00:00.000Z'
const change = (value: string, at: string, question_id = 1): Change => ({
  question_id,
  sub: '',
  value,
  at: `2026-11-20T01:00:${at}.000Z`,
})
const saved = (more: object = {}) => ({
  seq: 0,
  ends_at: ENDS,
  submitted_at: null,
  paused: false,
  server_now: ENDS,
  late: 0,
  waiting: 0,
  refused: 0,
  ...more,
})
const failed = (code: string, status: number) =>
  new CallError({ status, code, message: '没有送到' } as ConstructorParameters<typeof CallError>[0])

function open(unsent: readonly Change[] = []) {
  const sent: { seq: number; values: string[]; left: number }[] = []
  let kept: readonly Change[] = unsent
  let answer: () => Promise<ReturnType<typeof saved>> = async () => saved()
  const outbox = new AnswerOutbox({
    send: async ({ seq, changes, left }) => {
      sent.push({ seq, values: changes.map(({ value }) => value), left })
      return answer()
    },
    keep: (changes) => void (kept = changes),
    seq: 7,
    endsAt: ENDS,
    submittedAt: null,
    unsent,
    onChange: () => undefined,
  })
  return {
    outbox,
    sent,
    kept: () => kept.map(({ value }) => value),
    answers: (next: typeof answer) => void (answer = next),
  }
}

describe('answers on their way', () => {
  test('are on the device first, go out together, and leave once they arrived', async () => {
    const { outbox, sent, kept } = open()
    outbox.put(change('A', '01'))
    outbox.put(change('B', '02'))
    outbox.put(change('C', '03', 2))
    expect(kept()).toEqual(['B', 'C'])
    expect([...outbox.state.unsent]).toEqual(['1:', '2:'])
    expect(await outbox.flush()).toBe(true)
    expect(sent).toEqual([{ seq: 8, values: ['B', 'C'], left: 0 }])
    expect([kept(), outbox.state.unsent.size]).toEqual([[], 0])
  })

  test('stay while the network is away, and go with what came since', async () => {
    const { outbox, sent, kept, answers } = open()
    answers(async () => {
      throw failed('OFFLINE', 0)
    })
    outbox.put(change('A', '01'))
    outbox.leave()
    expect(await outbox.flush()).toBe(false)
    expect([outbox.state.isOffline, kept()]).toEqual([true, ['A']])
    outbox.put(change('B', '05', 2))
    answers(async () => saved())
    expect(await outbox.flush()).toBe(true)
    expect(sent.at(-1)).toEqual({ seq: 9, values: ['A', 'B'], left: 1 })
    expect(outbox.state.isOffline).toBe(false)
  })

  test('that change while they are sent wait for the next call', async () => {
    const { outbox, sent, kept, answers } = open()
    outbox.put(change('A', '01'))
    answers(async () => {
      outbox.put(change('B', '02'))
      return saved()
    })
    expect(await outbox.flush()).toBe(false)
    expect(kept()).toEqual(['B'])
    answers(async () => saved())
    await outbox.flush()
    expect(sent.map(({ values }) => values)).toEqual([['A'], ['B']])
  })

  test('of before a reload are sent first thing', async () => {
    const { outbox, sent } = open([change('A', '01')])
    await outbox.flush()
    expect(sent).toEqual([{ seq: 8, values: ['A'], left: 0 }])
  })

  test('are sent no more once another device writes', async () => {
    const { outbox, sent, answers, kept } = open()
    answers(async () => {
      throw failed('PAD_OTHER_DEVICE', 409)
    })
    outbox.put(change('A', '01'))
    await outbox.flush()
    await outbox.flush()
    expect([sent.length, outbox.state.isTaken, kept()]).toEqual([1, true, ['A']])
  })

  test('that are refused do not hold up the others, and it is said', async () => {
    const { outbox, answers, kept } = open()
    answers(async () => {
      throw failed('PAD_ANSWER_INVALID', 422)
    })
    outbox.put(change('A', '01'))
    await outbox.flush()
    expect([outbox.state.problem, kept()]).toEqual(['没有送到', []])
    answers(async () => saved({ refused: 2 }))
    outbox.put(change('B', '02'))
    await outbox.flush()
    expect(outbox.state.problem).toBe('2 处作答在结束以后才作，没有计入')
  })

  test('hear of another end, a pause, and that they were handed in', async () => {
    const { outbox, answers } = open()
    const later = '2026-11-20T02:10:00.000Z'
    answers(async () => saved({ ends_at: later, paused: true, submitted_at: ENDS }))
    await outbox.flush()
    expect(outbox.state).toMatchObject({ endsAt: later, isPaused: true, submittedAt: ENDS })
  })
})
