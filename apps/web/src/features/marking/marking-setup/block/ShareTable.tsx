import { type AllocMode, isSeedStopped, SEED_STATES } from '@hengjuan/domain'
import { figureColumn, SimpleTable, StatusTag, WithReason } from '@hengjuan/ui'
import { Link } from 'react-router'
import { NumericInput } from '@blueprintjs/core'
import { useState } from 'react'
import { doneFigure, heldFigure } from '../../marking-core/marker-figures.tsx'
import type { Marker } from './share-marker.ts'
import { QUOTA_RANGE, shareNumber, type ShareRange, WEIGHT_RANGE } from './share-number.ts'
import { UnableTag } from './UnableTag.tsx'
import css from './setup.module.css'

/** How the target of a marker comes about. */
const TARGETS: Readonly<Record<AllocMode, string>> = {
  1: '动态分配：没有目标，谁先评完谁继续领取',
  2: '需要评阅的份数 ÷ 在评教师人数，余数依次分给前面的教师',
  3: '按任务量：填的份数；按比例：需要评阅的份数 × 本人比例 ÷ 比例之和',
}
const NO_TARGETS = '动态分配没有目标，不会超额；平均或定量分配时可以设置'

/** Why a marker can not be let on here; null where they can. */
const keptStopped = ({ name, suspended, seedState }: Marker): string | null =>
  suspended && seedState === 'suspended'
    ? `${name}因种子卷不合格停评，由题组长在「种子卷结果」中确认后恢复`
    : null

/** Who marks a block: what each has done, has in hand and is to do. */
export function ShareTable(props: {
  examId: number
  blockId: number
  markers: readonly Marker[]
  /** Null for no target. */
  targetOf: (id: number) => number | null
  /** Null where all are of one school. */
  schoolOf: ReadonlyMap<number, string> | null
  mode: AllocMode
  isByWeight: boolean
  /** Why nothing can be changed; null when it can. */
  refusal: string | null
  onChange: (id: number, patch: Partial<Marker>) => void
}) {
  const { mode, isByWeight, refusal, schoolOf, onChange } = props
  const at = ({ id }: Marker) => ({
    exam_id: props.examId,
    block_id: props.blockId,
    marker_id: id,
  })
  const box = (
    label: string,
    reason: string | null,
    isTicked: boolean,
    onTick: (isTicked: boolean) => void,
  ) => (
    <WithReason reason={reason}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        disabled={reason !== null}
        onChange={({ target }) => onTick(target.checked)}
      />
    </WithReason>
  )
  return (
    <SimpleTable
      label="各位教师的任务量"
      columns={[
        {
          key: 'name',
          title: '教师',
          render: (marker) => (
            <>
              <strong>{marker.name}</strong> {!marker.mayMark && !marker.suspended && <UnableTag />}
              {schoolOf && <small>{schoolOf.get(marker.id)}</small>}
              {isSeedStopped(marker.seedState) && (
                <span className={css['stopped']}>
                  <StatusTag status="bad">{`种子卷${SEED_STATES[marker.seedState]}`}</StatusTag>
                  <Link to={`/benchmark?block_id=${props.blockId}&tab=results`}>去确认</Link>
                </span>
              )}
            </>
          ),
        },
        figureColumn<Marker>('已评', '已提交的一评、二评份数；点数字看这些评阅', (marker) =>
          doneFigure(marker.name, marker.done, at(marker)),
        ),
        figureColumn<Marker>('手中', '已领取、还没有提交的份数', (marker) =>
          heldFigure(marker.name, marker.claimed, at(marker)),
        ),
        ...(mode === 3
          ? [
              {
                key: 'given',
                title: isByWeight ? '比例' : '任务量',
                render: (marker: Marker) => (
                  <WithReason reason={refusal}>
                    <ShareNumberField
                      key={isByWeight ? 'weight' : 'quota'}
                      label={`${marker.name}${isByWeight ? '比例' : '任务量'}`}
                      value={isByWeight ? marker.weight : marker.quota}
                      range={isByWeight ? WEIGHT_RANGE : QUOTA_RANGE}
                      isDisabled={refusal !== null}
                      onChange={(given, wrong) =>
                        onChange(
                          marker.id,
                          isByWeight ? { weight: given ?? 0, wrong } : { quota: given, wrong },
                        )
                      }
                    />
                  </WithReason>
                ),
              },
            ]
          : []),
        figureColumn<Marker>('目标', TARGETS[mode] ?? '', (marker) =>
          marker.suspended ? marker.done : (props.targetOf(marker.id) ?? '不限'),
        ),
        {
          key: 'exceed',
          title: '可超额',
          align: 'center',
          render: ({ id, name, allowExceed }) =>
            box(
              `${name}可超额`,
              refusal ?? (mode === 1 ? NO_TARGETS : null),
              allowExceed,
              (isTicked) => onChange(id, { allowExceed: isTicked }),
            ),
        },
        {
          key: 'stop',
          title: '停止分配',
          align: 'center',
          render: (marker) =>
            box(
              `${marker.name}停止分配`,
              refusal ?? keptStopped(marker),
              marker.suspended,
              (suspended) => onChange(marker.id, { suspended }),
            ),
        },
      ]}
      rows={props.markers}
      rowKey={({ id }) => id}
    />
  )
}

/** How many papers, or which share, a marker is to have. What is no such number stays as it was typed, and is said. */
function ShareNumberField(props: {
  label: string
  /** Null where nothing is given. */
  value: number | null
  range: ShareRange
  isDisabled: boolean
  onChange: (value: number | null, wrong: string | null) => void
}) {
  const { value, range } = props
  const [typed, setTyped] = useState(String(value ?? ''))
  const shown = shareNumber(typed, range)
  // Given elsewhere, as when all are shared out evenly.
  const text = (shown.value ?? 0) === (value ?? 0) ? typed : String(value ?? '')
  const wrong = shareNumber(text, range).wrong
  return (
    <>
      <NumericInput
        aria-label={props.label}
        aria-invalid={wrong !== null}
        value={text}
        min={range.least}
        max={range.most}
        minorStepSize={null}
        style={{ width: 72 }}
        disabled={props.isDisabled}
        onValueChange={(_, now) => {
          setTyped(now)
          const { value: next, wrong: problem } = shareNumber(now, range)
          props.onChange(next, problem)
        }}
      />
      {wrong !== null && <small className={css['wrong']}>{wrong}</small>}
    </>
  )
}
