import { Button, Switch } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ownBook, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, ErrorState, SimpleTable, SkeletonPage } from '@hengjuan/ui'
import { useState } from 'react'
import { OUTCOMES } from './OwnItems.tsx'
import { OwnPictures } from './OwnPictures.tsx'
import css from './own-score.module.css'

type Subject = ReplyOf<typeof ownBook>['subjects'][number]

/** The questions that the student did not get, subject by subject; the answers can be hidden to try again on paper. */
export function OwnBook({ examId }: { examId: number }) {
  const { data, error, refetch } = useRoute(ownBook, { query: { exam_id: examId } })
  const [hasKeys, setKeys] = useState(true)
  if (error?.code === 'BOOK_NOT_RELEASED')
    return (
      <EmptyState size="large" title="错题本还没有发布">
        学校发布后即可查看，与成绩发布的时间可能不同。
      </EmptyState>
    )
  if (error) return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPage />
  const hasKey = data.subjects.some(({ wrong }) => wrong.some(({ key }) => key !== undefined))
  return (
    <article className={css['page']}>
      <header className={css['hero']}>
        <p className={css['exam']}>{data.exam_name}</p>
        <h1 className={css['name']}>{data.name} 的错题本</h1>
        <p className={css['bookActs']}>
          {hasKey && (
            <Switch
              checked={hasKeys}
              label="显示答案"
              style={{ margin: 0 }}
              onChange={() => setKeys(!hasKeys)}
            />
          )}
          <Button size="small" onClick={() => window.print()}>
            打印
          </Button>
        </p>
      </header>
      <div className={css['subjects']}>
        {data.subjects.map((subject) => (
          <BookSubject
            key={subject.subject_id}
            examId={examId}
            subject={subject}
            hasKeys={hasKeys}
            hasPictures={data.shows_pictures}
          />
        ))}
      </div>
      <footer className={css['foot']}>
        选择题没有得满分、主观题得分不到六成的题目列入。成绩版本 v{data.version}。
      </footer>
    </article>
  )
}

function BookSubject(props: {
  examId: number
  subject: Subject
  hasKeys: boolean
  hasPictures: boolean
}) {
  const { subject } = props
  const [isOpen, setOpen] = useState(false)
  const { wrong } = subject
  const hasRates = wrong.some(({ class_percent }) => class_percent !== undefined)
  return (
    <section className={css['subject']}>
      <header className={css['subjectHead']}>
        <h2>{subject.subject_name}</h2>
        <p className={css['score']}>
          <small>
            {subject.questions} 题中 {wrong.length} 题
          </small>
        </p>
      </header>
      {wrong.length === 0 ? (
        <p className={css['note']}>这一科没有错题。</p>
      ) : (
        <SimpleTable
          label={`${subject.subject_name}的错题`}
          rows={wrong}
          rowKey={({ no }) => no}
          columns={[
            { key: 'no', title: '题号', render: ({ no }) => no },
            {
              key: 'outcome',
              title: '对错',
              render: ({ outcome }) => `${OUTCOMES[outcome].sign} ${OUTCOMES[outcome].word}`,
            },
            {
              key: 'answer',
              title: '作答',
              render: ({ answer }) => (answer === '' ? '空' : (answer ?? '')),
            },
            ...(props.hasKeys
              ? [{ key: 'key', title: '答案', render: ({ key }: Wrong) => key ?? '' }]
              : []),
            ...(hasRates
              ? [
                  {
                    key: 'rate',
                    title: '班级得分率',
                    render: ({ class_percent: rate }: Wrong) => (rate == null ? '—' : `${rate}%`),
                  },
                ]
              : []),
          ]}
        />
      )}
      {props.hasPictures && wrong.some(({ answer }) => answer === null) && (
        <button
          type="button"
          className={css['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起作答图片' : '作答图片'}
        </button>
      )}
      {isOpen && <OwnPictures examId={props.examId} subjectId={subject.subject_id} />}
    </section>
  )
}

type Wrong = Subject['wrong'][number]
