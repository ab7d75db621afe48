import type { KeyGroup } from '@hengjuan/ui'
import { REVIEW_KEYS } from '../review/review-keys.ts'

/** What keys do at the station, for the overlay. */
export const STATION_KEYS: readonly KeyGroup[] = [
  {
    title: '进纸',
    keys: [
      ['F8', '开始扫描、继续扫描'],
      ['F9', '扫完这一张就停'],
    ],
  },
  {
    title: '批次',
    keys: [
      ['Alt+N', '新建批次'],
      ['Alt+↑ Alt+↓', '上一个、下一个批次'],
      ['Alt+R', '应扫与未扫：考场、班级、未扫名单'],
      ['Alt+H', '批次记录：每张纸的经过，撤销取出与照用'],
      ['Alt+P', '打印批次标签'],
      ['Ctrl+F /', '找原卷'],
    ],
  },
  {
    title: '答题卡',
    keys: [
      ['← → ↑ ↓', '在缩略图之间移动'],
      ['Enter', '打开'],
      ['J K', '下一张、上一张'],
      ['Esc', '关闭'],
      ['?', '本页'],
    ],
  },
  ...REVIEW_KEYS,
]
