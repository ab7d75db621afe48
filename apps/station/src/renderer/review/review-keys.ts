import type { KeyGroup } from '@hengjuan/ui'

/** What keys do while exceptions are settled, for the overlay. */
export const REVIEW_KEYS: readonly KeyGroup[] = [
  {
    title: '处理异常',
    keys: [
      ['Alt+E', '打开、返回扫描'],
      ['J K', '下一条、上一条'],
      ['Space', '整页'],
      ['Ctrl+Z', '撤销上一次处理'],
      ['U', '服务器的回复已读'],
    ],
  },
  {
    title: '决定',
    keys: [
      ['Enter', '确认、指定、定位'],
      ['0 1', '缺考：参加、缺考；重复：1 保留左，2 保留右'],
      ['A … H', '选项，0 未作答，M 多涂无效'],
      ['X', '按住比较两张；D 叠在一起比较'],
      ['3 4', '重复：左边、右边是别的考生；Delete 全部作废'],
      ['L', '四点定位'],
      ['P', '选择其他定位'],
      ['T', '重新识别'],
      ['V', '重新裁切'],
      ['Y', '按住：不顾提示接受'],
      ['W', '标记为问题卷'],
    ],
  },
  {
    title: '四点定位',
    keys: [
      ['1 2 3 4', '选一个角，N 下一个'],
      ['← → ↑ ↓', '微移，按住 Shift 移得快'],
      ['S', '对准印刷定位块'],
      ['R', '转四分之一圈'],
      ['Enter Esc', '按四点识别、取消'],
    ],
  },
]
