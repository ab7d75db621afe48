import type { KeyGroup } from '@hengjuan/ui'
import { ACTION_GROUPS, type DeskAction, isOnPage, isSlot, type KeyPage } from './desk-actions.ts'
import { isLetterKey } from './key-name.ts'
import type { KeyBindings } from './key-profile.ts'

type Row = KeyGroup['keys'][number]

/** Keys that are what they are in every profile. */
const SCORE_KEYS: readonly Row[] = [
  ['0–9', '输入分数'],
  ['.', '小数点'],
  [';', '加半分'],
]
/** What is no key, or a key that is held. */
const HELD: readonly Row[] = [
  ['滚轮', '在指针处缩放；双击适合宽度'],
  ['拖动', '移动图像；批注时先按住空格'],
  ['Alt', '按住：显示每个按钮的按键'],
]

/** What a key does for leaders, where that is something else. */
const OF_LEADERS: Partial<Record<DeskAction, string>> = {
  next: '下一份，本份稍后再定',
  undo: '撤销给分与批注；没有可撤销时撤销上一份的裁定',
}

const TOOLS = ['pen', 'tick', 'cross', 'half', 'text', 'stamp', 'eraser'] as const

/** Keys that do nothing in a block without annotations, or without words to count. */
export const meaningless = (has: { tools: boolean; words: boolean }): Map<DeskAction, null> =>
  new Map(
    [...(has.tools ? [] : TOOLS), ...(has.words ? [] : (['words'] as const))].map((action) => [
      action,
      null,
    ]),
  )

/** What decides which keys mean something. */
export interface KeyMapOf {
  bindings: KeyBindings
  page: KeyPage
  /** Single letters do nothing. */
  lettersOff: boolean
  /** Scores may be typed. */
  mayType: boolean
  /** What the keys of entries of the rubric give; those that are not in it give nothing. */
  entries?: ReadonlyMap<DeskAction, string>
  /** What keys do on the paper in view where that is not the usual; null for nothing. */
  meanings?: ReadonlyMap<DeskAction, string | null>
}

/** The key map as it is now, for the overlay: what no key does on this page is left out. */
export const keyGroupsOf = (map: KeyMapOf): readonly KeyGroup[] =>
  ACTION_GROUPS.map(({ title, actions }) => {
    const rows = Object.entries(actions).flatMap(([name, usual]): Row[] => {
      const action = name as DeskAction
      const keys = keysThatAct(map, action)
      const meaning = isSlot(action) ? map.entries?.get(action) : meaningOf(map, action, usual)
      return keys.length > 0 && meaning ? [[keys.join(' '), meaning]] : []
    })
    if (title === '给分' && map.mayType) return { title, keys: [...SCORE_KEYS, ...rows] }
    return { title, keys: title === '图像与批注' ? [...rows, ...HELD] : rows }
  }).filter(({ keys }) => keys.length > 0)

function meaningOf(map: KeyMapOf, action: DeskAction, usual: string): string | null {
  const here = map.meanings?.get(action)
  if (here !== undefined) return here
  return map.page === 'leader' ? (OF_LEADERS[action] ?? usual) : usual
}

function keysThatAct(map: KeyMapOf, action: DeskAction): readonly string[] {
  if (!isOnPage(action, map.page)) return []
  return map.bindings[action].filter((key) => !map.lettersOff || !isLetterKey(key))
}
