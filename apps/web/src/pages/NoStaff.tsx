import { Button } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'

/** A school without teachers, and where they come from. */
export const NoStaff = (props: { mayManage: boolean; onImport: () => void }) => (
  <EmptyState
    size="large"
    title="还没有教师"
    action={
      props.mayManage && (
        <Button intent="primary" onClick={props.onImport}>
          导入教师名单
        </Button>
      )
    }
  >
    用表格导入账号、姓名、角色和任课，也可以逐个添加。
  </EmptyState>
)
