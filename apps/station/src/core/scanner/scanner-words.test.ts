import { ScanError, type ScanFault } from '@hengjuan/scanner-bridge'
import { expect, test } from 'vitest'
import {
  doubleFeedText,
  noticeAfterRestart,
  noticeOf,
  openingProblem,
  warningText,
} from './scanner-words.ts'

const interrupted = (code: ScanFault, lastGoodSheet: number, isOpen = true) =>
  noticeOf({ end: 'interrupted', fault: new ScanError(code, ''), lastGoodSheet }, 1, isOpen)

test.for<[code: ScanFault, lastGood: number, title: string, text: string]>([
  [
    'JAMMED',
    37,
    '卡纸，或一次进了多张',
    '第 37 张已收好。请打开扫描仪，取出卡住或粘在一起的纸，把第 38 张及以后的纸按原来的顺序放回进纸口，再点「继续扫描」。',
  ],
  [
    'DOUBLE_FEED',
    1,
    '一次进了多张纸',
    '第 1 张已收好。请取出粘在一起的纸并分开，把第 2 张及以后的纸按原来的顺序放回进纸口，再点「继续扫描」。',
  ],
  [
    'COVER_OPEN',
    0,
    '扫描仪的盖子开着',
    '还没有收好任何一张。请取出盖子里的纸，合上盖子，把整叠纸按原来的顺序放回进纸口，再点「开始扫描」。',
  ],
  [
    'DISK_FULL',
    5,
    '本机磁盘已满',
    '第 5 张已收好。请清理磁盘空间，把第 6 张及以后的纸按原来的顺序放回进纸口，再点「继续扫描」。',
  ],
])('%s after sheet %i: %s', ([code, lastGood, title, text]) => {
  expect(interrupted(code, lastGood)).toEqual({
    tone: 'bad',
    code,
    title,
    text,
    last_good_sheet: lastGood,
    put_back_from: lastGood + 1,
  })
})

test('a driver that was given up has to be connected again first', () => {
  expect(interrupted('DRIVER_CRASH', 3, false).text).toBe(
    '第 3 张已收好。请取出扫描仪里的纸，把第 4 张及以后的纸按原来的顺序放回进纸口，点「连接」，再点「继续扫描」。',
  )
})

test('an empty feeder asks for paper and for nothing to be put back', () => {
  expect(interrupted('NO_DOCS', 12)).toMatchObject({
    tone: 'warn',
    put_back_from: null,
    text: '第 12 张已收好。请放好纸，再点「继续扫描」。',
  })
})

test.for([
  ['paused', '已暂停'],
  ['stopped', '已停止'],
] as const)('%s speaks of sheets that left the scanner already', ([end, title]) => {
  expect(noticeOf({ end, fault: null, lastGoodSheet: 8 }, 1, true)).toMatchObject({
    tone: 'warn',
    title,
    put_back_from: 9,
    text: expect.stringContaining('如果第 9 张及以后有纸已经走出扫描仪') as unknown,
  })
})

test('a finished stack is counted by itself and within the batch', () => {
  expect(noticeOf({ end: 'feeder-empty', fault: null, lastGoodSheet: 80 }, 51, true)).toMatchObject(
    {
      tone: 'ok',
      put_back_from: null,
      text: expect.stringContaining('这一次收好 30 张，本批次到第 80 张') as unknown,
    },
  )
})

test('with a folder no paper has to be put back', () => {
  const fault = new ScanError('IO_ERROR', '')
  expect(noticeOf({ end: 'interrupted', fault, lastGoodSheet: 4 }, 1, true, 'folder')).toEqual({
    tone: 'bad',
    code: 'IO_ERROR',
    title: '文件夹里有一个文件不是完整的图像',
    text: '第 4 张已收好。其余图像还在文件夹里，不用重新扫描。请查看文件夹里排在最前面的文件，删除它或重新存一遍，再点「继续扫描」。',
    last_good_sheet: 4,
    put_back_from: null,
  })
})

test('after a cut the paper to put back is named', () => {
  expect(noticeAfterRestart(6).text).toContain('把第 7 张及以后的纸按原来的顺序放回进纸口')
})

test('a scanner that cannot be opened says why and what to do', () => {
  expect(openingProblem('OFFLINE')).toBe('扫描仪没有连接。请检查扫描仪的电源和连接线，然后重试')
})

const A4 = { widthMm: 210, heightMm: 297 }

test.for([
  [{ option: 'resolution', wanted: 300, got: 200 }, '分辨率用 200 dpi（没有 300 dpi）'],
  [{ option: 'mode', wanted: 'gray', got: 'color' }, '颜色用彩色'],
  [{ option: 'br-x', wanted: 216, got: 215.9 }, ''],
  [
    { option: 'br-y', wanted: 303, got: 279.4 },
    '最多扫 279 毫米长，纸的边缘会被切掉，请换纸张或扫描仪',
  ],
  [
    { option: 'df-thickness', wanted: true, got: null },
    '重张检测没有打开（df-thickness），请在扫描仪上打开',
  ],
  [{ option: 'swcrop', wanted: false, got: null }, '扫描仪没有这一项设置：swcrop'],
] as const)('%o reads 「%s」', ([warning, text]) => {
  expect(warningText(warning, A4)).toBe(text)
})

test.for([
  ['driver', true, true, '重张检测：超声波、长度，重张时停机'],
  ['driver', true, false, '重张检测：超声波，重张时停机'],
  ['driver', false, false, '重张检测：关'],
  ['device', true, true, '重张检测：按扫描仪自身的设置'],
  ['none', false, false, '重张检测：没有'],
] as const)(
  'double feeds watched by %s, ultrasonic %s, length %s: %s',
  ([detect, ultrasonic, length, text]) => {
    expect(doubleFeedText({ detect, ultrasonic, length, action: 'stop' })).toBe(text)
  },
)
