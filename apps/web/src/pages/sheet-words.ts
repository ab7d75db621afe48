import type { examGet, ReplyOf, sheetGet, sheetSave } from '@hengjuan/contracts'
import { type AnswerSheetType, SHEET_TYPE_RULES } from '@hengjuan/domain'

/**
 * Why questions and layout of a sheet stay as they are; null where they can be changed.
 *
 * @param sheet null for one that is not saved yet
 */
export function fixedReason(
  exam: Pick<ReplyOf<typeof examGet>, 'published'>,
  sheet: Pick<ReplyOf<typeof sheetGet>['sheet'], 'locked' | 'locked_by' | 'scanned_sheets'> | null,
  type: AnswerSheetType,
): string | null {
  const { page } = SHEET_TYPE_RULES[type]
  if (exam.published) return '成绩已发布'
  if (!sheet) return null
  if (sheet.locked) return `版面已由 ${sheet.locked_by} 锁定`
  // A sheet that is laid out here gets another version beside what was scanned.
  if (sheet.scanned_sheets > 0 && page !== 'designed')
    return `已有 ${sheet.scanned_sheets} 张扫描件使用这份版面`
  return page === 'imported' ? '题目和版面来自导入的文件' : null
}

/** What is said of a sheet that was saved. */
export function savedText(saved: ReplyOf<typeof sheetSave>): string {
  const { version, page_count, kept_scanned } = saved
  if (kept_scanned > 0) return `已保存第 ${version} 版；已扫描的 ${kept_scanned} 张保持原来的版面`
  return page_count > 0 ? `已保存第 ${version} 版，共 ${page_count} 面` : `已保存第 ${version} 版`
}
