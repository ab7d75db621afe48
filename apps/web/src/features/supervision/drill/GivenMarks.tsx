import {
  countedPlaces,
  entriesText,
  formatMilli,
  PAPER_FLAGS,
  pointsText,
  sumOfScores,
} from '@hengjuan/domain'
import { Time } from '@hengjuan/ui'
import { secondsText } from '../words.ts'
import css from './drill.module.css'
import type { CheckedTask } from './use-reading-action.ts'
import { ROLES, SECOND_STATES, verdictText } from './words.ts'

/** What each reader gave, and what became of it. */
export function GivenMarks({ task }: { task: CheckedTask }) {
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
export function finalPointsText({
  points,
  final_points,
  final_milli,
  best_of,
}: CheckedTask): string {
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
