import { expect, test } from 'vitest'
import { historyOf, redone, stepped, undone } from './history.ts'

test('steps are taken back one by one and taken again', () => {
  const three = stepped(stepped(historyOf('a'), 'b'), 'c')
  expect(undone(three).present).toBe('b')
  expect(undone(undone(three)).present).toBe('a')
  expect(undone(undone(undone(three))).present).toBe('a')
  expect(redone(redone(undone(undone(three)))).present).toBe('c')
})

test('typing in one place is one step, typing elsewhere the next', () => {
  const typed = ['x', 'xy', 'xyz'].reduce((at, text) => stepped(at, text, 'title'), historyOf(''))
  expect(undone(typed).present).toBe('')
  expect(undone(stepped(typed, 'other', 'notice')).present).toBe('xyz')
})

test('a new step after taking back forgets what could have been taken again', () => {
  const changed = stepped(undone(stepped(historyOf(1), 2)), 3)
  expect(redone(changed).present).toBe(3)
  expect(undone(changed).present).toBe(1)
})
