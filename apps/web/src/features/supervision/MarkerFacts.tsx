import { formatMilli } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import type { MarkerRow } from './MarkerTable.tsx'
import css from './supervision.module.css'
import { LIGHTS, meanText, rate, secondsText } from './words.ts'

/** Fewer readings than this say nothing. @source domain rules 8 */
const LEAST_READINGS = 20

interface Fact {
  label: string
  hint: string
  text: string
  /** What the figure rests on. */
  n: number
  /** What is shown while that is too little for a rate. */
  few?: string
}

/** How many of how many: no rate, so it needs no least number. */
const countText = ({ num, den }: { num: number; den: number }): string =>
  den === 0 ? '–' : `${num}/${den} 份`

const signed = (milli: number): string => `${milli > 0 ? '+' : ''}${(milli / 1000).toFixed(2)}`

const factsOf = (marker: MarkerRow): Fact[] => [
  {
    label: '与终评一致率',
    hint: '与终评分相差不超过误差阈值的份数 / 有终评分的份数（单评不计）',
    text: rate(marker.consistency),
    n: marker.consistency.den,
  },
  {
    label: '有效评卷率',
    hint: '终评分采用了本次评阅的份数 / 已合成或仲裁的份数',
    text: rate(marker.valid_reviews),
    n: marker.valid_reviews.den,
  },
  {
    label: '三评率',
    hint: '评过的试卷中进入三评的比例',
    text: rate(marker.third_rate),
    n: marker.third_rate.den,
  },
  {
    label: '打回率',
    hint: '被打回的份数 / 已抽查的份数',
    text: rate(marker.rejection),
    n: marker.rejection.den,
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
  {
    label: '过快给分',
    hint: '用时少于 1 秒，或少于全体中位数四分之一的比例',
    text: rate(marker.fast_outliers),
    n: marker.fast_outliers.den,
  },
  {
    label: '前后变化',
    hint: '后一半减前一半，均为与同小时全体均分之差；± 为标准误，超过两倍标准误即提示',
    text:
      marker.drift_milli === null
        ? '–'
        : `${signed(marker.drift_milli)} ± ${meanText(marker.drift_error_milli)}`,
    n: marker.n,
  },
  {
    label: '加权一致性 QWK',
    hint: `与另一评的二次加权 κ，只作提示不作排名${
      marker.qwk_band_milli === null
        ? ''
        : `；按每 ${formatMilli(marker.qwk_band_milli)} 分一段计算`
    }`,
    text: marker.qwk === null ? '–' : marker.qwk.toFixed(2),
    n: marker.pair_count,
  },
  {
    label: '标准化均差 SMD',
    hint: '本人减另一评的均分差，除以合并标准差（总体方差）',
    text: marker.smd === null ? '–' : marker.smd.toFixed(2),
    n: marker.pair_count,
  },
  {
    label: '用时 10%–90%',
    hint: '每份实际操作时间的第 10 与第 90 百分位',
    text: `${secondsText(marker.p10_ms)}–${secondsText(marker.p90_ms)}`,
    n: marker.n,
  },
]

/** The figures of one marker with what they rest on, and why the light is not green. */
export function MarkerFacts({ marker }: { marker: MarkerRow }) {
  const notes = [...marker.reasons, ...marker.automation.map((sign) => `迹象：${sign}`)]
  return (
    <section aria-label={`${marker.name}的指标`}>
      <p className={css['reasons']}>
        <StatusTag status={LIGHTS[marker.light]?.status ?? 'idle'}>
          {LIGHTS[marker.light]?.label}
        </StatusTag>{' '}
        {marker.name}：{notes.length === 0 ? '各项指标正常' : notes.join('；')}
      </p>
      <dl className={css['facts']}>
        {factsOf(marker).map(({ label, hint, text, n, few = '–' }) => (
          <div key={label} title={hint}>
            <dt>{label}</dt>
            {n < LEAST_READINGS ? (
              <dd className={css['faint']} title={`仅 ${n} 份，满 ${LEAST_READINGS} 份后显示`}>
                {few}
                <small>n={n}</small>
              </dd>
            ) : (
              <dd>
                {text}
                <small>n={n}</small>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  )
}
