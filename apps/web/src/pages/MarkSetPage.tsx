import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { blockSettingsGet } from '@hengjuan/contracts'
import { EmptyState, PageHeader } from '@hengjuan/ui'
import { Link, useSearchParams } from 'react-router'
import {
  BlockSettingsTable,
  NearLinePanel,
  SubjectDeadlinePanel,
  SubjectRoundPanel,
} from '../features/marking/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MarkSet?exam_id=&subject_id=`: how a subject is marked, and by whom. */
export function MarkSetPage() {
  const [search] = useSearchParams()
  const mayChange = useMay('marking.setup')
  const mayAvoid = useMay('exam.manage')
  const examId = Number(search.get('exam_id'))
  const subjectId = Number(search.get('subject_id'))
  const isNamed = examId > 0 && subjectId > 0
  const { data, error } = useRoute(
    blockSettingsGet,
    { query: { exam_id: examId, subject_id: subjectId } },
    { enabled: isNamed },
  )
  if (!isNamed)
    return (
      <EmptyState
        size="large"
        title="没有指定考试科目"
        action={
          <Link className={Classes.BUTTON} to="/MainPage/exam-manage/overview">
            打开考试列表
          </Link>
        }
      >
        请打开一场考试，在左侧选择「阅卷设置」。
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title="阅卷设置"
        subtitle={
          data ? `${data.exam_name} · ${data.subject_name}` : error ? undefined : '正在读取'
        }
        actions={
          <>
            {mayAvoid && (
              <Link className="bp6-button" to={`/avoidance?exam_id=${examId}`}>
                亲属回避
              </Link>
            )}
            <Link
              className="bp6-button"
              to={`/setDistri?exam_id=${examId}&subject_id=${subjectId}`}
            >
              任务分配
            </Link>
          </>
        }
      />
      <BlockSettingsTable examId={examId} subjectId={subjectId} mayChange={mayChange} />
      {data && data.blocks.length > 0 && (
        <SubjectDeadlinePanel
          key={`deadline ${examId} ${subjectId}`}
          examId={examId}
          subjectId={subjectId}
          deadline={data.marking_deadline}
          mayChange={mayChange}
        />
      )}
      {data && (
        <SubjectRoundPanel
          key={`${examId} ${subjectId}`}
          examId={examId}
          subjectId={subjectId}
          round={data.subject_round}
          mayChange={mayChange}
        />
      )}
      {data && data.blocks.length > 0 && (
        <NearLinePanel
          key={`near ${examId} ${subjectId}`}
          examId={examId}
          subjectId={subjectId}
          mayChange={mayChange}
        />
      )}
    </>
  )
}
