import { HTMLSelect, Switch } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { spotCheckListExport, supervisedBlocks } from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
  useUrlFilters,
  type ValuesOf,
} from '@hengjuan/ui'
import { type CSSProperties, useState } from 'react'
import {
  emptySample,
  RECORD_RESULTS,
  SampleBuilder,
  sampleFilters,
  type SampleForm,
  sampleInAddress,
  sampleOf,
  SpotDesk,
  SpotRecords,
} from '../features/marking/index.ts'
import { ExamSelect, type OneReading, OneReadingDrawer } from '../features/supervision/index.ts'
import { BlockLinks, InsteadOfBlock, NO_SUCH_BLOCK } from './BlockLinks.tsx'
import { useExamChoice } from './use-exam-choice.ts'
import css from './two-columns.module.css'

const filters = {
  exam_id: filter.id(),
  block_id: filter.id(),
  tab: filter.text(),
  result: filter.oneOf(RECORD_RESULTS, ''),
  page: filter.number(1),
  ...sampleFilters,
  blind: filter.number(0),
}
type Values = ValuesOf<typeof filters>

/** Where leaders check the readings of their blocks. */
const LEADER_CHECK = '/MainPage/markPaper/evaluationRegulationHome/marking'

const TABS = [
  { value: 'check', label: '抽查' },
  { value: 'record', label: '记录' },
] as const

/** `/spot-check?exam_id=&block_id=`: readings are sampled, seen again, agreed, corrected or sent back. */
export function SpotCheckPage() {
  const { values, set } = useUrlFilters(filters)
  const { list, examId, error, retry } = useExamChoice(values.exam_id)
  if (error)
    return (
      <div className={css['page']}>
        <PageHeader title="抽查" />
        <ErrorState size="large" error={error} onRetry={retry} />
      </div>
    )
  if (!list) return <Waiting />
  if (examId === null)
    return (
      <div className={css['page']}>
        <PageHeader title="抽查" />
        <Panel>
          <EmptyState size="large" title="还没有考试">
            开始阅卷后，可以在这里抽查阅卷教师的给分。
          </EmptyState>
        </Panel>
      </div>
    )
  return (
    <SpotCheck
      examId={examId}
      blockId={values.block_id}
      tab={values.tab === 'record' ? 'record' : 'check'}
      result={values.result}
      page={Math.max(1, Math.trunc(values.page))}
      sample={sampleOf(values)}
      isBlind={values.blind === 1}
      select={
        <ExamSelect
          exams={list}
          value={examId}
          onChange={(exam_id) => set({ ...sampleInAddress(emptySample), exam_id, block_id: null })}
        />
      }
      onSet={set}
    />
  )
}

function SpotCheck(props: {
  examId: number
  blockId: number | null
  tab: 'check' | 'record'
  result: Values['result']
  page: number
  sample: SampleForm
  isBlind: boolean
  select: React.ReactNode
  onSet: (part: Partial<Values>) => void
}) {
  const { examId, blockId, tab, result, page, sample, isBlind, select, onSet } = props
  const [reading, setReading] = useState<OneReading | null>(null)
  const { data, error, refetch } = useRoute(supervisedBlocks, { query: { exam_id: examId } })
  const recorded = {
    exam_id: examId,
    ...(blockId === null ? {} : { block_id: blockId }),
    ...(sample.markerId === null ? {} : { marker_id: sample.markerId }),
  }
  const header = (
    <PageHeader
      title="抽查"
      subtitle="按条件抽取已提交的评阅：合格、改分、打回重评；打回的由原教师重评"
      actions={
        <>
          {select}
          {/* Before the tabs: they stay where they were pressed. */}
          {tab === 'record' && (
            <DownloadButton
              route={spotCheckListExport}
              input={{ query: { ...recorded, ...(result === '' ? {} : { result }) } }}
            >
              导出抽查列表
            </DownloadButton>
          )}
          <Segmented
            label="抽查与记录"
            options={TABS}
            value={tab}
            onChange={(next) => onSet({ tab: next })}
          />
        </>
      }
    />
  )
  if (error && !data)
    return (
      <div className={css['page']}>
        {header}
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <Waiting select={select} />
  // Who leads a block without supervising it draws its samples as its leader.
  const blocks = data.list.filter(({ is_supervised }) => is_supervised)
  const led = data.list.filter(({ is_supervised }) => !is_supervised)
  const named = blocks.find(({ block_id }) => block_id === blockId)
  const isMissing = blockId === null ? blocks.length === 0 : !named
  if (tab === 'check' && data.list.length > 0 && isMissing)
    return (
      <div className={css['page']}>
        {header}
        <InsteadOfBlock
          why={
            blockId === null || led.some(({ block_id }) => block_id === blockId)
              ? '您负责的题块不在当前身份监管的学科内，请作为题组长在「评卷监管」中抽查'
              : NO_SUCH_BLOCK
          }
        >
          <BlockLinks
            label="可以抽查的题块"
            blocks={data.list}
            to={({ block_id, is_supervised }) =>
              is_supervised
                ? `/spot-check?exam_id=${examId}&block_id=${block_id}`
                : `${LEADER_CHECK}?block_id=${block_id}`
            }
          />
        </InsteadOfBlock>
      </div>
    )
  const block = named ?? blocks.find(({ marking_count }) => marking_count > 0) ?? blocks[0]
  if (!block)
    return (
      <div className={css['page']}>
        {header}
        <Panel>
          <EmptyState size="large" title="这场考试还没有可抽查的题块">
            划分题块并开始阅卷后，可以在这里抽查。
          </EmptyState>
        </Panel>
      </div>
    )
  return (
    <div className={css['page']}>
      {header}
      {tab === 'record' ? (
        <Panel flush>
          <SpotRecords
            query={recorded}
            result={result}
            onResult={(next) => onSet({ result: next })}
            page={page}
            onPage={(next) => onSet({ page: next })}
            onOpen={(row) =>
              setReading({
                title: `${row.block_name} · ${row.marker_name}的评阅`,
                blockId: row.block_id,
                readingId: row.task_detail_id,
              })
            }
            onAll={
              blockId === null && sample.markerId === null
                ? null
                : () => onSet({ block_id: null, marker_id: null })
            }
          />
          <OneReadingDrawer
            examId={examId}
            reading={reading}
            as="supervisor"
            onClose={() => setReading(null)}
          />
        </Panel>
      ) : (
        <div className={css['columns']} style={{ '--first-column': '220px' } as CSSProperties}>
          <Panel title="样本" flush>
            <div style={{ padding: '0 16px' }}>
              <HTMLSelect
                fill
                aria-label="题块"
                value={block.block_id}
                onChange={({ currentTarget }) =>
                  onSet({ ...sampleInAddress(emptySample), block_id: Number(currentTarget.value) })
                }
                options={blocks.map((row) => ({
                  value: row.block_id,
                  label: `${row.subject_name} · ${row.block_name}`,
                }))}
              />
            </div>
            <SampleBuilder
              examId={examId}
              blockId={block.block_id}
              form={sample}
              onChange={(form) => onSet(sampleInAddress(form))}
              recordsOf={(markerId) =>
                `/spot-check?exam_id=${examId}&block_id=${block.block_id}&marker_id=${markerId}&tab=record`
              }
            />
            <div style={{ padding: '8px 16px 0' }}>
              <Switch
                checked={isBlind}
                label="盲查：先给分再看教师给分"
                onChange={({ currentTarget }) => onSet({ blind: currentTarget.checked ? 1 : 0 })}
              />
            </div>
          </Panel>
          <Panel flush>
            <SpotDesk
              key={block.block_id}
              on={{ exam_id: examId, subject_id: block.subject_id, block_id: block.block_id }}
              sample={sample}
              isBlind={isBlind}
            />
          </Panel>
        </div>
      )}
    </div>
  )
}

/** The page before its data: what it is called stays where it is. */
const Waiting = (props: { select?: React.ReactNode }) => (
  <div className={css['page']}>
    <PageHeader title="抽查" subtitle="正在读取" actions={props.select} />
    <div className={css['whole']}>
      <Panel>
        <SkeletonLines lines={12} />
      </Panel>
    </div>
  </div>
)
