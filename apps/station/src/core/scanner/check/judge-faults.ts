import type { ScanFault, ScanOutcome } from '@hengjuan/scanner-bridge'
import { faultTitle } from '../scanner-words.ts'
import type { Finding } from './judge-pages.ts'

/** Faults with which a scanner may report paper that was pulled out or a cover that was opened. */
const PULLED: readonly ScanFault[] = [
  'JAMMED',
  'DOUBLE_FEED',
  'COVER_OPEN',
  'IO_ERROR',
  'OFFLINE',
  'SHORT_PAGE',
  'INCOMPLETE_SHEET',
]

type Outcome = Pick<ScanOutcome, 'fault' | 'lastGoodSheet'>

const good = (seen: string): Finding => ({ isGood: true, seen, advice: '' })
const bad = (seen: string, advice: string): Finding => ({ isGood: false, seen, advice })

/** Two sheets that stick together were fed: the scanner has to stop. */
export function judgeDoubleFeed({ fault, lastGoodSheet }: Outcome): Finding[] {
  if (fault?.code === 'DOUBLE_FEED') return [good(`停机并报告：${faultTitle('DOUBLE_FEED')}`)]
  // SANE has one word for both.
  if (fault?.code === 'JAMMED') return [good(`停机并报告：${faultTitle('JAMMED')}`)]
  if (fault?.code === 'NO_DOCS') return [bad('进纸口没有纸', '请放好粘在一起的两张纸，再做一次')]
  if (fault)
    return [bad(`报告的是：${faultTitle(fault.code)}`, '请再做一次；一直这样就请反馈给技术支持')]
  return [
    bad(
      `没有发现重张，扫到 ${lastGoodSheet} 张`,
      '考试中重张会漏扫。请打开配置里的重张检测，或在扫描仪上打开；不能打开的机型不要用来扫答题卡',
    ),
  ]
}

/** A sheet was pulled out, or the cover opened, while it was read. */
export function judgePullOut({ fault, lastGoodSheet }: Outcome, isOpen: boolean): Finding[] {
  if (!fault)
    return [
      bad(`没有发现纸被抽走，扫到 ${lastGoodSheet} 张`, '请在走纸时抽走一张或打开盖子，再做一次'),
    ]
  if (fault.code === 'NO_DOCS') return [bad('进纸口没有纸', '请放好纸，再做一次')]
  const stopped = `停在第 ${lastGoodSheet} 张之后，报告：${faultTitle(fault.code)}`
  if (!PULLED.includes(fault.code))
    return [bad(stopped, '驱动没有正常报告；扫描时会被强制结束后重新连接，请反馈给技术支持')]
  return [
    good(stopped),
    isOpen
      ? good('之后扫描仪还能继续使用')
      : bad('之后扫描仪要重新连接', '卡纸后要点「连接」才能继续'),
  ]
}

/** Nothing lies in the feeder. */
export function judgeEmpty({ fault, lastGoodSheet }: Outcome): Finding[] {
  if (fault?.code === 'NO_DOCS') return [good('报告：进纸口没有纸')]
  if (fault)
    return [bad(`报告的是：${faultTitle(fault.code)}`, '扫完一叠时会被当成故障，请反馈给技术支持')]
  return [bad(`扫到了 ${lastGoodSheet} 张`, '请取走进纸口的纸，再做一次')]
}
