import type { Frame } from './FramedPage.tsx'
import { isLargeEnough } from './frame.ts'
import type { AbnormalBlock } from './use-abnormal.ts'

/** Why the chosen part cannot be cut anew; null where it can. */
export function cropRefusal(
  isOpen: boolean,
  block: AbnormalBlock | undefined,
  drawn: Frame | null,
): string | null {
  if (!isOpen) return '这个题块没有退回切图，请先在「更多」中退回'
  if (block?.is_risk) return '这份作答的图像只对学校管理员显示，请联系学校管理员处理'
  if (!drawn) return '请先在页面上框选题块的范围'
  return isLargeEnough(drawn.box) ? null : '框选的区域太小'
}
