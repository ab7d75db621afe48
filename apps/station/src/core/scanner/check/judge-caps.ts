import type { DeviceCaps } from '@hengjuan/scanner-bridge'
import type { Finding } from './judge-pages.ts'

const SOURCES = { flatbed: '平板', feeder: '单面进纸', duplex: '双面进纸' } as const
const MODES = { bw: '黑白', gray: '灰度', color: '彩色' } as const
/** Less makes small bubbles hard to tell. */
const LEAST_DPI = 200

/** What the scanner says that it can do. What it does not say is no fault: many say little. */
export function judgeCaps(
  caps: DeviceCaps,
  feeder: 'loaded' | 'empty' | 'unknown',
  warnings: readonly string[],
): Finding[] {
  const fact = (isGood: boolean, seen: string, advice: string): Finding => ({
    isGood,
    seen,
    advice: isGood ? '' : advice,
  })
  const sources = caps.sources.map((each) => SOURCES[each]).join('、')
  const modes = caps.modes.map((each) => MODES[each]).join('、')
  const hasFeeder =
    caps.sources.length === 0 || caps.sources.some((each) => each === 'feeder' || each === 'duplex')
  const highest =
    caps.dpi === null ? null : Array.isArray(caps.dpi) ? Math.max(...caps.dpi) : caps.dpi.max
  const area = caps.maxArea
  return [
    fact(hasFeeder, `进纸：${sources || '没有说明'}`, '这台扫描仪没有自动进纸器，不适合扫答题卡'),
    fact(true, `颜色：${modes || '没有说明'}`, ''),
    fact(
      highest === null || highest >= LEAST_DPI,
      `分辨率：${dpiText(caps.dpi)}`,
      `最高不到 ${LEAST_DPI} dpi，涂点太小，不适合扫答题卡`,
    ),
    fact(
      true,
      area
        ? `最大幅面：${Math.floor(area.widthMm)} × ${Math.floor(area.heightMm)} 毫米`
        : '最大幅面：没有说明',
      '',
    ),
    fact(
      true,
      `进纸口：${{ loaded: '有纸', empty: '没有纸', unknown: '不能报告有没有纸' }[feeder]}`,
      '',
    ),
    ...warnings.map((text) =>
      fact(!text.startsWith('重张'), text, '请在扫描仪上或厂商的驱动里打开重张检测'),
    ),
  ]
}

function dpiText(dpi: DeviceCaps['dpi']): string {
  if (dpi === null) return '没有说明'
  if (!Array.isArray(dpi)) return `${dpi.min} 到 ${dpi.max} dpi`
  const shown = dpi.slice(0, 12).join('、')
  return `${shown}${dpi.length > 12 ? ' 等' : ''} dpi`
}
