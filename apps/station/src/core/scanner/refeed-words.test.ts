import { ScanError } from '@hengjuan/scanner-bridge'
import { expect, test } from 'vitest'
import { refeedNotice } from './refeed-words.ts'

const jam = new ScanError('JAMMED', '')
const none = new ScanError('NO_DOCS', '')
const crash = new ScanError('DRIVER_CRASH', '')

test.for([
  [
    { end: 'interrupted', fault: jam, papers: 1, have: 0, isOpen: true },
    'bad',
    '第 3 张还没有重扫完：卡纸，或一次进了多张',
    '请打开扫描仪，取出卡住或粘在一起的纸，把这张答题卡放回进纸口，再点「重扫此张」。',
  ],
  [
    { end: 'interrupted', fault: crash, papers: 3, have: 1, isOpen: false },
    'bad',
    '第 3 张还没有重扫完：扫描仪驱动意外退出',
    '这张答题卡共 3 张纸，前 1 张已收好。请取出扫描仪里的纸，把它的第 2 张及以后的纸放回进纸口，点「连接」，再点「重扫此张」。',
  ],
  [
    { end: 'interrupted', fault: none, papers: 2, have: 0, isOpen: true },
    'warn',
    '第 3 张还没有重扫完：进纸口没有纸',
    '这张答题卡共 2 张纸，还没有收好任何一张。请把它的 2 张纸按顺序放回进纸口，再点「重扫此张」。',
  ],
  [
    { end: 'feeder-empty', fault: null, papers: 2, have: 1, isOpen: true },
    'warn',
    '第 3 张还没有重扫完：纸不够',
    '这张答题卡共 2 张纸，前 1 张已收好。请把它的第 2 张纸放回进纸口，再点「重扫此张」。',
  ],
  [
    { end: 'limit', fault: null, papers: 2, have: 2, isOpen: true },
    'ok',
    '第 3 张已重扫',
    '识别后自动替换原来的图像，原图保留，可以恢复。其余的纸放好后点「继续扫描」。',
  ],
] as const)(
  '%o is told as %s 「%s」',
  ([{ end, fault, papers, have, isOpen }, tone, title, text]) => {
    const outcome = { end, fault, lastGoodSheet: 20 }
    expect(refeedNotice(outcome, { seq: 3, papers }, have, isOpen)).toMatchObject({
      tone,
      title,
      text,
      put_back_from: null,
    })
  },
)
