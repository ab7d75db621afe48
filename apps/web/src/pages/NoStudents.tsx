import { Button } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'
import { WhyNot } from '../features/explain/index.ts'

/** A school without students, and where they come from. */
export const NoStudents = (props: { mayManage: boolean; onImport: () => void }) => (
  <EmptyState
    size="large"
    title="还没有学生"
    action={
      props.mayManage ? (
        <Button intent="primary" onClick={props.onImport}>
          导入学生名单
        </Button>
      ) : (
        <WhyNot what={['student.read']} />
      )
    }
  >
    用表格导入年级、班级、学号和姓名，没有的班级会一并新建；也可以逐个添加。
  </EmptyState>
)
