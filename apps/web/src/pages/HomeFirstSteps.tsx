import { useRoute } from '@hengjuan/client/react'
import { examList, homeSummary, staffList } from '@hengjuan/contracts'
import { FirstSteps, type FirstStep } from '../features/home/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { usePages } from '../shell/page.ts'

const SCANNING = 3
const SCHOOL = '/ClassesManager'

/** Until the first exam is being scanned: what a new school does, from its name to the printed sheet. */
export function HomeFirstSteps() {
  const user = useSession()
  const mayImport = useMay('student.manage')
  const mayManageSchool = useMay('school.manage')
  const pages = usePages()
  const summary = useRoute(homeSummary, {})
  const exams = useRoute(examList, { query: { limit: 2 } })
  const staff = useRoute(staffList, { query: { limit: 1 } }, { enabled: mayImport })
  if (!summary.data || !exams.data || !staff.data) return null
  const [exam] = exams.data.list
  const isRunning = exam?.subjects.some(({ status }) => status >= SCANNING) ?? false
  // One exam that is scanned, or two of them, and nobody needs to be shown the way.
  if (exams.data.total > 1 || isRunning || exam?.published) return null
  const { students } = summary.data
  const hasSheet = exam?.subjects.some(({ sheet_id }) => sheet_id !== null) ?? false
  const sheet =
    exam === undefined
      ? null
      : `/MainPage/exam-manage/AffairManage/${exam.exam_id}/answer-sheet-manage`
  const hasSchoolPage = mayManageSchool && pages.some(({ path }) => path === SCHOOL)
  const steps: FirstStep[] = [
    {
      title: '创建学校',
      text: `${user.school_name ?? ''}；年级和班级在导入学生时按表格自动建立，也可以在学校管理中逐个添加`,
      isDone: true,
      to: hasSchoolPage ? SCHOOL : null,
      action: '打开学校管理',
    },
    {
      title: '导入学生',
      text: students > 0 ? `已有 ${students} 名学生` : '用表格导入，先核对再导入，可以撤销',
      isDone: students > 0,
      to: '/MainPage/import?open=student',
      action: '导入学生',
    },
    {
      title: '导入教师',
      text: staff.data.total > 1 ? `已有 ${staff.data.total} 名教职工` : '教师的账号和任课一起导入',
      isDone: staff.data.total > 1,
      to: '/MainPage/import?open=staff',
      action: '导入教师',
    },
    {
      title: '新建第一场考试',
      text: exam ? exam.name : '选年级、班级和科目，同时生成考生名单和考号',
      isDone: exam !== undefined,
      to: exam
        ? `/MainPage/exam-manage/exam-detail/${exam.exam_id}/subject-exam`
        : '/MainPage/exam-manage/create-exam',
      action: exam ? '打开考试' : '新建考试',
    },
    {
      title: '设计答题卡',
      text: '从样例开始，改题目和版面，填上客观题答案后保存',
      isDone: hasSheet,
      to: sheet,
      action: '设计答题卡',
    },
    {
      title: '打印答题卡',
      text: '在答题卡页面下载 PDF，先印一张校准页，再批量打印；开始扫描后本卡片不再出现',
      isDone: false,
      to: hasSheet ? sheet : null,
      action: '去打印',
    },
  ]
  return <FirstSteps steps={steps} />
}
