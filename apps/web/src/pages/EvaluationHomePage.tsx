import { PageHeader, Panel, Segmented } from '@hengjuan/ui'
import { useNavigate, useParams } from 'react-router'
import { LedBlocks } from '../features/supervision/index.ts'

const MODES = [
  { value: 'blocks', label: '全部' },
  { value: 'open', label: '进行中' },
  { value: 'done', label: '已评完' },
] as const

/** `/MainPage/markPaper/evaluationRegulationHome/list/:mode`: the blocks that a question master leads. */
export function EvaluationHomePage() {
  const navigate = useNavigate()
  const { mode: given } = useParams()
  const mode = MODES.find(({ value }) => value === given)?.value ?? 'blocks'
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
              void navigate(`/MainPage/markPaper/evaluationRegulationHome/list/${next}`)
            }
          />
        }
      />
      <Panel flush>
        <LedBlocks mode={mode} />
      </Panel>
    </>
  )
}
