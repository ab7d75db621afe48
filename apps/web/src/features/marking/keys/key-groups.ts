import type { KeyGroup } from '@hengjuan/ui'
import { ACTION_GROUPS, type DeskAction } from './desk-actions.ts'
import type { KeyBindings } from './key-profile.ts'

/** Keys that are what they are in every profile. */
const FIXED: readonly (readonly [string, string])[] = [
  ['0–9', '输入分数'],
  ['.', '小数点'],
  [';', '加半分'],
]

/** The key map as it is now, for the overlay: actions without a key are left out. */
export const keyGroupsOf = (bindings: KeyBindings): readonly KeyGroup[] =>
  ACTION_GROUPS.map(({ title, actions }, index) => ({
    title,
    keys: [
      ...(index === 0 ? FIXED : []),
      ...Object.entries(actions).flatMap(([action, meaning]) => {
        const keys = bindings[action as DeskAction]
        return keys.length > 0 ? [[shown(keys), meaning] as const] : []
      }),
    ],
  }))

/** Characters of keys that fit beside what they do. */
const ROOM = 14

/** All keys of an action where there is room for them, else the first. */
function shown(keys: readonly string[]): string {
  const all = keys.join(' ')
  return all.length <= ROOM ? all : (keys[0] ?? '')
}
