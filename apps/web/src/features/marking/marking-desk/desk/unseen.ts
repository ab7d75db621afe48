import type { PaperImages, Part } from '../../marking-core/queue/paper-images.ts'

export const NOT_PAINTED = '图像还没有显示，看到试卷后再给分'
const NO_PICTURE = '这份试卷不显示图像，不能给分；需要处理时请提交为问题卷'

/** Why nobody gives this paper a score yet: its picture was not on the screen. Null once it was. */
export function unseenReason(
  images: Pick<PaperImages, 'isPainted'>,
  parts: readonly Part[],
): string | null {
  if (parts.length === 0) return NO_PICTURE
  return images.isPainted(parts) ? null : NOT_PAINTED
}
