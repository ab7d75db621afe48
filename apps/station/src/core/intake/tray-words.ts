import type { TrayReason } from '../store/sheet-notes.ts'

/** Two or three words for the head of a tray item and the notice over the sheets. */
const SHORT: Record<TrayReason['code'], string> = {
  BLANK_PAGE: '空白页',
  ANCHORS_MISSING: '找不到定位点',
  RESIDUAL_HIGH: '定位不准',
  SCALE_ODD: '长宽比例异常',
  PAGE_CODE_UNREADABLE: '页码标记看不清',
  PAGE_OF_OTHER_SHEET: '别的答题卡',
  LOW_CONTRAST: '图像太淡',
  BLURRED: '图像模糊',
  CLIPPED: '没有扫全',
  SKEWED: '纸张歪斜',
  DOUBLE_FEED: '重张进纸',
  WRONG_TEMPLATE: '模板不符',
  BACK_SIDE: '正反面放反',
  GRID_SHIFTED: '填涂区对不上',
  FOLDED_CORNER: '折角',
  STREAKS: '竖线',
  SATURATED: '只剩黑白',
  NO_COLOUR: '没有颜色',
  MISSING_PAGE: '缺页',
  SAME_PAPER: '重复扫描',
  NO_SUBJECT: '科目不明',
}

export const shortWords = (code: TrayReason['code']): string => SHORT[code]
