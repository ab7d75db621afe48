/** What is remarkable about how a paper came by its mark: what it is called, what happened, and what to do about it. */
export const UNIT_FLAGS = {
  over_tolerance: {
    name: '分差超阈值',
    meaning: '两次给分的差超过误差阈值，按无仲裁的评卷方式直接合分',
    todo: '请对照卷面核对两次给分，合分不妥的改分或转仲裁',
  },
  forced_pair: {
    name: '三评仍超阈值',
    meaning: '三次给分两两相差都超过误差阈值，按最接近的两次合分',
    todo: '请对照卷面核对三次给分，合分不妥的改分或转仲裁',
  },
  sheet_gone: {
    name: '评后缺卷',
    meaning:
      '评阅之后答题卡作废或考生改为缺考，或发布之后答题卡改归他人，评阅还在而卷面已不属于这名考生',
    todo: '请在成绩核查的「需留意」中找到这名考生，核对答题卡；补回答题卡后，原来的评阅继续有效',
  },
} as const
export type UnitFlag = keyof typeof UNIT_FLAGS

/** Column `unit.flags`, as far as it tells these. */
export type StoredUnitFlags = { readonly [K in UnitFlag]?: boolean }

/**
 * What to show of it: a pair that was forced lies further apart than allowed as well, and is named as what it is.
 *
 * @source domain rules 3.2, 3.3
 */
export const unitFlagsOf = (stored: StoredUnitFlags): UnitFlag[] =>
  (Object.keys(UNIT_FLAGS) as UnitFlag[]).filter(
    (flag) => stored[flag] === true && !(flag === 'over_tolerance' && stored.forced_pair === true),
  )
