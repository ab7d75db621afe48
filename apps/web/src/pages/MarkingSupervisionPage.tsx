import { Button, Classes } from '@blueprintjs/core'
import {
  exportBlockProgress,
  exportMarkerProgress,
  exportSubjectProgress,
} from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonPage,
  StatusTag,
  useUrlFilters,
} from '@hengjuan/ui'
import {
  BlockDrawer,
  BlockTable,
  clockTime,
  ExamSelect,
  NumberStrip,
  SubjectTiles,
  TodoCards,
  useLiveProgress,
} from '../features/supervision/index.ts'
import { LeaderMessages, useMessageCounts } from '../features/messages/index.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../session/session-store.ts'
import { useExamChoice } from './use-exam-choice.ts'
import css from './supervision-page.module.css'

const filters = { exam_id: filter.id(), subject_id: filter.id(), block_id: filter.id() }

/** `/MarkingSupervision`: how far marking is, who needs help, what is to be decided. */
export function MarkingSupervisionPage() {
  const { values, set } = useUrlFilters(filters)
  const { list, examId, error, retry } = useExamChoice(values.exam_id)
  const select = list && (
    <ExamSelect
      exams={list}
      value={examId}
      onChange={(exam_id) => set({ exam_id, subject_id: null, block_id: null })}
    />
  )
  if (examId !== null) return <Supervision examId={examId} select={select} />
  if (error) return <ErrorState size="large" error={error} onRetry={retry} />
  if (!list) return <SkeletonPage />
  return (
    <>
      <PageHeader title="阅卷监管" />
      <Panel>
        <EmptyState size="large" title="还没有考试">
          新建考试并上传答题卡后，可以在这里看到各科的阅卷进度。
        </EmptyState>
      </Panel>
    </>
  )
}

function Supervision(props: { examId: number; select: React.ReactNode }) {
  const { examId } = props
  const { values, set } = useUrlFilters(filters)
  const { data, error, refetch, isLive } = useLiveProgress(examId)
  const led = useMessageCounts(examId).filter(({ side }) => side === 'leader')
  const unread = led.reduce((sum, row) => sum + row.unread, 0)
  const [isReading, setReading] = useState(false)
  const mayManage = useMay('marking.setup')
  const mayManageExam = useMay('exam.manage')
  const maySupervise = useMay('marking.supervise')
  const rows = data?.blocks.filter(
    ({ subject_id }) => values.subject_id === null || subject_id === values.subject_id,
  )
  const open = data?.blocks.find(({ block_id }) => block_id === values.block_id) ?? null
  if (error && !data)
    return (
      <>
        <PageHeader title="阅卷监管" actions={props.select} />
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data || !rows) return <SkeletonPage />
  const query = {
    exam_id: examId,
    ...(values.subject_id === null ? {} : { subject_id: values.subject_id }),
  }
  return (
    <div className={css['page']}>
      <PageHeader
        title="阅卷监管"
        tags={
          <StatusTag
            status={isLive ? 'ok' : 'warn'}
            title={isLive ? '有变化时自动更新' : '实时连接中断，改为每 5 秒查询一次'}
          >
            {isLive ? '实时' : '轮询'}
          </StatusTag>
        }
        subtitle={
          <span aria-live="off">
            {data.exam_name} · 数据更新于 {clockTime(data.updated_at)}
          </span>
        }
        actions={
          <>
            {props.select}
            {led.length > 0 && (
              <Button intent={unread > 0 ? 'primary' : 'none'} onClick={() => setReading(true)}>
                消息{unread > 0 && ` ${unread} 条未读`}
              </Button>
            )}
            {maySupervise && (
              <>
                <Link className={Classes.BUTTON} to={`/spot-check?exam_id=${examId}`}>
                  抽查
                </Link>
                <DownloadButton route={exportSubjectProgress} input={{ query }}>
                  导出科目进度
                </DownloadButton>
                <DownloadButton route={exportBlockProgress} input={{ query }}>
                  导出题块进度
                </DownloadButton>
                <DownloadButton route={exportMarkerProgress} input={{ query }}>
                  导出教师进度
                </DownloadButton>
              </>
            )}
          </>
        }
      />
      {data.subjects.length > 0 && (
        <SubjectTiles
          subjects={data.subjects}
          selected={values.subject_id}
          onSelect={(subject_id) => set({ subject_id })}
        />
      )}
      <NumberStrip rows={rows} />
      {data.supervises && (
        <Panel title="待办" note="需要有人处理的试卷">
          <TodoCards
            examId={examId}
            rows={rows}
            mayManageExam={mayManageExam}
            onOpenBlock={({ block_id }) => set({ block_id })}
          />
        </Panel>
      )}
      <Panel
        title={data.supervises ? '题块' : '我的题块'}
        note={`共 ${rows.length} 个，点一行查看教师与给分曲线`}
        footer="进度为已有终评分的份数；吻合率、三评率、仲裁率的分母为已完成双评的份数；标准差按全体计算（÷N）"
        flush
      >
        <BlockTable
          rows={rows}
          supervises={data.supervises}
          current={values.block_id}
          onOpen={({ block_id }) => set({ block_id })}
        />
      </Panel>
      <LeaderMessages
        blocks={led.map(({ block_id, unread: count }) => ({
          id: block_id,
          name: nameOf(data.blocks, block_id),
          unread: count,
        }))}
        isOpen={isReading}
        onClose={() => setReading(false)}
      />
      <BlockDrawer
        examId={examId}
        row={open}
        supervises={data.supervises}
        mayManage={mayManage}
        as={maySupervise ? 'supervisor' : 'leader'}
        mayReopen={maySupervise}
        onClose={() => set({ block_id: null })}
      />
    </div>
  )
}

function nameOf(
  blocks: readonly { block_id: number; block_name: string; subject_name: string }[],
  blockId: number,
): string {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  return block ? `${block.subject_name} · ${block.block_name}` : `题块 ${blockId}`
}
