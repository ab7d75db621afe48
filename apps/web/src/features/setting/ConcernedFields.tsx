import { NumericInput } from '@blueprintjs/core'
import type { ReplyOf, reportConfigGet } from '@hengjuan/contracts'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import css from './setting.module.css'

type Concerned = ReplyOf<typeof reportConfigGet>['concerned']

const BANDS = [
  ['below_milli', '总分线下', 200],
  ['above_milli', '总分线上', 200],
  ['subject_below_milli', '单科线下', 100],
  ['subject_above_milli', '单科线上', 100],
] as const
const MOST_TOP = 5000

/** How near to a line is critical, and how many are the best. @source reports P20 */
export function ConcernedFields(props: { value: Concerned; onChange: (value: Concerned) => void }) {
  const { value, onChange } = props
  return (
    <div className={css['fields']}>
      {BANDS.map(([name, label, most]) => (
        <label key={name} className={css['field']}>
          {label}
          <NumericInput
            value={value[name] / MILLI_PER_POINT}
            min={0}
            max={most}
            clampValueOnBlur
            buttonPosition="none"
            style={{ width: 56 }}
            onValueChange={(points) =>
              Number.isFinite(points) &&
              points >= 0 &&
              points <= most &&
              onChange({ ...value, [name]: Math.round(points * MILLI_PER_POINT) })
            }
          />
          分
        </label>
      ))}
      <span className={css['field']}>
        尖子生前
        <NumericInput
          aria-label="尖子生名单的人数"
          value={value.top}
          min={1}
          max={MOST_TOP}
          clampValueOnBlur
          buttonPosition="none"
          style={{ width: 64 }}
          onValueChange={(top) =>
            Number.isInteger(top) && top >= 1 && top <= MOST_TOP && onChange({ ...value, top })
          }
        />
        名
      </span>
    </div>
  )
}

/** A version of the setting in one line. */
export function concernedWords(of: unknown): string {
  const value = of as Concerned
  const points = (milli: number) => milli / MILLI_PER_POINT
  return `总分线下 ${points(value.below_milli)} 分、线上 ${points(value.above_milli)} 分；单科线下 ${points(value.subject_below_milli)} 分、线上 ${points(value.subject_above_milli)} 分；尖子生前 ${value.top} 名`
}
