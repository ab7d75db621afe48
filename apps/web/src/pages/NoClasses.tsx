import { EmptyState } from '@hengjuan/ui'
import { Link } from 'react-router'

/** A school without classes, and where they come from. */
export function NoClasses({ isTeaching, mayManage }: { isTeaching: boolean; mayManage: boolean }) {
  return (
    <EmptyState
      size="large"
      title={isTeaching ? '还没有教学班' : '还没有班级'}
      action={mayManage && <Link to="/ClassesManager/students?import=1">导入学生名单</Link>}
    >
      {isTeaching
        ? '选科走班时，为每门科目新建教学班，再把学生加入。'
        : '导入学生名单时会自动新建班级，也可以在右上角逐个新建。'}
    </EmptyState>
  )
}
