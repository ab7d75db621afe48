import { Button } from '@blueprintjs/core'
import { routeKey, useRoute } from '@hengjuan/client/react'
import {
  blockScoreRecord,
  blockScores,
  previewAlarms,
  previewAll,
  previewCounts,
  previewDetail,
  previewStudents,
} from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, formatMilli, PRESENT } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  Segmented,
  SideDrawer,
  SkeletonLines,
  StatusTag,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../session/session-store.ts'
import { AsStudent } from './AsStudent.tsx'
import { AnswerEditor } from './edit/AnswerEditor.tsx'
import { BlockEditor } from './edit/BlockEditor.tsx'
import { BlockRecord } from './edit/BlockRecord.tsx'
import { DeleteScore } from './edit/DeleteScore.tsx'
import { EditLog } from './edit/EditLog.tsx'
import { MarkedBlock, ObjectiveAnswers } from './ScoreParts.tsx'
import css from './score.module.css'

/** What a candidate's score is made of: answers, images, readings. */
export function ScoreDrawer(props: {
  examId: number
  target: { candidateId: number; subjectId: number | null } | null
  subjects: readonly { subject_id: number; subject_name: string }[]
  onPick: (subjectId: number) => void
  onClose: () => void
}) {
  const { target, subjects } = props
  const subjectId = target?.subjectId ?? subjects[0]?.subject_id ?? null
  return (
    <SideDrawer
      isOpen={target !== null}
      onClose={props.onClose}
      size="min(880px, 92vw)"
      title="得分明细"
    >
      {target && subjectId !== null && (
        <div className={css['drawer']}>
          <Segmented
            label="明细科目"
            options={subjects.map(({ subject_id, subject_name }) => ({
              value: subject_id,
              label: subject_name,
            }))}
            value={subjectId}
            onChange={props.onPick}
          />
          <Content
            key={`${target.candidateId} ${subjectId}`}
            query={{
              exam_id: props.examId,
              subject_id: subjectId,
              candidate_id: target.candidateId,
            }}
          />
        </div>
      )}
    </SideDrawer>
  )
}

function Content(props: { query: { exam_id: number; subject_id: number; candidate_id: number } }) {
  const { data, error, refetch } = useRoute(previewDetail, { query: props.query })
  const [isAsStudent, setAsStudent] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const { user_id: ownId } = useSession()
  const client = useQueryClient()
  const refresh = () => {
    for (const route of [previewDetail, previewAll, previewStudents, previewAlarms, blockScores])
      void client.invalidateQueries({ queryKey: routeKey(route) })
    for (const route of [previewCounts, blockScoreRecord])
      void client.invalidateQueries({ queryKey: routeKey(route) })
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={10} />
  const item = data.objective.find(({ question_no }) => question_no === edited)
  return (
    <>
      <header className={css['detailHead']}>
        <div>
          <h3>{data.name}</h3>
          <span className={css['muted']}>考号 {data.exam_no}</span>{' '}
          <Link
            to={`/score-check?exam_id=${props.query.exam_id}&subject_id=${props.query.subject_id}&candidate_id=${data.candidate_id}`}
          >
            复核改分
          </Link>{' '}
          <Button size="small" variant="minimal" onClick={() => setAsStudent(true)}>
            以学生身份预览
          </Button>
          {isAsStudent && (
            <AsStudent
              examId={props.query.exam_id}
              candidateId={data.candidate_id}
              onClose={() => setAsStudent(false)}
            />
          )}
        </div>
        {data.attendance === PRESENT ? (
          <span className={css['detailTotal']}>
            {data.total_milli === null ? '未出分' : formatMilli(data.total_milli)}
            {data.exact_milli !== null && data.exact_milli !== data.total_milli && (
              <small className={css['muted']}>
                {' '}
                科目总分取整，取整前 {formatMilli(data.exact_milli)}
              </small>
            )}
          </span>
        ) : (
          <StatusTag status="idle">{attendanceLabel(data.attendance as Attendance)}</StatusTag>
        )}
      </header>
      {data.attendance !== PRESENT ? (
        <EmptyState title="没有成绩">该考生本科没有参加考试，不计分数、不参加排名。</EmptyState>
      ) : (
        <>
          {data.objective.length > 0 && (
            <ObjectiveAnswers
              items={data.objective}
              onEdit={data.is_published ? undefined : setEdited}
            />
          )}
          {item && !data.is_published && (
            <AnswerEditor
              key={`${item.question_no} ${data.version}`}
              place={props.query}
              version={data.version}
              item={item}
              onDone={() => {
                setEdited(null)
                refresh()
              }}
              onClose={() => setEdited(null)}
            />
          )}
          {data.blocks.map((block) => (
            <MarkedBlock key={block.unit_id} block={block}>
              {!data.is_published && !block.is_void && (
                <BlockEditor place={props.query} block={block} ownId={ownId} onDone={refresh} />
              )}
              <BlockRecord
                place={props.query}
                block={block}
                isPublished={data.is_published}
                onDone={refresh}
              />
              {!data.is_published && !block.is_void && (
                <DeleteScore
                  place={props.query}
                  what={block.name}
                  blockId={block.block_id}
                  onDone={refresh}
                />
              )}
            </MarkedBlock>
          ))}
          {!data.is_published && !data.is_void && (
            <div>
              <DeleteScore place={props.query} what="本科" onDone={refresh} />
            </div>
          )}
          {data.edits.length > 0 && (
            <EditLog
              place={props.query}
              edits={data.edits}
              ownId={ownId}
              isPublished={data.is_published}
              onDone={refresh}
            />
          )}
        </>
      )}
    </>
  )
}
