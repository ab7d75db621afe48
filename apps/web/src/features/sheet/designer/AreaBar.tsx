import { Button, HTMLSelect } from '@blueprintjs/core'
import { formatMilli, OPTIONAL_POLICIES, type OptionalPolicy } from '@hengjuan/domain'
import type { Draft, Question } from '../draft.ts'
import { Cell } from './cells.tsx'
import { areaName, RESIZABLE } from './edit-areas.ts'
import { pointsText, withPoints } from './score-points.ts'
import type { PlacedArea } from './sheet-layout.ts'
import css from './designer.module.css'
import { type AreaCommand, AreaActs } from './AreaActs.tsx'

/** The selected area, and what can be done with it. */
export interface AreaBarProps {
  design: Draft
  area: PlacedArea | null
  isFixed: boolean
  onCommand: (command: AreaCommand) => void
  onResize: (heightMm: number) => void
  onBreak: (at: 'column' | 'page' | undefined) => void
  onQuestion: (no: string, change: (question: Question) => Question) => void
  onOptional: (nos: readonly string[], policy: OptionalPolicy) => void
}

/** What can be done with the selected area. */
export function AreaBar(props: AreaBarProps) {
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
        <AreaActs design={design} area={area} first={first} onCommand={props.onCommand} />
      )}
    </div>
  )
}
