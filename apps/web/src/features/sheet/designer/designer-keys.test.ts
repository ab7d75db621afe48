import { expect, test } from 'vitest'
import { keyAction } from './designer-keys.ts'

const press = (text: string) => {
  const parts = text.split('+')
  const has = (name: string) => parts.includes(name)
  const { length } = parts
  return {
    key: parts[length - 1]!,
    ctrlKey: has('Ctrl'),
    metaKey: false,
    shiftKey: has('Shift'),
    altKey: has('Alt'),
  }
}

test.for([
  ['Ctrl+z', { kind: 'undo' }],
  ['Ctrl+Shift+Z', { kind: 'redo' }],
  ['Ctrl+y', { kind: 'redo' }],
  ['Ctrl+s', { kind: 'save' }],
  ['ArrowDown', { kind: 'focus', step: 1 }],
  ['Alt+ArrowUp', { kind: 'command', command: 'up' }],
  ['Shift+ArrowDown', { kind: 'resize', byMm: 1 }],
  ['s', { kind: 'command', command: 'split' }],
  ['b', { kind: 'command', command: 'beside' }],
  ['p', { kind: 'break', at: 'page' }],
  ['q', null],
] as const)('%s on the sheet', ([keys, action]) => {
  expect(keyAction(press(keys), true, false)).toEqual(action)
})

test('in a text field letters are text and the field takes back its own typing', () => {
  expect(keyAction(press('s'), false, true)).toBeNull()
  expect(keyAction(press('Ctrl+z'), false, true)).toBeNull()
  expect(keyAction(press('Ctrl+s'), false, true)).toEqual({ kind: 'save' })
})
