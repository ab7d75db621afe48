import { CallError } from '@hengjuan/client'
import { useRoute } from '@hengjuan/client/react'
import { benchmarkScripts } from '@hengjuan/contracts'
import { filter, PageHeader, Segmented, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import {
  Benchmarks,
  Collection,
  QualificationTable,
  RubricUse,
  SecondReaderTab,
  SeedTable,
} from '../features/marking/index.ts'
import { type Drill, ReadingDrawer } from '../features/supervision/index.ts'
import { useSession } from '../session/session-store.ts'
import { useSayExam } from '../shell/exam/exam-in-view.ts'
import { BenchmarkChoice } from './BenchmarkChoice.tsx'
import css from './two-columns.module.css'

const filters = { block_id: filter.id(), tab: filter.text() }
const TABS = [
  { value: 'scripts', label: '标准卷' },
  { value: 'results', label: '种子卷结果' },
  { value: 'qualification', label: '试评与定标' },
  { value: 'collection', label: '收藏' },
  { value: 'rubric', label: '给分依据' },
  { value: 'second_reader', label: 'AI 对照' },
] as const

const USUAL_SUBTITLE = '两位题组长独立评分后商定标准分'
const SUBTITLES: Partial<Record<(typeof TABS)[number]['value'], string>> = {
  second_reader: '评阅程序的给分与终评分对照，只供参考',
  rubric: '教师按下各条给分依据的次数',
}

/** `/benchmark?block_id=`: papers whose score leaders agreed on, and what markers gave them as seeds. */
export function BenchmarkPage() {
  const { values, set } = useUrlFilters(filters)
  const { user_id } = useSession()
  const blockId = values.block_id
  const [drill, setDrill] = useState<Drill | null>(null)
  const { data, error } = useRoute(
    benchmarkScripts,
    { query: { block_id: blockId ?? 0 } },
    { enabled: blockId !== null },
  )
  useSayExam(data?.exam_id)
  if (blockId === null) return <BenchmarkChoice />
  // Asking again would be answered alike: the block was divided anew, or is somebody else's.
  if (!data && error instanceof CallError && (error.status === 403 || error.status === 404))
    return <BenchmarkChoice refused={error} />
  // How a program reads the block is for who supervises it.
  const tabs = TABS.filter(
    ({ value }) => value !== 'second_reader' || data?.is_supervised !== false,
  )
  const tab = tabs.find(({ value }) => value === values.tab)?.value ?? 'scripts'
  return (
    <div className={css['page']}>
      <PageHeader
        title="标准卷与种子卷"
        subtitle={
          data
            ? `${data.block_name} · ${SUBTITLES[tab] ?? USUAL_SUBTITLE}`
            : error
              ? ''
              : '正在读取'
        }
        actions={
          <Segmented
            label="标准卷与结果"
            options={tabs}
            value={tab}
            onChange={(next) => set({ tab: next })}
          />
        }
      />
      {tab === 'results' && (
        <SeedTable
          blockId={blockId}
          userId={user_id}
          onReadings={({ marker_id, name, last_passed_at }) =>
            setDrill({
              title: `${name} · ${last_passed_at === null ? '全部评阅' : '上次合格以来的评阅'}`,
              query: { marker_id, ...(last_passed_at === null ? {} : { since: last_passed_at }) },
              marker: { marker_id, name },
            })
          }
        />
      )}
      {tab === 'qualification' && <QualificationTable blockId={blockId} />}
      {tab === 'collection' && <Collection blockId={blockId} />}
      {tab === 'rubric' && <RubricUse blockId={blockId} />}
      {tab === 'second_reader' && <SecondReaderTab key={blockId} blockId={blockId} />}
      {tab === 'scripts' && <Benchmarks blockId={blockId} />}
      {data && (
        <ReadingDrawer
          examId={data.exam_id}
          blockId={blockId}
          drill={drill}
          as={data.is_supervised ? 'supervisor' : 'leader'}
          isLed={!data.is_supervised}
          onClose={() => setDrill(null)}
        />
      )}
    </div>
  )
}
