import { expect, test } from 'vitest'
import { actOn } from './paper-act.ts'

type Of = Parameters<typeof actOn>[0]

const paper = (state: string, is: Partial<Of> = {}): Of => ({
  unit_id: 7,
  block_id: 5,
  state,
  is_led: false,
  holders: [],
  ...is,
})
const HELD = { holders: [{}] }
const LED = { is_led: true }
const DESK = '/MainPage/markPaper/markPage/arbitration-marking'

test.for([
  [paper('READY'), { kind: 'none' }],
  [paper('READY', HELD), { kind: 'recall' }],
  // A paper that was sent back waits in the hands of its marker.
  [paper('REJECTED', HELD), { kind: 'none' }],
  [paper('PROBLEM'), { kind: 'others', text: '由题组长处理' }],
  [paper('ARBITRATION'), { kind: 'others', text: '由题组长仲裁' }],
  [
    paper('PROBLEM', LED),
    { kind: 'page', to: `${DESK}?mode=problem&unit_id=7&block_id=5`, label: '处理' },
  ],
  [
    paper('ARBITRATION', LED),
    { kind: 'page', to: `${DESK}?mode=arbitration&unit_id=7&block_id=5`, label: '仲裁' },
  ],
  [paper('ARBITRATION', { ...LED, ...HELD }), { kind: 'recall' }],
  [paper('BLANK_REVIEW'), { kind: 'page', to: '/empty-check?exam_id=3&block_id=5', label: '核查' }],
  [paper('SETTLED'), { kind: 'none' }],
] as const)('%o → %o', ([at, act]) => {
  expect(actOn(at, 3)).toEqual(act)
})
