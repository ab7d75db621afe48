import type { NothingNew } from '@hengjuan/domain'

/** Where marking ends for now: whether what was given has arrived. */
export const savedText = ({ pending, refused }: { pending: number; refused: number }): string =>
  pending > 0
    ? `还有 ${pending} 份给分没有上传，请保持页面打开。`
    : refused > 0
      ? `有 ${refused} 份给分没有采纳，请看左下角。`
      : '给分已全部保存。'

/** Reasons with which marking ends for now. */
export const isEnd = (reason: NothingNew): boolean => reason === 'closed' || reason === 'daily_cap'
