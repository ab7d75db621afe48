import { expect, test } from 'vitest'
import {
  needsReason,
  policyBanner,
  policyOf,
  type PolicySetting,
  sixthOf,
  type StudentItem,
  USUAL_POLICY,
} from './policy-profile.ts'
import { percentileRank } from './statistics/rank.ts'

const LEVELS: StudentItem[] = ['level', 'own_pictures', 'key', 'analysis', 'appeal']
const set = (change: Partial<PolicySetting>): PolicySetting => ({ ...USUAL_POLICY, ...change })

test.each([1, 7, 9, 101, 102])('grade %i is told levels by itself', (gradeId) => {
  expect(policyOf(gradeId, USUAL_POLICY)).toEqual({
    profile: 'compulsory',
    shows: LEVELS,
    reason: null,
  })
})

test.each([10, 11, 12])('grade %i is told scores by itself', (gradeId) => {
  const { profile, shows, reason } = policyOf(gradeId, USUAL_POLICY)
  expect([profile, reason]).toEqual(['senior', null])
  expect(shows).toContain('subject_score')
})

test('more than the stage shows takes a reason; without one the setting counts as not made', () => {
  const wide = set({ profile: 'senior' })
  expect(policyOf(8, wide)).toEqual(policyOf(8, USUAL_POLICY))
  const reasoned = policyOf(8, { ...wide, reason: ' 区教育局统一要求 ' })
  expect(reasoned.profile).toBe('senior')
  expect(reasoned.shows).toContain('total')
  expect(reasoned.reason).toBe('区教育局统一要求')
  const one = set({ items: { subject_score: true } })
  expect(policyOf(8, one).shows).toEqual(LEVELS)
  expect(policyOf(8, { ...one, reason: '家长会要求' }).shows).toContain('subject_score')
  expect(policyOf(8, { ...one, reason: '家长会要求' }).reason).toBe('家长会要求')
})

test.each([8, 11])(
  'grade %i: marks on pictures are shown where a school says so, with the pictures',
  (gradeId) => {
    const on = { picture_marks: true }
    expect(policyOf(gradeId, USUAL_POLICY).shows).not.toContain('picture_marks')
    const { shows, reason } = policyOf(gradeId, set({ items: on }))
    expect([shows.includes('picture_marks'), reason]).toEqual([true, null])
    expect(needsReason(gradeId, set({ items: on }))).toBe(false)
    const without = set({ items: { ...on, own_pictures: false } })
    expect(policyOf(gradeId, without).shows).not.toContain('picture_marks')
  },
)

test('less needs none, and what a hidden item follows from is hidden with it', () => {
  const { shows, reason } = policyOf(10, set({ items: { subject_score: false } }))
  expect(reason).toBeNull()
  for (const item of ['subject_score', 'item_scores', 'class_mean', 'grade_mean'] as const)
    expect(shows).not.toContain(item)
  expect(policyOf(10, set({ profile: 'compulsory' })).shows).toEqual(LEVELS)
})

test.each([
  [8, { profile: 'senior' as const }, true],
  [8, { items: { total: true } }, true],
  [8, { items: { key: false } }, false],
  [11, { profile: 'senior' as const }, false],
  [11, { profile: 'compulsory' as const }, false],
])('grade %i, %o: a reason is needed: %s', (gradeId, change, isNeeded) => {
  expect(needsReason(gradeId, set(change))).toBe(isNeeded)
})

test('the banner says the stage, what is beyond it, and why', () => {
  expect(policyBanner(8, policyOf(8, USUAL_POLICY), '')).toBeNull()
  const wide = policyOf(8, set({ profile: 'senior', reason: '统一要求' }))
  expect(policyBanner(8, wide, '家长委员会同意')).toBe(
    '义务教育阶段：本校按普通高中口径显示，理由：统一要求；显示名次，理由：家长委员会同意',
  )
})

test('R10 leak: sixths of 55 people make 9 9 9 9 9 10', () => {
  const sizes = [0, 0, 0, 0, 0, 0]
  for (let rank = 1; rank <= 55; rank++) sizes[sixthOf(rank, 55) - 1]! += 1
  expect(sizes).toEqual([9, 9, 9, 9, 9, 10])
})

test.for([
  [50, 50],
  [55, 55],
  [300, 300],
  [1200, 802],
] as const)(
  'R10 leak: of %i ranks, %i follow from a percentile with one decimal',
  ([of, alone]) => {
    const told = Array.from({ length: of }, (_, at) =>
      percentileRank({ below: of - at - 1, equal: 1, of }).toFixed(1),
    )
    const times = Map.groupBy(told, (text) => text)
    expect(told.filter((text) => times.get(text)?.length === 1)).toHaveLength(alone)
  },
)
