import type { PersonOfExam } from '@hengjuan/scan-review'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestStation, type TestStation } from '../../testing/station-context.ts'
import { matchesCandidate, neighboursOf } from './candidates.ts'
import { findMachineView, updateSheetNow } from './reviewed-sheet.store.ts'

let station: TestStation

beforeEach(async () => {
  station = await openTestStation()
})

afterEach(() => station.close())

const person = (seat: number): PersonOfExam => ({
  candidate_id: seat,
  exam_no: `100${seat}`,
  student_no: `${seat}`,
  name: `考生${seat}`,
  name_pinyin: '',
  class_id: 1,
  class_name: '1班',
  room_no: '03',
  seat_no: `0${seat}`,
  attendance: 0,
  sheets: 1,
})

/** A stack whose sheets have these numbers; null has none, a number of a void sheet begins with `x`. */
async function stackOf(numbers: readonly (string | null)[]): Promise<string> {
  const { batchId, sheetIds } = await station.addSheets(numbers.length)
  for (const [at, id] of sheetIds.entries()) {
    const no = numbers[at] ?? null
    const view = { exam_no: no?.replace('x', '') ?? null, candidate_name: null, findings: '[]' }
    const voided = no?.startsWith('x') ? 'rescan' : null
    updateSheetNow(station.db, id, { ...view, voided }, findMachineView(station.db, id))
  }
  return batchId
}

test.for([
  // The third is asked about.
  [['1001', '1002', null, '1004'], 2, 4],
  // Nobody of the exam, unreadable, and out of use: the next one further away.
  [['1001', '9999', null, '100?', 'x1004', '1002'], 1, 6],
  [['9999', null, null, '1001'], null, 4],
  [[null, null, null], null, null],
] as const)(
  'in the stack %j the sheet lies between %s and %s',
  async ([numbers, before, after]) => {
    const batch_id = await stackOf(numbers)
    const found = neighboursOf(station, { batch_id, seq: 3 }, [person(1), person(2), person(4)])
    expect([found.before?.seq ?? null, found.after?.seq ?? null]).toEqual([before, after])
    if (found.before?.exam_no === '1001')
      expect(found.before).toMatchObject({ name: '考生1', room_no: '03', seat_no: '01' })
  },
)

test.for([
  ['２０２６ ０１', true],
  ['阿依古丽.买买提', true],
  ['阿依古丽买买提', true],
  ['ＡＹＧＬ', true],
  ['s0', true],
  ['6', true],
  ['·', false],
  ['', false],
] as const)('a candidate with a dot in the name is found by "%s": %s', ([typed, isFound]) => {
  const one = {
    ...person(1),
    exam_no: '20260101',
    student_no: 'S01',
    name: '阿依古丽·买买提',
    name_pinyin: 'ayiguli aygl',
  }
  expect(matchesCandidate(one, typed)).toBe(isFound)
})
