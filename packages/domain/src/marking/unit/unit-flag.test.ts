import { expect, test } from 'vitest'
import { UNIT_FLAGS, unitFlagsOf } from './unit-flag.ts'

test.for([
  [{}, []],
  [{ over_tolerance: true }, ['over_tolerance']],
  [{ over_tolerance: true, forced_pair: true }, ['forced_pair']],
  [{ over_tolerance: true, forced_pair: true, sheet_gone: true }, ['forced_pair', 'sheet_gone']],
  [{ over_tolerance: false, sheet_gone: true }, ['sheet_gone']],
] as const)('%o is shown as %o', ([stored, shown]) => {
  expect(unitFlagsOf(stored)).toEqual(shown)
})

test('each says what it is, what happened and what to do', () => {
  for (const { name, meaning, todo } of Object.values(UNIT_FLAGS)) {
    expect(name.length).toBeLessThanOrEqual(6)
    expect(meaning).not.toBe('')
    expect(todo).toMatch(/^请/)
  }
})
