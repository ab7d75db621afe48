import { formatMilli, LEAST_DRIFT_HOURS } from '@hengjuan/domain'
import type { Drill } from './drill/ReadingDrawer.tsx'
import type { MarkerRow } from './MarkerTable.tsx'
import { countText, meanText, rate, secondsText, signed, withError } from './words.ts'

/** A figure of one marker: what it says, how it is computed, what it rests on. */
export interface Fact {
  label: string
  /** Formula and denominator. */
  hint: string
  text: string
  n: number
  /** What is shown while `n` is too little for a rate. */
  few?: string
  /** Why there is no figure although `n` would do; absent where there is one. */
  missing?: string
  /** The readings behind it; absent where there are none to show. */
  kind?: Drill['query']['kind']
}

/** @source domain rules 8, row by row */
export const factsOf = (marker: MarkerRow): Fact[] => [
  ...scoring(marker),
  ...agreeing(marker),
  ...checked(marker),
  ...pacing(marker),
]

const scoring = (marker: MarkerRow): Fact[] => [
  {
    label: '平均分（标准差）',
    hint: '本人全部给分的平均；标准差按本人全部给分计算',
    text: `${meanText(marker.mean_milli)}（${meanText(marker.sd_milli)}）`,
    n: marker.n,
  },
  {
    label: '宽严度',
    hint: '本人均分减题块均分，± 为标准误 s/√n；只在试卷随机分发时可比',
    text: withError(marker.severity_milli, marker.severity_error_milli),
    n: marker.n,
  },
  {
    label: '偏差',
    hint: '本人给分减其他人对同一份试卷的结果，再取平均：两评合成的取另一评，其余取终评，单评只计抽查过的；± 为标准误',
    text: withError(marker.bias_milli, marker.bias_error_milli),
    n: marker.bias_count,
  },
  {
    label: '前后变化',
    hint: '后一半减前一半，均为与同小时全体均分之差；± 为标准误',
    text: withError(marker.drift_milli, marker.drift_error_milli),
    n: marker.n,
  },
  {
    label: '每小时变化',
    hint: '给分与同小时全体均分之差随时间的斜率（最小二乘），分/小时',
    n: marker.n,
    ...(marker.drift_per_hour_milli === null
      ? {
          text: '–',
          missing: `首份与末份评阅相隔不足 ${LEAST_DRIFT_HOURS} 小时，满 ${LEAST_DRIFT_HOURS} 小时后显示`,
        }
      : { text: signed(marker.drift_per_hour_milli) }),
  },
]

const agreeing = (marker: MarkerRow): Fact[] => [
  {
    label: '与终评一致率',
    hint: '与终评分相差不超过误差阈值的份数 / 有终评分的份数（单评只计抽查过的）；点开看不一致的试卷',
    text: rate(marker.consistency),
    n: marker.consistency.den,
    kind: 'off',
  },
  {
    label: '双评吻合率',
    hint: '与另一评总分相差不超过误差阈值的份数 / 双评份数（按给分点比较误差的题块也按总分计）；点开看不吻合的试卷',
    text: rate(marker.agreement),
    n: marker.agreement.den,
    kind: 'apart',
  },
  {
    label: '完全一致率',
    hint: `与另一评给分相同的份数 / 双评份数${
      marker.exact_target === null ? '' : `；同样满分的题目通常以 ${marker.exact_target}% 为参考`
    }`,
    text: rate(marker.exact_agreement),
    n: marker.exact_agreement.den,
  },
  {
    label: '±1 级一致率',
    hint: '与另一评相差不超过一个给分级的份数 / 双评份数',
    text: rate(marker.step_agreement),
    n: marker.step_agreement.den,
  },
  {
    label: '有效评卷率',
    hint: '终评分采用了本次评阅的份数 / 已合成或仲裁的份数；仲裁的以相差不超过误差阈值为有效',
    text: rate(marker.valid_reviews),
    n: marker.valid_reviews.den,
  },
  {
    label: '加权一致性 QWK',
    hint: `与另一评的二次加权 κ，通常以 0.70 为参考；受分数分布影响，只作提示不作排名${
      marker.qwk_band_milli === null
        ? ''
        : `；按每 ${formatMilli(marker.qwk_band_milli)} 分一段计算`
    }`,
    text: marker.qwk === null ? '–' : marker.qwk.toFixed(2),
    n: marker.pair_count,
  },
  {
    label: '标准化均差 SMD',
    hint: '本人减另一评的均分差，除以合并标准差（总体方差）；通常以 ±0.15 以内为参考',
    text: marker.smd === null ? '–' : marker.smd.toFixed(2),
    n: marker.pair_count,
  },
]

const checked = (marker: MarkerRow): Fact[] => [
  {
    label: '三评率',
    hint: '进入三评的份数 / 已评份数',
    text: rate(marker.third_rate),
    n: marker.third_rate.den,
    kind: 'third',
  },
  {
    label: '仲裁率',
    hint: '进入仲裁的份数 / 已评份数',
    text: rate(marker.arbitration_rate),
    n: marker.arbitration_rate.den,
    kind: 'arbitration',
  },
  {
    label: '打回率',
    hint: '抽查中被打回过的份数 / 已抽查的份数',
    text: rate(marker.rejection),
    n: marker.rejection.den,
    few: countText(marker.rejection),
    kind: 'sent_back',
  },
  {
    label: '抽查合格率',
    hint: '抽查中没有被打回的份数 / 已抽查的份数',
    text: rate(passed(marker)),
    n: marker.rejection.den,
    few: countText(passed(marker)),
    kind: 'checked',
  },
  {
    label: '种子卷合格率',
    hint: '与标准分相差在允许范围内的种子卷 / 已评种子卷',
    text: rate(marker.seeds),
    n: marker.seeds.den,
    few: countText(marker.seeds),
  },
  {
    label: '自评一致率',
    hint: '本人评过的试卷再评一次，两次相差在允许范围内的份数 / 再评份数；不影响成绩',
    text: rate(marker.self),
    n: marker.self.den,
    few: countText(marker.self),
  },
]

const passed = ({ rejection: { num, den } }: MarkerRow) => ({ num: den - num, den })

const pacing = (marker: MarkerRow): Fact[] => [
  {
    label: '用时 10%–90%',
    hint: `每份实际操作时间的第 10 与第 90 百分位，中位数 ${secondsText(marker.median_ms)}`,
    text: `${secondsText(marker.p10_ms)}–${secondsText(marker.p90_ms)}`,
    n: marker.n,
  },
  {
    label: '过快给分',
    hint: '用时少于 1 秒，或少于全体中位数四分之一的份数 / 已评份数',
    text: rate(marker.fast_outliers),
    n: marker.fast_outliers.den,
    kind: 'fast',
  },
]
