import type {
  ScanFault,
  ScanOutcome,
  ScannerProfile,
  SettingWarning,
} from '@hengjuan/scanner-bridge'
import type { ScanNotice, ScannerChoice } from '../../bridge/scanner-api.ts'

interface FaultWords {
  title: string
  /** What to do at the scanner before the paper is put back; empty when nothing. */
  first: string
}

/** What the operator is told of each fault. */
const FAULTS: Record<ScanFault, FaultWords> = {
  NO_DOCS: { title: '进纸口没有纸', first: '' },
  JAMMED: { title: '卡纸，或一次进了多张', first: '请打开扫描仪，取出卡住或粘在一起的纸' },
  DOUBLE_FEED: { title: '一次进了多张纸', first: '请取出粘在一起的纸并分开' },
  COVER_OPEN: { title: '扫描仪的盖子开着', first: '请取出盖子里的纸，合上盖子' },
  BUSY: { title: '扫描仪正忙', first: '请关闭其他正在使用扫描仪的程序' },
  OFFLINE: { title: '扫描仪没有连接', first: '请检查扫描仪的电源和连接线' },
  IO_ERROR: { title: '和扫描仪的通信出错', first: '请检查连接线，取出扫描仪里的纸' },
  SHORT_PAGE: { title: '有一页没有扫完整', first: '请取出扫描仪里的纸' },
  INCOMPLETE_SHEET: { title: '有一张只扫到正面', first: '请取出扫描仪里的纸' },
  ACCESS_DENIED: { title: '没有使用扫描仪的权限', first: '请让管理员开放这台扫描仪' },
  CERTIFICATE_CHANGED: {
    title: '这台扫描仪的安全证书和上次不一样',
    first: '可能换了机器或重置过，也可能有人冒充；请先核实，再点「信任新证书」',
  },
  UNSUPPORTED: { title: '扫描仪不支持这样的设置', first: '请打开「设置」，换一种单双面或配置' },
  BAD_VALUE: { title: '扫描仪不接受这样的设置', first: '请打开「设置」检查' },
  NO_MEM: { title: '扫描仪内存不足', first: '请打开「设置」降低分辨率' },
  DISK_FULL: { title: '本机磁盘已满', first: '请清理磁盘空间' },
  DRIVER_CRASH: { title: '扫描仪驱动意外退出', first: '请取出扫描仪里的纸' },
  DRIVER_HANG: { title: '扫描仪驱动没有反应，已强制结束', first: '请取出扫描仪里的纸' },
  PROTOCOL: { title: '扫描仪驱动的回答有误，已强制结束', first: '请取出扫描仪里的纸' },
}

/** The same for a folder that other software writes into: no paper of ours, the files stay where they are. */
const FOLDER_FAULTS: Partial<Record<ScanFault, FaultWords>> = {
  IO_ERROR: {
    title: '文件夹里有一个文件不是完整的图像',
    first: '请查看文件夹里排在最前面的文件，删除它或重新存一遍',
  },
  UNSUPPORTED: {
    title: '文件夹里有多页图像文件',
    first: '请让扫描软件一页存一个文件，并移走多页的文件',
  },
  OFFLINE: { title: '文件夹打不开', first: '请检查网络盘或移动盘是否断开' },
  INCOMPLETE_SHEET: { title: '最后一张缺少反面的图像', first: '请检查扫描软件是否设成双面' },
}

/** Faults before any paper moved; there is nothing to put back. */
const WITHOUT_PAPER: readonly ScanFault[] = ['NO_DOCS']

/**
 * What to tell the operator after a pass over the stack. Paper is spoken of by the number of the sheet:
 * everything after the last good one goes back into the feeder, whatever the scanner did with it.
 *
 * @param firstSheet with which the pass began
 * @param isOpen the scanner can be used again without being connected anew
 */
export function noticeOf(
  { end, fault, lastGoodSheet }: Pick<ScanOutcome, 'end' | 'fault' | 'lastGoodSheet'>,
  firstSheet: number,
  isOpen: boolean,
  driver: ScannerChoice['driver'] = 'sane',
): ScanNotice {
  if (driver === 'folder' && (fault || end === 'paused' || end === 'stopped'))
    return folderNotice({ end, fault, lastGoodSheet }, isOpen)
  const taken = lastGoodSheet - firstSheet + 1
  const base = { last_good_sheet: lastGoodSheet, put_back_from: lastGoodSheet + 1 }
  if (fault && WITHOUT_PAPER.includes(fault.code))
    return {
      ...base,
      tone: 'warn',
      code: fault.code,
      title: FAULTS[fault.code].title,
      text: `${keptUpTo(lastGoodSheet)}请放好纸，再点「${startWord(lastGoodSheet)}」。`,
      put_back_from: null,
    }
  if (fault) {
    const { title, first } = FAULTS[fault.code]
    const again = isOpen ? '' : '，点「连接」'
    return {
      ...base,
      tone: 'bad',
      code: fault.code,
      title,
      text: `${keptUpTo(lastGoodSheet)}${first}${first === '' ? '请' : '，'}${putBack(lastGoodSheet)}${again}，再点「${startWord(lastGoodSheet)}」。`,
    }
  }
  if (end === 'paused' || end === 'stopped')
    return {
      ...base,
      tone: 'warn',
      code: null,
      title: end === 'paused' ? '已暂停' : '已停止',
      text: `${keptUpTo(lastGoodSheet)}如果第 ${lastGoodSheet + 1} 张及以后有纸已经走出扫描仪，请按原来的顺序放回进纸口，再点「${startWord(lastGoodSheet)}」。`,
    }
  if (end === 'limit')
    return {
      ...base,
      tone: 'ok',
      code: null,
      title: `已扫完这一次的 ${taken} 张`,
      text: `本批次到第 ${lastGoodSheet} 张。还要扫就点「继续扫描」。`,
      put_back_from: null,
    }
  return {
    ...base,
    tone: 'ok',
    code: null,
    title: '进纸口的纸已扫完',
    text: `这一次收好 ${taken} 张，本批次到第 ${lastGoodSheet} 张。还有纸就放好后点「继续扫描」；如果进纸口还有没走的纸，请整理后继续。`,
    put_back_from: null,
  }
}

function folderNotice(
  { end, fault, lastGoodSheet }: Pick<ScanOutcome, 'end' | 'fault' | 'lastGoodSheet'>,
  isOpen: boolean,
): ScanNotice {
  const words = fault && (FOLDER_FAULTS[fault.code] ?? FAULTS[fault.code])
  const again = isOpen ? '' : '点「连接」，'
  return {
    last_good_sheet: lastGoodSheet,
    put_back_from: null,
    tone: words ? 'bad' : 'warn',
    code: fault?.code ?? null,
    title: words?.title ?? (end === 'paused' ? '已暂停' : '已停止'),
    text: `${keptUpTo(lastGoodSheet)}其余图像还在文件夹里，不用重新扫描。${words?.first ? `${words.first}，` : ''}${again}再点「${startWord(lastGoodSheet)}」。`,
  }
}

/** What happened, in a few words. */
export const faultTitle = (code: ScanFault): string => FAULTS[code].title

/** What happened, and what to do at the scanner first. */
export const faultWords = (code: ScanFault): FaultWords => FAULTS[code]

/** A start that waited for paper in vain, or was called off. */
export const noticeWithoutPaper = (
  why: 'none' | 'cancelled',
  lastGoodSheet: number,
): ScanNotice => ({
  last_good_sheet: lastGoodSheet,
  put_back_from: null,
  tone: 'warn',
  code: why === 'none' ? 'NO_DOCS' : null,
  title: why === 'none' ? '没有等到纸' : '已取消等待',
  text: `${keptUpTo(lastGoodSheet)}请放好纸，再点「${startWord(lastGoodSheet)}」。`,
})

/** Adds the pages on which nothing was found; they are kept like all others. */
export function withBlankPages(notice: ScanNotice, blanks: readonly string[]): ScanNotice {
  if (blanks.length === 0) return notice
  const some = blanks.slice(0, 8).join('、')
  const more = blanks.length > 8 ? ` 等 ${blanks.length} 面` : ''
  return {
    ...notice,
    tone: notice.tone === 'ok' ? 'warn' : notice.tone,
    text: `${notice.text}有空白页（都已保留）：${some}${more}，请对照纸张看看是否放反或漏印。`,
  }
}

/** After a start that finds a pass which nobody ended. */
export const noticeAfterRestart = (lastGoodSheet: number): ScanNotice => ({
  last_good_sheet: lastGoodSheet,
  put_back_from: lastGoodSheet + 1,
  tone: 'bad',
  code: null,
  title: '上次扫描没有正常结束',
  text: `${keptUpTo(lastGoodSheet)}请取出扫描仪里的纸，${putBack(lastGoodSheet)}，连接扫描仪后再点「${startWord(lastGoodSheet)}」。`,
})

/** Why a scanner could not be listed or opened. */
export function openingProblem(code: ScanFault): string {
  if (code === 'NO_DOCS') return '进纸口没有纸，请放纸后重试'
  const { title, first } = FAULTS[code]
  return `${title}。${first}，然后重试`
}

/** What the device did not take over, as far as a person should know; empty when it is of no weight. */
export function warningText(
  { option, wanted, got }: SettingWarning,
  paper: { widthMm: number; heightMm: number },
): string {
  if (option === 'resolution') return `分辨率用 ${String(got)} dpi（没有 ${String(wanted)} dpi）`
  if (option === 'mode') return `颜色用${MODE_WORDS[String(got)] ?? String(got)}`
  const side = AREA_OPTIONS[option]
  if (side) {
    // Only the margin is missing: the paper itself is scanned whole.
    if (got === null || Number(got) >= paper[side]) return ''
    return `最多扫 ${Math.floor(Number(got))} 毫米${side === 'widthMm' ? '宽' : '长'}，纸的边缘会被切掉，请换纸张或扫描仪`
  }
  if (option.startsWith('doubleFeed.'))
    return `重张的${option.endsWith('length') ? '长度' : '超声波'}检测没有打开，请在扫描仪上打开`
  if (/^d(f|ouble|feed)/i.test(option)) return `重张检测没有打开（${option}），请在扫描仪上打开`
  return `扫描仪没有这一项设置：${SETTING_WORDS[option] ?? option}`
}

/** How a profile has the scanner watch for several sheets at once. */
export function doubleFeedText(doubleFeed: ScannerProfile['doubleFeed']): string {
  const { detect, ultrasonic, length } = doubleFeed
  if (detect === 'none') return '重张检测：没有'
  if (detect === 'device') return '重张检测：按扫描仪自身的设置'
  const detectors = [...(ultrasonic ? ['超声波'] : []), ...(length ? ['长度'] : [])]
  return `重张检测：${detectors.length > 0 ? `${detectors.join('、')}，重张时停机` : '关'}`
}

const MODE_WORDS: Record<string, string> = { bw: '黑白', gray: '灰度', color: '彩色' }

const SETTING_WORDS: Record<string, string> = {
  brightness: '亮度',
  contrast: '对比度',
  threshold: '黑白阈值',
  dropout: '滤除颜色',
  overscan: '超范围扫描',
  background: '背景',
}

const AREA_OPTIONS: Record<string, 'widthMm' | 'heightMm'> = {
  'br-x': 'widthMm',
  'br-y': 'heightMm',
  widthMm: 'widthMm',
  heightMm: 'heightMm',
}

const keptUpTo = (sheet: number): string =>
  sheet === 0 ? '还没有收好任何一张。' : `第 ${sheet} 张已收好。`

const putBack = (lastGood: number): string =>
  lastGood === 0
    ? '把整叠纸按原来的顺序放回进纸口'
    : `把第 ${lastGood + 1} 张及以后的纸按原来的顺序放回进纸口`

const startWord = (lastGood: number): string => (lastGood === 0 ? '开始扫描' : '继续扫描')
