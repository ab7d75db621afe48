import { formatMilli } from '@hengjuan/domain'
import type { View } from './qualification-columns.tsx'

export function qualificationHint(view: View): { text: string; isShort: boolean } {
  const stock = `现有试评卷 ${view.practice_scripts} 份、定标卷 ${view.calibration_scripts} 份。`
  if (!view.needed)
    return {
      text: `阅卷设置没有要求先定标，教师可以直接阅卷。${stock}`,
      isShort: false,
    }
  const rule = `每套 ${view.count} 份，相差 ${formatMilli(view.tolerance_milli)} 分以内的占 ${view.percent}% 以上、平均偏差不超过满分的 10% 为通过；可试两次，两次试卷不重复，之后由题组长决定。`
  if (view.calibration_scripts === 0)
    return { text: `${rule}还没有定标卷，教师无法开始。`, isShort: true }
  // A first set is as long as the scripts allow, and the second is no shorter.
  const missing = Math.min(view.count, view.calibration_scripts) * 2 - view.calibration_scripts
  return missing > 0
    ? {
        text: `${rule}${stock}第二次定标不重复第一次的试卷，还差 ${missing} 份；商定之前，第一次没有通过的教师直接等题组长决定。`,
        isShort: true,
      }
    : { text: rule + stock, isShort: false }
}
