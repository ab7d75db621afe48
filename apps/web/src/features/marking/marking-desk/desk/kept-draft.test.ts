import { beforeEach, expect, test, vi } from 'vitest'
import { entryOf } from '../../marking-core/entry/score-entry.ts'
import { keepDraft, withDraft } from './kept-draft.ts'
import { type MarkTaskView, paperOf } from '../../marking-core/paper/paper.ts'

const TASK = {
  reading_id: 7,
  unit_id: 1,
  secret_code: 'ABCD1234',
  kind: 'normal',
  points: [1, 2].map((id) => ({ id, name: `（${id}）`, full_milli: 5000, step_milli: 1000 })),
  images: [],
  scores: null,
  traces: null,
  flags: [],
  flag_note: null,
} as unknown as MarkTaskView

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('what was begun on a paper is there again, at the first point without a score', () => {
  keepDraft({ ...paperOf(TASK, false), entry: entryOf([3000, null]), flags: ['typical'] })
  const { entry, flags } = withDraft(paperOf(TASK, false))
  expect([entry.scores, entry.at, flags]).toEqual([[3000, null], 1, ['typical']])
})

test('full marks that a paper began with are no scores once points are given instead of taken away', () => {
  keepDraft({ ...paperOf(TASK, true), flags: ['typical'] })
  expect(withDraft(paperOf(TASK, true)).entry.scores).toEqual([5000, 5000])
  const { entry, flags } = withDraft(paperOf(TASK, false))
  expect([entry.scores, flags]).toEqual([[null, null], ['typical']])
})

test('what was typed and not closed is there again, at its point, with the time that was spent', () => {
  const entry = { ...entryOf([null, null]), at: 1, buffer: '1' }
  keepDraft({ ...paperOf(TASK, false), entry, activeMs: 4000 })
  const paper = withDraft(paperOf(TASK, false))
  expect([paper.entry.at, paper.entry.buffer, paper.activeMs]).toEqual([1, '1', 4000])
})
