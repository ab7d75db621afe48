import type { KeyGroup } from '@hengjuan/ui'
import type { AreaCommand } from './AreaActs.tsx'

/** What a key asks of the designer; null for a key that is not one of its own. */
export type KeyAction =
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'save' }
  | { kind: 'help' }
  | { kind: 'zoom'; step: -1 | 1 | 'fit' }
  | { kind: 'focus'; step: -1 | 1 }
  | { kind: 'resize'; byMm: number }
  | { kind: 'break'; at: 'column' | 'page' }
  | { kind: 'command'; command: AreaCommand }
  | { kind: 'toTable' }
  | { kind: 'deselect' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const STEP_MM = 1
const LEAP_MM = 10

/** @param isOnSheet the sheet has the focus, so plain keys are free */
export function keyAction(
  press: KeyPress,
  isOnSheet: boolean,
  isTyping: boolean,
): KeyAction | null {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  if (press.ctrlKey || press.metaKey) {
    if (key === 's') return { kind: 'save' }
    if (key === '=' || key === '+') return { kind: 'zoom', step: 1 }
    if (key === '-') return { kind: 'zoom', step: -1 }
    if (key === '0') return { kind: 'zoom', step: 'fit' }
    // A text field takes back its own typing first.
    if (isTyping) return null
    if (key === 'z') return { kind: press.shiftKey ? 'redo' : 'undo' }
    if (key === 'y') return { kind: 'redo' }
    return null
  }
  if (isTyping) return null
  if (key === '?' || key === '？') return { kind: 'help' }
  if (!isOnSheet) return null
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const step = key === 'ArrowUp' ? -1 : 1
    if (press.altKey) return { kind: 'command', command: step < 0 ? 'up' : 'down' }
    if (press.shiftKey) return { kind: 'resize', byMm: step * STEP_MM }
    return { kind: 'focus', step }
  }
  if (key === 'PageUp' || key === 'PageDown')
    return press.shiftKey ? { kind: 'resize', byMm: key === 'PageUp' ? -LEAP_MM : LEAP_MM } : null
  const plain: Readonly<Record<string, KeyAction>> = {
    s: { kind: 'command', command: 'split' },
    m: { kind: 'command', command: 'merge' },
    b: { kind: 'command', command: 'beside' },
    r: { kind: 'command', command: 'release' },
    Delete: { kind: 'command', command: 'remove' },
    Backspace: { kind: 'command', command: 'remove' },
    c: { kind: 'break', at: 'column' },
    p: { kind: 'break', at: 'page' },
    Enter: { kind: 'toTable' },
    Escape: { kind: 'deselect' },
  }
  return plain[key] ?? null
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: '通用',
    keys: [
      ['Ctrl+Z', '撤销'],
      ['Ctrl+Y', '重做'],
      ['Ctrl+S', '保存答题卡'],
      ['Ctrl++ Ctrl+-', '放大、缩小'],
      ['Ctrl+0', '适合宽度'],
    ],
  },
  {
    title: '选中的作答区',
    keys: [
      ['↑ ↓', '选上一个、下一个作答区'],
      ['Alt+↑ Alt+↓', '上移、下移'],
      ['Shift+↑ Shift+↓', '减小、增大高度 1 毫米'],
      ['Shift+PgUp Shift+PgDn', '减小、增大高度 10 毫米'],
      ['S', '拆分'],
      ['M', '并入上一题；已拆分的合为一个'],
      ['B', '与上一题并排（再按取消）'],
      ['C P', '另起一栏、另起一面（再按取消）'],
      ['R', '恢复自动高度'],
      ['Delete', '删除'],
      ['Enter', '到题目表中修改'],
    ],
  },
]
