import { Classes } from '@blueprintjs/core'
import { PageHeader, Panel, Segmented } from '@hengjuan/ui'
import { Link, useNavigate, useParams } from 'react-router'
import { LeaderPapers } from '../features/marking/index.ts'

const MODES = [
  { value: 'arbitration', label: '仲裁卷' },
  { value: 'problem', label: '问题卷' },
] as const
const SUBTITLES = {
  arbitration: '您负责的题块中等待裁定的试卷，等待最久的在前；评阅过的试卷不能由本人仲裁',
  problem:
    '您负责的题块中阅卷教师提交的问题卷，等待最久的在前；可以给分、退回提交人或其他教师、退回切图',
}

/** `/MainPage/markPaper/markPage/arbitration-home/:mode?block_id=`: papers that wait for a block leader. */
export function ArbitrationHomePage() {
  const navigate = useNavigate()
  const { mode: given } = useParams()
  const mode = given === 'problem' ? 'problem' : 'arbitration'
  return (
    <>
      <PageHeader
        title="仲裁任务"
        subtitle={SUBTITLES[mode]}
        actions={
          <>
            <Link className={Classes.BUTTON} to="/identical-papers">
              雷同卷
            </Link>
            <Link
              className={Classes.BUTTON}
              to="/MainPage/markPaper/evaluationRegulationHome/list/blocks"
            >
              我负责的题块
            </Link>
            <Segmented
              label="类别"
              options={MODES}
              value={mode}
              onChange={(next) =>
                void navigate(`/MainPage/markPaper/markPage/arbitration-home/${next}`)
              }
            />
          </>
        }
      />
      <Panel flush>
        <LeaderPapers key={mode} mode={mode} />
      </Panel>
    </>
  )
}
