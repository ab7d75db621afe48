import { thresholds } from '../bubbles/thresholds.ts'
import {
  effectOf,
  fieldForecasts,
  optionForecasts,
  safeThreshold,
} from '../calibration/judgement.ts'
import type { LabelledField } from '../calibration/labelled-field.ts'
import { isRight } from '../calibration/labelled-field.ts'
import type { ReliabilityBin } from '../calibration/reliability.ts'
import { atLeast, reliabilityOf } from '../calibration/reliability.ts'

/** A labelled field with the file it was read from. */
export type ScannedField = LabelledField & { file: string }

/** Fewer fields than this say nothing about rare mistakes. */
export const leastFields = 300
const candidates = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995]
/** Wrong fields that are named one by one. */
const mostNamed = 20

/** What the readings of labelled scans are worth, for a person; lines of Chinese text. */
export function calibrationReport(fields: readonly ScannedField[], pages: number): string[] {
  return [
    `共 ${pages} 页、${fields.length} 个字段（考号按位计）有标注。`,
    '',
    ...confusion(fields),
    '',
    '各选项“被选中”概率的可靠性：',
    ...reliabilityTable(reliabilityOf(optionForecasts(fields))),
    '',
    '各字段置信度的可靠性：',
    ...reliabilityTable(reliabilityOf(fieldForecasts(fields))),
    '',
    ...thresholdAdvice(fields),
    '',
    ...dataAdvice(fields),
  ]
}

function confusion(fields: readonly ScannedField[]): string[] {
  const silent = fields.filter((f) => !f.explained.doubtful && !isRight(f))
  const count = (doubtful: boolean, right: boolean) =>
    fields.filter((f) => f.explained.doubtful === doubtful && isRight(f) === right).length
  const named = silent.slice(0, mostNamed).map(({ file, explained, meant }) => {
    const place = explained.kind === 'examNo' ? `第 ${explained.column + 1} 位` : ''
    return `  ${file} ${explained.id}${place}：读作“${explained.values.join('') || '空'}”，应为“${meant.join('') || '空'}”，置信度 ${percent(explained.confidence)}`
  })
  const more = silent.length > mostNamed ? [`  …等 ${silent.length} 处`] : []
  return [
    '读对与否：',
    `  直接采用：对 ${count(false, true)}，错 ${count(false, false)}`,
    `  标为存疑：读数本来就对 ${count(true, true)}，读数不对 ${count(true, false)}`,
    ...(silent.length > 0 ? ['直接采用而读错的：', ...named, ...more] : []),
  ]
}

function reliabilityTable(bins: readonly ReliabilityBin[]): string[] {
  return [
    '  给出的概率          个数      平均概率   实际为真   95% 置信区间',
    ...bins.map((bin) => {
      const range = `${percent(bin.from)} ~ ${percent(bin.to)}`
      return `  ${range.padEnd(19)} ${String(bin.count).padStart(8)}  ${percent(bin.given).padStart(8)}  ${percent(bin.came).padStart(8)}   ${percent(bin.low)} ~ ${percent(bin.high)}`
    }),
  ]
}

function thresholdAdvice(fields: readonly ScannedField[]): string[] {
  const rows = candidates.map((threshold) => {
    const { flagged, silent } = effectOf(fields, threshold)
    const share = percent(flagged / Math.max(1, fields.length))
    return `  ${percent(threshold).padStart(7)}   复核 ${String(flagged).padStart(6)}（${share}）   读错而未复核 ${silent}`
  })
  const safe = safeThreshold(fields, candidates)
  const now = percent(thresholds.leastConfidence)
  const advice =
    safe === null
      ? '没有一个阈值能拦住所有读错的字段，请检查上面列出的图片，或核对标注。'
      : safe <= thresholds.leastConfidence
        ? `现用阈值 ${now} 在这些扫描件上够用：没有读错而未复核的字段。`
        : `建议把复核阈值从 ${now} 提到 ${percent(safe)}（bubbles/thresholds.ts 的 leastConfidence）。`
  return ['不同复核阈值的效果：', ...rows, advice]
}

function dataAdvice(fields: readonly ScannedField[]): string[] {
  const { count, wrong } = atLeast(fieldForecasts(fields), 0.999)
  if (fields.length < leastFields) {
    return [`标注太少（不足 ${leastFields} 个字段），以上数字只能参考，请再标注一些扫描件。`]
  }
  // No error among n: the true rate is below 3 / n with 95 % certainty.
  const bound = wrong === 0 ? percent(3 / Math.max(1, count), 3) : null
  const seen =
    bound === null
      ? `置信度 99.9% 以上的 ${count} 个字段里有 ${wrong} 个读错。`
      : `置信度 99.9% 以上的 ${count} 个字段全部读对，95% 的把握是错误率低于 ${bound}。`
  const enough =
    count >= 3000 ? '' : '要用数据证实“99.9% 的把握”，至少需要 3000 个这样的字段，现在还不够。'
  return [seen + enough]
}

const percent = (share: number, digits = 2) => `${Number((100 * share).toFixed(digits))}%`
