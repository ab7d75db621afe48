import type { KeyGroup } from '@hengjuan/ui'

/** What keys do on the marking page, for the overlay. @source ui D2 (default keys) */
export const KEY_MAP: readonly KeyGroup[] = [
  {
    title: '给分',
    keys: [
      ['0–9', '输入分数'],
      ['.', '小数点'],
      [';', '加半分'],
      ['Enter', '确认并到下一给分点，给完后提交'],
      ['F', '本给分点满分'],
      ['Shift+F', '整题满分'],
      ['X', '本给分点零分'],
      ['Shift+X', '整题零分'],
      ['↑ ↓', '上一个、下一个给分点'],
      ['Backspace', '清除本给分点'],
      ['Esc', '全部清除'],
    ],
  },
  {
    title: '试卷',
    keys: [
      ['[', '上一份（回评）'],
      [']', '下一份，暂不提交'],
      ['Ctrl+Z', '撤销；没有可撤销时回到上一份'],
      ['Ctrl+Enter', '提交并标为优秀卷'],
      ['E', '优秀卷'],
      ['T', '典型卷'],
      ['D', '存疑'],
      ['Q', '问题卷，再按 1–9 选原因'],
      ['S', '评分标准'],
    ],
  },
  {
    title: '图像',
    keys: [
      ['+', '放大'],
      ['-', '缩小'],
      ['Ctrl+0', '适合宽度'],
      ['R', '旋转 90°'],
      ['Space', '向下翻看'],
      ['Shift+Space', '向上翻看'],
      ['?', '显示或关闭本表'],
    ],
  },
]
