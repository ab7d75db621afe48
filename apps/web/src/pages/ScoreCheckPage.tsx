import { scoreInspectExport } from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { resultPath } from '../features/scan/index.ts'
import {
  CandidateScores,
  CorrectionLog,
  type InspectFilter,
  ScoreInspection,
} from '../features/score/index.ts'
import { ExamSelect } from '../features/supervision/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { useExamChoice } from './use-exam-choice.ts'
import css from './two-columns.module.css'

const filters = {
  exam_id: filter.id(),
  subject_id: filter.id(),
  candidate_id: filter.id(),
  tab: filter.text(),
}
const TABS = [
  { value: 'check', label: '核查' },
  { value: 'record', label: '改分记录' },
] as const

interface Place {
  subject_id?: number | null
  candidate_id?: number | null
  tab?: string
}

/** `/score-check?exam_id=&subject_id=&candidate_id=`: a score is looked at again, and corrected with a reason. */
export function ScoreCheckPage() {
  const { values, set } = useUrlFilters(filters)
  const { list, examId, error, retry } = useExamChoice(values.exam_id)
  const isInExam = useIsInExam()
  if (error) return <ErrorState size="large" error={error} onRetry={retry} />
  if (!list) return <SkeletonPage inset />
  if (examId === null)
    return (
      <div className={css['page']}>
        <PageHeader title="成绩核查" />
        <Panel>
          <EmptyState size="large" title="还没有考试">
            阅卷完成后，可以在这里核查和复核考生的得分。
          </EmptyState>
        </Panel>
      </div>
    )
  const select = !isInExam && (
    <ExamSelect
      exams={list}
      value={examId}
      onChange={(exam_id) => set({ exam_id, subject_id: null, candidate_id: null })}
    />
  )
  const exam = list.find(({ exam_id }) => exam_id === examId)
  if (!exam)
    return (
      <div className={css['page']}>
        <PageHeader title="成绩核查" actions={select} />
        <Panel>
          <div role="alert">
            <EmptyState size="large" title="没有找到这场考试">
              考试可能已删除，或不在当前身份的范围内，请在右上角重新选择。
            </EmptyState>
          </div>
        </Panel>
      </div>
    )
  return (
    <Inspection
      key={examId}
      examId={examId}
      subjects={exam.subjects}
      subjectId={values.subject_id}
      candidateId={values.candidate_id}
      tab={values.tab === 'record' ? 'record' : 'check'}
      select={select}
      onSet={set}
    />
  )
}

const NO_FILTER: InspectFilter = { keyword: '', classId: null, corrected: 'all' }

function Inspection(props: {
  examId: number
  subjects: readonly { subject_id: number; name: string }[]
  subjectId: number | null
  candidateId: number | null
  tab: 'check' | 'record'
  select: ReactNode
  onSet: (place: Place) => void
}) {
  const { examId, subjects, candidateId, tab, onSet } = props
  const { user_id: userId } = useSession()
  const mayHandle = useMay('exception.handle')
  const [filtered, setFiltered] = useState(NO_FILTER)
  const header = (
    <PageHeader
      title="成绩核查"
      subtitle="核对考生的卷面与得分；改分须写理由，降分由第二人确认，评阅过的人不能处理"
      actions={
        <>
          {props.select}
          <Segmented
            label="核查与记录"
            options={TABS}
            value={tab}
            onChange={(next) => onSet({ tab: next })}
          />
          {tab === 'record' && (
            <DownloadButton route={scoreInspectExport} input={{ query: { exam_id: examId } }}>
              导出改分记录
            </DownloadButton>
          )}
        </>
      }
    />
  )
  const subject = subjects.find(({ subject_id }) => subject_id === props.subjectId) ?? subjects[0]
  if (!subject)
    return (
      <div className={css['page']}>
        {header}
        <Panel>
          <EmptyState size="large" title="这场考试还没有科目" />
        </Panel>
      </div>
    )
  const { subject_id: subjectId } = subject
  return (
    <div className={css['page']}>
      {header}
      {tab === 'record' ? (
        <Panel flush>
          <CorrectionLog
            examId={examId}
            subjectId={null}
            onOpen={(target) =>
              onSet({
                subject_id: target.subjectId,
                candidate_id: target.candidateId,
                tab: 'check',
              })
            }
          />
        </Panel>
      ) : (
        <div className={css['columns']} style={{ '--first-column': '460px' } as CSSProperties}>
          <Panel
            title="考生"
            flush
            actions={
              <Segmented
                label="科目"
                options={subjects.map(({ subject_id, name }) => ({
                  value: subject_id,
                  label: name,
                }))}
                value={subjectId}
                onChange={(subject_id) => onSet({ subject_id })}
              />
            }
          >
            <CandidateScores
              examId={examId}
              subjectId={subjectId}
              filter={filtered}
              selectedId={candidateId}
              onFilter={(part) => setFiltered({ ...filtered, ...part })}
              onOpen={(candidate_id) => onSet({ subject_id: subjectId, candidate_id })}
            />
          </Panel>
          <Panel flush>
            {candidateId === null ? (
              <EmptyState size="large" title="选一名考生">
                左边选一名考生，这里显示他的卷面、逐题得分和各次评阅。
              </EmptyState>
            ) : (
              <ScoreInspection
                key={`${candidateId} ${subjectId}`}
                examId={examId}
                subjectId={subjectId}
                candidateId={candidateId}
                userId={userId}
                more={
                  mayHandle && (
                    <Link to={resultPath({ exam_id: examId, subject_id: subjectId }, candidateId)}>
                      查看识别结果
                    </Link>
                  )
                }
              />
            )}
          </Panel>
        </div>
      )}
    </div>
  )
}
