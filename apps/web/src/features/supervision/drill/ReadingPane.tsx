import { Classes } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { checkDetail } from '@hengjuan/contracts'
import {
  countedPlaces,
  entriesText,
  formatMilli,
  PAPER_FLAGS,
  pointsText,
  sumOfScores,
} from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  ImageViewer,
  MarkHands,
  MarksView,
  Segmented,
  SkeletonLines,
  StatusTag,
  Time,
  useShownHands,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ActsAs } from '../standing.ts'
import { secondsText } from '../words.ts'
import css from './drill.module.css'
import { PaperRecord } from './PaperRecord.tsx'
import { ReadingActions } from './ReadingActions.tsx'
import type { CheckedTask } from './use-reading-action.ts'
import { ROLES, SECOND_STATES, sourceName, stateLight, stateName, verdictText } from './words.ts'

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
  if (error && (!data || isRefusal(error)))
    return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return (
    <div className={css['pane']}>
      <Paper key={data.unit_id} task={data} />
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

/** The answer with what was drawn on it. */
export function Paper({
  task,
}: {
  task: Pick<CheckedTask, 'secret_code' | 'images' | 'is_risk' | 'readings'>
}) {
  const [part, setPart] = useState(0)
  const drawn = task.readings.map(({ role, marker_name, traces }, hand) => ({
    hand,
    name: `${ROLES[role] ?? role} ${marker_name}`,
    marks: traces ?? [],
  }))
  const hands = useShownHands(drawn)
  const image = task.images[part]
  if (task.is_risk)
    return (
      <EmptyState title="该卷已转交学校管理员">
        作答内容涉及情绪或安全风险，图像只由题组长处理时和学校管理员查看。
      </EmptyState>
    )
  if (!image)
    return (
      <EmptyState title="这份试卷没有图像">答题卡正在重新处理，处理完成后可以查看。</EmptyState>
    )
  return (
    <section className={css['paper']} aria-label="答卷">
      <div className={css['parts']}>
        {task.images.length > 1 && (
          <Segmented
            label="图像"
            options={task.images.map((_, index) => ({
              value: String(index),
              label: `第 ${index + 1} 幅`,
            }))}
            value={String(part)}
            onChange={(next) => setPart(Number(next))}
          />
        )}
        <MarkHands readings={drawn} hidden={hands.hidden} onToggle={hands.toggle} />
      </div>
      <ImageViewer src={image.url} alt={`密号 ${task.secret_code} 的作答`}>
        <MarksView
          parts={[image]}
          readings={hands.shown.map(({ hand, marks }) => ({
            hand,
            // One image at a time: its annotations, counted from its own corner.
            marks: marks.filter((mark) => mark.part === part).map((mark) => ({ ...mark, part: 0 })),
          }))}
        />
      </ImageViewer>
    </section>
  )
}

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
      {!task.is_hidden && <Given task={task} />}
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

/** What each reader gave, and what became of it. */
function Given({ task }: { task: CheckedTask }) {
  return (
    <>
      <table className={css['readings']}>
        <caption>各次评阅（误差阈值 {formatMilli(task.tolerance_milli)}）</caption>
        <tbody>
          {task.readings.map((reading) => (
            <tr
              key={reading.task_detail_id}
              aria-current={reading.task_detail_id === task.task_detail_id || undefined}
            >
              <th scope="row">{ROLES[reading.role] ?? reading.role}</th>
              <td>
                {reading.marker_name}
                <small>
                  <Time at={reading.submitted_at} /> · {secondsText(reading.active_ms)}
                  {reading.is_taken_back && ' · 本人收回，待重评'}
                  {reading.rejections > 0 && ` · 打回 ${reading.rejections} 次`}
                  {isOlder(reading.rubric_version, task.rubric_version) &&
                    ` · 按第 ${reading.rubric_version} 版评分标准（现第 ${task.rubric_version} 版）`}
                </small>
                {reading.scores.length > 1 && (
                  <small>{pointsText(task.points, reading.scores)}</small>
                )}
                {reading.pressed.length > 0 && <small>依据：{entriesText(reading.pressed)}</small>}
                {reading.flags.length > 0 && (
                  <small>
                    {reading.flags.map((flag) => PAPER_FLAGS[flag]).join('、')}
                    {reading.flag_note !== null && `：${reading.flag_note}`}
                  </small>
                )}
              </td>
              <td className={css['score']}>
                {reading.total_milli === null ? '–' : formatMilli(reading.total_milli)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {task.read_again.sent && (
        <p className={css['muted']}>
          {task.read_again.sent.by_name}送第二人评阅（
          <Time at={task.read_again.sent.at} />
          ）：{SECOND_STATES[task.read_again.sent.state]}，原终评{' '}
          {formatMilli(task.read_again.sent.final_before)} 分
        </p>
      )}
      {task.checks.length > 0 && (
        <ul className={css['checks']} aria-label="抽查记录">
          {task.checks.map((check) => (
            <li key={check.checked_at}>
              <Time at={check.checked_at} /> {check.checker_name}抽查{check.marker_name}：
              {verdictText(check)}
              {check.reject_milli !== null && ` 为 ${formatMilli(check.reject_milli)} 分`}
              {check.comment !== '' && `（${check.comment}）`}
              {check.withdrawn_at !== null && '，已撤销'}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** 「内容 15、表达 16」 of the final mark, and what became of their sum where it was rounded. */
function finalPointsText({ points, final_points, final_milli, best_of }: CheckedTask): string {
  if (best_of !== null) {
    const questionOf = points.map(({ question_no: no }) => no ?? '')
    const counted = countedPlaces([final_points], { choose: best_of, questionOf })
    const shown = points.filter((_, at) => counted.includes(at))
    const scores = counted.map((at) => final_points[at] ?? 0)
    return `计得分最高的 ${best_of} 题：${pointsText(shown, scores)}`
  }
  const text = pointsText(points, final_points)
  const sum = sumOfScores(final_points)
  return final_milli === null || final_milli === sum
    ? text
    : `${text}；合计 ${formatMilli(sum)}，取整为 ${formatMilli(final_milli)}`
}

/** Was it given under a version of the rubric that holds no more? */
const isOlder = (version: number | null, now: number): version is number =>
  version !== null && version < now && version > 0
