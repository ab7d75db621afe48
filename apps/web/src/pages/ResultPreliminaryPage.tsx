import { useRoute } from '@hengjuan/client/react'
import { previewAlarms, previewAll } from '@hengjuan/contracts'
import { EXAM_MANAGER } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  ReasonButton,
  Segmented,
  SkeletonPage,
  StatusTag,
  useUrlFilters,
} from '@hengjuan/ui'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router'
import { ActLine } from '../acts/index.ts'
import {
  AlarmList,
  BlockScores,
  DiffPanel,
  gateAddress,
  gateHandler,
  GateChecklist,
  PolicyNote,
  PreviewStudents,
  PublishDialog,
  ReleasePlan,
  ScoreDrawer,
  StudentCounts,
  UnitConfirm,
  useRelease,
  VersionList,
} from '../features/score/index.ts'
import { useMay } from '../session/session-store.ts'
import { useMayFollow } from '../shell/menu-tree.ts'
import css from './result-preliminary-page.module.css'

const TABS = ['check', 'students', 'blocks', 'alarms', 'confirm', 'versions'] as const
const filters = {
  tab: filter.oneOf(TABS, 'check'),
  candidate_id: filter.id(),
  subject_id: filter.id(),
}

/** `…/exam-detail/:examId/result-preliminary`: check, preview, publish, withdraw. */
export function ResultPreliminaryPage() {
  const { examId: text = '' } = useParams()
  const examId = Number(text)
  const { values, set } = useUrlFilters(filters)
  const [isPublishing, setPublishing] = useState(false)
  const mayPublish = useMay('score.publish')
  const mayConfigure = useMay('report.configure')
  // A link is shown only where there is a page behind it that opens.
  const mayFollow = useMayFollow()
  const { data, error, refetch } = useRoute(previewAll, { query: { exam_id: examId } })
  const alarms = useRoute(previewAlarms, { query: { exam_id: examId } })
  const { act, reason: waiting } = useRelease(examId, false)
  const open = useCallback(
    (target: { candidateId: number; subjectId: number | null }) =>
      set({ candidate_id: target.candidateId, subject_id: target.subjectId }),
    [set],
  )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPage />
  const isPublished = data.published_version !== null
  const isJoint = data.is_joint
  return (
    <div className={css['page']}>
      <PageHeader
        title="成绩预审"
        subtitle={data.exam_name}
        tags={
          isPublished ? (
            <StatusTag status="ok">已发布 v{data.published_version}</StatusTag>
          ) : (
            <StatusTag status="idle">未发布</StatusTag>
          )
        }
        actions={
          <>
            <Link to={`/score-check?exam_id=${examId}`}>成绩核查</Link>
            <Link to={`/MainPage/reportDetail/review?exam_id=${examId}`}>成绩复核</Link>
            {isPublished && (
              <Link to={`/MainPage/reportDetail/basicAnalysis?exam_id=${examId}`}>查看报表</Link>
            )}
            <ReasonButton
              intent="primary"
              reason={
                mayPublish
                  ? data.subjects.length === 0
                    ? '这场考试还没有科目'
                    : waiting
                  : `当前身份不能发布成绩，请联系${EXAM_MANAGER}`
              }
              onClick={() => setPublishing(true)}
            >
              {isPublished ? '重新发布…' : '发布成绩…'}
            </ReasonButton>
          </>
        }
      >
        <div>
          <Segmented
            label="内容"
            options={[
              { value: 'check', label: '检查清单' },
              { value: 'students', label: '考生成绩' },
              { value: 'blocks', label: '题块得分' },
              {
                value: 'alarms',
                label: '成绩预警',
                ...(alarms.data ? { count: alarms.data.length } : {}),
              },
              { value: 'confirm', label: isJoint ? '学校确认' : '班级确认' },
              { value: 'versions', label: '版本与差异' },
            ]}
            value={values.tab}
            onChange={(tab) => set({ tab })}
          />
        </div>
      </PageHeader>
      {!isPublishing && <ActLine act={act} />}
      <PolicyNote policy={data.policy} examId={examId} mayChange={mayConfigure} />
      {values.tab === 'check' && (
        <>
          <GateChecklist
            subjects={data.subjects}
            nextOf={(code, subjectId) => {
              const address = gateAddress(code, examId, subjectId)
              return address && mayFollow(address)
                ? { to: address, who: null }
                : { to: null, who: gateHandler(code) }
            }}
          />
          {data.subjects.length === 0 && (
            <EmptyState size="large" title="这场考试还没有科目">
              请先在考试科目页添加科目。
            </EmptyState>
          )}
        </>
      )}
      {values.tab === 'students' && (
        <Panel>
          <StudentCounts examId={examId} />
          <PreviewStudents examId={examId} onOpen={open} />
        </Panel>
      )}
      {values.tab === 'blocks' && (
        <Panel note="点一行查看作答、各次评阅与改分记录" title="题块得分">
          <BlockScores examId={examId} subjects={data.subjects} onOpen={open} />
        </Panel>
      )}
      {values.tab === 'alarms' && (
        <Panel title="成绩预警" note="不影响发布，请在发布前核对；点一行查看明细" flush>
          <AlarmList examId={examId} isOpen={values.candidate_id !== null} onOpen={open} />
        </Panel>
      )}
      {values.tab === 'confirm' && (
        <UnitConfirm examId={examId} mayAsk={mayPublish} isPublished={isPublished} />
      )}
      {values.tab === 'versions' && (
        <>
          <Panel title="版本" note="版本一经生成不再改变；发布只是指向其中一个">
            <VersionList examId={examId} mayPublish={mayPublish} />
          </Panel>
          <Panel title="谁可以查看" note="学生不早于教师；定时发布精确到分钟，到时发布排定的版本">
            <ReleasePlan examId={examId} mayPublish={mayPublish} isPublished={isPublished} />
          </Panel>
          {data.diff && (
            <Panel title="现在发布会改变什么">
              <DiffPanel diff={data.diff} />
            </Panel>
          )}
        </>
      )}
      <ScoreDrawer
        examId={examId}
        target={
          values.candidate_id === null
            ? null
            : { candidateId: values.candidate_id, subjectId: values.subject_id }
        }
        subjects={data.subjects}
        onPick={(subject_id) => set({ subject_id })}
        onClose={() => set({ candidate_id: null, subject_id: null })}
      />
      <PublishDialog
        examId={examId}
        preview={data}
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
      />
    </div>
  )
}
