import { useRoute } from '@hengjuan/client/react'
import { ledBlocks } from '@hengjuan/contracts'
import { PageHeader, Panel, Segmented, useUrlFilters } from '@hengjuan/ui'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isLedIn, LedBlocks } from '../features/supervision/index.ts'
import { blockFilters, isFound, isMany } from './block-filter.ts'
import { BlockFilterBar } from './BlockFilterBar.tsx'

const MODES = [
  { value: 'blocks', label: '全部' },
  { value: 'open', label: '进行中' },
  { value: 'done', label: '已评完' },
] as const

/** `/MainPage/markPaper/evaluationRegulationHome/list/:mode`: the blocks that a question master leads. */
export function EvaluationHomePage() {
  const navigate = useNavigate()
  const { mode: given } = useParams()
  const { search } = useLocation()
  const { values, set, reset, isSet } = useUrlFilters(blockFilters)
  const { data } = useRoute(ledBlocks, {})
  const hasBar = isMany(data) || isSet
  const mode = MODES.find(({ value }) => value === given)?.value ?? 'blocks'
  const inMode = data?.filter((row) => isLedIn(row, mode)) ?? []
  return (
    <>
      <PageHeader
        title="评卷监管"
        subtitle="您负责的题块：进度、待裁定、抽查与裁定记录"
        actions={
          <Segmented
            label="题块"
            options={MODES}
            value={mode}
            onChange={(next) =>
              void navigate(`/MainPage/markPaper/evaluationRegulationHome/list/${next}${search}`)
            }
          />
        }
      >
        {hasBar && data && (
          <BlockFilterBar
            rows={inMode}
            shown={inMode.filter((row) => isFound(row, values)).length}
            values={values}
            onChange={set}
            onReset={isSet ? reset : undefined}
          />
        )}
      </PageHeader>
      <Panel flush>
        <LedBlocks
          mode={mode}
          isFound={isSet ? (row) => isFound(row, values) : null}
          hasBar={hasBar}
          onReset={reset}
        />
      </Panel>
    </>
  )
}
