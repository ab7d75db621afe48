import type { StackTwice } from '../store/stack-twice.ts'

/** Local time of day. */
export const clock = (iso: string): string =>
  new Date(iso).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })

export const sentenceOfTwice = ({ station, at, batch_label, pairs }: StackTwice): string =>
  `这一叠已由 ${station} 在 ${clock(at)} 扫过（批次「${batch_label}」，已有 ${pairs.length} 张相同）`
