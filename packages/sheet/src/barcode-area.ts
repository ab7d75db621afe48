import type { Primitive, Slot } from './geometry.ts'
import { GREY, TEXT } from './measures.ts'
import type { PageBuilder } from './page-builder.ts'
import { fitSize } from './text-width.ts'

/** Where a barcode is pasted or printed; its notice gives way to it. */
export function drawBarcodeArea(builder: PageBuilder, slot: Slot): void {
  const { page } = builder.page
  builder.box(slot, 0.25, 1.2)
  builder.page.barcodes.push({
    id: page === 1 ? 'barcode:examNo' : `barcode:examNo:${page}`,
    purpose: 'examNo',
    symbology: 'Code128',
    ...slot,
  })
  const middle = slot.xMm + slot.widthMm / 2
  const centre = slot.yMm + slot.heightMm / 2
  const line = (text: string, yMm: number, sizeMm: number): Primitive => ({
    kind: 'text',
    text,
    xMm: middle,
    yMm,
    sizeMm,
    align: 'middle',
    bold: false,
    grey: GREY.soft,
  })
  const placeholder = [
    line('贴 条 形 码 区', centre, 4),
    line(
      '（正面朝上，切勿贴出虚线方框）',
      centre + 6,
      fitSize('（正面朝上，切勿贴出虚线方框）', TEXT.small, slot.widthMm - 4),
    ),
  ]
  builder.page.personal.barcode = { ...slot, placeholder }
}
