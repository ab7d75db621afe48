import type { SheetDesign } from '@hengjuan/domain'
import type { Slot } from './geometry.ts'
import { BUBBLE, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { textWidth } from './text-width.ts'

/** Does the sheet carry anything in the second strip of its head? */
export const hasHeadMarks = (design: SheetDesign): boolean =>
  design.misconduct === true || design.paperVariants !== undefined

/** The candidate's variant of the paper, and the invigilator's misconduct box, in one strip. */
export function drawHeadMarks(builder: PageBuilder, design: SheetDesign, slot: Slot): void {
  builder.box(slot)
  const middle = slot.yMm + slot.heightMm / 2
  const end = slot.xMm + slot.widthMm
  let x = slot.xMm + 3
  const say = (text: string, bold = false) => {
    builder.text(text, x, middle + 1, TEXT.small, { bold })
    x += textWidth(text, TEXT.small) + 1.8
  }
  if (design.paperVariants !== undefined) {
    say('试卷类型', true)
    const letters = Array.from({ length: design.paperVariants }, (_, i) =>
      String.fromCharCode(65 + i),
    )
    const first = x + BUBBLE.width / 2
    builder.field(
      {
        id: 'paperVariant',
        kind: 'paperVariant',
        direction: 'horizontal',
        multiple: false,
        group: 'paperVariant',
      },
      letters.map((value, i) => ({
        value,
        label: value,
        xMm: first + i * BUBBLE.pitchX,
        yMm: middle,
      })),
    )
    x += letters.length * BUBBLE.pitchX + 0.6
    const hint = '（按试卷所印类型填涂）'
    if (x + textWidth(hint, TEXT.small) + 42 <= end) say(hint)
  }
  if (!design.misconduct) return
  if (x > slot.xMm + 3) {
    x += 0.8
    builder.line(x, slot.yMm, x, slot.yMm + slot.heightMm)
    x += 3
  }
  say('违纪标记')
  builder.field(
    {
      id: 'misconduct',
      kind: 'misconduct',
      direction: 'horizontal',
      multiple: false,
      group: 'misconduct',
    },
    [{ value: 'misconduct', label: '', xMm: x + BUBBLE.width / 2, yMm: middle }],
  )
  x += BUBBLE.width + 2
  for (const hint of ['考生禁填！由监考员用2B铅笔填涂', '考生禁填！'])
    if (x + textWidth(hint, TEXT.small) <= end - 2) return say(hint)
}
