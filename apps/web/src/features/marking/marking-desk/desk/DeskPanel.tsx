import { Button, Tooltip } from '@blueprintjs/core'
import { useLeaveWarning } from '@hengjuan/ui'
import { tooSoonMs } from '@hengjuan/domain'
import { useEffect, useState } from 'react'
import { givenBefore, oftenGiven } from '../../marking-core/entry/often-given.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { entryChoice } from '../../marking-messages/rubric/entry-choice.ts'
import { PressedEntries } from '../../marking-messages/rubric/PressedEntries.tsx'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import { WordCount } from '../words/WordCount.tsx'
import { currentOf, type DeskState } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import { OwnProgress, type OwnRows } from './OwnProgress.tsx'
import { answeredOf, bestOfTask, isChanged, type Paper } from '../../marking-core/paper/paper.ts'
import { pressedOf } from '../../marking-messages/rubric/pressed-of.ts'
import { PanelHold } from './PanelHold.tsx'
import { ScorePanel } from './ScorePanel.tsx'
import type { PaperLook } from './use-paper-look.ts'
import css from './desk.module.css'
import lookRing from './look-ring.module.css'

/** Beside the paper: its scores, with what helps to give them. */
export function DeskPanel(props: {
  desk: Desk
  state: DeskState
  look: PaperLook
  isRubricOpen: boolean
  rows: OwnRows
  onTakeBack: () => void
}) {
  const { desk, state, look } = props
  const { info } = state
  const isBack = state.back !== null
  const paper = currentOf(state)
  // What is changed on a paper that was handed in is kept nowhere until it is handed in again.
  useLeaveWarning(isBack && paper !== null && isChanged(paper, paper.flags))
  const mayGive = paper !== null && paper.task.locked_reason === null
  const entries = state.rubric?.entries ?? []
  const choice = mayGive
    ? entryChoice(
        { entry: paper.entry, rules: paper.rules, points: paper.task.points },
        entries,
        desk.pressEntry,
      )
    : null
  const earlier = paper?.task.earlier ?? []
  const answered = paper && answeredOf(paper.task, info)
  const disagree =
    paper?.rules.points.map((_, at) => new Set(earlier.map(({ scores }) => scores[at])).size > 1) ??
    []
  return (
    <div className={css['panel']}>
      <PanelHold frame={look.panel} blockId={info.block_id} />
      {!paper && (
        <div className={css['rest']}>
          {/* A key may say something also where there is no paper to score. */}
          <p className={css['said']} role="status">
            {state.hint}
          </p>
          <h3>我的进度</h3>
          <OwnProgress mine={state.mine} due={state.due} rows={props.rows} />
          <h3>评分标准</h3>
          <RubricText blockId={info.block_id} text={info.rubric} />
        </div>
      )}
      {paper && (
        <ScorePanel
          key={paper.task.unit_id}
          rules={paper.rules}
          bestOf={bestOfTask(paper.task, info.best_of)}
          answered={
            answered ? { text: answered, otherwise: '作答的是其他题，请提交问题卷。' } : null
          }
          entry={paper.entry}
          onEdit={(change) => desk.edit((entry) => change(entry))}
          onSubmit={() => void desk.pressEnter()}
          submitText={isBack ? '保存修改' : state.view === 'grid' ? '提交选中的试卷' : '提交'}
          hint={state.hint}
          marked={disagree}
          earlier={earlier}
          lockedReason={isBack ? paper.task.locked_reason : null}
          mayClick={info.settings.score_type !== 2}
          often={oftenGiven(givenBefore(paper, state.done, state.mine.distribution))}
        >
          {isBack && paper.task.locked_reason === null && (
            <Tooltip content="成绩暂不计入，试卷回到手中重新评阅">
              <Button fill onClick={props.onTakeBack}>
                收回重评 <KeyOf action="takeBack" />
              </Button>
            </Tooltip>
          )}
          <PressedEntries pressed={pressedOf(paper, entries)} />
          {info.min_ms > 0 && !isBack && <LookRing paper={paper} minMs={info.min_ms} />}
          {info.has_words && (
            <WordCount
              task={paper.task}
              blockId={info.block_id}
              isRuled={look.isRuled}
              onRule={look.turnRuler}
            />
          )}
          {props.isRubricOpen && (
            <RubricText blockId={info.block_id} text={info.rubric} choice={choice} />
          )}
        </ScorePanel>
      )}
    </div>
  )
}

const LOOK_MS = 250
const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

/** How long a paper still has to be looked at: a thin ring that closes, gone when it has. */
function LookRing({ paper, minMs }: { paper: Paper; minMs: number }) {
  const [left, setLeft] = useState(() => tooSoonMs(paper.activeMs, minMs))
  // The time in use is counted outside React.
  useEffect(() => {
    const timer = setInterval(() => setLeft(tooSoonMs(paper.activeMs, minMs)), LOOK_MS)
    return () => clearInterval(timer)
  }, [paper, minMs])
  if (left === 0) return null
  return (
    <p className={lookRing['ring']}>
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r={RADIUS} />
        <circle
          cx="11"
          cy="11"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={(ROUND * left) / minMs}
        />
      </svg>
      再看 {Math.ceil(left / 1000)} 秒可以提交
    </p>
  )
}
