import { expect, test } from 'vitest'
import { keepComposedKeys } from './composed-keys.ts'

test.for([
  // The characters that are chosen.
  ['Enter', true, true, false],
  ['Escape', true, true, false],
  ['Process', true, true, false],
  ['Enter', false, true, true],
  // Digits of a page that has no field, swallowed by an input method.
  ['Process', true, false, true],
] as const)(
  '%s while composing %o, in a field %o, is heard by the page: %o',
  ([key, isComposing, isField, heard]) => {
    const root = new EventTarget()
    const matches = () => isField
    Object.assign(root, { matches })
    const keys: string[] = []
    const stop = keepComposedKeys(root)
    root.addEventListener('keydown', (event) => keys.push((event as KeyboardEvent).key))
    const press = () =>
      root.dispatchEvent(Object.assign(new Event('keydown'), { key, isComposing }))
    press()
    expect(keys).toEqual(heard ? [key] : [])
    stop()
    press()
    expect(keys.at(-1)).toBe(key)
  },
)
