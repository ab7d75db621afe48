import { HTMLSelect, Switch } from '@blueprintjs/core'
import { bookReport } from '@hengjuan/contracts'
import { filter, FilterField, SearchField, useUrlFilters } from '@hengjuan/ui'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'

const THRESHOLDS = [40, 50, 60, 70, 80]
const ALL = 5000
const filters = {
  keyword: filter.text(),
  threshold: filter.number(60),
  common: filter.oneOf(['all', 'only'], 'all'),
}

/** What each student lost points in; the file is the book. @source reports P19 */
export function BookReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, common } = values
  const threshold = THRESHOLDS.includes(values.threshold) ? values.threshold : 60
  return (
    <ReportPage
      report={bookReport}
      page="book"
      mayExport={props.mayExport}
      rowKey={({ candidate_id, question_id }) => `${candidate_id} ${question_id}`}
      query={{ threshold, common, ...(keyword === '' ? {} : { keyword }) }}
      pageOnly={{ limit: ALL }}
      chips={[
        `主观题得分率低于 ${threshold}%`,
        ...(common === 'only' ? ['只列班级共性错题'] : []),
        ...(keyword === '' ? [] : [`查找「${keyword}」`]),
      ]}
      note="点姓名查看学生，点题号查看题目"
      renderFilters={() => (
        <>
          <FilterField label="主观题低于">
            <HTMLSelect
              value={threshold}
              onChange={({ currentTarget }) => set({ threshold: Number(currentTarget.value) })}
            >
              {THRESHOLDS.map((one) => (
                <option key={one} value={one}>
                  {one}%
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          <Switch
            className={css['switch'] ?? ''}
            checked={common === 'only'}
            label="只看共性错题"
            onChange={() => set({ common: common === 'only' ? 'all' : 'only' })}
          />
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名或考号"
          />
        </>
      )}
      empty={{ title: '没有错题', text: '请换一个班级、科目，或调高主观题的界线。' }}
    />
  )
}
