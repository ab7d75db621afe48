import type { ScanOutcome } from '@hengjuan/scanner-bridge'
import type { ScanNotice } from '../../bridge/scanner-api.ts'
import { faultWords } from './scanner-words.ts'
import type { Refeed } from './take-sheet.ts'

/**
 * What to tell the operator after the paper of one sheet was fed again. Only this sheet is spoken of: the
 * rest of the stack is as far as it was.
 *
 * @param have pieces of its paper that have come by now, in this try and in those before
 */
export function refeedNotice(
  { end, fault, lastGoodSheet }: Pick<ScanOutcome, 'end' | 'fault' | 'lastGoodSheet'>,
  { seq, papers }: Pick<Refeed, 'seq' | 'papers'>,
  have: number,
  isOpen: boolean,
): ScanNotice {
  const base = { last_good_sheet: lastGoodSheet, put_back_from: null, code: fault?.code ?? null }
  if (have >= papers)
    return {
      ...base,
      tone: 'ok',
      title: `第 ${seq} 张已重扫`,
      text: '识别后自动替换原来的图像，原图保留，可以恢复。其余的纸放好后点「继续扫描」。',
    }
  const { title, first } = fault ? faultWords(fault.code) : { title: ENDS[end], first: '' }
  const again = isOpen ? '' : '，点「连接」'
  return {
    ...base,
    tone: fault && fault.code !== 'NO_DOCS' ? 'bad' : 'warn',
    title: `第 ${seq} 张还没有重扫完：${title}`,
    text: `${keptOf(papers, have)}${first === '' ? '请' : `${first}，`}${putBack(papers, have)}${again}，再点「重扫此张」。`,
  }
}

const ENDS: Record<ScanOutcome['end'], string> = {
  'feeder-empty': '纸不够',
  limit: '纸不够',
  paused: '已暂停',
  stopped: '已停止',
  interrupted: '已中断',
}

const keptOf = (papers: number, have: number): string => {
  if (papers === 1) return ''
  return `这张答题卡共 ${papers} 张纸，${have === 0 ? '还没有收好任何一张' : `前 ${have} 张已收好`}。`
}

function putBack(papers: number, have: number): string {
  if (papers === 1) return '把这张答题卡放回进纸口'
  return have === 0
    ? `把它的 ${papers} 张纸按顺序放回进纸口`
    : `把它的第 ${have + 1} 张${have + 1 < papers ? '及以后的' : ''}纸放回进纸口`
}
