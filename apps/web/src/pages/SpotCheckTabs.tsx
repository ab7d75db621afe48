import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, spotCheckListExport, supervisedBlocks } from '@hengjuan/contracts'
import {
  DownloadButton,
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
} from '@hengjuan/ui'
import type { CSSProperties, ReactNode } from 'react'
import { sampleOf, SpotDesk } from '../features/marking/index.ts'
import { BlockLinks, InsteadOfBlock } from './BlockLinks.tsx'
import { sampledBlock } from './sampled-block.ts'
import css from './two-columns.module.css'
import { type InExam, recordsIn } from './spot-check-filters.ts'
import { SamplePanel } from './SamplePanel.tsx'
import { SpotRecordsPanel } from './SpotRecordsPanel.tsx'

export type Block = ReplyOf<typeof supervisedBlocks>['list'][number]

/** Where leaders check the readings of their blocks. */
const LEADER_CHECK = '/MainPage/markPaper/evaluationRegulationHome/marking'

const TABS = [
  { value: 'check', label: '抽查' },
  { value: 'record', label: '记录' },
] as const

export function SpotCheckTabs({ select, ...props }: InExam & { select: ReactNode }) {
  const { examId, values, onSet } = props
  const tab = values.tab === 'record' ? 'record' : 'check'
  const { data, error, refetch } = useRoute(supervisedBlocks, { query: { exam_id: examId } })
  if (!data && !error) return <Waiting select={select} />
  return (
    <div className={css['page']}>
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
                input={{
                  query: {
                    ...recordsIn(examId, values),
                    ...(values.result === '' ? {} : { result: values.result }),
                  },
                }}
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
      {!data ? (
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      ) : tab === 'check' ? (
        <Check {...props} list={data.list} />
      ) : data.list.some(({ is_supervised }) => is_supervised) ? (
        <SpotRecordsPanel {...props} />
      ) : (
        <NoBlocks />
      )}
    </div>
  )
}

/** Readings are drawn from one block, and seen one after another. */
function Check({ list, ...props }: InExam & { list: readonly Block[] }) {
  const { examId, values } = props
  const sampled = sampledBlock(list, values.block_id)
  switch (sampled.kind) {
    case 'none':
      return <NoBlocks />
    case 'instead':
      return (
        <InsteadOfBlock why={sampled.why}>
          <BlockLinks
            label="可以抽查的题块"
            blocks={list}
            to={({ block_id, is_supervised }) =>
              is_supervised
                ? `/spot-check?exam_id=${examId}&block_id=${block_id}`
                : `${LEADER_CHECK}?block_id=${block_id}`
            }
          />
        </InsteadOfBlock>
      )
    case 'block':
      return (
        <div className={css['columns']} style={{ '--first-column': '220px' } as CSSProperties}>
          <SamplePanel
            {...props}
            block={sampled.block}
            blocks={list.filter(({ is_supervised }) => is_supervised)}
          />
          <Panel flush>
            <SpotDesk
              key={sampled.block.block_id}
              on={{
                exam_id: examId,
                subject_id: sampled.block.subject_id,
                block_id: sampled.block.block_id,
              }}
              sample={sampleOf(values)}
              isBlind={values.blind === 1}
            />
          </Panel>
        </div>
      )
  }
}

const NoBlocks = () => (
  <Panel>
    <EmptyState size="large" title="这场考试还没有可抽查的题块">
      划分题块并开始阅卷后，可以在这里抽查。
    </EmptyState>
  </Panel>
)

/** The page before its data: what it is called stays where it is. */
export const Waiting = (props: { select?: ReactNode }) => (
  <div className={css['page']}>
    <PageHeader title="抽查" subtitle="正在读取" actions={props.select} />
    <div className={css['whole']}>
      <Panel>
        <SkeletonLines lines={12} />
      </Panel>
    </div>
  </div>
)
