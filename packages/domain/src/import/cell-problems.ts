import type { ImportField } from './field.ts'
import type { CellMark } from './table.ts'

/** Why the text of a cell is not what somebody typed, whatever it may mean; null where nothing is against it. */
export function cellProblem(
  { label, isCode, isClass, required }: ImportField,
  text: string,
  mark: CellMark | undefined,
): { code: string; message: string } | null {
  if (text === '') return required ? { code: 'REQUIRED', message: `请填写${label}` } : null
  if (mark === 'failed')
    return { code: 'FORMULA_FAILED', message: `${label}是公式错误 ${text}，请填写实际内容` }
  if (mark === 'digits')
    return {
      code: 'DIGITS_LOST',
      message: `${label}超过 15 位而按数字存储，末尾数字可能已丢失；请把该列改为文本后重新填写`,
    }
  // Text files say it in so many letters: a program wrote the number as its column showed it.
  if (mark === 'scientific' || (isCode && /^-?\d(\.\d+)?E\+\d+$/i.test(text)))
    return {
      code: 'SCIENTIFIC',
      message: `${label}列是科学计数格式，末尾数字可能已丢失；请把该列改为文本后重新导出`,
    }
  if (mark === 'date' && (isClass || isCode))
    return {
      code: 'BECAME_DATE',
      message: `${label}是日期「${text}」，可能是填写的内容被自动改成了日期；请把该列改为文本后重新填写`,
    }
  if (mark === 'rounded')
    return {
      code: 'SHOWN_ROUNDED',
      message: `${label}显示为 ${text}，实际存储的数不同；请把单元格格式改为常规后核对`,
    }
  return null
}
