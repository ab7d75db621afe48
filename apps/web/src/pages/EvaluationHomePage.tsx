import { PageHeader, Panel } from '@hengjuan/ui'
import { LedBlocks } from '../features/supervision/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/markPaper/evaluationRegulationHome/list/:mode`: the blocks that a question master leads. */
export function EvaluationHomePage() {
  const mayManage = useMay('marking.setup')
  return (
    <>
      <PageHeader title="评卷监管" subtitle="您负责的题块：进度、待裁定、抽查与裁定记录" />
      <Panel flush>
        <LedBlocks mayManage={mayManage} />
      </Panel>
    </>
  )
}
