import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@blueprintjs/icons'
import { formatMilli, OPTIONAL_POLICIES, type OptionalPolicy } from '@hengjuan/domain'
import { ReasonButton } from '@hengjuan/ui'
import type { Draft, Question } from '../draft.ts'
import { Cell } from './cells.tsx'
import { areaName, besideRefusal, mergeRefusal, RESIZABLE } from './edit-areas.ts'
import { pointsText, withPoints } from './score-points.ts'
import type { PlacedArea } from './sheet-layout.ts'
import css from './designer.module.css'

export type AreaCommand = 'split' | 'merge' | 'beside' | 'release' | 'up' | 'down' | 'remove'

/** What can be done with the selected area. */
export function AreaBar(props: {
  design: Draft
  area: PlacedArea | null
  isFixed: boolean
  onCommand: (command: AreaCommand) => void
  onResize: (heightMm: number) => void
  onBreak: (at: 'column' | 'page' | undefined) => void
  onQuestion: (no: string, change: (question: Question) => Question) => void
  onOptional: (nos: readonly string[], policy: OptionalPolicy) => void
}) {
  const { design, area, isFixed } = props
  if (!area)
    return (
      <div className={css['contextBar']}>
        <span className={css['muted']}>
          点选作答区可以拖动、拖下边调高度；Tab 逐个选中，方向键移动焦点，按 ? 查看全部快捷键
        </span>
      </div>
    )
  const questions = design.sections.flatMap((section) => section.questions)
  const first = questions.find(
    ({ no }) => no === (area.questionNos[0] ?? design.sections[area.section]?.questions[0]?.no),
  )
  const isEssay = area.kind === 'essay'
  const isSplit = (first?.partsMm?.length ?? 0) > 1 || area.questionNos.length > 1
  return (
    <div className={css['contextBar']} role="toolbar" aria-label="选中的作答区">
      <strong title={areaName(design, area)}>{areaName(design, area)}</strong>
      {RESIZABLE.includes(area.kind) && (
        <span className={css['labelled']}>
          高
          <Cell
            label="作答区高度"
            value={String(Math.round(area.heightMm * 2) / 2)}
            disabled={isFixed}
            onSave={(text) => Number(text) > 0 && props.onResize(Number(text))}
          />
          毫米
        </span>
      )}
      {(first?.exactHeight || (area.kind === 'fill' && first?.heightMm)) && !isFixed && (
        <Button
          size="small"
          variant="minimal"
          title="恢复自动高度"
          onClick={() => props.onCommand('release')}
        >
          自动
        </Button>
      )}
      {isEssay && first && area.questionNos.length === 1 && (
        <span className={css['labelled']} title="用加号分开，例如 4+4+4">
          给分点
          <span className={css['wideInput']}>
            <Cell
              label="给分点"
              placeholder={formatMilli(first.fullMilli)}
              value={pointsText(first)}
              disabled={isFixed}
              onSave={(text) =>
                props.onQuestion(first.no, (question) => withPoints(question, text))
              }
            />
          </span>
        </span>
      )}
      {area.kind === 'grid' && first && (
        <span className={css['labelled']}>
          每
          <HTMLSelect
            aria-label="每多少字印字数"
            disabled={isFixed}
            value={first.countEvery ?? 100}
            options={[100, 200]}
            onChange={({ currentTarget }) =>
              props.onQuestion(first.no, (question) => ({
                ...question,
                countEvery: Number(currentTarget.value) as 100,
              }))
            }
          />
          字印字数
        </span>
      )}
      {first?.optionalGroup && (
        <span
          className={css['labelled']}
          title="只评填涂的题号：没有填涂或多填的进入问题卷。全部评阅：阅卷教师给每道选做题打分，计最高的。"
        >
          选做计分
          <HTMLSelect
            aria-label="选做计分"
            disabled={isFixed}
            value={first.optionalGroup.policy ?? 'by_mark'}
            options={Object.entries(OPTIONAL_POLICIES).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) =>
              props.onOptional(area.questionNos, value as OptionalPolicy)
            }
          />
        </span>
      )}
      <HTMLSelect
        aria-label="另起一栏或一面"
        disabled={isFixed}
        value={first?.breakBefore ?? ''}
        options={[
          { value: '', label: '不另起' },
          { value: 'column', label: '另起一栏' },
          { value: 'page', label: '另起一面' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          props.onBreak(value === '' ? undefined : (value as 'column'))
        }
      />

      <span className={css['gap']} />
      {!isFixed && (
        <>
          {/* Optional questions share one frame that stands alone. */}
          {area.kind !== 'optional' && (
            <ButtonGroup>
              <ReasonButton
                size="small"
                reason={isEssay ? null : '只有解答类题目的作答区可以拆分'}
                onClick={() => props.onCommand('split')}
              >
                {area.questionNos.length > 1 && isEssay ? '拆开' : '拆分'}
              </ReasonButton>
              <ReasonButton
                size="small"
                reason={mergeRefusal(design, area)}
                onClick={() => props.onCommand('merge')}
              >
                {isSplit && first?.partsMm ? '合为一个' : '并入上一题'}
              </ReasonButton>
              <ReasonButton
                size="small"
                reason={first?.besidePrevious ? null : besideRefusal(design, area)}
                onClick={() => props.onCommand('beside')}
              >
                {first?.besidePrevious ? '取消并排' : '与上一题并排'}
              </ReasonButton>
            </ButtonGroup>
          )}
          <ButtonGroup>
            <Button
              size="small"
              icon={<ArrowUpIcon />}
              aria-label="上移"
              onClick={() => props.onCommand('up')}
            />
            <Button
              size="small"
              icon={<ArrowDownIcon />}
              aria-label="下移"
              onClick={() => props.onCommand('down')}
            />
            <Button
              size="small"
              icon={<TrashIcon />}
              aria-label="删除作答区"
              onClick={() => props.onCommand('remove')}
            />
          </ButtonGroup>
        </>
      )}
    </div>
  )
}
