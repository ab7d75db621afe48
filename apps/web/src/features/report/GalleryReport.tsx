import { Button, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, reportAnswers } from '@hengjuan/contracts'
import { figureText, formatMilli, formatPercent, MILLI_PER_POINT } from '@hengjuan/domain'
import {
  EmptyState,
  filter,
  FilterField,
  Pager,
  Panel,
  Piece,
  Segmented,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FooterNote } from './FooterNote.tsx'
import css from './gallery.module.css'
import { reportAddress } from './report-address.ts'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'

type Reply = ReplyOf<typeof reportAnswers>
type Picture = Reply['list'][number]

const filters = {
  no: filter.text(),
  points: filter.text(),
  first: filter.oneOf(['low', 'high'], 'low'),
  page: filter.number(1),
  limit: filter.number(24),
}

/** What was written to a question, by score and class: what a lesson about the paper is prepared from. @source reports 2.5 (c) */
export function GalleryReport() {
  const { examId, query } = useReportFilters()
  const { values, set } = useUrlFilters(filters)
  const { no, points, first, page, limit } = values
  const isScore = points !== '' && Number(points) >= 0
  const { compare_exam_id: _, ...common } = query('subject')
  const { data, error, refetch } = useRoute(
    reportAnswers,
    {
      query: {
        ...common,
        ...(no === '' ? {} : { no }),
        ...(isScore ? { points: Number(points) } : {}),
        first,
        page,
        limit: Math.min(60, limit),
      },
    },
    { placeholderData: keepPreviousData, enabled: examId !== 0 },
  )
  const reply: Reply | undefined = data
  return (
    <ReportShell
      page="gallery"
      of="subject"
      hasClass
      frame={reply}
      error={error}
      onRetry={() => void refetch()}
      chips={[
        ...(reply?.item ? [`第 ${reply.item.no} 题`] : []),
        ...(isScore ? [`得 ${points} 分`] : []),
      ]}
      filters={
        reply && (
          <>
            <QuestionChoice
              reply={reply}
              onChange={(next) => set({ no: next, points: '', page: 1 })}
            />
            <Segmented
              label="次序"
              options={[
                { value: 'low', label: '低分在前' },
                { value: 'high', label: '高分在前' },
              ]}
              value={first}
              onChange={(next) => set({ first: next, page: 1 })}
            />
          </>
        )
      }
    >
      {reply && (
        <Panel footer={<FooterNote footer={reply.footer} />}>
          <Scores
            reply={reply}
            chosen={isScore ? Number(points) * MILLI_PER_POINT : null}
            onChoose={(next) => set({ points: next, page: 1 })}
          />
          <Pictures
            reply={reply}
            onAll={isScore ? () => set({ points: '', page: 1 }) : undefined}
          />
          {reply.total > limit && (
            <Pager
              page={page}
              limit={limit}
              total={reply.total}
              unit="份"
              onPage={(next) => set({ page: next })}
              onLimit={(next) => set({ limit: Math.min(60, next), page: 1 })}
            />
          )}
        </Panel>
      )}
    </ReportShell>
  )
}

function QuestionChoice(props: { reply: Reply; onChange: (no: string) => void }) {
  const written = props.reply.questions.filter(({ objective }) => !objective)
  if (written.length === 0) return null
  return (
    <FilterField label="题目">
      <HTMLSelect
        value={props.reply.item?.no ?? ''}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {written.map(({ no, full_milli }) => (
          <option key={no} value={no}>
            第 {no} 题（{formatMilli(full_milli)} 分）
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

/** Every score that was given, with how many got it: pressed, only those are shown. */
function Scores(props: {
  reply: Reply
  chosen: number | null
  onChoose: (points: string) => void
}) {
  const { item } = props.reply
  if (!item || item.scores.length === 0) return null
  const all = item.scores.reduce((sum, { n }) => sum + n, 0)
  const most = Math.max(...item.scores.map(({ n }) => n))
  return (
    <div className={css['scores']} role="group" aria-label="按得分">
      <button type="button" aria-pressed={props.chosen === null} onClick={() => props.onChoose('')}>
        <span>全部</span>
        <small>{all} 人</small>
      </button>
      {item.scores.map(({ score_milli, n }) => (
        <button
          key={score_milli}
          type="button"
          aria-pressed={props.chosen === score_milli}
          title={`${formatMilli(score_milli)} 分，${n} 人，占 ${formatPercent(n, all)}`}
          onClick={() => props.onChoose(String(score_milli / MILLI_PER_POINT))}
        >
          <span>{formatMilli(score_milli)} 分</span>
          <small>{n} 人</small>
          <i aria-hidden="true" style={{ width: `${(100 * n) / most}%` }} />
        </button>
      ))}
    </div>
  )
}

function Pictures(props: {
  reply: Reply
  /** Only one score is shown: back to all of them. */
  onAll: (() => void) | undefined
}) {
  const { reply } = props
  const { kept } = useReportFilters()
  const { item, list } = reply
  if (!item)
    return (
      <EmptyState title="这一科没有主观题">
        客观题没有作答图像，<Link to={reportAddress('choice', kept)}>看选项分析</Link>。
      </EmptyState>
    )
  if (list.length === 0 && props.onAll && reply.total === 0)
    return (
      <EmptyState
        title="没有人得这个分数"
        action={<Button onClick={props.onAll}>显示全部得分</Button>}
      >
        请在上面选一个有人得到的分数。
      </EmptyState>
    )
  if (list.length === 0)
    return (
      <EmptyState title="没有可以查看的作答图像">
        这些学生没有这道题的图像：成绩为导入，或图像不供查看。
        <Link to={reportAddress('questionPeople', kept, { no: item.no })}>看每个学生的得分</Link>。
      </EmptyState>
    )
  return (
    <>
      <p className={css['about']}>
        {list.some(({ person }) => person) ? '' : '姓名只在任教的班级显示。'}
        涉及学生安全的答卷不在其中。
        <Link to={reportAddress('questionPeople', kept, { no: item.no })}>看每个学生的得分</Link>
      </p>
      <ul className={css['pictures']} aria-label={`第 ${item.no} 题的作答`}>
        {list.map((one, at) => (
          // A page of pictures is never sorted anew.
          <PictureCard key={one.images[0]?.hash ?? at} of={one} full={item.full_milli} />
        ))}
      </ul>
    </>
  )
}

function PictureCard({ of, full }: { of: Picture; full: number }) {
  const { kept } = useReportFilters()
  const { person, images } = of
  const score = `${of.blank ? '未答 ' : ''}${figureText(of.score_milli, 'milli')}`
  return (
    <li>
      <p>
        <b>
          {score} / {formatMilli(full)}
        </b>
        <span>{of.class_name}</span>
        {person && (
          <Link
            to={reportAddress('student', kept, {
              keyword: person.exam_no,
              open: person.candidate_id,
            })}
          >
            {person.student_name}
          </Link>
        )}
      </p>
      {images.map((image, at) => (
        <a
          key={image.hash}
          href={image.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`放大：${of.class_name} ${score} 分，第 ${at + 1} 幅`}
        >
          <Piece
            src={image.url}
            width={image.width_px}
            height={image.height_px}
            loading="lazy"
            isPressed
            alt={`${of.class_name} ${score} 分的作答，第 ${at + 1} 幅`}
          />
        </a>
      ))}
    </li>
  )
}
