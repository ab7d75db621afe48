import { Switch } from '@blueprintjs/core'
import { studentReport } from '@hengjuan/contracts'
import { filter, SearchField, useUrlFilters } from '@hengjuan/ui'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { StudentDrawer } from './StudentDrawer.tsx'

/** A grade has at most a few thousand; all of them at once, so that sorting and scrolling are instant. */
const ALL = 5000
const filters = {
  keyword: filter.text(),
  heat: filter.oneOf(['on', 'off'], 'on'),
  /** Candidate whose figures are open. */
  open: filter.id(),
}

/** Everyone's scores, ranks and levels. @source reports P01 */
export function StudentReport(props: { mayExport: boolean; isBare?: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, open: openedId } = values
  const isHeated = values.heat === 'on'
  return (
    <ReportPage
      report={studentReport}
      page="student"
      mayExport={props.mayExport}
      isBare={props.isBare ?? false}
      rowKey={(row) => row.candidate_id}
      query={keyword === '' ? {} : { keyword }}
      pageOnly={{ limit: ALL }}
      chips={keyword === '' ? [] : [`查找「${keyword}」`]}
      isHeated={isHeated}
      initialSort={{ key: 'total_score', isAscending: false }}
      onOpenRow={(row) => set({ open: row.candidate_id })}
      currentKey={openedId}
      renderFilters={() => (
        <>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
          <Switch
            className={css['switch'] ?? ''}
            checked={isHeated}
            label="按标准分着色"
            onChange={() => set({ heat: isHeated ? 'off' : 'on' })}
          />
        </>
      )}
      renderBelow={(reply) => (
        <StudentDrawer
          reply={reply}
          row={reply.list.find(({ candidate_id }) => candidate_id === openedId) ?? null}
          onClose={() => set({ open: null })}
        />
      )}
      empty={
        keyword
          ? {
              title: `没有找到「${keyword}」`,
              text: '请核对姓名或考号；只能查到当前身份可见班级的学生。',
            }
          : {
              title: '当前身份没有可见的班级',
              text: '如需查看，请联系学校管理员分配班级。',
            }
      }
    />
  )
}

/** `/studentScoresList`: the same in a window of its own. */
export const StudentScoresList = (props: { mayExport: boolean }) => (
  <StudentReport mayExport={props.mayExport} isBare />
)
