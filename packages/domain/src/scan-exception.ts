/**
 * Why a scanned sheet waits for a person, in the order of processing. `missing_page` is listed and
 * counted with `positioning` on the pages of the specification, and worked off with it.
 *
 * @source specification, section 3 (scan exception categories); domain rules 16
 */
export const SCAN_EXCEPTIONS = {
  to_upload: { label: '待上传', closedBy: '上传完成' },
  positioning: { label: '定位异常', closedBy: '四点定位、选择模板或重新扫描' },
  missing_page: { label: '缺页', closedBy: '补扫或确认缺页' },
  objective_box: { label: '客观题框异常', closedBy: '调整本张的选项框' },
  exam_no: { label: '考号异常', closedBy: '选择考生' },
  duplicate: { label: '考号重复', closedBy: '保留其一、并入加页、重新指定或全部作废' },
  absence: { label: '缺考', closedBy: '确认缺考或正常' },
  choice: { label: '选择题异常', closedBy: '确认选项或空白' },
  score: { label: '分数异常', closedBy: '输入分数' },
  to_verify: { label: '待核实', closedBy: '另一人核实' },
} as const

/** A reason to wait. */
export type ScanExceptionCategory = keyof typeof SCAN_EXCEPTIONS

export const SCAN_EXCEPTION_ORDER = Object.keys(SCAN_EXCEPTIONS) as ScanExceptionCategory[]

/** A tab of the exception page: a category, or everything, or what is done. */
export type ScanExceptionTab = 'all' | Exclude<ScanExceptionCategory, 'missing_page'> | 'handled'

export const SCAN_EXCEPTION_TABS: readonly { tab: ScanExceptionTab; label: string }[] = [
  { tab: 'all', label: '全部' },
  ...SCAN_EXCEPTION_ORDER.filter((category) => category !== 'missing_page').map((category) => ({
    tab: category,
    label: SCAN_EXCEPTIONS[category].label,
  })),
  { tab: 'handled', label: '已处理' },
]

/** The tab under which an open exception is listed. */
export const tabOfException = (
  category: ScanExceptionCategory,
): Exclude<ScanExceptionTab, 'all' | 'handled'> =>
  category === 'missing_page' ? 'positioning' : category

/** Of the open exceptions of a sheet, the one to work on first; null when none is open. */
export const firstException = (
  open: readonly ScanExceptionCategory[],
): ScanExceptionCategory | null =>
  SCAN_EXCEPTION_ORDER.find((category) => open.includes(category)) ?? null
