import { filter, SearchField, useUrlFilters } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { RegionExams, RegionSchools, RegionTree } from '../features/region/index.ts'
import { examAddress } from './exam-address.ts'
import css from './region-home.module.css'

const filters = { region: filter.id(), keyword: filter.text() }

/** The home of a bureau: its regions, the schools in them and the exams that they share. */
export function RegionHome() {
  const { values, set } = useUrlFilters(filters)
  const navigate = useNavigate()
  return (
    <div className={css['columns']}>
      <RegionTree chosen={values.region} onChoose={(region) => set({ region })} />
      <div className={css['lists']}>
        <RegionExams onOpen={(exam) => void navigate(examAddress(exam))} />
        <RegionSchools
          region={values.region}
          keyword={values.keyword}
          filters={
            <SearchField
              value={values.keyword}
              onChange={(keyword) => set({ keyword })}
              placeholder="搜索学校名称或代码"
            />
          }
        />
      </div>
    </div>
  )
}
