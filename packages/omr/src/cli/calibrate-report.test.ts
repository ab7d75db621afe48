import { expect, test } from 'vitest'
import type { FieldExplanation } from '../bubbles/explanation.ts'
import type { ScannedField } from './calibrate-report.ts'
import { calibrationReport } from './calibrate-report.ts'

/** A question with options A and B that was read as A. */
function field(meant: string, confidence: number, doubtful = false): ScannedField {
  const bubble = { level: 1, verdict: 'mark', votes: [] }
  const explained = {
    id: 'choice:7',
    kind: 'choice',
    column: 0,
    values: ['A'],
    confidence,
    doubtful,
    rule: doubtful ? 'rival' : 'passed',
    bubbles: [
      { ...bubble, value: 'A', filled: confidence },
      { ...bubble, value: 'B', filled: 1 - confidence },
    ],
  } as unknown as FieldExplanation
  return { explained, multiple: false, meant: [meant], file: '0001.jpg' }
}

const sure = Array.from({ length: 400 }, () => field('A', 0.9999))

test('says that everything accepted was right, and what that proves', () => {
  const text = calibrationReport(sure, 8).join('\n')
  expect(text).toContain('直接采用：对 400，错 0')
  expect(text).toContain('现用阈值 95% 在这些扫描件上够用')
  // No error among 400: less than 3 / 400 with 95 % certainty.
  expect(text).toContain('错误率低于 0.75%')
  expect(text).toContain('现在还不够')
})

test('names what was accepted and wrong, and advises a higher threshold', () => {
  const text = calibrationReport([...sure, field('B', 0.97), field('B', 0.4, true)], 8).join('\n')
  expect(text).toContain('0001.jpg choice:7：读作“A”，应为“B”，置信度 97%')
  expect(text).toContain('标为存疑：读数本来就对 0，读数不对 1')
  expect(text).toContain('从 95% 提到 98%')
})

test('says when there is too little to judge by', () => {
  expect(calibrationReport(sure.slice(0, 20), 1).at(-1)).toContain('标注太少')
})
