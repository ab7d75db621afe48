import type { CheckPage } from '../../../bridge/scanner-api.ts'

/** Sheets that are put into the feeder for a step. */
export const CHECK_SHEETS = 2

/** The scanner’s resolution may be off by this share: motors are, and paper shrinks. */
const DPI_SHARE = 0.03
/** A guide that is set right leaves less. */
const SKEW_DEG = 2
/** The quality gate flags less than 0.2; a new scanner does better than half. */
const SHARPNESS = 0.4
/** The quality gate flags less than 45 grey levels. */
const CONTRAST = 90

export interface Finding {
  isGood: boolean
  /** Chinese; what was seen, and what to do about it. */
  seen: string
  advice: string
}

const good = (seen: string): Finding => ({ isGood: true, seen, advice: '' })
const bad = (seen: string, advice: string): Finding => ({ isGood: false, seen, advice })

/**
 * Judges the pictures of a pass over the two sheets.
 *
 * @param sides images that a sheet should give
 * @param flipBack the profile turns back sides already
 */
export function judgePages(
  pages: readonly CheckPage[],
  sides: 1 | 2,
  flipBack: boolean,
): Finding[] {
  const expected = CHECK_SHEETS * sides
  const count =
    pages.length === expected
      ? good(`${CHECK_SHEETS} 张，${expected} 个图像`)
      : bad(
          `应有 ${expected} 个图像，实际 ${pages.length} 个`,
          sides === 2 && pages.length === CHECK_SHEETS
            ? '只有一面：扫描仪没有按双面扫描，请检查驱动，或换一个配置'
            : `请确认放了 ${CHECK_SHEETS} 张纸，再做一次`,
        )
  if (pages.length === 0) return [count]
  const unknown = pages.filter((page) => page.page_name === null)
  if (unknown.length === pages.length)
    return [
      count,
      bad(
        '图像上没有找到定位点，不能测量',
        '请放打印好的检查页，或本站批次的答题卡；也可以自己看图判断',
      ),
    ]
  return [
    count,
    ...(unknown.length > 0
      ? [bad(`有 ${unknown.length} 个图像没有找到定位点`, '请看图：是否切边、太淡或空白')]
      : []),
    ...judgeOrder(pages, sides),
    ...(sides === 2 ? judgeFlip(pages, flipBack) : []),
    judgeDpi(pages),
    judgeEach(
      pages,
      'skew_deg',
      '歪斜',
      (value) => Math.abs(value) <= SKEW_DEG,
      '°',
      '请把进纸导板靠紧纸边',
    ),
    judgeEach(
      pages,
      'sharpness',
      '清晰度',
      (value) => value >= SHARPNESS,
      '',
      '请清洁扫描仪玻璃，或提高分辨率',
    ),
    judgeEach(
      pages,
      'contrast',
      '对比度',
      (value) => value >= CONTRAST,
      '',
      '请调高配置里的对比度或亮度，并关闭厂商驱动的底色处理',
    ),
    ...[...new Set(pages.flatMap(({ issues }) => issues))].map((text) => bad(text, text)),
  ]
}

/** Fronts before backs, sheet by sheet. */
function judgeOrder(pages: readonly CheckPage[], sides: 1 | 2): Finding[] {
  const known = pages.filter((page) => page.is_back_page !== null)
  const wrong = known.filter((page) => page.is_back_page !== (page.side === 'back'))
  if (known.length === 0) return []
  if (wrong.length === 0) return [good(sides === 2 ? '先正面、后反面，次序正确' : '扫到的是正面')]
  if (sides === 1 && wrong.length === known.length)
    return [bad('扫到的是反面', '纸放反了，请翻过来；一直这样就要换驱动的进纸来源')]
  return [
    wrong.length === known.length
      ? bad('先出的是反面', '纸放反了，请翻过来再做一次；还是这样就请反馈给技术支持')
      : bad('正反面次序乱了', '两张纸的朝向不一致，请理齐后再做一次'),
  ]
}

function judgeFlip(pages: readonly CheckPage[], flipBack: boolean): Finding[] {
  const turns = [1, 2].flatMap((sheet) => {
    const [front, back] = (['front', 'back'] as const).map(
      (side) => pages.find((page) => page.sheet === sheet && page.side === side)?.rotation ?? null,
    )
    return front == null || back == null ? [] : [(back - front + 360) % 360]
  })
  if (turns.length === 0) return []
  if (turns.every((turn) => turn === 0)) return [good('反面和正面同向')]
  return [
    bad(
      '反面是倒的',
      flipBack
        ? '请在配置里关闭「反面旋转 180°」；打印时要选「沿长边翻转」'
        : '如果检查页是沿长边翻转打印的，请在配置里打开「反面旋转 180°」',
    ),
  ]
}

function judgeDpi(pages: readonly CheckPage[]): Finding {
  const measured = pages.flatMap(({ measured_dpi }) =>
    measured_dpi === null ? [] : [measured_dpi],
  )
  const declared = pages.find(({ dpi }) => dpi !== null)?.dpi ?? null
  const text = `实测 ${rangeOf(measured)} dpi`
  if (declared === null) return good(`${text}（扫描仪没有说明分辨率）`)
  const isClose = measured.every((dpi) => Math.abs(dpi / declared - 1) <= DPI_SHARE)
  const seen = `${text}，扫描仪标称 ${declared} dpi`
  return isClose ? good(seen) : bad(seen, '打印时要选「实际大小」；不是打印的缘故就请校准扫描仪')
}

function judgeEach(
  pages: readonly CheckPage[],
  key: 'skew_deg' | 'sharpness' | 'contrast',
  word: string,
  isFine: (value: number) => boolean,
  unit: string,
  advice: string,
): Finding {
  const values = pages.flatMap((page) => (page.page_name === null ? [] : [page[key] ?? 0]))
  const text = `${word} ${rangeOf(values, key === 'contrast' ? 0 : 2)}${unit}`
  return values.every(isFine) ? good(text) : bad(text, advice)
}

function rangeOf(values: readonly number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  )
  return low === high ? `${low}` : `${low} 到 ${high}`
}
