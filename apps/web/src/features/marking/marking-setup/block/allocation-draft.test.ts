import { describe, expect, test } from 'vitest'
import { type AllocationDraft, bodyOf, judgeDraft } from './allocation-draft.ts'
import { markersOf, newcomer } from './editor-markers.ts'

type Saved = Parameters<typeof judgeDraft>[0]

const row = (marker_id: number, name: string, is: Partial<Saved['list'][number]> = {}) => ({
  marker_id,
  name,
  duty: 'marker',
  quota: null,
  weight: 1,
  allow_exceed: 0,
  suspended: 0,
  may_mark: 1,
  seed_state: 'ok',
  done: 0,
  base: 0,
  claimed: 0,
  ...is,
})

/** A block of 100 papers, each read once; 王芳 has read 40 of them, 李强 10. */
const SAVED = {
  exam_id: 1,
  alloc_mode: 2,
  quotas_are_weights: 0,
  units: 100,
  // What is left for those who are not stopped, with what they have done.
  readings: 100,
  markers_needed: 1,
  mark_scope: 'all',
  parts: null,
  school_gaps: [],
  stamp: 'a',
  list: [row(1, '王芳', { done: 40 }), row(2, '李强', { done: 10 }), row(3, '赵敏')],
} as unknown as Saved

const draftOf = (patch: Partial<AllocationDraft> = {}): AllocationDraft => ({
  mode: 2,
  isByWeight: false,
  markers: markersOf(SAVED),
  leaderIds: [],
  ...patch,
})
const stopping = (id: number) =>
  markersOf(SAVED).map((one) => (one.id === id ? { ...one, suspended: true } : one))
const withQuotas = (quotas: readonly (number | null)[]) =>
  markersOf(SAVED).map((one, index) => ({ ...one, quota: quotas[index] ?? null }))
const judge = (patch: Partial<AllocationDraft>) => judgeDraft(SAVED, [], draftOf(patch))

describe('what comes of an allocation', () => {
  test('shared evenly, everybody has a third, and what is done is part of it', () => {
    const { targetOf, problems, readings } = judge({})
    expect([1, 2, 3].map(targetOf)).toEqual([40, 30, 30])
    expect(problems).toEqual([])
    expect(readings).toBe(100)
  })

  test('of a marker who is stopped, what is done stays done and the others share the rest', () => {
    const { plan, stoppedDone, targetOf } = judge({ markers: stopping(1) })
    expect(stoppedDone).toBe(40)
    expect(plan.readings).toBe(60)
    // 李强 has 10 of these, and half of the 50 that are left.
    expect([1, 2, 3].map(targetOf)).toEqual([null, 35, 25])
  })

  test('quotas that are too few are a problem, beyond what there is a surplus, and none at all is idle', () => {
    expect(judge({ mode: 3, markers: withQuotas([40, 20, 20]) }).problems).toHaveLength(1)
    const more = judge({ mode: 3, markers: withQuotas([60, 60, 0]) })
    expect(more.problems).toEqual([])
    expect(more.surplus).toBe(20)
    expect(more.idle.map(({ name }) => name)).toEqual(['赵敏'])
  })

  test('a number that is none is the problem, whatever the rest adds up to', () => {
    const markers = withQuotas([40, 20, 20]).map((one) =>
      one.id === 2 ? { ...one, wrong: '不是整数' } : one,
    )
    expect(judge({ mode: 3, markers }).problems).toEqual(['李强 的任务量不是整数'])
    expect(judge({ mode: 2, markers }).problems).toEqual([])
  })

  test('weights of nobody have no targets', () => {
    const markers = markersOf(SAVED).map((one) => ({ ...one, weight: 0 }))
    const { targetOf } = judge({ mode: 3, isByWeight: true, markers })
    expect([1, 2, 3].map(targetOf)).toEqual([null, null, null])
  })

  test('even shares are those of an even allocation, of whoever is not stopped', () => {
    const shareOf = judge({ mode: 3, markers: stopping(3) }).evenShares()
    expect([1, 2, 3].map(shareOf)).toEqual([65, 35, null])
  })

  test('of a part, what somebody did who is stopped now is not shared again; who is in none is told', () => {
    const parts = [
      { name: '一中', school_ids: [7], marker_ids: [1, 2], units: 60, readings: 60 },
      { name: '二中', school_ids: [8], marker_ids: [3], units: 40, readings: 40 },
    ]
    const saved = { ...SAVED, mark_scope: 'school', parts } as unknown as Saved
    const staff = [
      { user_id: 1, school_id: 7 },
      { user_id: 2, school_id: 7 },
      { user_id: 3, school_id: 8 },
      { user_id: 4, school_id: 9 },
    ] as Parameters<typeof judgeDraft>[1]
    const added = newcomer({ user_id: 4, name: '钱进' } as Parameters<typeof newcomer>[0])
    const judged = judgeDraft(saved, staff, draftOf({ markers: [...stopping(1), added] }))
    expect(judged.parts?.map(({ readings, markerIds }) => [readings, markerIds])).toEqual([
      [20, [2]],
      [40, [3]],
    ])
    expect(judged.outside).toContain('钱进')
  })
})

test('what is saved names a stop only of whom the draft stopped or let on', () => {
  const added = newcomer({ user_id: 4, name: '钱进' } as Parameters<typeof newcomer>[0])
  const draft = draftOf({ mode: 3, markers: [...stopping(2), added], leaderIds: [9] })
  const { markers, stamp, alloc_mode } = bodyOf(5, 'b', SAVED, draft)
  expect({ stamp, alloc_mode }).toEqual({ stamp: 'b', alloc_mode: 3 })
  expect(markers.map(({ marker_id, duty, suspended }) => [marker_id, duty, suspended])).toEqual([
    [1, 'marker', undefined],
    [2, 'marker', 1],
    [3, 'marker', undefined],
    [4, 'marker', 0],
    [9, 'leader', undefined],
  ])
})
