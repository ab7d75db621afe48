import { LOOKS_BLANK, PAPER_FLAGS } from '@hengjuan/domain'
import { beforeEach, expect, test, vi } from 'vitest'
import { entryOf, typeKey } from '../../marking-core/entry/score-entry.ts'
import type { DeskView } from '../../marking-core/paper/desk-sheet.ts'
import { createCore, type DeskCore } from './desk-core.ts'
import { handInOf } from './desk-hand-in.ts'
import type { MarkInfo } from './desk-state.ts'
import { walkOf } from './desk-walk.ts'
import { workOf } from './desk-work.ts'
import { type MarkTaskView, paperOf } from '../../marking-core/paper/paper.ts'
import { movePoint } from './use-desk-keys.ts'

const taskOf = (id: number) =>
  ({
    reading_id: id,
    unit_id: id,
    secret_code: `CODE${id}`,
    kind: 'normal',
    points: [{ id: 1, question_no: '17', name: '(1)', full_milli: 5000, step_milli: 1000 }],
    images: [{ url: `/${id}`, hash: String(id) }],
    is_written: false,
    scores: null,
    traces: null,
    flags: id === 2 ? ['typical'] : [],
    flag_note: null,
    locked_reason: null,
  }) as unknown as MarkTaskView

interface Judged {
  reading_id: number
  flags: string[]
  scores: number[]
  problem?: { reason: string }
}

/** A desk with so many papers in hand, all of them on the screen as far as the view shows them. */
function deskOf(view: DeskView, count: number) {
  const info = {
    block_id: 7,
    best_of: null,
    min_ms: 0,
    settings: { add_type: 0, submit_type: 2, traces: 0 },
    mine: { done: 0, distribution: [] },
  } as unknown as MarkInfo
  const sent: { reading: number; flags: readonly string[]; scores: readonly unknown[] }[] = []
  const raised: [reading: number, reason: string][] = []
  const base = createCore({ caller: {} as DeskCore['caller'], info, userId: 1 })
  vi.spyOn(base.images, 'isPainted').mockReturnValue(true)
  const outbox = {
    add: ({ body }: { body: Judged }) =>
      body.problem
        ? raised.push([body.reading_id, body.problem.reason])
        : sent.push({ reading: body.reading_id, flags: body.flags, scores: body.scores }),
  }
  const core = { ...base, outbox, peers: { tellDone: () => undefined } } as unknown as DeskCore
  const queue = Array.from({ length: count }, (_, at) => paperOf(taskOf(at + 1), false))
  core.arrange(queue, { view, isLoading: false })
  const walk = walkOf(core, { ask: async () => undefined }, { showStanding: async () => undefined })
  const handIn = handInOf(core)
  const work = workOf(core, { ...walk, ...handIn })
  return {
    core,
    sent,
    raised,
    store: core.store,
    ...work,
    ...walk,
    ...handIn,
    state: () => core.get(),
  }
}

beforeEach(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})

test('handing in a grid as excellent flags every paper that got the common score', () => {
  const desk = deskOf('grid', 3)
  desk.toggleTick(3)
  const [first] = desk.state().queue
  if (first) desk.core.replace({ ...first, entry: entryOf([5000]) })
  desk.pressEnter('excellent')
  expect(desk.sent).toEqual([
    { reading: 1, flags: ['excellent'], scores: [5000] },
    { reading: 2, flags: ['typical', 'excellent'], scores: [5000] },
  ])
  expect(desk.state().hint).toBe(`已提交 2 份并标为${PAPER_FLAGS.excellent}，用「上一份」可以回看`)
})

test('after a grid it is said as well that the next papers are scored in another way', () => {
  const desk = deskOf('grid', 2)
  desk.core.set(({ info }) => ({ info: { ...info, settings: { ...info.settings, add_type: 1 } } }))
  const [first] = desk.state().queue
  if (first) desk.core.replace({ ...first, entry: entryOf([5000]) })
  desk.pressEnter()
  expect(desk.state().hint).toMatch(/^已提交 2 份。.*扣/)
})

test('behind the last paper of a strip come the others in hand, and what was left undone after them', () => {
  const desk = deskOf('strip', 7)
  expect(desk.state().sheet).toEqual([1, 2, 3, 4, 5])
  for (let at = 1; at < 5; at += 1) desk.next()
  expect(desk.state().focus).toBe(5)
  desk.next()
  expect([desk.state().sheet, desk.state().focus]).toEqual([[6, 7, 1, 2, 3], 6])
})

test.for([
  ['strip', 3, '手中的试卷都在这一屏，没有别的可以先评'],
  ['grid', 10, '手中的试卷都在这一屏，没有别的可以先评'],
  ['strip', 1, '手中只有这一份试卷，没有别的可以先评'],
] as const)(
  'behind the last of all papers of a %s of %d it is said why nothing comes',
  ([view, count, hint]) => {
    const desk = deskOf(view, count)
    desk.core.set({ focus: count })
    desk.next()
    expect([desk.state().focus, desk.state().hint]).toEqual([count, hint])
  },
)

test('down confirms the score that is typed over a paper of the strip that was handed in, and stays on it', () => {
  const desk = deskOf('strip', 3)
  const typed = (key: string) => desk.edit((entry, { rules }) => typeKey(entry, key, rules))
  typed('3')
  desk.pressEnter()
  expect(desk.state().focus).toBe(2)
  desk.pick(1)
  // Half steps would wait for more; here the score is taken at once.
  typed('4')
  movePoint(desk, 1, null)
  expect([desk.state().back, desk.state().done[0]?.entry.scores]).toEqual([0, [4000]])
  // Where nothing was changed it goes on.
  desk.pressEnter()
  desk.pick(1)
  movePoint(desk, 1, null)
  expect([desk.state().back, desk.state().focus]).toEqual([null, 2])
})

test('of a grid, as with scores, the ticked papers are reported as blank, after a question that counts them', () => {
  const desk = deskOf('grid', 12)
  desk.toggleTick(2)
  desk.reportBlank()
  expect(desk.state().hint).toMatch(/^选中的 9 份都没有作答？再按一次全部交空白卷核查/)
  expect(desk.raised).toEqual([])
  desk.reportBlank()
  expect(desk.raised).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => [id, LOOKS_BLANK]))
  expect([desk.state().hint, desk.state().sheet]).toEqual(['已把 9 份交空白卷核查', [2, 11, 12]])
})

test('what the question about blank papers of a grid counts changes with the ticks', () => {
  const desk = deskOf('grid', 3)
  desk.reportBlank()
  desk.toggleTick(1)
  desk.reportBlank()
  expect([desk.raised, desk.state().hint?.slice(0, 7)]).toEqual([[], '选中的 2 份'])
})
