import type { BubbleField } from '@hengjuan/domain'
import type { PageGeometry } from '@hengjuan/sheet'
import type { DegradedScan } from './degrade.ts'
import type { FilledTruth } from './fill-in.ts'

/** Marks every field of a page doubtful of which a bubble is torn away, covered or otherwise hidden. */
export function doubtHidden(
  truth: FilledTruth,
  page: PageGeometry,
  hiddenBy: DegradedScan['hiddenBy'],
): void {
  for (const field of page.fields) {
    const because = coverOf(field, hiddenBy)
    if (because === null) continue
    const choice = truth.choices.find(({ fieldId }) => fieldId === field.id)
    if (choice) Object.assign(choice, { expect: 'doubtful', because })
    const optional = truth.optional.find(({ fieldId }) => fieldId === field.id)
    if (optional) optional.expect = 'doubtful'
    const entry = truth.entries?.find(({ fieldId }) => fieldId === field.id)
    if (entry) entry.expect = 'doubtful'
    if (field.kind === 'examNo') truth.examNo.expect = 'doubtful'
    if (field.kind === 'absent') truth.absent.expect = 'doubtful'
  }
  for (const { blockKey, cells } of page.digitFields ?? []) {
    const digits = truth.digits?.find((one) => one.blockKey === blockKey)
    const isHidden = cells.some(({ xMm, yMm }) => hiddenBy(xMm, yMm) !== null)
    if (digits && isHidden) digits.expect = 'doubtful'
  }
}

function coverOf({ bubbles }: BubbleField, hiddenBy: DegradedScan['hiddenBy']) {
  for (const { xMm, yMm, widthMm, heightMm } of bubbles)
    for (const [x, y] of [
      [0, 0],
      [-0.5, -0.5],
      [0.5, -0.5],
      [-0.5, 0.5],
      [0.5, 0.5],
    ] as const) {
      const cover = hiddenBy(xMm + x * widthMm, yMm + y * heightMm)
      if (cover) return cover
    }
  return null
}
