import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import { filter, NullableSelect, SearchField, type ValuesOf } from '@hengjuan/ui'
import { useClassOptions, useGrades } from '../features/school/index.ts'

const STATES = Object.entries(STUDENT_STATES).map(([value, label]) => ({
  value: value as StudentState,
  label,
}))

export const studentFilters = {
  keyword: filter.text(),
  grade_id: filter.id(),
  class_id: filter.id(),
  state: filter.oneOf(['', ...STATES.map(({ value }) => value)], ''),
  combo: filter.text(),
  account: filter.oneOf(['', 'with', 'without'], ''),
  student_id: filter.id(),
  import: filter.oneOf(['', '1'], ''),
}

const ACCOUNTS = [
  { value: 'with', label: '已开通' },
  { value: 'without', label: '未开通' },
] as const

/** By what students are found. */
export function StudentFilters(props: {
  values: StudentValues
  onSet: (part: Partial<StudentValues>) => void
}) {
  const grades = useGrades()
  const classes = useClassOptions()
  return (
    <>
      <SearchField
        value={props.values.keyword}
        onChange={(keyword) => props.onSet({ keyword })}
        placeholder="姓名、拼音首字母或学号"
      />
      <NullableSelect
        label="年级"
        value={props.values.grade_id}
        options={grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))}
        onChange={(grade_id) => props.onSet({ grade_id, class_id: null })}
      />
      <NullableSelect
        label="班级"
        value={props.values.class_id}
        options={classes.filter(
          ({ gradeId }) => props.values.grade_id === null || gradeId === props.values.grade_id,
        )}
        onChange={(class_id) => props.onSet({ class_id })}
      />
      <NullableSelect
        label="状态"
        none="在读"
        value={props.values.state || null}
        options={STATES.filter(({ value }) => value !== 'in')}
        onChange={(state) => props.onSet({ state: state ?? '' })}
      />
      <NullableSelect
        label="查询账号"
        value={props.values.account || null}
        options={ACCOUNTS}
        onChange={(account) => props.onSet({ account: account ?? '' })}
      />
    </>
  )
}

type StudentValues = ValuesOf<typeof studentFilters>
