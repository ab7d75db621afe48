import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { blankBlockList } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import { type CSSProperties, useState } from 'react'
import { BlankBlocks, ScreeningDialog } from '../features/marking/index.ts'
import { ExamSelect } from '../features/supervision/index.ts'
import { useMay } from '../session/session-store.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { useAssignedExamChoice } from './use-exam-choice.ts'
import css from './two-columns.module.css'
import { blankFilters, type BlankValues } from './blank-filters.ts'
import { BlankPanel } from './BlankPanel.tsx'

/** `/empty-check?exam_id=&block_id=`: answers with hardly any ink are confirmed blank or sent to marking. */
export function EmptyCheckPage() {
  const { values, set } = useUrlFilters(blankFilters)
  const { list, examId, error, retry } = useAssignedExamChoice(values.exam_id, 'leader')
  const isInExam = useIsInExam()
  if (error)
    return (
      <div className={css['page']}>
        <PageHeader title="空白卷核查" />
        <ErrorState size="large" error={error} onRetry={retry} />
      </div>
    )
  if (!list) return <Waiting />
  if (examId === null)
    return (
      <div className={css['page']}>
        <PageHeader title="空白卷核查" />
        <Panel>
          <EmptyState size="large" title="还没有考试">
            新建考试并上传答题卡后，疑似空白的作答会先到这里确认。
          </EmptyState>
        </Panel>
      </div>
    )
  return (
    <BlankCheck
      examId={examId}
      values={values}
      select={
        !isInExam && (
          <ExamSelect
            exams={list}
            value={examId}
            onChange={(exam_id) => set({ exam_id, block_id: null, show: 'waiting' })}
          />
        )
      }
      onSet={set}
    />
  )
}

function BlankCheck(props: {
  examId: number
  values: BlankValues
  select: React.ReactNode
  onSet: (part: Partial<BlankValues>) => void
}) {
  const { examId, values, select, onSet } = props
  const { block_id: blockId, show } = values
  const [isSetting, setIsSetting] = useState(false)
  const maySet = useMay('marking.setup')
  const { data, error, refetch } = useRoute(
    blankBlockList,
    { query: { exam_id: examId } },
    { refetchInterval: 15_000 },
  )
  if (error && !data)
    return (
      <div className={css['page']}>
        <PageHeader title="空白卷核查" actions={select} />
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <Waiting select={select} />
  const rows = data.list
  const named = rows.find(({ block_id }) => block_id === blockId)
  const isGone = blockId !== null && !named && rows.length > 0
  const block = isGone ? undefined : (named ?? rows.find(({ waiting }) => waiting > 0) ?? rows[0])
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0)
  return (
    <div className={css['page']}>
      <PageHeader
        title="空白卷核查"
        subtitle={`${data.exam_name} · 待核查 ${waiting} 份；确认的记为未作答，其余转入正常阅卷`}
        actions={
          <>
            {select}
            {block?.is_supervised && maySet && (
              <Button onClick={() => setIsSetting(true)}>筛查设置</Button>
            )}
          </>
        }
      />
      <div className={css['columns']} style={{ '--first-column': '260px' } as CSSProperties}>
        <Panel title="题块" note={`共 ${rows.length} 个`} flush>
          <BlankBlocks
            rows={rows}
            current={block?.block_id ?? null}
            onOpen={({ block_id }) => onSet({ block_id, show: 'waiting' })}
            addressOf={({ block_id }, kind) =>
              `/empty-check?exam_id=${examId}&block_id=${block_id}&show=${kind}`
            }
          />
        </Panel>
        <BlankPanel block={block} isGone={isGone} show={show} page={values.page} onSet={onSet} />
      </div>
      {isSetting && block && (
        <ScreeningDialog
          examId={examId}
          block={block}
          others={rows.filter(
            ({ subject_id, block_id }) =>
              subject_id === block.subject_id && block_id !== block.block_id,
          )}
          onClose={() => setIsSetting(false)}
        />
      )}
    </div>
  )
}

/** The page before its data: what it is called stays where it is. */
const Waiting = (props: { select?: React.ReactNode }) => (
  <div className={css['page']}>
    <PageHeader title="空白卷核查" subtitle="正在读取" actions={props.select} />
    <div className={css['whole']}>
      <Panel>
        <SkeletonLines lines={12} />
      </Panel>
    </div>
  </div>
)
