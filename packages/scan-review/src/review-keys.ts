import type { KeyGroup } from '@hengjuan/ui'
import { LETTER_KEYS } from './choice-keys.ts'
import type { KeyAction, PageKeys } from './page-keys.ts'

const row = (meaning: string, ...keys: string[]) => ({ meaning, keys })

/**
 * Keys of the exception page, for every part of it that can be seen: what they do, and their names as
 * `usePageKeys` has them. The parts bind their keys from here, and the key map is made of it.
 *
 * @source ui D4
 */
export const REVIEW_KEYS = {
  list: {
    title: '异常列表',
    actions: {
      next: row('下一条', 'j'),
      previous: row('上一条', 'k'),
      whole: row('整页；再按一次回到异常处', ' '),
      ghost: row('显示或隐藏模板线', 'o'),
      undo: row('撤销上一次处理', 'Ctrl+z'),
    },
  },
  strip: {
    title: '选择题，12 题一屏',
    actions: {
      option: row('选中或取消选项', ...LETTER_KEYS),
      blank: row('未作答', '0'),
      invalid: row('多涂无效', 'm'),
      accept: row('确认并到下一题', 'Enter'),
      next: row('下一题', 'j', 'ArrowRight'),
      previous: row('上一题', 'k', 'ArrowLeft'),
      below: row('下一行', 'ArrowDown'),
      above: row('上一行', 'ArrowUp'),
    },
  },
  choice: {
    title: '选择题，逐题',
    actions: {
      option: row('选中或取消选项', ...LETTER_KEYS),
      blank: row('未作答', '0'),
      invalid: row('多涂无效', 'm'),
      accept: row('确认并到下一条', 'Enter'),
    },
  },
  score: {
    title: '分数异常',
    actions: {
      digit: row('录入得分；; 加半分', ...'0123456789', '.', ';'),
      erase: row('退一格', 'Backspace'),
      clear: row('清空', 'Delete'),
      full: row('满分', 'f'),
      accept: row('确认并到下一条', 'Enter'),
    },
  },
  duplicate: {
    title: '考号重复',
    actions: {
      blink: row('按住：左右互换', 'x'),
      overlay: row('叠在一起，只显示差别', 'd'),
      other: row('左边换一张', 'n'),
      keepLeft: row('保留左', '1'),
      keepRight: row('保留右', '2'),
      reassignLeft: row('左边是别的考生', '3'),
      reassignRight: row('右边是别的考生', '4'),
      voidAll: row('全部作废', 'Delete'),
    },
  },
  page: {
    title: '定位、选项框与核实',
    actions: { accept: row('四点定位、忽略空白页，或核实无误', 'Enter') },
  },
  locate: {
    title: '四点定位',
    actions: {
      corner: row('选角', '1', '2', '3', '4'),
      nextCorner: row('下一个角', 'n'),
      left: row('向左移；按住 Shift 移得快', 'ArrowLeft'),
      right: row('向右移', 'ArrowRight'),
      up: row('向上移', 'ArrowUp'),
      down: row('向下移', 'ArrowDown'),
      snap: row('对准定位块的中心', 's'),
      turn: row('转四分之一圈', 'r'),
      apply: row('按四点重新识别', 'Enter'),
      cancel: row('取消', 'Escape'),
    },
  },
  absence: {
    title: '缺考',
    actions: { present: row('正常参加考试', '0'), absent: row('确认缺考', '1') },
  },
  missing: {
    title: '缺页',
    actions: { accept: row('确认缺页', 'Enter') },
  },
} as const

export type ReviewPart = keyof typeof REVIEW_KEYS
type ActionOf<Part extends ReviewPart> = keyof (typeof REVIEW_KEYS)[Part]['actions']
/** What a key does; a key that is held has its release as well. Undefined: nothing for now. */
type Handler = KeyAction | { press: () => void; release: () => void } | undefined

/** What each action of a part does now. */
export type ReviewHandlers<Part extends ReviewPart> = Readonly<Record<ActionOf<Part>, Handler>>

/** Every action of a part under its keys, for `usePageKeys`. */
export function bindKeys<Part extends ReviewPart>(
  part: Part,
  handlers: ReviewHandlers<Part>,
): PageKeys {
  const actions: Readonly<Record<string, { keys: readonly string[] }>> = REVIEW_KEYS[part].actions
  const bound: Record<string, KeyAction> = {}
  for (const [action, handler] of Object.entries<Handler>(handlers))
    for (const key of actions[action]?.keys ?? [])
      if (typeof handler === 'function') bound[key] = handler
      else if (handler) {
        bound[key] = handler.press
        bound[`up:${key}`] = handler.release
      }
  return bound
}

/** In the search box of the exam-number errors; it answers these itself, as every list below a field does. */
const FINDER_KEYS: KeyGroup = {
  title: '考号异常，查找考生',
  keys: [
    ['↑ ↓', '在找到的考生中移动'],
    ['Enter', '指定选中的考生，并到下一条'],
    ['Esc', '离开输入框，让按键回到列表'],
  ],
}

/** The key map of the exception page, for `?`. */
export const reviewKeyGroups = (): readonly KeyGroup[] => [
  ...Object.values(REVIEW_KEYS).map(({ title, actions }): KeyGroup => ({
    title,
    keys: Object.values<{ meaning: string; keys: readonly string[] }>(actions).map(
      ({ meaning, keys }) => [keys.map(shownName).join(' '), meaning] as const,
    ),
  })),
  FINDER_KEYS,
]

const SHOWN: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  'Ctrl+z': 'Ctrl+Z',
}

const shownName = (key: string): string =>
  SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key)
