import type { previewDetail, ReplyOf } from '@hengjuan/contracts'
import {
  formatMilli,
  NO_MARK_REASONS,
  type NoMarkReason,
  PAPER_STATES,
  pointsText,
  READING_ROLES,
} from '@hengjuan/domain'
import { Piece, Score, StatusTag, Time } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './score.module.css'

type Detail = ReplyOf<typeof previewDetail>

const READING_STATES: Record<string, string> = {
  claimed: '评阅中',
  submitted: '已提交',
  rejected: '已打回',
  superseded: '已被替换',
}
export const FINAL_SOURCES: Record<string, string> = {
  SINGLE: '单评',
  COMBINED: '两评合成',
  PAIR: '三评取近',
  ARB: '仲裁',
  SPOT: '抽查改分',
  PROBLEM: '问题卷给分',
  BLANK: '空白确认',
  INSPECT: '复核改分',
  BENCHMARK: '标准卷',
  OFFLINE: '纸面打分',
}

/** Answers to objective questions with what they count. */
export function ObjectiveAnswers({
  items,
  onEdit,
}: {
  items: Detail['objective']
  /** Opens one for changes. */
  onEdit?: ((questionNo: string) => void) | undefined
}) {
  const sum = items.reduce((total, { score_milli }) => total + (score_milli ?? 0), 0)
  return (
    <section>
      <h4 className={css['sectionTitle']}>
        客观题 <Score value={sum} full={items.reduce((total, one) => total + one.full_milli, 0)} />
      </h4>
      <ul className={css['answers']}>
        {items.map((item) => {
          const state =
            item.score_milli === null
              ? 'open'
              : item.score_milli === item.full_milli
                ? 'full'
                : item.score_milli === 0
                  ? 'zero'
                  : 'part'
          return (
            <li
              key={item.question_no}
              data-state={state}
              title={`${item.source === 'person' ? '人工确认' : '机器识别'}；答案 ${item.key_text || '未设置'}`}
            >
              {onEdit ? (
                <button
                  type="button"
                  aria-label={`改第 ${item.question_no} 题`}
                  onClick={() => onEdit(item.question_no)}
                >
                  <AnswerCell item={item} />
                </button>
              ) : (
                <AnswerCell item={item} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const AnswerCell = ({ item }: { item: Detail['objective'][number] }) => (
  <>
    <small>
      {item.question_no}
      {item.edited && ' ✎'}
    </small>
    <b>{item.answer.join('') || (item.score_milli === null ? '?' : '空')}</b>
    <span>
      {item.key_text || '–'} · {item.score_milli === null ? '待定' : formatMilli(item.score_milli)}
    </span>
  </>
)

/** One block: its images, every reading, and what follows. */
export function MarkedBlock(props: { block: Detail['blocks'][number]; children?: ReactNode }) {
  const { block } = props
  const noMark = NO_MARK_REASONS[block.final_reason as NoMarkReason] as string | undefined
  return (
    <section className={css['block']}>
      <h4 className={css['sectionTitle']}>
        {block.name}{' '}
        <Score value={block.is_void ? null : block.final_milli} full={block.full_milli} />
        {block.is_void && <StatusTag status="warn">得分已删除</StatusTag>}
        <StatusTag status={block.final_milli === null || noMark ? 'warn' : 'ok'}>
          {block.final_milli === null
            ? (PAPER_STATES[block.state as 'READY'] ?? block.state)
            : (noMark ?? FINAL_SOURCES[block.final_source ?? ''] ?? '已完成')}
        </StatusTag>
      </h4>
      {block.is_risk && (
        <p className={css['muted']}>
          作答内容涉及情绪或安全风险，图像只由学校管理员查看（首页待办「情绪或安全风险」）。
        </p>
      )}
      {block.images.map(({ url, width_px, height_px }, index) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <Piece
            isPressed
            className={css['crop']}
            src={url}
            // Keeps its place until it is there: what is below must not move while somebody reads it.
            width={width_px}
            height={height_px}
            alt={`${block.name}作答图像第 ${index + 1} 部分`}
            loading="lazy"
          />
        </a>
      ))}
      {block.readings.length > 0 && (
        <table className={css['readings']}>
          <tbody>
            {block.readings.map((reading, index) => (
              <tr key={index} data-old={reading.state === 'superseded' || undefined}>
                <th scope="row">{READING_ROLES[reading.role as 'R1'] ?? reading.role}</th>
                <td>
                  {reading.marker_name}
                  {reading.points.length > 0 && (
                    <small>
                      {pointsText(
                        reading.points,
                        reading.points.map(({ score_milli }) => score_milli),
                      )}
                    </small>
                  )}
                </td>
                <td>
                  <Score value={reading.total_milli} />
                </td>
                <td>{READING_STATES[reading.state] ?? reading.state}</td>
                <td className={css['muted']}>
                  <Time at={reading.submitted_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {props.children}
    </section>
  )
}
