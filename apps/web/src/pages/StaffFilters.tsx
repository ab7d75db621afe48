import { filter, NullableSelect, SearchField, Segmented, type ValuesOf } from '@hengjuan/ui'
import { givenRoles } from '../features/school/index.ts'

export const staffFilters = {
  keyword: filter.text(),
  role: filter.text(),
  disabled: filter.oneOf(['', 'true'], ''),
  user_id: filter.id(),
  import: filter.oneOf(['', '1'], ''),
}

const STATES = [
  { value: '', label: '启用' },
  { value: 'true', label: '已停用' },
] as const
const ROLES = givenRoles(true)

type StaffValues = ValuesOf<typeof staffFilters>

/** By what staff is found. */
export function StaffFilters(props: {
  values: StaffValues
  onSet: (part: Partial<StaffValues>) => void
  /** Others are listed: nobody is ticked any more. */
  onState: () => void
}) {
  return (
    <>
      <SearchField
        value={props.values.keyword}
        onChange={(keyword) => props.onSet({ keyword })}
        placeholder="姓名、拼音首字母、账号或工号"
        width={270}
      />
      <NullableSelect
        label="身份"
        value={ROLES.find(({ value }) => value === props.values.role)?.value ?? null}
        options={ROLES}
        onChange={(role) => props.onSet({ role: role ?? '' })}
      />
      <Segmented
        label="账号状态"
        options={STATES}
        value={props.values.disabled}
        onChange={(next) => {
          props.onState()
          props.onSet({ disabled: next })
        }}
      />
    </>
  )
}
