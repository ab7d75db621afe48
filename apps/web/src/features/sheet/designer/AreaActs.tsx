import { Button, ButtonGroup } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '@blueprintjs/icons'
import { ReasonButton } from '@hengjuan/ui'
import type { Draft, Question } from '../draft.ts'
import { besideRefusal } from './beside-areas.ts'
import { mergeRefusal } from './edit-areas.ts'
import type { PlacedArea } from './sheet-layout.ts'

export type AreaCommand = 'split' | 'merge' | 'beside' | 'release' | 'up' | 'down' | 'remove'

/** Taking an area apart, joining it, moving it. */
export function AreaActs(props: {
  design: Draft
  area: PlacedArea
  /** Its first question. */
  first: Question | undefined
  onCommand: (command: AreaCommand) => void
}) {
  const { design, area, first } = props
  const isEssay = area.kind === 'essay'
  const isSplit = (first?.partsMm?.length ?? 0) > 1 || area.questionNos.length > 1
  return (
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
  )
}
