import { InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, WithReason } from '@hengjuan/ui'
import { pointProblem } from './point-tolerances.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

/** How far apart two readings of each point may lie. */
export function PointTolerances(props: {
  /** Null where the blocks have different points, and each is to be set by itself. */
  points: Block['points'] | null
  texts: readonly string[]
  /** What is to be expected of what is typed for a point; empty where nothing can be said. */
  hintOf: (point: number) => string
  /** Said in an empty field. */
  keep: string
  /** Another block's settings are taken over. */
  isCopied: boolean
  /** Why they can not be changed; null when they can. */
  refusal: string | null
  onChange: (texts: string[]) => void
  onUsual: () => void
}) {
  const { points, texts, refusal } = props
  const problem = points && pointProblem(points, texts)
  return (
    <div className={css['points']} role="group" aria-label="各给分点误差">
      <span>各给分点误差（分）</span>
      {points === null ? (
        <p className={css['need']}>
          {props.isCopied
            ? '所选题块的给分点不同：与来源相同的照抄，其余按满分取默认值。'
            : '所选题块的给分点不同，各自的误差不变；请逐个题块设置。'}
        </p>
      ) : (
        <>
          {points.map((point, at) => (
            <div key={point.id} className={css['point']}>
              <span>{nameOf(point)}</span>
              <WithReason reason={refusal}>
                <InputGroup
                  aria-label={`给分点${point.name}的误差（分）`}
                  inputMode="decimal"
                  intent={pointProblem([point], [texts[at] ?? '']) === null ? 'none' : 'danger'}
                  value={texts[at] ?? ''}
                  disabled={refusal !== null}
                  placeholder={props.keep}
                  onValueChange={(text) => props.onChange(texts.with(at, text))}
                />
              </WithReason>
              {props.hintOf(at) !== '' && <small>{props.hintOf(at)}</small>}
            </div>
          ))}
          {problem !== null && <p className={css['importError']}>{problem}</p>}
          <ReasonButton size="small" variant="minimal" reason={refusal} onClick={props.onUsual}>
            按满分取默认值
          </ReasonButton>
        </>
      )}
    </div>
  )
}

/** Names made by the sheet begin with their question; those that people gave may not. */
const nameOf = ({ question_no: no, name, full_milli }: Block['points'][number]): string =>
  `${no === null || name.includes(no) ? name : `第${no}题 ${name}`} · 满分 ${formatMilli(full_milli)}`
