import { describe, expect, test } from 'vitest'
import { bindKeys, REVIEW_KEYS, reviewKeyGroups, type ReviewPart } from './review-keys.ts'

const keysOf = (part: ReviewPart): string[] =>
  Object.values<{ keys: readonly string[] }>(REVIEW_KEYS[part].actions).flatMap(({ keys }) => [
    ...keys,
  ])

describe('the keys of the exception page', () => {
  test.for([
    ['list', 'next', 'j'],
    ['list', 'previous', 'k'],
    ['list', 'whole', ' '],
    ['list', 'ghost', 'o'],
    ['list', 'undo', 'Ctrl+z'],
    ['strip', 'option', 'a'],
    ['strip', 'option', 'h'],
    ['strip', 'blank', '0'],
    ['strip', 'accept', 'Enter'],
    ['choice', 'option', 'h'],
    ['choice', 'blank', '0'],
    ['choice', 'accept', 'Enter'],
    ['score', 'digit', '7'],
    ['score', 'digit', ';'],
    ['score', 'accept', 'Enter'],
    ['duplicate', 'blink', 'x'],
    ['duplicate', 'overlay', 'd'],
    ['duplicate', 'keepLeft', '1'],
    ['duplicate', 'keepRight', '2'],
    ['duplicate', 'reassignLeft', '3'],
    ['duplicate', 'reassignRight', '4'],
    ['duplicate', 'voidAll', 'Delete'],
    ['locate', 'apply', 'Enter'],
  ] as const)('of the part %s include %s on %o', ([part, action, key]) => {
    const { actions } = REVIEW_KEYS[part]
    expect((actions as Record<string, { keys: readonly string[] }>)[action]?.keys).toContain(key)
  })

  // The strip and the four corners have the page for themselves; all others stand beside the list.
  test.for(['choice', 'score', 'duplicate', 'page', 'locate', 'absence', 'missing'] as const)(
    'of the part %s mean one thing each, beside those of the list',
    (part) => {
      const keys = [...keysOf('list'), ...keysOf(part)]
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    },
  )

  test('of the strip mean one thing each', () => {
    const keys = ['Ctrl+z', ...keysOf('strip')]
    expect(new Set(keys).size).toBe(keys.length)
  })

  // Further ways out and notices at the station have keys of their own beside these.
  test('leave those of the station alone', () => {
    const keys = Object.keys(REVIEW_KEYS).flatMap((part) => keysOf(part as ReviewPart))
    expect(keys.filter((key) => 'lptuvwy'.includes(key))).toEqual([])
  })

  test('are in the key map as they are printed on a keyboard', () => {
    const rows = reviewKeyGroups().flatMap(({ keys }) => keys)
    expect(rows).toContainEqual(['Space', '整页；再按一次回到异常处'])
    expect(rows).toContainEqual(['J →', '下一题'])
    expect(rows).toContainEqual(['A B C D E F G H', '选中或取消选项'])
    expect(rows).toContainEqual(['X', '按住：左右互换'])
  })
})

test('a key does what its action does, and a held one is released', () => {
  const done: string[] = []
  const say = (what: string) => () => void done.push(what)
  const bound = bindKeys('duplicate', {
    blink: { press: say('held'), release: say('released') },
    overlay: say('overlay'),
    other: undefined,
    keepLeft: say('left'),
    keepRight: say('right'),
    reassignLeft: undefined,
    reassignRight: undefined,
    voidAll: undefined,
  })
  expect(Object.keys(bound).toSorted()).toEqual(['1', '2', 'd', 'up:x', 'x'])
  for (const key of ['x', 'up:x', 'd', '2']) bound[key]?.({} as KeyboardEvent)
  expect(done).toEqual(['held', 'released', 'overlay', 'right'])
})
