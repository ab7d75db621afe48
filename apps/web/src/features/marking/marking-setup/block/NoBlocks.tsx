import { Classes } from '@blueprintjs/core'
import { EmptyState, Panel } from '@hengjuan/ui'
import { Link } from 'react-router'

/** A subject without blocks, and where they come from. */
export const NoBlocks = (props: { examId: number; subjectId: number }) => (
  <Panel>
    <EmptyState
      size="large"
      title="这个科目还没有主观题题块"
      action={
        <Link
          className={Classes.BUTTON}
          to={`/MainPage/exam-manage/AffairManage/${props.examId}/answer-sheet-manage?subject_id=${props.subjectId}`}
        >
          去设置答题卡
        </Link>
      }
    >
      请先在考试的「答题卡」页完成主观题并绑定到本科目，题块会自动出现在这里。
    </EmptyState>
  </Panel>
)
