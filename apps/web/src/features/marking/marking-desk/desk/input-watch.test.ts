import { expect, test } from 'vitest'
import { watchInput } from './input-watch.ts'

/** Keys that a script presses and lets go at once. */
function pressByScript(target: EventTarget, times: number): void {
  for (let no = 0; no < times; no++)
    for (const type of ['keydown', 'keyup'])
      target.dispatchEvent(Object.assign(new Event(type), { code: `Digit${no % 10}` }))
}

test('keys that a script dispatches are seen, and no longer after the watch ended', () => {
  const target = new EventTarget()
  const watch = watchInput(target as unknown as Window)
  pressByScript(target, 49)
  expect(watch.signs()).toEqual([])
  watch.stop()
  pressByScript(target, 10)
  expect(watch.signs()).toEqual([])

  const again = watchInput(target as unknown as Window)
  pressByScript(target, 60)
  expect(again.signs()).toContain('synthetic')
  again.stop()
})

test('clicks without a pointer before them count too', () => {
  const target = new EventTarget()
  const watch = watchInput(target as unknown as Window)
  for (let no = 0; no < 60; no++) target.dispatchEvent(new Event('click'))
  expect(watch.signs()).toEqual(['synthetic'])
  watch.stop()
})
