import { Classes } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { checkDetail } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { Pending, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import type { ActsAs } from '../standing.ts'
import css from './drill.module.css'
import { PaperRecord } from './PaperRecord.tsx'
import { ReadingActions } from './ReadingActions.tsx'
import type { CheckedTask } from './use-reading-action.ts'
import { sourceName, stateLight, stateName } from './words.ts'
import { GivenMarks, finalPointsText } from './GivenMarks.tsx'
import { ReadPaper } from './ReadPaper.tsx'

/** One reading with its paper: the image, all readings, what was checked, and what can be done. */
export function ReadingPane(props: {
  examId: number
  blockId: number
  readingId: number
  as: ActsAs
  onDone: () => void
}) {
  const { examId, blockId, readingId } = props
  const { data, error, refetch } = useRoute(checkDetail, {
    query: { exam_id: examId, block_id: blockId, task_detail_id: readingId },
  })
  // What is known of a reading that counts no more is not shown as what may be judged.
  if (!data || isRefusal(error)) return <Pending error={error} refetch={refetch} lines={8} />
  return (
    <div className={css['pane']}>
      <ReadPaper key={data.unit_id} task={data} />
      <section className={css['side']} aria-label="评阅情况">
        <Facts task={data} />
        {data.is_hidden ? (
          <ToArbitration task={data} />
        ) : (
          <ReadingActions
            key={data.task_detail_id}
            task={data}
            examId={examId}
            as={props.as}
            onDone={props.onDone}
          />
        )}
        <PaperRecord examId={examId} blockId={blockId} unitId={data.unit_id} />
      </section>
    </div>
  )
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && [403, 404, 409].includes(error.status)

function Facts({ task }: { task: CheckedTask }) {
  return (
    <>
      <div className={css['head']}>
        <span>
          密号 <code>{task.secret_code}</code>
        </span>
        <StatusTag status={stateLight(task.unit_state)}>{stateName(task.unit_state)}</StatusTag>
      </div>
      <p className={css['final']}>
        <span>终评分</span>
        <strong>{task.final_milli === null ? '–' : formatMilli(task.final_milli)}</strong>
        <span>/ {formatMilli(task.full_milli)}</span>
        {task.final_source !== null && (
          <small>{sourceName(task.final_source, task.final_reason)}</small>
        )}
      </p>
      {task.final_points.length > 1 && <p className={css['muted']}>{finalPointsText(task)}</p>}
      {task.answered !== null && <p className={css['muted']}>选做题，按{task.answered}评阅</p>}
      {!task.is_hidden && <GivenMarks task={task} />}
    </>
  )
}

/** Where it is decided, and why nothing is shown of who read it. @source domain rules 3.3 (`arb_view`) */
const ToArbitration = ({ task }: { task: CheckedTask }) => (
  <>
    <p className={css['muted']}>
      这份试卷等待仲裁。您是仲裁人，裁定之前先前评阅只在仲裁页按题块设置显示，这里不列评阅教师、给分和留痕。
    </p>
    <Link className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`} to={arbitrationOf(task)}>
      去仲裁
    </Link>
  </>
)

const arbitrationOf = ({ unit_id, block_id }: CheckedTask): string =>
  `/MainPage/markPaper/markPage/arbitration-marking?mode=arbitration&unit_id=${unit_id}&block_id=${block_id}`
