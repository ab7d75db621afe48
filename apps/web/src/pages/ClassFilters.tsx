import { filter, SearchField, Segmented, type ValuesOf } from '@hengjuan/ui'

export const classFilters = {
  kind: filter.oneOf(['admin', 'teaching'], 'admin'),
  grade_id: filter.id(),
  keyword: filter.text(),
  class_id: filter.id(),
  closed: filter.oneOf(['', '1'], ''),
}

const KINDS = [
  { value: 'admin', label: '行政班' },
  { value: 'teaching', label: '教学班' },
] as const

type ClassValues = ValuesOf<typeof classFilters>

/** By what classes are found. */
export function ClassFilters(props: {
  values: ClassValues
  mayManage: boolean
  onSet: (part: Partial<ClassValues>) => void
}) {
  return (
    <>
      <Segmented
        label="班级类型"
        options={KINDS}
        value={props.values.kind}
        onChange={(kind) => props.onSet({ kind, class_id: null })}
      />
      <SearchField
        value={props.values.keyword}
        onChange={(keyword) => props.onSet({ keyword })}
        placeholder="搜索班级或教师"
      />
      {props.mayManage && (
        <label>
          <input
            type="checkbox"
            checked={props.values.closed === '1'}
            onChange={({ currentTarget }) =>
              props.onSet({ closed: currentTarget.checked ? '1' : '' })
            }
          />{' '}
          含已停用
        </label>
      )}
    </>
  )
}
