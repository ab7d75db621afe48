import { HTMLSelect, Switch } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, spotCheckListExport, supervisedBlocks } from '@hengjuan/contracts'
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
import { type CSSProperties, type ReactNode, useState } from 'react'
import {
  emptySample,
  RECORD_RESULTS,
  SampleBuilder,
  sampleFilters,
  sampleInAddress,
  sampleOf,
  SpotDesk,
  SpotRecords,
} from '../features/marking/index.ts'
import { ExamSelect, type OneReading, OneReadingDrawer } from '../features/supervision/index.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { BlockLinks, InsteadOfBlock } from './BlockLinks.tsx'
import { sampledBlock } from './sampled-block.ts'
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
type Block = ReplyOf<typeof supervisedBlocks>['list'][number]

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
  const isInExam = useIsInExam()
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
      values={values}
      onSet={set}
      select={
        !isInExam && (
          <ExamSelect
            exams={list}
            value={examId}
            onChange={(exam_id) =>
              set({ ...sampleInAddress(emptySample), exam_id, block_id: null })
            }
          />
        )
      }
    />
  )
}

interface InExam {
  examId: number
  values: Values
  onSet: (part: Partial<Values>) => void
}

function SpotCheck({ select, ...props }: InExam & { select: ReactNode }) {
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
        <Records {...props} />
      ) : (
        <NoBlocks />
      )}
    </div>
  )
}

/** Checks of the block and the marker of the address; of the whole exam without. */
const recordsIn = (examId: number, { block_id, ...values }: Values) => {
  const { markerId } = sampleOf(values)
  return {
    exam_id: examId,
    ...(block_id === null ? {} : { block_id }),
    ...(markerId === null ? {} : { marker_id: markerId }),
  }
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

/** Which readings are drawn: of what block, of whom, of what kind, and whether blind. */
function SamplePanel(props: InExam & { block: Block; blocks: readonly Block[] }) {
  const { examId, values, onSet, block } = props
  return (
    <Panel title="样本" flush>
      <div style={{ padding: '0 16px' }}>
        <HTMLSelect
          fill
          aria-label="题块"
          value={block.block_id}
          onChange={({ currentTarget }) =>
            onSet({ ...sampleInAddress(emptySample), block_id: Number(currentTarget.value) })
          }
          options={props.blocks.map((row) => ({
            value: row.block_id,
            label: `${row.subject_name} · ${row.block_name}`,
          }))}
        />
      </div>
      <SampleBuilder
        examId={examId}
        blockId={block.block_id}
        form={sampleOf(values)}
        onChange={(form) => onSet(sampleInAddress(form))}
        recordsOf={(markerId) =>
          `/spot-check?exam_id=${examId}&block_id=${block.block_id}&marker_id=${markerId}&tab=record`
        }
      />
      <div style={{ padding: '8px 16px 0' }}>
        <Switch
          checked={values.blind === 1}
          label="盲查：先给分再看教师给分"
          onChange={({ currentTarget }) => onSet({ blind: currentTarget.checked ? 1 : 0 })}
        />
      </div>
    </Panel>
  )
}

/** Checks that were made; a row opens its reading. */
function Records({ examId, values, onSet }: InExam) {
  const [reading, setReading] = useState<OneReading | null>(null)
  const query = recordsIn(examId, values)
  const isNarrowed = query.block_id !== undefined || query.marker_id !== undefined
  return (
    <Panel flush>
      <SpotRecords
        query={query}
        result={values.result}
        onResult={(next) => onSet({ result: next })}
        page={Math.max(1, Math.trunc(values.page))}
        onPage={(next) => onSet({ page: next })}
        onOpen={(row) =>
          setReading({
            title: `${row.block_name} · ${row.marker_name}的评阅`,
            blockId: row.block_id,
            readingId: row.task_detail_id,
          })
        }
        onAll={isNarrowed ? () => onSet({ block_id: null, marker_id: null }) : null}
      />
      <OneReadingDrawer
        examId={examId}
        reading={reading}
        as="supervisor"
        onClose={() => setReading(null)}
      />
    </Panel>
  )
}

const NoBlocks = () => (
  <Panel>
    <EmptyState size="large" title="这场考试还没有可抽查的题块">
      划分题块并开始阅卷后，可以在这里抽查。
    </EmptyState>
  </Panel>
)

/** The page before its data: what it is called stays where it is. */
const Waiting = (props: { select?: ReactNode }) => (
  <div className={css['page']}>
    <PageHeader title="抽查" subtitle="正在读取" actions={props.select} />
    <div className={css['whole']}>
      <Panel>
        <SkeletonLines lines={12} />
      </Panel>
    </div>
  </div>
)
